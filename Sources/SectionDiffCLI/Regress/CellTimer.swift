internal import BenchmarkHarness

/// Times one workload in two builds, in turn, until every strategy has its verdict.
///
/// Each time is the best of a process of its own: whatever interrupts a run only adds to it. The strategies share the processes, and each has a trial of its own; one
/// that needs more rounds than the others continues alone.
struct CellTimer {
  let base: Runner
  let head: Runner
  let cell: Cell
  /// What it was counted on.
  let input: WorkloadRun?
  let goal: TimeGoal

  /// Runs the rounds. What fails has no verdict, and takes none from the others.
  ///
  /// - Parameters:
  ///   - strategies: what is timed.
  ///   - orders: which side comes first in each round.
  ///   - isOver: asked before each round; once it is true, what has no verdict is left out.
  ///   - left: the seconds that are left for a process, nil where there is no limit. A round whose process is ended because
  ///     none are left does not count, and is the last.
  ///   - progress: called with the share of the work that is done, as far as can be seen.
  func findings(
    of strategies: [String], orders: inout PairedRound.Orders, with processes: ChildProcess,
    in folder: ScratchFolder, until isOver: () -> Bool = { false }, left: () -> Double? = { nil },
    progress: (Double) -> Void
  ) throws -> (
    findings: [(key: DiffKey, finding: TimeFinding)], failures: [Failure], wrong: [ComparisonPlan.WrongAnswer]
  ) {
    var trials = strategies.map { (name: $0, trial: TimeTrial(goal)) }
    var failures: [Failure] = []
    var wrong: [String: ComparisonPlan.WrongAnswer] = [:]
    var wrongNames: Set<String> = []
    var keys: [String: DiffKey] = [:]
    var silent: [String: String] = [:]
    var pace = TimeLimit.Pace()
    var processed = 0
    var rounds = 0
    rounds: while !isOver(), let stage = trials.compactMap(\.trial.stage).min(by: { $0.rank < $1.rank }) {
      let running = trials.indices.filter { trials[$0].trial.stage == stage }
      let names = running.map { trials[$0].name }
      let order = orders.next()
      var times: [String: [Double]] = [:]
      for isHead in order.isHead {
        let runner = isHead && stage != .pilot ? head : base
        let run: BenchmarkRun
        do {
          processed += 1
          pace.start(processed, left())
          run = try runner.run([cell], .times(of: names), with: processes, in: folder, left: left)
          pace.end(processed, left())
          if let input,
            let other = run.workloads.first(where: {
              [$0.old, $0.new] != [input.old, input.new] || $0.seed != input.seed
            })
          {
            throw Failure("\(runner.path): \(other.key(of: "")) is another input where it is timed")
          }
        } catch let failure as Failure {
          failures.append(failure)
          break rounds
        } catch ChildProcess.Ending.outOfTime {
          // The slower head is, the surer it would be left out.
          if isHead, stage != .pilot, pace.isEnough(processed) {
            failures.append(Failure("\(runner.path): \(cell.key) did not come to its end in head, where it is timed"))
          }
          break rounds
        }
        for name in names
        where !run.diffs.contains(where: { $0.row.name == name && $0.row.series.distribution.minimum > 0 }) {
          silent[name] = runner.path
        }
        for (key, _, row) in run.diffs {
          if let problem = row.wrong {
            wrongNames.insert(row.name)
            if isHead && stage != .pilot {
              wrong[row.name] = .init(key: key, problem: "where it is timed, \(problem)")
            } else {
              failures.append(Failure("\(runner.path): \(key) has a wrong answer where it is timed: \(problem)"))
            }
            continue
          }
          times[row.name, default: []].append(row.series.distribution.minimum)
          keys[row.name] = key
        }
      }
      var failed: Set<String> = []
      for index in running {
        let name = trials[index].name
        let round = PairedRound(order: order, times: times[name] ?? [])
        guard round.logRatio.isFinite else {
          failed.insert(name)
          if !wrongNames.contains(name) {
            failures.append(
              Failure(
                "\(silent[name] ?? head.path): reported no time for \(name) on \(cell.workload); does it keep the protocol?"
              ))
          }
          continue
        }
        trials[index].trial.add(round.logRatio)
      }
      trials.removeAll { failed.contains($0.name) }
      rounds += 1
      let missing = trials.map { $0.trial.missing + ($0.trial.stage == .pilot ? goal.minimumRounds : 0) }.max() ?? 0
      progress(Double(rounds) / Double(rounds + missing))
    }
    let findings = trials.compactMap { name, trial in
      trial.finding.flatMap { finding in keys[name].map { (key: $0, finding: finding) } }
    }
    return (findings, failures, wrong.sorted { $0.key < $1.key }.map(\.value))
  }
}

extension TimeTrial.Stage {
  /// The order of the stages.
  fileprivate var rank: Int {
    switch self {
    case .pilot: 0
    case .comparison: 1
    case .confirmation: 2
    }
  }
}
