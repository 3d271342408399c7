import Testing

@testable import ConformanceKit

@Suite("Scenarios of requests")
struct RequestScenarioTests {
  @Test("without an observer, what is asked of the others is asked of the same ones")
  func observers() {
    let scenario = RequestScenario(
      observations: [10, 11, 12].map { .init(request: $0) }, start: [:],
      steps: [.ask(observer: 0, request: 20), .ask(observer: 1, request: 21), .ask(observer: 2, request: 22)])
    let smaller = scenario.smaller.filter { $0.observations.count == 2 }
    let asked = smaller.map { smaller in
      smaller.steps.map { step in
        guard case .ask(let observer, let request) = step else { return "" }
        return "\(smaller.observations[observer].request) asks for \(request)"
      }
    }
    #expect(
      asked == [
        ["11 asks for 21", "12 asks for 22"], ["10 asks for 20", "12 asks for 22"],
        ["10 asks for 20", "11 asks for 21"],
      ])
  }
}
