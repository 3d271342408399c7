import Testing

/// Random sequences of everything that can happen to a controller, against a naive model; the release runner tries many
/// more.
struct ControllerTrialTests {
  @Test(arguments: 0..<10)
  func randomSequencesComeOutAsTheNaiveModelSays(_ part: Int) async throws {
    let cases = RandomControllerCases(seed: 12)
    for number in (part * 40)..<(part * 40 + 40) { try await ControllerTrial.check(cases[number]) }
  }
}
