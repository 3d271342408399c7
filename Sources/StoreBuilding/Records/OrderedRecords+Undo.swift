public import StoreInterface

/// Going back: what was done is undone step by step, from the end of the log.
extension OrderedRecords {
  /// What takes a step back.
  @usableFromInline
  enum UndoStep: Sendable {
    case place(Int32)
    case deletion(Int32)
    case revival(Int32, Item)
    case item(Int32, Item)
    case move(Int32, section: Int32, after: Int32)
    /// What was noted of a record in a run; undone in that run only.
    case marks(Int32, run: Int32, isPlaced: Bool, isRefreshed: Bool)
    case sectionPlace(Int32)
    case sectionDeletion(Int32)
    case sectionRevival(Int32, SectionHeader?)
    case header(Int32, SectionHeader?)
    case sectionMove(Int32, after: Int32)
  }

  /// How long the log is: a point to go back to.
  package var savepoint: Int { log.count }

  /// Goes back to a point of this run, or of the one that the log was kept from.
  package mutating func undo(to savepoint: Int) {
    while log.count > savepoint, let step = log.popLast() { undo(step) }
  }

  /// Makes what was done so far final: it cannot be undone any more.
  @inlinable
  package mutating func forgetLog() { log.removeAll(keepingCapacity: log.count <= KeptMemory.capacity) }

  private mutating func undo(_ step: UndoStep) {
    switch step {
    case .place(let slot):
      touch(slot)
      leaveTombstone(of: slot)
      places.remove(slot, from: section(of: slot))
      records.takeBack(slot)
    case .deletion(let slot):
      touch(slot)
      if let item = records[slot] { show(slot, as: item) }
    case .revival(let slot, let item):
      touch(slot)
      hide(slot)
      records.values[Int(slot)] = item
    case .item(let slot, let item):
      touch(slot)
      records.values[Int(slot)] = item
    case .move(let slot, let section, let other):
      touch(slot)
      put(slot, after: other, in: section)
    case .marks(let slot, let run, let isPlaced, let isRefreshed):
      guard run == self.run, let offset = touchOffset(of: slot) else { return }
      touched[offset].isPlaced = isPlaced
      touched[offset].isRefreshed = isRefreshed
    case .sectionPlace(let section):
      noteSections()
      sectionOrder.remove(section)
      sections.takeBack(section)
    case .sectionDeletion(let section):
      noteSections()
      sections.revive(section)
    case .sectionRevival(let section, let header):
      noteSections()
      sections.hide(section)
      sections.change(section) { $0.header = header }
    case .header(let section, let header):
      noteSections()
      sections.change(section) { $0.header = header }
    case .sectionMove(let section, let other):
      noteSections()
      putSection(section, after: other)
    }
  }
}
