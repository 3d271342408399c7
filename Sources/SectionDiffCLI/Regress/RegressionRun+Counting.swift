internal import BenchmarkHarness

/// The benchmark runs of both sides, and what became of the rest.
struct CountedRuns {
  var base: BenchmarkRun
  var head: BenchmarkRun
  /// What the limit of time left out.
  var left: [LeftOut] = []
  /// What head did not come to the end of, and base did.
  var unended: [String] = []

  /// A process that counts, and what became of it.
  struct Job {
    var cell: Cell
    var isHead: Bool
    var isStarted: Bool
    var isDone: Bool
  }

  /// What did not come to its end on one side or the other.
  ///
  /// Where base did and head was ended, head takes far longer, or for ever: that is not only left out, as a rotation would
  /// hide it.
  static func unfinished(_ jobs: [Job]) -> (left: [Cell: LeftOut], unended: [String]) {
    let done = Set(jobs.filter { !$0.isHead && $0.isDone }.map(\.cell))
    var left: [Cell: LeftOut] = [:]
    var unended: [String] = []
    for job in jobs where !job.isDone {
      let found = LeftOut(.counts, job.cell)
      left[job.cell] = found
      if job.isHead, job.isStarted, done.contains(job.cell) {
        unended.append("\(found) did not come to its end in head")
      }
    }
    return (left, unended)
  }
}

/// Counts do not depend on the load, so both builds are run side by side, a process for each workload, kind and size.
extension RegressionRun {
  /// One process.
  private struct Job {
    var runner: Runner
    var isHead: Bool
    var cell: Cell
  }

  /// Under a limit what is counted is counted in so many waves, so that a workload that is reached is counted at all sizes,
  /// and its growth shows. Within each the largest come first.
  private static let waves = 4

  /// The counts of both builds, those of the largest inputs first: they take the longest.
  ///
  /// Where a limit does not let all be counted, each workload with its first kind of element comes before those that take
  /// turns, and others come first in each rotation.
  func counted(
    _ base: Runner, _ head: Runner, _ names: [String], _ listings: Listings
  ) throws -> CountedRuns {
    let cells = cells(names, listings)
    let waves = waves(of: cells)
    var jobs: [Job] = []
    for (runner, listing, isHead) in [(base, listings.base, false), (head, listings.head, true)] {
      let own = cells.filter { listing?.entry($0.workload, $0.elements) != nil || listing == nil }
      guard !own.isEmpty else { throw Self.nothingToMeasure }
      jobs += own.map { Job(runner: runner, isHead: isHead, cell: $0) }
    }
    func key(_ job: Job) -> (Int, Int, Int, Int) {
      let (wave, place) = waves[job.cell] ?? (0, 0)
      return (wave, -job.cell.size, place, job.isHead ? 1 : 0)
    }
    let order = jobs.indices.sorted { key(jobs[$0]) < key(jobs[$1]) }
    let commands = try order.map { number in
      try jobs[number].runner.command(for: jobs[number].cell, .counts, number, in: folder)
    }
    var parts = [BenchmarkRun?](repeating: nil, count: jobs.count)
    var started: Set<Int> = []
    var done = 0
    do {
      try processes.run(
        commands, width: ChildProcess.width, started: { started.insert(order[$0]) },
        until: { limit.isOver(.counts) }, left: { limit.left(.counts) }
      ) { place, outcome in
        let number = order[place]
        let job = jobs[number]
        parts[number] = try job.runner.run(of: job.cell, number, after: outcome, in: folder)
        done += 1
        progress("counting: \(job.cell.workload), \(job.cell.size)", Double(done) / Double(jobs.count))
      }
    } catch ChildProcess.Ending.tooSlow {
      throw head.tooSlow("benchmark run")
    }
    let (left, unended) = CountedRuns.unfinished(
      jobs.indices.map {
        CountedRuns.Job(
          cell: jobs[$0].cell, isHead: jobs[$0].isHead, isStarted: started.contains($0), isDone: parts[$0] != nil)
      })
    let isLeft = Set(left.keys)
    func joined(isHead: Bool, _ path: String) throws(Failure) -> BenchmarkRun {
      let own = jobs.indices.filter { jobs[$0].isHead == isHead && !isLeft.contains(jobs[$0].cell) }
        .compactMap { parts[$0] }
      guard var run = own.first else { throw Self.nothingCounted }
      run.workloads = own.flatMap(\.workloads)
      return try selected(run, path)
    }
    return CountedRuns(
      base: try joined(isHead: false, base.path), head: try joined(isHead: true, head.path),
      left: cells.compactMap { left[$0] }, unended: unended)
  }

  /// The wave and the place within it of each cell.
  private func waves(of cells: [Cell]) -> [Cell: (wave: Int, place: Int)] {
    var families: [[Cell]] = []
    for cell in cells {
      if let last = families.last?.first, last.workload == cell.workload, last.elements == cell.elements {
        families[families.count - 1].append(cell)
      } else {
        families.append([cell])
      }
    }
    let ordered = Turns.order(families, question.rotation) { $0[0] }
    let count = limit.seconds == nil ? 1 : Self.waves
    var waves: [Cell: (wave: Int, place: Int)] = [:]
    for (place, family) in ordered.enumerated() {
      for cell in family { waves[cell] = (place * count / ordered.count, place) }
    }
    return waves
  }
}
