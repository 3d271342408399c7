@testable import LiveResults
import SectionDiff
import StoreBuilding
import StoreInterface
import TestScale
import Testing

/// What the engine keeps from batch to batch.
struct BatchEditsTests {
  @Test("a large batch leaves no memory behind, a small one that of its size", .enabled(if: TestScale.isFull))
  func memoryOfALargeBatchIsLetGo() throws {
    var engine = ResultsEngine(
      arrangement: ResultsArrangement<Person, Unsectioned, Person, NoHeader>(sort: [.ascending(\.age)]))
    let count = 64_000
    func people(_ ids: some Sequence<Int>, age: Int) -> StoreBatch<Person> {
      StoreBatch(ids.map { .insert(Person(id: $0, name: "", age: ($0 &* 7_919 &+ age) % count)) })
    }
    func capacities() -> [Int] {
      let edits = engine.edits
      return [
        edits.entries.capacity, edits.slots.capacity, edits.inAll.capacity, edits.departed.capacity,
        edits.arrived.capacity, edits.insertions.capacity,
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

  @Test(
    "batches of few and of many records give what a rebuild gives, also where there are many records",
    .enabled(if: TestScale.isFull))
  func batchesOfAllSizes() throws {
    let most = 20_000
    for size in [100, most] {
      var filters = FilterSet<Person>()
      filters["tenth"] = ResultsFilter { $0.age % 10 != 3 }
      let arrangement = ResultsArrangement<Person, Int, Person, NoHeader>(
        sections: .by { $0.age * 20 / size }, sort: [.ascending(\.age)], filters: filters)
      var engine = ResultsEngine(arrangement: arrangement)
      func person(_ id: Int, _ age: Int) -> Person { Person(id: id, name: "\(age)", age: age &* 7_919 % size) }
      _ = try engine.replace(with: .items((0..<size).map { person($0, $0) }))
      for count in [1, 2, 15, 16, 17, 18, 40, 1] {
        let batch = StoreBatch(
          (0..<count).flatMap { step -> [StoreChange<Person>] in
            // A record that moves, twice; one that stays or leaves the filter; one that goes; one that comes.
            let moves = person(step, count &* 31 &+ step)
            let first = size / 4 + step
            return switch step % 3 {
            case 0: [.update(moves), .update(moves), .insert(person(size + count * 100 + step, step))]
            case 1: [.refresh(first), .delete(size / 2 + count * 5 % 20 + step)]
            default: [.update(person(size * 3 / 4 + step, step))]
            }
          })
        let before = engine.snapshot
        let update = try engine.apply(batch)
        if let update { #expect(try before.applying(update.changeset) == engine.snapshot) }
        #expect(engine.checkInvariants() == [])
        var rebuilt = ResultsEngine(arrangement: arrangement)
        _ = try rebuilt.replace(with: .items(engine.full().sections.flatMap { Array($0.items) }))
        #expect(rebuilt.snapshot.sections.map(\.key) == engine.snapshot.sections.map(\.key))
        #expect(
          rebuilt.snapshot.sections.map { $0.items.map(\.age) } == engine.snapshot.sections.map { $0.items.map(\.age) })
      }
    }
  }
}
