import BenchmarkHarness
import Subjects

/// How inputs are measured.
struct MeasuringPlan {
  /// Checks, counts and times.
  var harness: Harness<SystemClock>
  /// What is measured.
  var strategies: [Strategy]
  /// Whether the changeset without a receipt, and making the snapshots of both sides, are measured, too.
  var measuresLists: Bool
  /// Whether standard library, floors and intervals are left out.
  var isBrief: Bool
  /// The share of its time that every strategy idles after each run.
  var slowDown: Double
}

extension Contender {
  /// The same, idling for a share of its time after each run.
  func slowed(by share: Double, clock: some NanosecondClock) -> Contender {
    guard share > 0 else { return self }
    return Contender(
      name, verifying: check,
      run: {
        let start = clock.now
        let result = try run()
        let now = clock.now
        let end = now + Int(Double(now - start) * share)
        while clock.now < end {}
        return result
      })
  }

  private init(
    _ name: String, verifying check: @escaping () throws -> DiffAnswer?, run: @escaping () throws -> Int
  ) {
    struct Unanswered: Error {}
    self.init(
      name,
      check: {
        guard let answer = try check() else { throw Unanswered() }
        return answer
      }, run: run)
  }
}
