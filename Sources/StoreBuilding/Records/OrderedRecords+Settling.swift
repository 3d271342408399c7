extension OrderedRecords {
  /// Ends a run of changes: forgets what was touched, and gives up the tombstones that the log does not need.
  package mutating func settle() {
    run &+= 1
    for slot in touchedSlots { touches[Int(slot)] = -1 }
    touched.removeAll()
    touchedSlots.removeAll(keepingCapacity: touchedSlots.count <= 1_024)
    formerSlots.removeAll(keepingCapacity: formerSlots.count <= 1_024)
    sectionsBefore = nil
    let (tombstones, sectionTombstones) = (records.tombstoneSlots, sections.tombstoneSlots)
    if !tombstones.isEmpty || !forgottenTombstones.isEmpty || !sectionTombstones.isEmpty {
      releaseTombstones(tombstones, sectionTombstones, neededBy: NeededTombstones(log))
    }
    records.settle()
    sections.settle()
  }

  /// What a log needs in order to be undone.
  private struct NeededTombstones {
    /// Records that it brings back.
    var slots: Set<Int32> = []
    /// Records behind which it puts others.
    var anchors: Set<Int32> = []
    /// Sections that it brings back, and those behind which it puts others.
    var sections: Set<Int32> = []

    init(_ log: [UndoStep]) {
      for step in log {
        switch step {
        case .deletion(let slot): slots.insert(slot)
        case .position(_, _, let other): anchors.insert(other)
        case .sectionDeletion(let section): sections.insert(section)
        case .sectionPosition(_, let other): sections.insert(other)
        default: break
        }
      }
    }
  }

  private mutating func releaseTombstones(
    _ tombstones: [Int32], _ sectionTombstones: [Int32], neededBy needed: NeededTombstones
  ) {
    for slot in tombstones where !needed.slots.contains(slot) {
      records.forgetTombstone(slot)
      forgottenTombstones.insert(slot)
    }
    for slot in forgottenTombstones.sorted() where !needed.anchors.contains(slot) {
      places.remove(slot, from: section(of: slot), isHidden: true)
      records.release(slot)
      forgottenTombstones.remove(slot)
    }
    for section in sectionTombstones where !needed.sections.contains(section) {
      sectionOrder.remove(section)
      sections.forgetTombstone(section)
      sections.release(section)
    }
  }
}
