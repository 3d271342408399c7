import LiveResults
import MemoryAdapter
import SampleSupport
import SectionDiff
import Testing

/// The complete program of the page "Live search".
@Suite struct ProgramSamples {
  @Test func live() async throws {
    let print = Transcript()
    // sample: live
    struct Dish: Identifiable, Equatable, Sendable {
      let id: String
      var course: String
      var price: Int
    }

    let menu = MemoryStore([
      Dish(id: "soup", course: "Lunch", price: 6), Dish(id: "steak", course: "Dinner", price: 24),
      Dish(id: "salad", course: "Lunch", price: 8),
    ])
    let dishes = ResultsController(
      store: menu, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.course), sort: [.ascending(\.price)]))
    await dishes.load()

    func printUpdates() async throws {
      var updates = dishes.updates().makeAsyncIterator()
      if let update = await updates.next() { print(update.after.ids) }

      try menu.edit { edits in
        edits.remove("steak")
        try edits.update(Dish(id: "soup", course: "Lunch", price: 9))
      }
      if let update = await updates.next() { print("\(update.changeset.counts)\n\(update.after.ids)") }

      await dishes.setFilter(in: "price") { $0.price < 9 }
      if let update = await updates.next() { print("\(update.changeset.counts)\n\(update.after.ids)") }
    }
    try await printUpdates()
    // end sample
    try expect(print, shows: "live")
  }
}
