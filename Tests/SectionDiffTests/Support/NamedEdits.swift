import ConformanceKit

@testable import SectionDiff

/// Positions that name what differs between two worlds, and perhaps more; the fewest or not.
struct NamedEdits {
  /// Positions of old rows, ascending.
  var removed: [Int32] = []
  /// Positions of new rows, ascending.
  var added: [Int32] = []

  private struct Place {
    var position: Int32
    var section: Int
    var row: World.Row
  }

  private struct Name: Hashable {
    var section: Int?
    var id: Int
  }

  /// Names rows of two worlds without repeats.
  ///
  /// A row is left out where it is equal, stays in its section, and comes after all rows left out before it: so what is
  /// named is often more than the fewest that would do.
  ///
  /// - Parameters:
  ///   - old: The world before.
  ///   - new: The world after.
  ///   - staysInSection: Whether a row of another section is another row.
  ///   - leavesOutSections: Whether rows of dead and born sections are not named.
  ///   - isNamed: Which rows are named whether they must be or not, by identity.
  init(
    from old: World, to new: World, staysInSection: Bool = false, leavesOutSections: Bool = false,
    naming isNamed: (Int) -> Bool = { _ in false }
  ) {
    func places(_ world: World) -> [Place] {
      var places: [Place] = []
      for section in world.sections {
        for row in section.rows {
          places.append(Place(position: Int32(places.count), section: section.key, row: row))
        }
      }
      return places
    }
    func name(_ place: Place) -> Name { Name(section: staysInSection ? place.section : nil, id: place.row.id) }
    let (oldPlaces, newPlaces) = (places(old), places(new))
    let oldKeys = Set(old.sections.map(\.key))
    let newKeys = Set(new.sections.map(\.key))
    var byName: [Name: Place] = [:]
    for place in oldPlaces { byName[name(place)] = place }
    var left: Set<Int32> = []
    var last: (section: Int, position: Int32)?
    for place in newPlaces {
      if let other = byName[name(place)], other.section == place.section, other.row == place.row,
        !isNamed(place.row.id),
        last.map({ $0.section != place.section || $0.position < other.position }) ?? true
      {
        last = (place.section, other.position)
        left.insert(other.position)
      } else if !leavesOutSections || oldKeys.contains(place.section) {
        added.append(place.position)
      }
    }
    removed = oldPlaces.filter { !left.contains($0.position) }
      .filter { !leavesOutSections || newKeys.contains($0.section) }.map(\.position)
  }
}

extension Changeset {
  /// The changeset of edits, with named items paired by identity, each once, in order.
  ///
  /// - Parameters:
  ///   - oldPositions: Positions of old items, ascending; those of deleted sections may be left out.
  ///   - newPositions: Positions of new items, ascending; those of inserted sections may be left out.
  init<C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    removing oldPositions: [Int32], adding newPositions: [Int32], comparing comparison: C,
    scope: IdentityScope = .global
  ) throws where C.Item == Item {
    func all(_ positions: [Int32], _ side: Snapshot<Key, Item, Header>, _ other: Snapshot<Key, Item, Header>) -> [Int32]
    {
      let only = side.offsets.sections.filter { !other.keys.contains(side.keys[$0]) }
      return only.isEmpty ? positions : Set(positions + only.flatMap { side.offsets[$0].map(Int32.init) }).sorted()
    }
    let removed = all(oldPositions, old, new)
    let added = all(newPositions, new, old)
    func exists(_ position: Int32, _ side: Snapshot<Key, Item, Header>) -> Bool {
      (0..<side.itemCount).contains(Int(position))
    }
    var free = Set(removed.indices.filter { exists(removed[$0], old) })
    var partners: [Int32] = []
    var updated: [Int32] = []
    for (index, position) in added.enumerated() {
      partners.append(-1)
      guard exists(position, new) else { continue }
      let item = new.items[Int(position)]
      let section = new.keys[new.offsets.section(ofPosition: Int(position))]
      let partner = removed.indices.first { candidate in
        free.contains(candidate) && comparison.haveSameIdentity(old.items[Int(removed[candidate])], item)
          && (scope == .global || old.keys[old.offsets.section(ofPosition: Int(removed[candidate]))] == section)
      }
      guard let partner else { continue }
      free.remove(partner)
      partners[index] = Int32(partner)
      if !comparison.haveEqualContent(old.items[Int(removed[partner])], item) { updated.append(Int32(index)) }
    }
    let changes = try Changeset(
      from: old, to: new, removing: removed, adding: added, partners: partners, updating: updated)
    self.init(
      identity: changes.identity, payload: changes.payload, rules: ChangesetRules(scope: scope, infersMoves: true))
  }
}
