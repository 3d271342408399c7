import StoreInterface
import Testing

@testable import ConformanceKit

@Suite("The table of net effects")
struct FoldScenarioTests {
  /// What becomes of each record that a row names: its versions before and after.
  @Test("says what becomes of each record")
  func table() {
    let effects = FoldScenario.table.map { row in
      row.effects.map { effect in
        func name(_ version: Int?) -> String { version.map { "v\($0)" } ?? "none" }
        return "\(effect.number): \(name(effect.before)) → \(name(effect.after))\(effect.isUnknown ? ", unknown" : "")"
          + (effect.isMoved ? ", moved" : "") + (effect.isRefreshed ? ", refreshed" : "")
      }
    }
    #expect(
      effects == [
        [], ["20: none → none"], ["21: none → v1"], ["22: none → v1"], ["23: none → none, unknown"], ["0: v0 → v1"],
        ["1: v0 → v1"], ["2: v0 → none"], ["3: v0 → v0"], ["4: v0 → v2", "24: none → v1", "5: v0 → none"],
        ["6: v0 → v0, refreshed"],
        [
          "25: none → none, unknown", "7: v0 → v1, refreshed", "26: none → v0, refreshed", "8: v0 → none, refreshed",
        ],
        ["6: v0 → v0, moved"],
        ["25: none → none, unknown", "7: v0 → v1, moved", "26: none → v0, moved", "8: v0 → none, moved"],
      ])
  }

  @Test("says of any batch what folding it says")
  func folded() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let scenario = FoldScenario(
        start: (0..<4).filter { _ in random.below(2) == 0 },
        edits: (0..<random.below(7)).map { _ in
          let number = random.below(4)
          switch random.below(5) {
          case 0: return .insert(number, version: random.below(3))
          case 1: return .update(number, version: random.below(3))
          case 2: return .move(number)
          case 3: return .refresh(number)
          default: return .delete(number)
          }
        })
      let batch = StoreBatch<Card>(
        scenario.edits.map { edit in
          switch edit {
          case .insert(let number, let version): .insert(Card(number, version))
          case .update(let number, let version): .update(Card(number, version))
          case .delete(let number): .delete(number)
          case .move(let number): .move(number, to: .start)
          case .refresh(let number): .refresh(number)
          }
        })
      let outcome = try batch.folded { scenario.start.contains($0) ? Card($0) : nil }
      let effects = scenario.effects
      #expect(outcome.unknown == effects.filter(\.isUnknown).map(\.number), "\(scenario)")
      #expect(
        outcome.inserted
          == effects.compactMap { effect in effect.before == nil ? effect.after.map { Card(effect.number, $0) } : nil },
        "\(scenario)")
      #expect(
        outcome.deleted.map(\.id) == effects.filter { $0.before != nil && $0.after == nil }.map(\.number), "\(scenario)"
      )
      let kept = effects.filter { $0.before != nil && $0.after != nil }
      #expect(outcome.moved == kept.filter(\.isMoved).map(\.number), "\(scenario)")
      #expect(
        outcome.refreshed == kept.filter { $0.isRefreshed && $0.before == $0.after }.map(\.number), "\(scenario)")
      #expect(
        outcome.updated.map(\.to)
          == effects.compactMap { effect in
            effect.before == nil || effect.before == effect.after ? nil : effect.after.map { Card(effect.number, $0) }
          }, "\(scenario)")
    }
  }
}
