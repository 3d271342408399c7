internal import BenchmarkHarness

/// Counts do not depend on the load, so both builds are run side by side, a process for each workload, kind and size.
extension RegressionRun {
  /// One process.
  private struct Job {
    var runner: Runner
    var isHead: Bool
    var cell: Cell
  }

  /// The counts of both builds, those of the largest inputs first: they take the longest.
  func counted(
    _ base: Runner, _ head: Runner, _ names: [String], _ listings: Listings
  ) throws -> (base: BenchmarkRun, head: BenchmarkRun) {
    let cells = cells(names, listings)
    var jobs: [Job] = []
    for (runner, listing, isHead) in [(base, listings.base, false), (head, listings.head, true)] {
      let own = cells.filter { listing?.entry($0.workload, $0.elements) != nil || listing == nil }
      guard !own.isEmpty else { throw Self.nothingToMeasure }
      jobs += own.map { Job(runner: runner, isHead: isHead, cell: $0) }
    }
    let order = jobs.indices.sorted { (jobs[$1].cell.size, $0) < (jobs[$0].cell.size, $1) }
    let commands = try order.map { number in
      try jobs[number].runner.command(for: jobs[number].cell, .counts, number, in: folder)
    }
    var parts = [BenchmarkRun?](repeating: nil, count: jobs.count)
    var done = 0
    do {
      try processes.run(commands, width: ChildProcess.width, until: { false }) { place, outcome in
        let number = order[place]
        let job = jobs[number]
        parts[number] = try job.runner.run(of: job.cell, number, after: outcome, in: folder)
        done += 1
        progress("counting: \(job.cell.workload), \(job.cell.size)", Double(done) / Double(jobs.count))
      }
    } catch ChildProcess.Ending.tooSlow {
      throw head.tooSlow("benchmark run")
    }
    func joined(isHead: Bool, _ path: String) throws(Failure) -> BenchmarkRun {
      let own = jobs.indices.filter { jobs[$0].isHead == isHead }.compactMap { parts[$0] }
      guard var run = own.first else { throw Self.nothingToMeasure }
      run.workloads = own.flatMap(\.workloads)
      return try selected(run, path)
    }
    return (try joined(isHead: false, base.path), try joined(isHead: true, head.path))
  }
}
