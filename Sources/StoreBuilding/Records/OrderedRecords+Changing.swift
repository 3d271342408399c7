public import StoreInterface

/// Changes of records, each by key.
extension OrderedRecords {
  /// Puts a record in, or gives the one with its key new content; that one is placed again unless the placement is
  /// `.end` or beside itself.
  ///
  /// - Returns: False, and nothing is done, where there is no section to put it in.
  package mutating func insert(_ item: Item, at placement: StorePlacement<Key>) -> Bool {
    make(.insert(item, at: placement)).isMade
  }

  /// Gives a record another place.
  ///
  /// - Returns: False where there is no such record.
  package mutating func move(_ key: Key, to placement: StorePlacement<Key>) -> Bool {
    make(.move(key, to: placement)).isMade
  }

  /// Removes a record.
  package mutating func delete(_ key: Key) -> Item? { make(.delete(key)).deleted }

  /// Marks a record to be reported although it is equal.
  package mutating func refresh(_ key: Key) -> Bool { make(.refresh(key)).isMade }
}

// MARK: - As compiled here

extension OrderedRecords {
  @inlinable
  mutating func runInsert(_ item: Item, at placement: StorePlacement<Key>) -> Bool {
    if let slot = records.slot(of: item.id) {
      set(item, at: slot)
      if !placement.isEnd { move(slot, to: placement) }
      return true
    }
    if let slot = records.tombstone(of: item.id) {
      let keepsPlace = placement.isEnd || placement.isBeside(item.id)
      if keepsPlace, isPresent(section(of: slot)), !oldTombstones.contains(slot) {
        revive(slot, as: item)
        if !placement.isEnd { mark(slot) { $0.isPlaced = true } }
        return true
      }
      guard let place = place(for: placement) else { return false }
      oldTombstones.remove(slot)
      revive(slot, as: item)
      if !placement.isEnd { mark(slot) { $0.isPlaced = true } }
      move(slot, to: place)
      return true
    }
    guard let place = place(for: placement) else { return false }
    let slot = records.add(item)
    // One whose coming was taken back has its slot again, and was named then.
    note(slot, before: nil)
    places.insert(slot, after: place.after, in: place.section)
    log.append(.place(slot))
    return true
  }

  @inlinable
  mutating func runMove(_ key: Key, to placement: StorePlacement<Key>) -> Bool {
    guard let slot = records.slot(of: key) else { return false }
    move(slot, to: placement)
    return true
  }

  @inlinable
  mutating func runDelete(_ key: Key) -> Item? {
    guard let slot = records.slot(of: key), let item = item(at: slot) else { return nil }
    note(slot, before: item)
    hide(slot)
    log.append(.deletion(slot))
    return item
  }

  @inlinable
  mutating func runRefresh(_ key: Key) -> Bool {
    guard let slot = records.slot(of: key) else { return false }
    mark(slot) { $0.isRefreshed = true }
    return true
  }

  @inlinable
  mutating func set(_ item: Item, at slot: Int32) {
    guard let old = records[slot] else { return }
    note(slot, before: old)
    records.values[Int(slot)] = item
    log.append(.item(slot, old))
  }

  @inlinable
  mutating func revive(_ slot: Int32, as item: Item) {
    guard let old = records[slot] else { return }
    touch(slot)
    show(slot, as: item)
    log.append(.revival(slot, old))
  }

  @inlinable
  mutating func move(_ slot: Int32, to placement: StorePlacement<Key>) {
    mark(slot) { $0.isPlaced = true }
    switch placement.position {
    case .before(let key) where records.slot(of: key) == slot: return
    case .after(let key) where records.slot(of: key) == slot: return
    default: if let place = place(for: placement) { move(slot, to: place) }
    }
  }

  @inlinable
  mutating func move(_ slot: Int32, to place: (section: Int32, after: Int32)) {
    let before = places.slot(before: slot)
    let section = section(of: slot)
    touch(slot)
    if place.section == section, place.after == slot || place.after == before { return }
    put(slot, after: place.after, in: place.section)
    log.append(.move(slot, section: section, after: before))
  }

  /// Where a placement leads. A key that is unknown stands for the end, and a section that is unknown for none.
  @inlinable
  func place(for placement: StorePlacement<Key>) -> (section: Int32, after: Int32)? {
    let named = keepsSections ? placement.section.flatMap { sections.slot(of: $0) } : nil
    switch placement.position {
    case .before(let key):
      if let slot = records.slot(of: key) { return (section(of: slot), places.slot(before: slot)) }
    case .after(let key):
      if let slot = records.slot(of: key) { return (section(of: slot), slot) }
    case .start:
      let first = named ?? firstPresentSection
      return first < 0 ? nil : (first, -1)
    case .end: break
    }
    let last = named ?? lastPresentSection
    return last < 0 ? nil : (last, places.lastNeighbour(in: last))
  }
}

// MARK: - Without the log

extension OrderedRecords {
  @inlinable
  mutating func put(_ slot: Int32, after other: Int32, in section: Int32) {
    leaveTombstone(of: slot)
    let isHidden = !records.isPresent(slot)
    places.remove(slot, from: self.section(of: slot), isHidden: isHidden)
    places.insert(slot, after: other, in: section, isHidden: isHidden)
  }

  @inlinable
  mutating func hide(_ slot: Int32) {
    records.hide(slot)
    places.hide(slot, in: section(of: slot))
  }

  @inlinable
  mutating func show(_ slot: Int32, as item: Item) {
    records.values[Int(slot)] = item
    records.revive(slot)
    places.show(slot, in: section(of: slot))
  }
}

// MARK: - What was touched

extension OrderedRecords {
  /// Notes what a record is before it is changed.
  @inlinable
  mutating func touch(_ slot: Int32) {
    if touchOffset(of: slot) == nil { note(slot, before: item(at: slot)) }
  }

  /// Notes what a record is before it is changed, unless this run has named it already.
  @inlinable
  mutating func note(_ slot: Int32, before: Item?) {
    if touchOffset(of: slot) != nil { return }
    while touches.count <= Int(slot) { touches.append(-1) }
    touches[Int(slot)] = Int32(truncatingIfNeeded: touched.count)
    touched.append(Touch(slot: slot, before: before))
    touchedSlots.append(slot)
    formerSlots.append(slot)
  }

  @inlinable
  mutating func mark(_ slot: Int32, _ change: (inout Touch) -> Void) {
    touch(slot)
    guard let offset = touchOffset(of: slot) else { return }
    log.append(.marks(slot, run: run, isPlaced: touched[offset].isPlaced, isRefreshed: touched[offset].isRefreshed))
    change(&touched[offset])
  }

  /// Where in `touched` a slot is, or `nil`.
  @inlinable
  func touchOffset(of slot: Int32) -> Int? {
    guard Int(slot) < touches.count, touches[Int(slot)] >= 0 else { return nil }
    return Int(touches[Int(slot)])
  }

  /// Leaves a tombstone where a record was before this run, unless there is one, so that observers find it there.
  @inlinable
  mutating func leaveTombstone(of slot: Int32) {
    guard let offset = touchOffset(of: slot), formerSlots[offset] == slot, let before = touched[offset].before
    else { return }
    let section = section(of: slot)
    let former = records.addTombstone(before)
    places.insert(former, after: places.slot(before: slot), in: section, isHidden: true)
    forgottenTombstones.insert(former)
    formerSlots[offset] = former
  }
}
