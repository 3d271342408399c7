#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// The benchmark runs of both sides, and what became of the rest.
  struct CountedRuns {
    var base: BenchmarkRun
    var head: BenchmarkRun
    /// What the limit of time left out.
    var left: [ComparisonPlan.Figure] = []
    /// What could not be measured: what failed, and what head did not come to the end of, and base did.
    var lost: [ComparisonPlan.Figure] = []

    /// An input of one side: a file has its run, or a process counts it.
    struct Job {
      var cell: Cell
      var isHead: Bool
      /// Whether the process had time enough, by what others took.
      var isEnough = false
      var run: BenchmarkRun?
      var failure: Failure?
    }
  }

  extension CountedRuns {
    /// Joins what was counted on both sides.
    ///
    /// Where base came to its end, or has no such input, and head was ended, head takes far longer, or for ever: that is
    /// not only left out, as a rotation would hide it.
    ///
    /// - Throws: The first failure, where all of a side failed; but a wrong answer of head decides in any case.
    init(_ jobs: [Job]) throws(Failure) {
      let isWrong = jobs.contains { $0.isHead && $0.run?.wrongAnswers.isEmpty == false }
      for isHead in [false, true] {
        let own = jobs.filter { $0.isHead == isHead }
        let failure = own.lazy.compactMap(\.failure).first
        if let failure, !isWrong, own.allSatisfy({ $0.run == nil }) { throw failure }
      }
      let missed = Set(jobs.filter { $0.run == nil }.map(\.cell))
      func joined(isHead: Bool) -> BenchmarkRun {
        let parts = jobs.filter { $0.isHead == isHead }.compactMap { job -> BenchmarkRun? in
          guard var run = job.run, missed.contains(job.cell) else { return job.run }
          run.workloads = isHead ? run.wrongAnswers : []
          return run
        }
        // Of none there is nothing, measured nowhere.
        return BenchmarkRun(environment: parts.first?.environment ?? .nowhere, workloads: parts.flatMap(\.workloads))
      }
      self.init(base: joined(isHead: false), head: joined(isHead: true))
      let base = jobs.filter { !$0.isHead }
      let (inBase, done) = (Set(base.map(\.cell)), Set(base.filter { $0.run != nil }.map(\.cell)))
      for job in jobs where job.run == nil {
        func lose(_ problem: String) { lost.append(.init(key: job.cell.key, standing: .failed, problem)) }
        if let failure = job.failure {
          lose("failed in \(job.isHead ? "head" : "base"): \(failure)")
          continue
        }
        let figure = job.cell.leftOut()
        if !left.contains(figure) { left.append(figure) }
        if job.isHead, job.isEnough, !inBase.contains(job.cell) || done.contains(job.cell) {
          lose("did not come to its end in head")
        }
      }
    }
  }

  extension BenchmarkRun {
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
    /// Under a limit what is counted is counted in so many waves, so that a workload that is reached is counted at all sizes,
    /// and its growth shows. Within each the largest come first.
    static let waves = 4

    /// The benchmark runs of both sides: as they are in files, or as the builds give them. A build that is compared with
    /// a file measures what that holds, one after the other, as times are taken, too.
    ///
    /// Where a limit does not let all be counted, each workload with its first kind of element comes before those that take
    /// turns, and others come first in each rotation.
    func counted(_ plan: CellPlan, _ listings: Listings) throws -> CountedRuns {
      var jobs = jobs(plan, listings)
      if isPaired, jobs.isEmpty { throw Self.nothingToMeasure }
      let open = jobs.indices.filter { jobs[$0].run == nil }
      let order =
        isPaired
        ? largestFirst(jobs) : question.seconds == nil ? open : Turns.order(open, question.rotation) { jobs[$0].cell }
      let runs = order.compactMap { number in
        (jobs[number].isHead ? question.head : question.base).runner.map {
          (number: number, cell: jobs[number].cell, runner: $0)
        }
      }
      let places = runs.enumerated().filter { !jobs[$0.element.number].isHead }.map { ($0.element.cell, $0.offset) }
      let ofBase = Dictionary(places) { first, _ in first }
      let fates = try fates(
        of: runs.map { number, cell, runner in
          runner.command(for: cell, isPaired ? .counts : .whole, number, in: folder)
        }, .counts, width: isPaired ? ChildProcess.width : 1,
        like: { jobs[runs[$0].number].isHead ? ofBase[runs[$0].cell] : nil },
        saying: { "\(isPaired ? "counting" : "measuring"): \(runs[$0].cell.workload), \(runs[$0].cell.size)" }
      ) { place, outcome throws(Failure) in
        let (number, cell, runner) = runs[place]
        return try runner.run(of: cell, number, after: outcome, in: folder)
      }
      for (number, fate) in zip(order, fates) {
        (jobs[number].run, jobs[number].failure, jobs[number].isEnough) = (fate.value, fate.failure, fate.isEnough)
      }
      let counted = try CountedRuns(jobs)
      let wanted = Set(open.map { jobs[$0].cell.key })
      if !wanted.isEmpty, Set(counted.left.map(\.key)) == wanted, counted.lost.isEmpty,
        counted.head.wrongAnswers.isEmpty
      {
        throw Self.nothingCounted
      }
      return counted
    }

    /// What is to be counted, in the order of the plan; of a file, what it holds, and the build takes.
    private func jobs(_ plan: CellPlan, _ listings: Listings) -> [CountedRuns.Job] {
      for (isHead, side) in [(false, question.base), (true, question.head)] {
        guard case .file(let run, _) = side else { continue }
        let taken = Set(plan.entries.filter { isHead ? $0.isInBase : $0.isInHead }.map(\.cell))
        return selected(run, of: side).workloads.flatMap { workload -> [CountedRuns.Job] in
          let cell = cell(workload.key(of: ""), listings)
          let kept = CountedRuns.Job(
            cell: cell, isHead: isHead, run: BenchmarkRun(environment: run.environment, workloads: [workload]))
          let isTaken = taken.contains(Cell(workload: workload.name, size: workload.size, elements: workload.elements))
          return [kept] + (isTaken ? [.init(cell: cell, isHead: !isHead)] : [])
        }
      }
      return plan.entries.flatMap { entry in
        [(false, entry.isInBase), (true, entry.isInHead)].filter(\.1).map { isHead, _ in
          CountedRuns.Job(cell: cell(entry.cell.key, listings), isHead: isHead)
        }
      }
    }

    /// What is requested of a build for a key. Without random numbers an input has no seed.
    func cell(_ key: DiffKey, _ listings: Listings) -> Cell {
      Cell(
        workload: key.workload, size: key.size, elements: option(key.elements, listings),
        seed: key.seed == 0 ? nil : key.seed)
    }

    /// The offsets of jobs, those of the largest inputs first in each wave: they take the longest.
    private func largestFirst(_ jobs: [CountedRuns.Job]) -> [Int] {
      let families = Turns.order(
        jobs.indices.grouped { [jobs[$0].cell.workload, jobs[$0].cell.elements] }, question.rotation
      ) { jobs[$0.elements[0]].cell }
      let waves = limit.seconds == nil ? 1 : Self.waves
      let keys = families.enumerated().flatMap { place, family in
        family.elements.map { number in
          let job = jobs[number]
          return (place * waves / families.count, -job.cell.size, place, job.isHead ? 1 : 0, number)
        }
      }
      return keys.sorted(by: <).map(\.4)
    }
  }

  extension RegressionRun {
    /// What became of a process.
    struct Fate<Value> {
      /// What it gave.
      var value: Value?
      /// Why it gave nothing.
      var failure: Failure?
      /// Whether it had time enough, by what others took.
      var isEnough = false
    }

    /// Has the processes of a gate run, as long as its time lasts; what fails takes nothing from the others.
    ///
    /// - Parameters:
    ///   - other: which other one does the same in base.
    ///   - text: what is shown of each.
    ///   - read: reads what a process that came to its end has left.
    func fates<Value>(
      of commands: [ChildProcess.Command], _ gate: Gate, width: Int = ChildProcess.width,
      like other: (Int) -> Int? = { _ in nil }, saying text: (Int) -> String,
      _ read: (Int, ChildProcess.Outcome) throws(Failure) -> Value
    ) throws -> [Fate<Value>] {
      var fates = [Fate<Value>](repeating: Fate(), count: commands.count)
      var pace = TimeLimit.Pace()
      var done = 0
      func show(_ number: Int) { progress(text(number), Double(done) / Double(commands.count)) }
      do {
        try processes.run(
          commands, width: width,
          started: {
            pace.start($0, limit.left(gate))
            show($0)
          }, until: { limit.isOver(gate) }, left: { limit.left(gate) }
        ) { number, outcome in
          do throws(Failure) {
            fates[number].value = try read(number, outcome)
            pace.end(number, limit.left(gate))
          } catch {
            fates[number].failure = error
          }
          done += 1
          show(number)
        }
      } catch let failure as Failure where fates.contains(where: { $0.value != nil }) {
        // A process that cannot be started takes nothing from those that came to their ends.
        for number in commands.indices where fates[number].value == nil { fates[number].failure = failure }
      }
      for number in commands.indices { fates[number].isEnough = pace.isEnough(number, like: other(number)) }
      return fates
    }
  }
#endif
