internal import SectionDiff

/// The changes of a step that concern one section, for telling them together.
struct SectionChanges {
  /// What happened to the section as a whole.
  enum Mark {
    case deleted
    case inserted
  }

  /// An item that leaves its place.
  struct Leaving {
    /// Its place in the old section.
    let offset: Int
    /// Whether it is gone; otherwise it moved.
    let isDelete: Bool
  }

  /// An item that comes to a place.
  struct Arriving {
    /// Its place in the new section.
    let offset: Int
    /// Where it was; nil when it is new.
    let from: ItemPath?
  }

  /// An item with other content.
  struct Updated {
    /// Its place in the new section.
    let offset: Int
    /// Where it was.
    let from: ItemPath
  }

  /// The section's offset in the snapshot before, if it is there.
  var old: Int?
  /// The section's offset in the snapshot after, if it is there.
  var new: Int?
  /// Whether it was deleted or inserted.
  var mark: Mark?
  /// Whether it changed its place among the kept sections.
  var isMoved = false
  /// Whether its header changed.
  var isUpdated = false
  /// Whether its records come or go with it, and are not listed.
  var impliesRows = false
  /// Ascending.
  var leaving: [Leaving] = []
  /// Ascending.
  var arriving: [Arriving] = []
  /// Ascending.
  var updated: [Updated] = []

  /// Whether there is nothing to tell. Items that only left for another section are reported there.
  var isEmpty: Bool {
    mark == nil && !isMoved && !isUpdated && arriving.isEmpty && updated.isEmpty
      && !leaving.contains(where: \.isDelete)
  }

  /// Groups changes between two snapshots by section: new sections in their order, a deleted one after the section that it
  /// stood behind.
  ///
  /// - Parameter impliesRows: Whether records of deleted and inserted sections are implied by the section.
  static func grouped<Item, Header>(
    _ changes: ChangeList, from old: Snapshot<SectionKey, Item, Header>, to new: Snapshot<SectionKey, Item, Header>,
    impliesRows: Bool = false
  ) -> [SectionChanges] {
    var before = [SectionChanges](repeating: SectionChanges(), count: old.sectionCount)
    var after = [SectionChanges](repeating: SectionChanges(), count: new.sectionCount)
    var newOffsets: [Int?] = Array(repeating: nil, count: before.count)
    var oldOffsets: [SectionKey: Int] = [:]
    for (offset, section) in old.sections.enumerated() { oldOffsets[section.key] = offset }
    for (offset, section) in new.sections.enumerated() {
      after[offset].new = offset
      guard let oldOffset = oldOffsets[section.key] else { continue }
      after[offset].old = oldOffset
      newOffsets[oldOffset] = offset
    }
    for offset in changes.sectionDeletes {
      before[offset].old = offset
      before[offset].mark = .deleted
      before[offset].impliesRows = impliesRows
    }
    for offset in changes.sectionInserts {
      after[offset].mark = .inserted
      after[offset].impliesRows = impliesRows
    }
    for move in changes.sectionMoves { after[move.to].isMoved = true }
    for update in changes.sectionUpdates { after[update.to].isUpdated = true }

    func leave(_ path: ItemPath, isDelete: Bool) {
      let leaving = Leaving(offset: path.item, isDelete: isDelete)
      if let offset = newOffsets[path.section] {
        after[offset].leaving.append(leaving)
      } else {
        before[path.section].leaving.append(leaving)
      }
    }
    for path in changes.deletes { leave(path, isDelete: true) }
    for path in changes.inserts { after[path.section].arriving.append(Arriving(offset: path.item, from: nil)) }
    for move in changes.moves {
      leave(move.from, isDelete: false)
      after[move.to.section].arriving.append(Arriving(offset: move.to.item, from: move.from))
    }
    for update in changes.updates {
      after[update.to.section].updated.append(Updated(offset: update.to.item, from: update.from))
    }

    var result: [SectionChanges] = []
    var next = 0
    // Invariant: all deleted sections before `next` are reported.
    func tellDeleted(before limit: Int) {
      while next < limit {
        if before[next].mark == .deleted { result.append(before[next].sorted) }
        next += 1
      }
    }
    tellDeleted(before: newOffsets.firstIndex { $0 != nil } ?? before.count)
    for section in after {
      result.append(section.sorted)
      guard let old = section.old, old >= next else { continue }
      var end = old + 1
      while end < before.count, newOffsets[end] == nil { end += 1 }
      tellDeleted(before: end)
    }
    tellDeleted(before: before.count)
    return result
  }

  private var sorted: SectionChanges {
    var result = self
    result.leaving = sortedLeaving
    result.arriving.sort { $0.offset < $1.offset }
    return result
  }

  /// Those that leave, by their places, each of another. Moves come in the order in which they arrive; where many leave, a
  /// table of all places is made in the time of one pass.
  private var sortedLeaving: [Leaving] {
    let end = (leaving.lazy.map(\.offset).max() ?? -1) + 1
    guard leaving.count > end / 8 else { return leaving.sorted { $0.offset < $1.offset } }
    var isDelete = [Bool?](repeating: nil, count: end)
    for item in leaving { isDelete[item.offset] = item.isDelete }
    return isDelete.indices.compactMap { offset in
      isDelete[offset].map { Leaving(offset: offset, isDelete: $0) }
    }
  }
}

// MARK: - Text

@available(LiveSystems, *)
extension SectionChanges {
  /// The lines above what changed in the section: its name with what happened to all of it, then its header where that
  /// changed.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - isText: Whether all values of the format are text.
  ///   - alike: What tells names apart.
  ///   - palette: The colours.
  func heading<Item>(
    from old: Snapshot<SectionKey, Item, SectionHeader>, to new: Snapshot<SectionKey, Item, SectionHeader>,
    isText: Bool, telling alike: LookAlikes = LookAlikes(), _ palette: Palette
  ) -> [String] {
    let before = self.old.map { old.sections[$0] }
    let after = self.new.map { new.sections[$0] }
    var notes: [String] = []
    if mark == .deleted { notes.append("deleted, was section \((self.old ?? 0) + 1)") }
    if mark == .inserted { notes.append("inserted as section \((self.new ?? 0) + 1)") }
    if isMoved, let from = self.old, let to = self.new { notes.append("moved from section \(from + 1) to \(to + 1)") }
    switch (before?.items.count, after?.items.count) {
    case (let b?, let a?) where b != a: notes.append("\(b) → \(Self.items(a))")
    case (_, let count?), (let count?, nil): notes.append(Self.items(count))
    case (nil, nil): break
    }
    let (sign, role): (String, Palette.Role) =
      switch mark {
      case .deleted: ("- ", .deleted)
      case .inserted: ("+ ", .inserted)
      case nil: isMoved ? ("↕ ", .moved) : ("", .heading)
      }
    let name = alike.shown(((after ?? before)?.key ?? .none).title(isText: isText))
    let first = palette.paint(sign + name, role) + palette.paint(" (\(notes.joined(separator: ", ")))", .faint)
    guard isUpdated, let before, let after else { return [first] }
    let header = SectionHeader.change(from: before.header, to: after.header, limit: palette.valueLimit)
    return [first, palette.paint("  ~ header: \(header)", .updated)]
  }

  private static func items(_ count: Int) -> String { "\(count) item\(count == 1 ? "" : "s")" }
}
