import ConformanceKit
import LiveResults
import MemoryAdapter
import SectionDiff
import Testing

/// Many writers, many subscribers, some of them asleep.
struct ResultsControllerConcurrencyTests {
  private typealias Controller = ResultsController<MemoryStore<Person>, String, Person, NoHeader>

  private static func controller(of store: MemoryStore<Person>) -> Controller {
    var filters = FilterSet<Person>()
    filters["age"] = ResultsFilter { $0.age < 80 }
    return ResultsController(
      store: store, request: .all,
      arrangement: ResultsArrangement(
        sections: .by(\.city), sort: [.ascending(\.age), .descending(\.name)], filters: filters),
      historyLimit: 16)
  }

  @Test func eightWritersAndEightSubscribersOfWhichTwoAreStalled() async throws {
    let store = MemoryStore<Person>()
    weak var released: Controller?
    do {
      let controller = Self.controller(of: store)
      released = controller
      await controller.load()
      let quick = (0..<6).map { _ in
        UpdateRecorder(controller.updates(), checker: UpdateChecker(revisions: .rising))
      }
      let stalled = (0..<2).map { _ in UpdateRecorder(controller.updates(), pausingAfter: 1) }
      for recorder in quick + stalled { try await recorder.wait(forCount: 1) }

      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<8 {
          group.addTask {
            var random = SplitMix64(seed: 5, case: writer)
            for round in 0..<200 { Self.edit(store, &random, name: "w\(writer) r\(round)") }
          }
        }
      }
      // Written last, so whoever has seen it has seen all.
      try store.edit { edits in try edits.append(Person(id: -1, name: "last", city: "Z")) }

      for recorder in quick {
        let updates = try await recorder.wait { $0.last?.after.path(of: -1) != nil }
        #expect(recorder.violations == [])
        let revisions = updates.map(\.revision)
        #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
      }
      for recorder in stalled {
        #expect(recorder.updates.count <= 2)
        recorder.resume()
        try await recorder.wait { $0.last?.after.path(of: -1) != nil }
        #expect(recorder.violations == [])
        // What was missed came as very few updates, not one by one.
        #expect(recorder.updates.count <= 4)
      }
      let expected = Self.controller(of: store)
      await expected.load()
      for recorder in quick + stalled { #expect(recorder.latest == expected.snapshot) }
      #expect(controller.retainedSteps <= 16)
      for recorder in quick + stalled { recorder.cancel() }
      for recorder in quick + stalled { try await recorder.waitForEnd() }
      #expect(controller.subscriptionCount == 0)
    }
    while released != nil { await Task.yield() }
  }

  private static func edit(_ store: MemoryStore<Person>, _ random: inout SplitMix64, name: String) {
    let person = Person(
      id: random.below(200), name: name, city: ["Bern", "Oslo", "Rome"][random.below(3)], age: random.below(100))
    let other = random.below(200)
    let deletes = random.oneIn(3)
    // The only error is a missing section, and this store has none.
    try? store.edit { edits in
      try edits.update(person)
      if deletes { edits.remove(other) }
    }
  }
}
