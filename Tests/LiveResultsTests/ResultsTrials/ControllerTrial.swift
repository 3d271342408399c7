@testable import ConformanceKit

/// Runs operations on a results controller and on the naive results, side by side, with subscribers that are quick, slow
/// and late, and in some with a layer of drafts over the store; and compares what everyone has received. Each update is
/// also checked by ``UpdateChecker``, and so by the list-view model.
@available(LiveSystems, *)
package enum ControllerTrial {
  /// A sequence that does not come out as it ought to, in its smallest form.
  package struct Failure: Error, CustomStringConvertible {
    /// The smallest sequence that still fails.
    package let smallest: ControllerCase
    /// What is wrong after its last operation.
    package let problem: String

    /// The sequence and what is wrong.
    package var description: String { "\(smallest)\n→ \(problem)" }
  }

  /// Tries a sequence.
  ///
  /// - Throws: ``Failure``, shrunk.
  package static func check(_ trial: ControllerCase) async throws(Failure) {
    guard let problem = await problem(in: trial) else { return }
    let (smallest, last) = await CaseShrinker.smallest(
      trial, showing: problem, steps: steps, problem: self.problem(in:))
    throw Failure(smallest: smallest, problem: last)
  }

  private static func steps(from trial: ControllerCase) -> [ControllerCase] {
    var plain = trial
    plain.isDrafted = false
    return (trial.isDrafted ? [plain] : []) + trial.smaller
  }

  /// What is wrong with how a sequence comes out, if anything.
  static func problem(in trial: ControllerCase) async -> String? {
    var scenario = ControllerRun(trial)
    let problem: String?
    do {
      problem = try await run(trial, &scenario)
    } catch {
      problem = "it was cancelled"
    }
    await scenario.end()
    return problem
  }

  private static func run(
    _ trial: ControllerCase, _ scenario: inout ControllerRun
  ) async throws(CancellationError) -> String? {
    if let problem = try await scenario.run(.reload(trial.answer, failsFirst: false)) { return "load: \(problem)" }
    for operation in trial.operations {
      if let problem = try await scenario.run(operation) { return problem }
    }
    return scenario.pullAll()
  }
}
