extension OrderedRecords {
  /// Ends a run of changes: forgets what was touched, and gives up the tombstones that the log does not need.
  package mutating func settle() {
    run &+= 1
    touched.removeAll()
    touches.removeAll()
    sectionsBefore = nil
    let (graves, sectionGraves) = (records.buriedSlots, sections.buriedSlots)
    if !graves.isEmpty || !stones.isEmpty || !sectionGraves.isEmpty {
      giveUp(graves, sectionGraves, neededBy: NeededGraves(log))
    }
    records.settle()
    sections.settle()
  }

  /// What a log needs in order to be undone.
  private struct NeededGraves {
    /// Records that it brings back.
    var slots: Set<Int32> = []
    /// Records behind which it puts others.
    var anchors: Set<Int32> = []
    /// Sections that it brings back, and those behind which it puts others.
    var sections: Set<Int32> = []

    init(_ log: [UndoStep]) {
      for step in log {
        switch step {
        case .death(let slot): slots.insert(slot)
        case .position(_, _, let other): anchors.insert(other)
        case .sectionDeath(let section): sections.insert(section)
        case .sectionPosition(_, let other): sections.insert(other)
        default: break
        }
      }
    }
  }

  private mutating func giveUp(_ graves: [Int32], _ sectionGraves: [Int32], neededBy needed: NeededGraves) {
    for slot in graves where !needed.slots.contains(slot) {
      records.forgetGrave(slot)
      stones.insert(slot)
    }
    for slot in stones.sorted() where !needed.anchors.contains(slot) {
      places.remove(slot, from: section(of: slot), isHidden: true)
      records.release(slot)
      stones.remove(slot)
    }
    for section in sectionGraves where !needed.sections.contains(section) {
      sectionOrder.remove(section)
      sections.forgetGrave(section)
      sections.release(section)
    }
  }
}
