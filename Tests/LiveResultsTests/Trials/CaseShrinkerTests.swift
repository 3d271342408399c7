import ConformanceKit
import StoreInterface
import Testing

/// Sequences that fail come out in their smallest form.
struct CaseShrinkerTests {
  private let noisy = ControllerCase(
    isDrafted: true, answer: .items([]),
    operations: [
      .suspend, .draft([.delete(1), .insert(SmallRecord(id: 2, group: 0, rank: 0, mark: 0)), .delete(3)]), .commit,
      .request(TrialRequest(marks: [1], isSorted: true, limit: 3), failsFirst: true), .pull(0),
      .answer(0, isRefused: true),
    ])

  @Test func ofASequenceWhatIsNeededIsLeft() async {
    /// Fails where 2 is drafted and something sorted is asked for later.
    func problem(in trial: ControllerCase) async -> String? {
      await Task.yield()
      var isDrafted = false
      for operation in trial.operations {
        switch operation {
        case .draft(let changes): isDrafted = isDrafted || changes.contains { $0.key == 2 }
        case .request(let request, _): if isDrafted, request.isSorted { return "2, sorted" }
        default: break
        }
      }
      return nil
    }
    let (smallest, found) = await CaseShrinker.smallest(noisy, showing: "", steps: \.smaller, problem: problem)
    #expect(found == "2, sorted")
    #expect(
      smallest.operations.map(\.description) == [
        ControllerOperation.draft([.insert(SmallRecord(id: 2, group: 0, rank: 0, mark: 0))]).description,
        "request sorted",
      ])
  }

  @Test func aCaseWithoutASmallerOneThatFailsStays() {
    let (smallest, found) = CaseShrinker.smallest(
      noisy, showing: "found before", steps: \.smaller,
      problem: { $0.operations.count == noisy.operations.count && $0.description == noisy.description ? "same" : nil })
    #expect(smallest.description == noisy.description)
    #expect(found == "found before")
  }
}
