@testable import ConformanceKit
@testable import LiveResults
@testable import SectionDiff
@testable import StoreBuilding
@testable import StoreInterface

/// The well-known stress of results controllers: items hold 0 to 99, sorted by it, sectioned by tens, above 49 filtered out;
/// each round inserts up to two items and changes or deletes any.
///
/// Mike Abdullah: a stress test for NSFetchedResultsController, 2012.
package struct TensStress {
  /// An item of the stress.
  package struct Item: Hashable, Sendable, Identifiable {
    /// What distinguishes it from others.
    package let id: Int
    /// What it holds.
    package var value: Int
  }

  private var random: SplitMix64
  private var engine: ResultsEngine<Item, Int, Item, NoHeader>
  /// All items in the order of arrival.
  private var items: [Item] = []
  private var lastID = 0

  /// How many rounds have been run.
  package private(set) var rounds = 0

  /// Begins without items.
  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    var filters = FilterSet<Item>()
    filters["below 50"] = ResultsFilter { $0.value <= 49 }
    engine = ResultsEngine(
      arrangement: ResultsArrangement(
        sections: .by { $0.value / 10 }, sort: [.ascending(\.value)], filters: filters))
  }

  /// Runs a round.
  ///
  /// - Returns: What is wrong after it, if anything.
  package mutating func round() -> String? {
    rounds += 1
    var batch = StoreBatch<Item>()
    var next: [Item] = []
    for item in items {
      // As many go as come when there are about forty.
      if random.oneIn(40) {
        batch.delete(item.id)
      } else if random.oneIn(10) {
        let changed = Item(id: item.id, value: random.below(100))
        batch.update(changed)
        next.append(changed)
      } else {
        next.append(item)
      }
    }
    for _ in 0..<random.below(3) {
      lastID += 1
      let item = Item(id: lastID, value: random.below(100))
      batch.insert(item)
      next.append(item)
    }
    items = next
    let before = engine.snapshot
    let step: ResultsEngine<Item, Int, Item, NoHeader>.Update?
    do { step = try engine.apply(batch) } catch { return "the batch was refused: \(error)" }
    return problem(step, from: before).map { "round \(rounds), \(batch.changes): \($0)" }
  }

  private func problem(
    _ step: ResultsEngine<Item, Int, Item, NoHeader>.Update?, from before: Snapshot<Int, Item, NoHeader>
  ) -> String? {
    // The sort is stable, as the arrival decides ties.
    let shown = items.enumerated().filter { $0.element.value <= 49 }
      .sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element)
    let expected = Snapshot(grouping: shown) { $0.value / 10 }
    if engine.snapshot != expected { return "shown are\n\(engine.snapshot)instead of\n\(expected)" }
    for (offset, section) in engine.snapshot.sections.enumerated()
    where section.items.count != engine.snapshot.itemCount(inSection: offset) {
      return "section \(section.key) has other items than it counts"
    }
    guard let step else { return before == expected ? nil : "nothing was announced" }
    do {
      if try before.applying(step.changeset) != expected { return "the changeset does not lead to the results" }
    } catch {
      return "the changeset does not fit: \(error)"
    }
    return nil
  }
}
