/// Two changesets becoming one: `first` from *a* to *b*, `second` from *b* to *c*.
///
/// Only what one of them names is looked at. All other items of a kept section stay in their order throughout; between
/// the named ones they form blocks, and a block is one weighted element when the moves are planned.
struct Composition<Key: Hashable, Item, Header: Equatable> {
  typealias Changes = Changeset<Key, Item, Header>

  private let first: Changes
  private let second: Changes
  private let firstOrder: KeptOrder
  private let secondOrder: KeptOrder
  private var list: ChangeList
  private var values = Changes.Values()
  private var sections: SectionPlan

  /// Under which the result is made: items may move, and count in all sections, when either step lets them.
  private var rules: ChangesetRules {
    ChangesetRules(
      scope: first.rules.scope == second.rules.scope ? first.rules.scope : .global,
      infersMoves: first.rules.infersMoves || second.rules.infersMoves)
  }

  /// Items that a change names and that both ends hold.
  private var kept: [Link] = []
  /// Items that *a* holds and *c* does not.
  private var gone: [Link] = []
  /// Items that *c* holds and *a* does not.
  private var come: [Link] = []

  /// How what went and came back went, by its position in *a*, and how it came, by its position in *c*.
  private var returnedFrom: [Int32: Link] = [:]
  private var returnedTo: [Int32: Link] = [:]

  init(first: Changes, second: Changes) {
    self.first = first
    self.second = second
    firstOrder = KeptOrder(first.identity)
    secondOrder = KeptOrder(second.identity)
    list = ChangeList(oldOffsets: first.identity.oldOffsets, newOffsets: second.identity.newOffsets)
    sections = SectionPlan()
  }
}

// MARK: - Sections

extension Composition {
  mutating func composeSections() {
    var newOfOld = firstOrder.newSection.map { middle in
      middle < 0 ? -1 : Int32(truncatingIfNeeded: secondOrder.newSection[middle])
    }
    var oldOfNew = [Int32](repeating: -1, count: secondOrder.oldSection.count)
    for (old, new) in newOfOld.enumerated() where new >= 0 { oldOfNew[Int(new)] = Int32(truncatingIfNeeded: old) }

    // A key deleted first and inserted then is the same section.
    var headers: [Int32: (key: Key, from: Header, to: Header)] = [:]
    var deleted: [Key: Int] = [:]
    for index in first.identity.deletedSections.indices { deleted[first.deletedSection(index).key] = index }
    for index in second.identity.insertedSections.indices {
      let inserted = second.insertedSection(index)
      guard let match = deleted.removeValue(forKey: inserted.key) else { continue }
      let old = first.identity.deletedSections[match]
      let new = second.identity.insertedSections[index]
      newOfOld[Int(old)] = new
      oldOfNew[Int(new)] = old
      headers[new] = (inserted.key, first.deletedSection(match).header, inserted.header)
    }
    var pool = BufferPool()
    sections = SectionPlan(newOfOld: newOfOld, oldOfNew: oldOfNew, in: &pool)
    list.deletedSections = sections.deleted
    list.insertedSections = sections.inserted
    list.movedSections = sections.moved

    // Headers on the way; and the values that a changeset without snapshots must hold.
    var firstUpdate: [Int: Int] = [:]
    for (index, pair) in first.identity.updatedSections.enumerated() { firstUpdate[Int(pair.new)] = index }
    var secondUpdate: [Int: Int] = [:]
    for (index, pair) in second.identity.updatedSections.enumerated() { secondUpdate[Int(pair.old)] = index }
    for (middle, old) in firstOrder.oldSection.enumerated() where old >= 0 {
      let new = secondOrder.newSection[middle]
      let before = firstUpdate[middle].map(first.updatedSection)
      let after = secondUpdate[middle].map(second.updatedSection)
      guard new >= 0, let from = before ?? after, let to = after ?? before else { continue }
      headers[Int32(truncatingIfNeeded: new)] = (from.key, from.from, to.to)
    }
    for new in headers.keys.sorted() {
      guard let header = headers[new], header.from != header.to else { continue }
      list.updatedSections.append(PositionPair(old: oldOfNew[Int(new)], new: new))
      values.updatedSections.append(
        Changes.SectionUpdate(key: header.key, from: header.from, to: header.to))
    }
    values.deletedSections = list.deletedSections.map { old in
      if let index = first.identity.deletedSections.index(of: old) {
        let value = first.deletedSection(index)
        return Changes.SectionValue(key: value.key, header: value.header)
      }
      let middle = firstOrder.newSection[Int(old)]
      let value = second.deletedSection(
        second.identity.deletedSections.partitionPoint { Int($0) < middle })
      return Changes.SectionValue(
        key: value.key, header: firstUpdate[middle].map { first.updatedSection($0).from } ?? value.header)
    }
    values.insertedSections = list.insertedSections.map { new in
      if let index = second.identity.insertedSections.index(of: new) {
        let value = second.insertedSection(index)
        return Changes.SectionValue(key: value.key, header: value.header)
      }
      let middle = secondOrder.oldSection[Int(new)]
      let value = first.insertedSection(
        first.identity.insertedSections.partitionPoint { Int($0) < middle })
      return Changes.SectionValue(
        key: value.key, header: secondUpdate[middle].map { second.updatedSection($0).to } ?? value.header)
    }
  }
}

// MARK: - Items

extension Composition {
  /// Follows every item that a change names from end to end.
  mutating func gatherItems() {
    var middles = first.identity.inserted
    middles.append(contentsOf: second.identity.deleted)
    for move in first.identity.moved { middles.append(move.new) }
    for update in first.identity.updated { middles.append(update.new) }
    for move in second.identity.moved { middles.append(move.old) }
    for update in second.identity.updated { middles.append(update.old) }
    middles.sort()
    var previous: Int32 = -1
    for middle in middles where middle != previous {
      previous = middle
      let a = firstOrder.oldPosition(ofNew: Int(middle)).map { Int32(truncatingIfNeeded: $0) } ?? -1
      let c = secondOrder.newPosition(ofOld: Int(middle)).map { Int32(truncatingIfNeeded: $0) } ?? -1
      let link = Link(a: a, b: middle, c: c)
      switch (a >= 0, c >= 0) {
      case (true, true): kept.append(link)
      case (true, false): gone.append(link)
      case (false, true): come.append(link)
      case (false, false): break
      }
    }
    for a in first.identity.deleted { gone.append(Link(a: a, b: -1, c: -1)) }
    for c in second.identity.inserted { come.append(Link(a: -1, b: -1, c: c)) }
    kept.sort { $0.c < $1.c }
    gone.sort { $0.a < $1.a }
    come.sort { $0.c < $1.c }
  }

  /// Pairs what went with what came by identity, each once, in order; under section scope only within a section, and
  /// where moves are not inferred too.
  mutating func pairReturned<C: ItemComparison>(comparing comparison: C) where C.Item == Item {
    guard !gone.isEmpty, !come.isEmpty else { return }
    let staysInSection = rules.scope == .section || !rules.infersMoves
    // Those that may be paired, the first one last. What stays in its section is looked for there alone: one identity may
    // be in every section.
    var byPlace: [Place: [Int]] = [:]
    let goneItems = gone.map(valueGone)
    for index in gone.indices.reversed() {
      guard let item = goneItems[index] else { continue }
      var place = Place(hash: comparison.identityHash(of: item, seed: identitySeed), section: 0)
      if staysInSection {
        place.section = sections.newOfOld[list.oldOffsets.section(ofPosition: Int(gone[index].a))]
        // Its section went, too.
        if place.section < 0 { continue }
      }
      byPlace[place, default: []].append(index)
    }
    var isPaired = [Bool](repeating: false, count: gone.count)
    var stillCome: [Link] = []
    for link in come {
      let item = valueCome(link)
      let place = item.map { item in
        Place(
          hash: comparison.identityHash(of: item, seed: identitySeed),
          section: staysInSection ? Int32(truncatingIfNeeded: list.newOffsets.section(ofPosition: Int(link.c))) : 0)
      }
      var match: Int?
      if let item, let place, let slot = byPlace.index(forKey: place) {
        match = byPlace.values[slot].lastIndex { index in
          goneItems[index].map { comparison.haveSameIdentity(item, $0) } ?? false
        }
        // In place: a copy of those that are left for each pair would be quadratic.
        match = match.map { byPlace.values[slot].remove(at: $0) }
      }
      if let index = match {
        isPaired[index] = true
        kept.append(Link(a: gone[index].a, b: -1, c: link.c, returned: true))
        returnedFrom[gone[index].a] = gone[index]
        returnedTo[link.c] = link
      } else {
        stillCome.append(link)
      }
    }
    gone = gone.indices.filter { !isPaired[$0] }.map { gone[$0] }
    come = stillCome
    kept.sort { $0.c < $1.c }
  }

  /// Where an item that went is looked for: by the hash of its identity, and where it may not leave its section, by the
  /// section's offset in *c*.
  private struct Place: Hashable {
    var hash: Int
    var section: Int32
  }

  /// The value in *a* of an item that went.
  private func valueGone(_ link: Link) -> Item? {
    if link.b < 0 { return first.oldItem(at: link.a) }
    if let index = firstUpdate(of: link.b) { return first.updatedItem(index).from }
    if link.c >= 0, let index = secondUpdate(of: link.c) { return second.updatedItem(index).from }
    return second.oldItem(at: link.b)
  }

  /// The value in *c* of an item that came.
  private func valueCome(_ link: Link) -> Item? {
    if link.b < 0 { return second.newItem(at: link.c) }
    return secondUpdate(of: link.c).map { second.updatedItem($0).to } ?? first.newItem(at: link.b)
  }

  private func firstUpdate(of b: Int32) -> Int? {
    let index = first.identity.updated.partitionPoint { $0.new < b }
    return index < first.identity.updated.count && first.identity.updated[index].new == b ? index : nil
  }

  private func secondUpdate(of c: Int32) -> Int? {
    let index = second.identity.updated.partitionPoint { $0.new < c }
    return index < second.identity.updated.count && second.identity.updated[index].new == c ? index : nil
  }
}

// MARK: - Moves

extension Composition {
  /// Whether items that no change names may be moved: always as moves; as deletes and inserts only where their values
  /// are at hand.
  private var mayMoveUnnamed: Bool {
    if rules.infersMoves { return true }
    if case .snapshots = first.payload, case .snapshots = second.payload { return true }
    return false
  }

  mutating func planMoves() {
    let removed = merge(kept.map { $0.a }.sorted(), gone.map { $0.a })
    let added = (kept + come).sorted { $0.c < $1.c }
    let partners = added.map { link in
      (link.a < 0 ? nil : removed.index(of: link.a)).map { Int32(truncatingIfNeeded: $0) } ?? -1
    }
    var planner = NamedMovePlanner(
      removed: removed, added: added.map { $0.c }, partners: partners, oldOffsets: list.oldOffsets,
      newOffsets: list.newOffsets, mayMoveUnnamed: mayMoveUnnamed)
    list.moved = planner.moves(sections: sections)
  }
}

// MARK: - Updates and the result

extension Composition {
  mutating func findUpdates<C: ItemComparison>(comparing comparison: C) where C.Item == Item {
    for link in kept {
      let from: Item?
      let to: Item?
      var isRefresh = false
      if link.returned {
        from = returnedFrom[link.a].flatMap(valueGone)
        to = returnedTo[link.c].flatMap(valueCome)
      } else {
        let before = firstUpdate(of: link.b).map(first.updatedItem)
        let after = secondUpdate(of: link.c).map(second.updatedItem)
        // A refresh reports an item as updated although it is equal; so does what it becomes a part of.
        isRefresh =
          before.map { comparison.haveEqualContent($0.from, $0.to) } == true
          || after.map { comparison.haveEqualContent($0.from, $0.to) } == true
        from = before?.from ?? after?.from
        to = after?.to ?? before?.to
      }
      guard let from, let to, isRefresh || !comparison.haveEqualContent(from, to) else { continue }
      list.updated.append(PositionPair(old: link.a, new: link.c))
      values.updatedFrom.append(from)
      values.updatedTo.append(to)
    }
  }

  consuming func result() throws(ChangesetMismatch) -> Changes {
    if !rules.infersMoves { turnMovesIntoDeletesAndInserts() }
    list.deleted = gone.map { $0.a }
    list.inserted = come.map { $0.c }
    if case .snapshots(let old, _) = first.payload, case .snapshots(_, let new) = second.payload {
      return Changes(identity: list, payload: .snapshots(old: old, new: new), rules: rules)
    }
    values.deleted = gone.compactMap(valueGone)
    values.inserted = come.compactMap(valueCome)
    guard values.deleted.count == gone.count, values.inserted.count == come.count else {
      throw ChangesetMismatch("the changesets do not hold every item that their composition deletes or inserts")
    }
    return Changes(identity: list, payload: .values(values), rules: rules)
  }

  /// For strategies without moves: what would move is deleted and inserted instead, where its value is at hand.
  private mutating func turnMovesIntoDeletesAndInserts() {
    guard !list.moved.isEmpty else { return }
    var moved = Set<Int32>()
    var middles: [Int32: Int32] = [:]
    for link in kept { middles[link.c] = link.b }
    for move in list.moved {
      let middle = middles[move.new] ?? -1
      let leaving = returnedFrom[move.old] ?? Link(a: move.old, b: middle, c: move.new)
      let arriving = returnedTo[move.new] ?? Link(a: -1, b: middle, c: move.new)
      guard valueGone(leaving) != nil, valueCome(arriving) != nil else { continue }
      moved.insert(move.new)
      gone.append(leaving)
      come.append(arriving)
    }
    gone.sort { $0.a < $1.a }
    come.sort { $0.c < $1.c }
    list.moved.removeAll { moved.contains($0.new) }
    let stays = list.updated.indices.filter { !moved.contains(list.updated[$0].new) }
    values.updatedFrom = stays.map { values.updatedFrom[$0] }
    values.updatedTo = stays.map { values.updatedTo[$0] }
    list.updated = stays.map { list.updated[$0] }
  }
}

/// One item along its way: its position in *a*, *b* and *c*, or -1 where it is not.
private struct Link {
  var a: Int32
  var b: Int32
  var c: Int32
  /// Whether the item went and came back.
  var returned = false
}
