import ResultsTrials

/// Tries random sequences of operations on live results against a model that rebuilds everything: on the engine alone, and
/// on a controller with its store, a layer of drafts and its subscribers.
///
/// And runs the well-known stress of results controllers.
///
///     ResultsRunner [--sequences N] [--controllers N] [--stress N] [--seed S] [--jobs J]
@available(LiveSystems, *)
@main
struct ResultsRunner {
  var sequences = 100_000
  var controllers = 100_000
  var stress = 0
  var seed: UInt64 = 1
  var jobs = 2

  static let usage = """
    Tries random sequences of operations on live results against a model that rebuilds everything. A sequence that fails is
    printed in its smallest form.

    USAGE: ResultsRunner [--sequences N] [--controllers N] [--stress N] [--seed S] [--jobs J]

      --sequences N   how many of the engine alone: answers, batches, filters, sort, sections, window, refreshes
                      (default 100000)
      --controllers N how many of a controller: these, and requests, failures, suspensions, delivery, slow and late
                      subscribers, and in every other one a layer of drafts over the store (default 100000)
      --stress N      rounds of the stress: items sorted, sectioned by tens, filtered (default 0)
      --seed S        what they depend on (default 1)
      --jobs J        how many tasks run at once (default 2)
    """

  init(arguments: [String]) throws(WrongUsage) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 0 else {
        throw WrongUsage(message: "\(name) needs a number that is not negative")
      }
      switch name {
      case "--sequences": sequences = value
      case "--controllers": controllers = value
      case "--stress": stress = value
      case "--seed": seed = UInt64(value)
      case "--jobs": jobs = max(1, value)
      default: throw WrongUsage(message: "there is no option \(name)")
      }
    }
  }

  struct WrongUsage: Error {
    let message: String
  }

  static func main() async {
    do {
      let runner = try ResultsRunner(arguments: Array(CommandLine.arguments.dropFirst()))
      let cases = RandomResultsCases(seed: runner.seed)
      let failures = await runner.run(runner.sequences) { number throws(ResultsTrial.Failure) in
        try ResultsTrial.check(cases[number])
      }
      for failure in failures { print("\(failure)\n") }
      print("sequences of the engine: \(runner.sequences - failures.count) passed, \(failures.count) failed")
      let controllerCases = RandomControllerCases(seed: runner.seed)
      let others = await runner.run(runner.controllers) { number async throws(ControllerTrial.Failure) in
        try await ControllerTrial.check(controllerCases[number])
      }
      for failure in others { print("\(failure)\n") }
      print("sequences of a controller: \(runner.controllers - others.count) passed, \(others.count) failed")
      let problem = runner.runStress()
      if let problem { print(problem) }
      print("stress: \(runner.stress) rounds, \(problem == nil ? "passed" : "failed")")
      if !failures.isEmpty || !others.isEmpty || problem != nil { leave(1) }
    } catch {
      tell("\(error.message)\n\n\(usage)")
      leave(2)
    }
  }

  /// Tries all sequences, a thousand at a time, and stops early after ten failures.
  func run<Failure: Error>(
    _ count: Int, _ check: @escaping @Sendable (Int) async throws(Failure) -> Void
  ) async -> [Failure] {
    await withTaskGroup(of: [Failure].self) { group in
      var next = 0
      var failures: [Failure] = []
      func addChunk() {
        guard next < count, failures.count < 10 else { return }
        let numbers = next..<min(count, next + 1_000)
        next = numbers.upperBound
        group.addTask {
          var failures: [Failure] = []
          for number in numbers where failures.count < 10 {
            do throws(Failure) { try await check(number) } catch { failures.append(error) }
          }
          return failures
        }
      }
      for _ in 0..<jobs { addChunk() }
      while let found = await group.next() {
        failures += found
        addChunk()
      }
      return failures
    }
  }

  /// Runs the stress, up to the first problem.
  func runStress() -> String? {
    var trial = TensStress(seed: seed)
    for _ in 0..<stress {
      if let problem = trial.round() { return problem }
    }
    return nil
  }
}
