internal import BenchmarkHarness

/// The benchmark runs of both sides, and what became of the rest.
struct CountedRuns {
  var base: BenchmarkRun
  var head: BenchmarkRun
  /// What the limit of time left out.
  var left: [ComparisonPlan.Figure] = []
  /// What could not be measured: what failed, and what head did not come to the end of, and base did.
  var lost: [ComparisonPlan.Figure] = []

  /// A process that counts, and what became of it.
  struct Job {
    var cell: Cell
    var isHead: Bool
    /// Whether it was, and had time enough for what others took.
    var isStarted: Bool
    var isDone: Bool
    /// Whether the base has none.
    var isNew = false
    var failure: Failure?
  }

  /// What did not come to its end on one side or the other.
  ///
  /// Where base did, or has none, and head was ended, head takes far longer, or for ever: that is not only left out, as a
  /// rotation would hide it.
  ///
  /// - Parameter isWrong: Whether head has a wrong answer, which decides.
  /// - Throws: The first failure, where all of a side failed.
  static func unfinished(
    _ jobs: [Job], isWrong: Bool
  ) throws(Failure) -> (left: Set<Cell>, lost: [ComparisonPlan.Figure]) {
    let done = Set(jobs.filter { !$0.isHead && $0.isDone }.map(\.cell))
    var left: Set<Cell> = []
    var lost: [ComparisonPlan.Figure] = []
    for job in jobs where !job.isDone {
      if let failure = job.failure {
        lost.append(
          .init(key: job.cell.key, standing: .failed, "failed in \(job.isHead ? "head" : "base"): \(failure)"))
        continue
      }
      left.insert(job.cell)
      if job.isHead, job.isStarted, job.isNew || done.contains(job.cell) {
        lost.append(.init(key: job.cell.key, standing: .failed, "did not come to its end in head"))
      }
    }
    for isHead in [false, true] {
      let own = jobs.filter { $0.isHead == isHead }
      if let failure = own.lazy.compactMap(\.failure).first, !isWrong, !own.contains(where: \.isDone) { throw failure }
    }
    return (left, lost)
  }
}

extension BenchmarkRun {
  /// What several processes measured; of none there is nothing, measured nowhere.
  init(joining parts: [BenchmarkRun]) {
    self.init(environment: parts.first?.environment ?? .nowhere, workloads: parts.flatMap(\.workloads))
  }

  /// What of it is wrong.
  var wrongAnswers: [WorkloadRun] {
    workloads.compactMap { workload in
      var workload = workload
      workload.table.rows.removeAll { $0.wrong == nil }
      return workload.table.rows.isEmpty ? nil : workload
    }
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
  func counted(_ base: Runner, _ head: Runner, _ plan: CellPlan, _ listings: Listings) throws -> CountedRuns {
    guard !plan.entries.isEmpty else { throw Self.nothingToMeasure }
    var jobs: [Job] = []
    let cells = plan.entries.map { entry in
      var cell = entry.cell
      cell.elements = cell.elements.flatMap { option($0, listings) }
      return cell
    }
    let waves = waves(of: cells)
    for (entry, cell) in zip(plan.entries, cells) where entry.isInBase {
      jobs.append(Job(runner: base, isHead: false, cell: cell))
    }
    for (entry, cell) in zip(plan.entries, cells) where entry.isInHead {
      jobs.append(Job(runner: head, isHead: true, cell: cell))
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
    var failures = [Failure?](repeating: nil, count: jobs.count)
    var pace = TimeLimit.Pace()
    var done = 0
    try processes.run(
      commands, width: ChildProcess.width, started: { pace.start(order[$0], limit.left(.counts)) },
      until: { limit.isOver(.counts) }, left: { limit.left(.counts) }
    ) { place, outcome in
      let number = order[place]
      let job = jobs[number]
      do throws(Failure) {
        parts[number] = try job.runner.run(of: job.cell, number, after: outcome, in: folder)
        pace.end(number, limit.left(.counts))
      } catch {
        failures[number] = error
      }
      done += 1
      progress("counting: \(job.cell.workload), \(job.cell.size)", Double(done) / Double(jobs.count))
    }
    let isWrong = jobs.indices.contains { jobs[$0].isHead && parts[$0]?.wrongAnswers.isEmpty == false }
    let inBase = Set(plan.entries.indices.filter { plan.entries[$0].isInBase }.map { cells[$0] })
    let (left, lost) = try CountedRuns.unfinished(
      jobs.indices.map { number in
        let job = jobs[number]
        return CountedRuns.Job(
          cell: job.cell, isHead: job.isHead,
          isStarted: inBase.contains(job.cell) ? pace.hasStarted(number) : pace.isEnough(number),
          isDone: parts[number] != nil, isNew: !inBase.contains(job.cell), failure: failures[number])
      }, isWrong: isWrong)
    let isLost = left.union(jobs.indices.filter { failures[$0] != nil }.map { jobs[$0].cell })
    if left.count == Set(cells).count, lost.isEmpty, !isWrong { throw Self.nothingCounted }
    func joined(isHead: Bool) -> BenchmarkRun {
      let own = jobs.indices.filter { jobs[$0].isHead == isHead }
      return BenchmarkRun(
        joining: own.compactMap { number in
          guard isLost.contains(jobs[number].cell) else { return parts[number] }
          // A wrong answer decides, whatever became of the base.
          return isHead
            ? parts[number].map { BenchmarkRun(environment: $0.environment, workloads: $0.wrongAnswers) } : nil
        })
    }
    return CountedRuns(
      base: joined(isHead: false), head: joined(isHead: true), left: cells.filter(left.contains).map { $0.leftOut() },
      lost: lost)
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
