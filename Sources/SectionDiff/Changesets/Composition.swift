/// Two changesets becoming one: `first` from *a* to *b*, `second` from *b* to *c*.
///
/// Only what one of them names is looked at. All other items of a kept section stay in their order throughout; between
/// the named ones they form blocks, and a block is one weighted element when the moves are planned.
final class Composition<Key: Hashable, Item, Header: Equatable> {
  typealias Changes = Changeset<Key, Item, Header>

  private let first: Changes
  private let second: Changes
  private let firstOrder: KeptOrder
  private let secondOrder: KeptOrder
  private var list: ChangeList
  private var sections: SectionPlan

  /// Under which the result is made: items may move, and count in all sections, when either step lets them.
  private let rules: ChangesetRules

  /// Items that a change names and that both ends hold, ascending in *c*.
  private var kept: [Link] = []
  /// Positions of items that *a* holds and *c* does not, ascending.
  private var gone: [Int32] = []
  /// Positions of items that *c* holds and *a* does not, ascending.
  private var come: [Int32] = []

  init(first: Changes, second: Changes) {
    self.first = first
    self.second = second
    rules = ChangesetRules(
      scope: first.rules.scope == second.rules.scope ? first.rules.scope : .global,
      infersMoves: first.rules.infersMoves || second.rules.infersMoves)
    firstOrder = KeptOrder(first.identity)
    secondOrder = KeptOrder(second.identity)
    list = ChangeList(oldOffsets: first.identity.oldOffsets, newOffsets: second.identity.newOffsets)
    sections = SectionPlan()
  }

  /// Returns one changeset that does what both do.
  func result<C: ItemComparison>(comparing comparison: C) throws(DiffError) -> Changes where C.Item == Item {
    composeSections()
    gatherItems()
    pairReturned(comparing: comparison)
    kept.sort { $0.c < $1.c }
    findUpdates(comparing: comparison)
    listItems()
    guard
      let payload = snapshots
        ?? Payload(
          namedBy: list, oldItem: oldItem, newItem: newItem, oldSection: oldSection, newSection: newSection)
    else {
      throw DiffError.changesetMismatch(
        "the changesets do not hold every item that their composition deletes or inserts")
    }
    return Changes(identity: list, payload: payload, rules: rules)
  }
}

/// One item along its way: its position in *a*, *b* and *c*. In *b* it has -1 where it went and came back.
private struct Link {
  var a: Int32
  var b: Int32
  var c: Int32
}

// MARK: - Values

/// What one step does not name is in *b* as it is at the other end of that step.
extension Composition {
  /// The item at a position in *a*, where one of the steps holds it.
  private func oldItem(_ a: Int32) -> Item? {
    first.payload.old.item(at: a)
      ?? firstOrder.newPosition(ofOld: Int(a)).flatMap { second.payload.old.item(at: Int32(truncatingIfNeeded: $0)) }
  }

  /// The item at a position in *c*, where one of the steps holds it.
  private func newItem(_ c: Int32) -> Item? {
    second.payload.new.item(at: c)
      ?? secondOrder.oldPosition(ofNew: Int(c)).flatMap { first.payload.new.item(at: Int32(truncatingIfNeeded: $0)) }
  }

  /// The section at an offset in *a*, where one of the steps holds it.
  private func oldSection(_ a: Int32) -> (key: Key, header: Header)? {
    let middle = Int32(truncatingIfNeeded: firstOrder.newSection[Int(a)])
    return first.payload.old.section(at: a) ?? (middle < 0 ? nil : second.payload.old.section(at: middle))
  }

  /// The section at an offset in *c*, where one of the steps holds it.
  private func newSection(_ c: Int32) -> (key: Key, header: Header)? {
    let middle = Int32(truncatingIfNeeded: secondOrder.oldSection[Int(c)])
    return second.payload.new.section(at: c) ?? (middle < 0 ? nil : first.payload.new.section(at: middle))
  }
}

// MARK: - Sections

extension Composition {
  private func composeSections() {
    var newOfOld = firstOrder.newSection.map { middle in
      middle < 0 ? -1 : Int32(truncatingIfNeeded: secondOrder.newSection[middle])
    }
    var oldOfNew = [Int32](repeating: -1, count: secondOrder.oldSection.count)
    for (old, new) in newOfOld.enumerated() where new >= 0 { oldOfNew[Int(new)] = Int32(truncatingIfNeeded: old) }

    // By their offsets in *c*, the sections whose header may be another one.
    var changed = Set(second.identity.updatedSections.map(\.new))
    for pair in first.identity.updatedSections {
      changed.insert(Int32(truncatingIfNeeded: secondOrder.newSection[Int(pair.new)]))
    }
    // A key deleted first and inserted then is the same section.
    var deleted: [Key: Int32] = [:]
    for (index, old) in first.identity.deletedSections.enumerated() { deleted[first.deletedSection(index).key] = old }
    for (index, new) in second.identity.insertedSections.enumerated() {
      guard let old = deleted.removeValue(forKey: second.insertedSection(index).key) else { continue }
      newOfOld[Int(old)] = new
      oldOfNew[Int(new)] = old
      changed.insert(new)
    }
    var pool = BufferPool()
    sections = SectionPlan(newOfOld: newOfOld, oldOfNew: oldOfNew, in: &pool)
    list.addSections(sections)
    var ordered = Array(changed)
    ordered.order()
    for new in ordered where new >= 0 && oldOfNew[Int(new)] >= 0 {
      let old = oldOfNew[Int(new)]
      if let from = oldSection(old), let to = newSection(new), from.header != to.header {
        list.updatedSections.append(PositionPair(old: old, new: new))
      }
    }
  }
}

// MARK: - Items

extension Composition {
  /// Follows every item that a change names from end to end.
  private func gatherItems() {
    var middles =
      first.identity.heldNew + first.identity.moved.map(\.new) + second.identity.heldOld
      + second.identity.moved.map(\.old)
    gone = first.identity.deleted
    come = second.identity.inserted
    var previous: Int32 = -1
    middles.order()
    for middle in middles where middle != previous {
      previous = middle
      let a = firstOrder.oldPosition(ofNew: Int(middle)).map { Int32(truncatingIfNeeded: $0) }
      let c = secondOrder.newPosition(ofOld: Int(middle)).map { Int32(truncatingIfNeeded: $0) }
      switch (a, c) {
      case (let a?, let c?): kept.append(Link(a: a, b: middle, c: c))
      case (let a?, nil): gone.append(a)
      case (nil, let c?): come.append(c)
      case (nil, nil): break
      }
    }
    gone.order()
    come.order()
  }

  /// Pairs what went with what came by identity, each once, in order; under section scope only within a section, and
  /// where moves are not inferred too.
  private func pairReturned<C: ItemComparison>(comparing comparison: C) where C.Item == Item {
    guard !gone.isEmpty, !come.isEmpty else { return }
    let staysInSection = rules.scope == .section || !rules.infersMoves
    func place(of item: Item, in section: Int32) -> Place {
      Place(hash: comparison.identityHash(of: item, seed: identitySeed), section: section)
    }
    // Those that may be paired, the first one last. What stays in its section is looked for there alone: one identity may
    // be in every section.
    var byPlace: [Place: [(a: Int32, item: Item)]] = [:]
    for a in gone.reversed() {
      guard let item = oldItem(a) else { continue }
      let section = staysInSection ? sections.newOfOld[list.oldOffsets.section(ofPosition: Int(a))] : 0
      // Else its section went, too.
      if section >= 0 { byPlace[place(of: item, in: section), default: []].append((a, item)) }
    }
    come.removeAll { c in
      guard let item = newItem(c) else { return false }
      let section = staysInSection ? list.newOffsets.section(ofPosition: Int(c)) : 0
      guard let slot = byPlace.index(forKey: place(of: item, in: Int32(truncatingIfNeeded: section))),
        let match = byPlace.values[slot].lastIndex(where: { comparison.haveSameIdentity(item, $0.item) })
      else { return false }
      // In place: a copy of those that are left for each pair would be quadratic.
      kept.append(Link(a: byPlace.values[slot].remove(at: match).a, b: -1, c: c))
      return true
    }
    let returned = Set(kept.filter { $0.b < 0 }.map(\.a))
    gone.removeAll { returned.contains($0) }
  }

  /// Where an item that went is looked for: by the hash of its identity, and where it may not leave its section, by the
  /// section's offset in *c*.
  private struct Place: Hashable {
    var hash: Int
    var section: Int32
  }

  private func findUpdates<C: ItemComparison>(comparing comparison: C) where C.Item == Item {
    for link in kept {
      // What went and came back was named as a delete and an insert alone.
      let before = link.b < 0 ? nil : first.identity.update(to: link.b).map(first.updatedItem)
      let after = link.b < 0 ? nil : second.identity.update(to: link.c).map(second.updatedItem)
      if link.b >= 0, before == nil, after == nil { continue }
      guard let from = before?.from ?? after?.from ?? oldItem(link.a),
        let to = after?.to ?? before?.to ?? newItem(link.c)
      else { continue }
      // A refresh reports an item as updated although it is equal; so does what it becomes a part of.
      let isRefresh =
        before.map { comparison.haveEqualContent($0.from, $0.to) } == true
        || after.map { comparison.haveEqualContent($0.from, $0.to) } == true
      if isRefresh || !comparison.haveEqualContent(from, to) {
        list.updated.append(PositionPair(old: link.a, new: link.c))
      }
    }
  }
}

// MARK: - Moves

extension Composition {
  /// Whether items that no change names may be moved: always as moves; as deletes and inserts only where their values
  /// are at hand.
  private var mayMoveUnchanged: Bool { rules.infersMoves || snapshots != nil }

  /// The two snapshots, where both steps hold theirs.
  private var snapshots: Payload<Key, Item, Header>? {
    guard case .whole = first.payload.old, case .whole = second.payload.new else { return nil }
    return Payload(old: first.payload.old, new: second.payload.new)
  }

  private func listItems() {
    var removed = kept.map(\.a) + gone
    removed.order()
    let added = merge(kept.map(\.c), come)
    var links = kept[...]
    let partners = added.map { position -> Int32 in
      guard let link = links.first, link.c == position else { return -1 }
      links.removeFirst()
      return Int32(truncatingIfNeeded: removed.partitionPoint { $0 < link.a })
    }
    list.addItems(removed: removed, added: added, partners: partners, sections, mayMoveUnchanged: mayMoveUnchanged)
    if !rules.infersMoves { turnMovesIntoDeletesAndInserts() }
  }

  /// For strategies without moves: what would move is deleted and inserted instead, where its value is at hand.
  private func turnMovesIntoDeletesAndInserts() {
    let turned = list.moved.filter { oldItem($0.old) != nil && newItem($0.new) != nil }
    if turned.isEmpty { return }
    let arrivals = Set(turned.map(\.new))
    list.moved.removeAll { arrivals.contains($0.new) }
    list.updated.removeAll { arrivals.contains($0.new) }
    list.deleted = merge(list.deleted, turned.oldOrdered)
    list.inserted = merge(list.inserted, turned.map(\.new))
  }
}
