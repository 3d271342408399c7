extension OrderedRecords {
  /// Ends a run of changes: forgets what was touched, and gives up the tombstones that the log does not need.
  @inlinable
  package mutating func settle() {
    run &+= 1
    for slot in touchedSlots { touches[Int(slot)] = -1 }
    let keepsCapacity = touched.count <= KeptMemory.capacity
    touched.removeAll(keepingCapacity: keepsCapacity)
    touchedSlots.removeAll(keepingCapacity: keepsCapacity)
    formerSlots.removeAll(keepingCapacity: keepsCapacity)
    sectionsBefore = nil
    if !records.tombstones.isEmpty || !forgottenTombstones.isEmpty || !sections.tombstones.isEmpty {
      releaseTombstones(neededBy: NeededTombstones(log))
    }
    records.settle()
    sections.settle()
  }

  /// What a log needs in order to be undone.
  @usableFromInline
  struct NeededTombstones {
    /// Records that it brings back.
    @usableFromInline var slots: Set<Int32> = []
    /// Records behind which it puts others.
    @usableFromInline var anchors: Set<Int32> = []
    /// Sections that it brings back, and those behind which it puts others.
    @usableFromInline var sections: Set<Int32> = []

    @usableFromInline
    init(_ log: [UndoStep]) {
      for step in log {
        switch step {
        case .deletion(let slot): slots.insert(slot)
        case .move(_, _, let other): anchors.insert(other)
        case .sectionDeletion(let section): sections.insert(section)
        case .sectionMove(_, let other): sections.insert(other)
        default: break
        }
      }
    }
  }

  @inlinable
  mutating func releaseTombstones(neededBy needed: NeededTombstones) {
    let gone = (records.forgetTombstones(except: needed.slots) + forgottenTombstones).sorted()
    forgottenTombstones.removeAll(keepingCapacity: gone.count <= KeptMemory.capacity)
    for slot in gone {
      if needed.anchors.contains(slot) {
        forgottenTombstones.insert(slot)
      } else {
        places.remove(slot, from: section(of: slot), isHidden: true)
        records.release(slot)
      }
    }
    for section in sections.forgetTombstones(except: needed.sections) {
      sectionOrder.remove(section)
      sections.release(section)
    }
  }
}
