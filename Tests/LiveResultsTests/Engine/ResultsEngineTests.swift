import ResultsTrials
import Testing

/// The engine against a naive model that rebuilds everything; the release runner tries many more sequences.
struct ResultsEngineTests {
  @Test(arguments: 0..<20)
  func randomSequencesComeOutAsTheNaiveModelSays(_ part: Int) throws {
    let cases = RandomResultsCases(seed: 11)
    for number in (part * 100)..<(part * 100 + 100) { try ResultsTrial.check(cases[number]) }
  }
}
