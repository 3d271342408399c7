/// What two snapshots have in common when only some positions were edited, in integers alone.
///
/// What is not named keeps its order: in each kept section the *r*-th old item that is not named is the *r*-th new one.
@usableFromInline
struct EditPlan {
  /// The positions of the old items that are named, those of deleted sections included; ascending.
  @usableFromInline let removed: [Int32]
  /// The positions of the new items that are named, those of inserted sections included; ascending.
  @usableFromInline let added: [Int32]
  @usableFromInline let sections: SectionPlan
  private let oldOffsets: SectionOffsets
  private let newOffsets: SectionOffsets

  /// - Parameters:
  ///   - oldOffsets: Where the old sections begin.
  ///   - newOffsets: Where the new sections begin.
  ///   - sections: Which section is which.
  ///   - oldPositions: Positions of old items, ascending; those in deleted sections may be left out.
  ///   - newPositions: Positions of new items, ascending; those in inserted sections may be left out.
  ///   - checksSizes: Whether the sizes of kept sections are checked.
  /// - Throws: ``ChangesetMismatch`` when a position does not exist or when a kept section does not hold as many items
  ///   that are not named as it did.
  /// - Complexity: O(*s* + *k*), where *s* is the number of sections and *k* that of named items; O(*k*) where no section
  ///   has come or gone and sizes are not checked.
  @usableFromInline
  init(
    oldOffsets: SectionOffsets, newOffsets: SectionOffsets, sections: SectionPlan, removing oldPositions: [Int32],
    adding newPositions: [Int32], checksSizes: Bool = true
  ) throws(ChangesetMismatch) {
    try Self.check(oldPositions, in: oldOffsets, "old")
    try Self.check(newPositions, in: newOffsets, "new")
    self.oldOffsets = oldOffsets
    self.newOffsets = newOffsets
    self.sections = sections
    removed = Self.adding(sections.deleted, of: oldOffsets, to: oldPositions)
    added = Self.adding(sections.inserted, of: newOffsets, to: newPositions)
    if checksSizes { try checkSizes() }
  }

  private static func check(
    _ positions: [Int32], in offsets: SectionOffsets, _ side: String
  ) throws(ChangesetMismatch) {
    guard let first = positions.first, let last = positions.last else { return }
    guard positions.isAscending else { throw ChangesetMismatch("the \(side) positions do not ascend") }
    let count = offsets.itemCount
    if first < 0 || Int(last) >= count {
      throw ChangesetMismatch("there is no position \(first < 0 ? first : last) among \(count) \(side) items")
    }
  }

  /// The positions with all of those in some sections.
  private static func adding(_ sections: [Int32], of offsets: SectionOffsets, to positions: [Int32]) -> [Int32] {
    if sections.isEmpty { return positions }
    var inSections: [Int32] = []
    for section in sections {
      for position in offsets[Int(section)] {
        inSections.append(Int32(truncatingIfNeeded: position))
      }
    }
    if inSections.isEmpty { return positions }
    var all: [Int32] = []
    for position in merge(positions, inSections) where position != all.last { all.append(position) }
    return all
  }

  /// Each kept section must hold as many items that are not named as it did.
  private func checkSizes() throws(ChangesetMismatch) {
    if sections.isIdentity, haveSizesOfIdentity { return }
    var old = 0
    let before = oldOffsets.sections.map { Self.unnamed($0, of: oldOffsets, named: removed, from: &old) }
    var new = 0
    for section in newOffsets.sections {
      let after = Self.unnamed(section, of: newOffsets, named: added, from: &new)
      let oldSection = sections.oldSection(ofNew: section)
      if oldSection >= 0, before[oldSection] != after {
        throw Self.mismatch(oldSection, before[oldSection], section, after)
      }
    }
  }

  /// The same where every section is kept at its place, in one pass over what lies between sections with names: there the
  /// new offsets are the old ones, all shifted by one number.
  private var haveSizesOfIdentity: Bool {
    var (old, new) = (0, 0)
    var checked = 0
    while old < removed.count || new < added.count {
      let named = min(
        old < removed.count ? oldOffsets.section(ofPosition: Int(removed[old])) : .max,
        new < added.count ? newOffsets.section(ofPosition: Int(added[new])) : .max)
      guard newOffsets.isShifted(from: oldOffsets, in: checked..<named + 1) else { return false }
      let before = Self.unnamed(named, of: oldOffsets, named: removed, from: &old)
      if before != Self.unnamed(named, of: newOffsets, named: added, from: &new) { return false }
      checked = named + 1
    }
    return newOffsets.isShifted(from: oldOffsets, in: checked..<newOffsets.sectionCount + 1)
  }

  /// The number of items in a section that are not named; `next` is the first name that is not before the section.
  private static func unnamed(_ section: Int, of offsets: SectionOffsets, named: [Int32], from next: inout Int) -> Int {
    let first = next
    while next < named.count, Int(named[next]) < offsets.end(of: section) { next += 1 }
    return offsets.size(of: section) - (next - first)
  }

  private static func mismatch(_ old: Int, _ before: Int, _ new: Int, _ after: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      "section \(old) has \(before) items that are not named, but as section \(new) it has \(after)")
  }
}

// MARK: - From pairs to changes

extension EditPlan {
  /// Whether an old and a new position are in one kept section.
  @usableFromInline
  func isInOneSection(old: Int32, new: Int32) -> Bool {
    sections.oldSection(ofNew: newOffsets.section(ofPosition: Int(new)))
      == oldOffsets.section(ofPosition: Int(old))
  }

  /// Lists the changes where no named item is on both sides.
  @usableFromInline
  func listWithoutPairs() -> ChangeList {
    var list = listOfSections
    list.deleted = removed
    list.inserted = added
    return list
  }

  /// Lists the changes where one item is named on each side, and it is the same one; the only arrays made are those that
  /// the answer holds.
  @usableFromInline
  func listOfOne(isUpdated: Bool, infersMoves: Bool) -> ChangeList {
    let pair = PositionPair(old: removed[0], new: added[0])
    var list = listOfSections
    if !list.keepsPlace(pair, sections) {
      if !infersMoves { return listWithoutPairs() }
      list.moved = [pair]
    }
    if isUpdated { list.updated = [pair] }
    return list
  }

  /// Lists the changes where a caller gives the pairs, and has named all items of sections that are gone or have come.
  ///
  /// - Parameters:
  ///   - oldOffsets: Where the old sections begin.
  ///   - newOffsets: Where the new sections begin.
  ///   - sections: Which section is which.
  ///   - removed: Positions of old items, ascending.
  ///   - added: Positions of new items, ascending.
  ///   - partners: For each of ``added`` the index in ``removed`` of the same item, or -1.
  ///   - updated: Indices in ``added`` of items with a partner whose content differs, ascending.
  ///   - updatedSections: The kept sections with another header.
  /// - Throws: ``ChangesetMismatch`` when a position does not exist or there is not one partner for each.
  @usableFromInline
  static func list(
    from oldOffsets: SectionOffsets, to newOffsets: SectionOffsets, sections: SectionPlan, removing removed: [Int32],
    adding added: [Int32], partners: [Int32], updating updated: [Int32], updatedSections: [PositionPair]
  ) throws(ChangesetMismatch) -> ChangeList {
    try check(removed, in: oldOffsets, "old")
    try check(added, in: newOffsets, "new")
    guard partners.count == added.count, (partners.max() ?? -1) < removed.count else {
      throw ChangesetMismatch("\(partners.count) partners do not fit \(removed.count) old and \(added.count) new items")
    }
    var list = ChangeList(oldOffsets: oldOffsets, newOffsets: newOffsets)
    list.addSections(sections)
    list.updatedSections = updatedSections
    list.addItems(removed: removed, added: added, partners: partners, sections)
    if !updated.isEmpty {
      list.updated = updated.map { PositionPair(old: removed[Int(partners[Int($0)])], new: added[Int($0)]) }
    }
    return list
  }

  /// Lists the changes.
  ///
  /// - Parameters:
  ///   - partners: For each of ``added`` the index in ``removed`` of the same item, or -1.
  ///   - updated: The pairs whose content differs, ascending in `new`.
  ///   - infersMoves: Whether a kept item at another place is a move; a delete and an insert otherwise.
  /// - Complexity: O(*k* log *k*), where *k* is the number of named items.
  @usableFromInline
  func list(partners: [Int32], updated: [PositionPair], infersMoves: Bool) -> ChangeList {
    var list = listOfSections
    list.addItems(removed: removed, added: added, partners: partners, sections)
    list.updated = updated
    if !infersMoves, !list.moved.isEmpty {
      let moved = Set(list.moved.map { $0.new })
      list.updated.removeAll { moved.contains($0.new) }
      list.deleted = merge(list.deleted, list.moved.map { $0.old }.sorted())
      list.inserted = merge(list.inserted, list.moved.map { $0.new })
      list.moved = []
    }
    return list
  }

  private var listOfSections: ChangeList {
    var list = ChangeList(oldOffsets: oldOffsets, newOffsets: newOffsets)
    list.addSections(sections)
    return list
  }
}

extension ChangeList {
  fileprivate mutating func addSections(_ sections: SectionPlan) {
    deletedSections = sections.deleted
    insertedSections = sections.inserted
    movedSections = sections.moved
  }

  /// Whether an item is at the place in its section at which it was, and the section is the same.
  fileprivate func keepsPlace(_ pair: PositionPair, _ sections: SectionPlan) -> Bool {
    let old = oldOffsets.section(ofPosition: Int(pair.old))
    let new = newOffsets.section(ofPosition: Int(pair.new))
    return sections.oldSection(ofNew: new) == old
      && Int(pair.old) - oldOffsets.start(of: old) == Int(pair.new) - newOffsets.start(of: new)
  }

  /// Lists deleted, inserted and moved items.
  ///
  /// - Parameters:
  ///   - removed: Positions of all named old items, ascending.
  ///   - added: Positions of all named new items, ascending.
  ///   - partners: For each of `added` the index in `removed` of the same item, or -1.
  ///   - sections: Which section is which.
  fileprivate mutating func addItems(removed: [Int32], added: [Int32], partners: [Int32], _ sections: SectionPlan) {
    let paired = partners.count { $0 >= 0 }
    if paired == 0 {
      deleted = removed
      inserted = added
      return
    }
    if removed.count == 1, added.count == 1 {
      let pair = PositionPair(old: removed[0], new: added[0])
      if !keepsPlace(pair, sections) { moved = [pair] }
      return
    }
    if paired < added.count {
      inserted.reserveCapacity(added.count - paired)
      for (index, partner) in partners.enumerated() where partner < 0 { inserted.append(added[index]) }
    }
    if paired < removed.count {
      var isKept = [Bool](repeating: false, count: removed.count)
      for partner in partners where partner >= 0 { isKept[Int(partner)] = true }
      deleted.reserveCapacity(removed.count - paired)
      for (index, position) in removed.enumerated() where !isKept[index] { deleted.append(position) }
    }
    var planner = NamedMovePlanner(
      removed: removed, added: added, partners: partners, oldOffsets: oldOffsets, newOffsets: newOffsets,
      mayMoveUnnamed: true)
    moved = planner.moves(sections: sections)
  }
}
