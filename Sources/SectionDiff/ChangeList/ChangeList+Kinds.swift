/// All changes in one way, whatever their kind: as pairs of positions. Not inlined: many use it, and no diff does.
extension ChangeList {
  /// What may happen to an item or to a section.
  enum Kind: Int, CaseIterable { case deleted, inserted, moved, updated }

  /// The item changes of a kind: old and new positions, -1 on the side that does not have the item.
  ///
  /// - Complexity: O(*k*), where *k* is the number of changes of the kind.
  subscript(kind: Kind) -> [PositionPair] {
    @inline(never) get {
      switch kind {
      case .deleted: deleted.map { PositionPair(old: $0, new: -1) }
      case .inserted: inserted.map { PositionPair(old: -1, new: $0) }
      case .moved: moved
      case .updated: updated
      }
    }
    @inline(never) set {
      switch kind {
      case .deleted: deleted = newValue.map(\.old)
      case .inserted: inserted = newValue.map(\.new)
      case .moved: moved = newValue
      case .updated: updated = newValue
      }
    }
  }

  /// One of these.
  func pair(_ kind: Kind, _ index: Int) -> PositionPair {
    switch kind {
    case .deleted: PositionPair(old: deleted[index], new: -1)
    case .inserted: PositionPair(old: -1, new: inserted[index])
    case .moved: moved[index]
    case .updated: updated[index]
    }
  }

  /// The changes of the sections, as if they were the items of one section.
  var sections: ChangeList {
    @inline(never) get {
      var list = ChangeList(
        oldOffsets: SectionOffsets(oneSectionOf: oldOffsets.sectionCount),
        newOffsets: SectionOffsets(oneSectionOf: newOffsets.sectionCount))
      (list.deleted, list.inserted) = (deletedSections, insertedSections)
      (list.moved, list.updated) = (movedSections, updatedSections)
      return list
    }
    @inline(never) set {
      (deletedSections, insertedSections) = (newValue.deleted, newValue.inserted)
      (movedSections, updatedSections) = (newValue.moved, newValue.updated)
    }
  }

  /// Puts the item changes into the order that they must have.
  mutating func order() {
    deleted.order()
    inserted.order()
    moved.order()
    updated.order()
  }
}

/// A number for each item change of a list.
struct PerChange: Sendable {
  private var values: [[Int32]]

  init(_ list: ChangeList, repeating value: Int32) {
    values = [list.deleted.count, list.inserted.count, list.moved.count, list.updated.count].map {
      [Int32](repeating: value, count: $0)
    }
  }

  subscript(kind: ChangeList.Kind, index: Int) -> Int32 {
    get { values[kind.rawValue][index] }
    set { values[kind.rawValue][index] = newValue }
  }
}
