import LiveResults
import SectionDiff

/// What is wrong with one update taken by itself.
struct UpdateJudge<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable, C: ItemComparison<Item>> {
  private let update: ResultsUpdate<Key, Item, Header>
  private let naming: WorldNaming<Key, Item, Header, C>
  private let before: World
  private let after: World
  private let scope: IdentityScope
  private let permitsRefreshes: Bool

  init(
    _ update: ResultsUpdate<Key, Item, Header>, comparison: C, scope: IdentityScope, permitsRefreshes: Bool
  ) {
    self.update = update
    self.scope = scope
    self.permitsRefreshes = permitsRefreshes
    naming = WorldNaming(comparison)
    before = naming.world(of: update.before)
    after = naming.world(of: update.after)
  }

  func findings() -> [(UpdateLaw, String)] {
    var changes = PlainChanges(update.changeset.identity)
    if permitsRefreshes {
      changes.updates.removeAll { pair in
        before.row(at: pair.from).map { $0 == after.row(at: pair.to) } ?? false
      }
    }
    let mapping = RowMapping(reading: changes, from: before, to: after, view: .identity, scope: scope)
    var found = mapping.problems.map { (UpdateLaw.coordinates, $0) }
    found += applying(update.changeset, to: update.before, gives: after).map {
      (.apply, "before.applying(changeset) \($0)")
    }
    found += applying(update.changeset.inverted, to: update.after, gives: before).map {
      (.inverse, "after.applying(changeset.inverted) \($0)")
    }
    // Paths and stages mean nothing when the addresses are wrong.
    guard mapping.problems.isEmpty else { return found }
    return found + mapping.problems(of: update.changeset.pathTranslation).map { (.paths, $0) } + stageFindings()
  }

  private func applying(
    _ changes: Changeset<Key, Item, Header>, to start: Snapshot<Key, Item, Header>, gives end: World
  ) -> [String] {
    do {
      let result = naming.world(of: try start.applying(changes))
      return result == end ? [] : ["gives \(result), not \(end)"]
    } catch {
      return ["throws: \(error)"]
    }
  }

  private func stageFindings() -> [(UpdateLaw, String)] {
    let stages: Changeset<Key, Item, Header>.Stages
    do {
      stages = try update.changeset.stages(from: update.before)
    } catch {
      return [(.stages, "stages(from: before) throws: \(error)")]
    }
    var found: [(UpdateLaw, String)] = []
    var shown = before
    for (index, stage) in stages.enumerated() {
      let next = naming.world(of: stage.snapshot)
      let step = PlainChanges(stage.changes)
      found += ListViewModel.violations(of: step, from: shown.listSections, to: next.listSections).map {
        (.stages, "stage \(index + 1) of \(stages.count) (\(shown) → \(next)) is refused by a list view: \($0)")
      }
      shown = next
    }
    if !stages.isEmpty, shown != after { found.append((.stages, "the stages lead to \(shown), not to \(after)")) }
    if stages.isEmpty, before != after { found.append((.stages, "there are no stages from \(before) to \(after)")) }
    return found
  }
}
