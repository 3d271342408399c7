#if CommandLineGate
  internal import BenchmarkHarness
  internal import RegressionGate

  /// Times that were taken in turn, and what became of the rest.
  struct Times {
    var findings: [(key: DiffKey, finding: TimeFinding)] = []
    /// What the limit of time left out.
    var left: [ComparisonPlan.Figure] = []
    var failures: [Failure] = []
    /// What was wrong in head, where it was timed.
    var wrong: [ComparisonPlan.WrongAnswer] = []
    /// Whether time was up before all had their verdicts.
    var isLate = false
  }

  /// Two builds are timed in turn, one workload after the other.
  extension RegressionRun {
    /// A workload of one size, what is timed on it, and what it was counted on.
    private struct Timed {
      var cell: Cell
      var strategies: [String]
      var input: WorkloadRun
    }

    /// Times, of as many workloads as the limit allows; others come first in each rotation.
    func times(_ plan: ComparisonPlan, _ listings: Listings) throws -> Times {
      guard let builds else { return Times() }
      let isTimed = Set(
        families(plan, listings).flatMap { keys, size in
          keys.filter { question.sizes?.contains($0.size) ?? ($0.size == size) }
        })
      let all = plan.base.diffs.filter { isTimed.contains($0.key) }.grouped { key, _, _ in
        Cell(workload: key.workload, size: key.size, elements: option(key.elements, listings))
      }.map { Timed(cell: $0, strategies: $1.map(\.key.contender), input: $1[0].workload) }
      var times = Times()
      var done: Set<Cell> = []
      let cells = try reachable(
        question.seconds == nil ? all : Turns.order(all, question.rotation, by: \.cell), builds.base, &times.failures)
      // The first one is missing where it failed.
      if !times.failures.isEmpty {
        done.formUnion(all.map(\.cell).filter { cell in !cells.contains { $0.cell == cell } })
      }
      let goal = TimeGoal(
        threshold: question.threshold, series: cells.reduce(0) { $0 + $1.strategies.count },
        maximumRounds: question.maximumRounds)
      var orders = PairedRound.Orders(seed: question.seed)
      for (index, timed) in cells.enumerated() where !limit.isOver(.time) {
        let found = try self.times(of: timed, goal, &orders) { share in
          progress(
            "timing in turn: \(timed.cell.workload), \(timed.cell.size)", (Double(index) + share) / Double(cells.count))
        }
        times.findings += found.findings
        times.failures += found.failures
        times.wrong += found.wrong
        if !found.isLate { done.insert(timed.cell) }
      }
      times.left = all.map(\.cell).filter { !done.contains($0) }.map { $0.leftOut(.time) }
      return times
    }

    /// As many of them as the time is enough for where the machine is quiet; none where one process takes all of it. The
    /// fewer there are, the fewer rounds all their intervals together take, so it is better to know than to try.
    private func reachable(_ cells: [Timed], _ runner: Runner, _ failures: inout [Failure]) throws -> [Timed] {
      guard let first = cells.first, !limit.isOver(.time), let before = limit.left(.time) else { return cells }
      do {
        _ = try runner.run(first.cell, .times(of: first.strategies), with: processes, in: folder) { limit.left(.time) }
      } catch let failure as Failure {
        failures.append(Self.failure(failure, timing: first.cell))
        return Array(cells.dropFirst())
      } catch ChildProcess.Ending.outOfTime {
        return []
      }
      let left = limit.left(.time) ?? 0
      // A pilot and a comparison, each of the fewest rounds, of four processes each.
      let seconds = (before - left) * Double(2 * 4 * TimeGoal().minimumRounds)
      return Array(cells.prefix(seconds * Double(cells.count) <= left ? cells.count : max(1, Int(left / seconds))))
    }

    private static func failure(_ failure: Failure, timing cell: Cell) -> Failure {
      Failure("\(failure), on \(cell.key), where it is timed")
    }

    /// Times one workload, until every strategy has its verdict; what fails has none, and takes none from the others.
    ///
    /// Each time is the best of a process of its own: whatever interrupts a run only adds to it. The strategies share the
    /// processes, and each has a trial of its own; one that needs more rounds than the others continues alone. A round
    /// whose process is ended because no time is left does not count, and is the last.
    ///
    /// - Parameter progress: called with the share of the work that is done, as far as can be seen.
    private func times(
      of timed: Timed, _ goal: TimeGoal, _ orders: inout PairedRound.Orders, progress: (Double) -> Void
    ) throws -> Times {
      guard let builds else { return Times() }
      let cell = timed.cell
      var times = Times()
      func fail(_ runner: Runner, _ problem: String) { times.failures.append(Failure("\(runner.path): \(problem)")) }
      var trials = timed.strategies.map { (name: $0, trial: TimeTrial(goal)) }
      var wrong: [String: ComparisonPlan.WrongAnswer] = [:]
      var wrongNames: Set<String> = []
      var keys: [String: DiffKey] = [:]
      var silent: [String: Runner] = [:]
      var pace = TimeLimit.Pace()
      var processed = 0
      var rounds = 0
      // Whether what failed ends all of it.
      var isEnded = false
      rounds: while !limit.isOver(.time),
        let stage = trials.compactMap(\.trial.stage).min(by: { $0.rawValue < $1.rawValue })
      {
        let running = trials.indices.filter { trials[$0].trial.stage == stage }
        let names = running.map { trials[$0].name }
        let order = orders.next()
        var measured: [String: [Double]] = [:]
        for isHead in order.isHead.map({ $0 && stage != .pilot }) {
          let runner = isHead ? builds.head : builds.base
          let run: BenchmarkRun
          do {
            processed += 1
            pace.start(processed, limit.left(.time))
            run = try runner.run(cell, .times(of: names), with: processes, in: folder) { limit.left(.time) }
            pace.end(processed, limit.left(.time))
          } catch let failure as Failure {
            times.failures.append(Self.failure(failure, timing: cell))
            isEnded = true
            break rounds
          } catch ChildProcess.Ending.outOfTime {
            // The slower head is, the surer it would be left out.
            isEnded = isHead && pace.isEnough(processed)
            if isEnded { fail(runner, "\(cell.key) did not come to its end in head, where it is timed") }
            break rounds
          }
          if let other = run.workloads.first(where: { !$0.hasInput(of: timed.input) }) {
            fail(runner, "\(other.key(of: "")) is another input where it is timed")
            isEnded = true
            break rounds
          }
          for name in names
          where !run.diffs.contains(where: { $0.row.name == name && $0.row.series.distribution.minimum > 0 }) {
            silent[name] = runner
          }
          for (key, _, row) in run.diffs {
            guard let problem = row.wrong else {
              measured[row.name, default: []].append(row.series.distribution.minimum)
              keys[row.name] = key
              continue
            }
            wrongNames.insert(row.name)
            if isHead {
              wrong[row.name] = .init(key: key, problem: "where it is timed, \(problem)")
            } else {
              fail(runner, "\(key) has a wrong answer where it is timed: \(problem)")
            }
          }
        }
        var failed: Set<String> = []
        for index in running {
          let name = trials[index].name
          let ratio = order.logRatio(of: measured[name] ?? [])
          if ratio.isFinite {
            trials[index].trial.add(ratio)
            continue
          }
          failed.insert(name)
          if !wrongNames.contains(name) {
            fail(
              silent[name] ?? builds.head,
              "reported no time for \(name) on \(cell.workload); does it keep the protocol?")
          }
        }
        trials.removeAll { failed.contains($0.name) }
        rounds += 1
        let missing = trials.map { $0.trial.missing + ($0.trial.stage == .pilot ? goal.minimumRounds : 0) }.max() ?? 0
        progress(Double(rounds) / Double(rounds + missing))
      }
      times.isLate = !isEnded && trials.contains { $0.trial.stage != nil }
      times.findings = trials.compactMap { name, trial in
        trial.finding.flatMap { finding in keys[name].map { (key: $0, finding: finding) } }
      }
      times.wrong = wrong.sorted { $0.key < $1.key }.map(\.value)
      return times
    }
  }

  extension WorkloadRun {
    /// Whether it was measured on the same rows, as far as can be seen.
    fileprivate func hasInput(of other: WorkloadRun) -> Bool { (old, new, seed) == (other.old, other.new, other.seed) }
  }
#endif
