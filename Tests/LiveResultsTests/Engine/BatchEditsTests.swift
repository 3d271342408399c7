@testable import LiveResults
import SectionDiff
import StoreBuilding
import StoreInterface
import Testing

/// What the engine keeps from batch to batch.
struct BatchEditsTests {
  @Test("a large batch leaves no memory behind, a small one that of its size")
  func memoryOfALargeBatchIsLetGo() throws {
    var engine = ResultsEngine(
      arrangement: ResultsArrangement<Person, Unsectioned, Person, NoHeader>(sort: [.ascending(\.age)]))
    let count = 64_000
    func people(_ ids: some Sequence<Int>, age: Int) -> Batch<Person> {
      Batch(ids.map { .insert(Person(id: $0, name: "", age: ($0 &* 7_919 &+ age) % count)) })
    }
    func capacities() -> [Int] {
      let edits = engine.edits
      return [
        edits.entries.capacity, edits.slots.capacity, edits.inWhole.capacity, edits.left.capacity,
        edits.entered.capacity, edits.arriving.capacity,
      ]
    }
    let most = 2 * KeptMemory.capacity
    // All at once is a rebuild, an eighth of them are edits.
    _ = try engine.apply(people(0..<count, age: 0))
    #expect(capacities().allSatisfy { $0 <= most })
    _ = try engine.apply(people(0..<count / 8, age: 1))
    #expect(capacities().allSatisfy { $0 <= most })
    _ = try engine.apply(people(0..<64, age: 2))
    #expect(capacities().allSatisfy { $0 >= 64 && $0 <= most })
    #expect(engine.checkInvariants().isEmpty)
  }
}
