/// Values by key, each in a *slot*: a small integer that represents it in every other structure.
///
/// A key that was hidden keeps its slot as a tombstone, and gets it back when it is revived; so does one whose arrival was
/// taken back. Until tombstones are released, a slot represents one key only.
@usableFromInline
package struct SlotTable<Value: Identifiable & Sendable>: Sendable where Value.ID: Sendable {
  /// The slots of the keys that are present.
  @usableFromInline package var slots: [Value.ID: Int32] = [:]
  /// The value of each slot, present or a tombstone; `nil` in a free one.
  @usableFromInline package var values: [Value?] = []
  /// Whether each slot is that of a tombstone; as long as was needed.
  @usableFromInline var isHidden: [Bool] = []
  @usableFromInline var tombstones: [Value.ID: Int32] = [:]
  /// Slots of keys that came and whose coming was taken back.
  @usableFromInline var takenBack: [Value.ID: Int32] = [:]
  @usableFromInline var free: [Int32] = []

  @inlinable
  package init() {}

  /// How many keys are present.
  @inlinable
  package var count: Int { slots.count }

  /// The slot of a key that is present.
  @inlinable
  package func slot(of key: Value.ID) -> Int32? { slots[key] }

  /// The slot of a key that is a tombstone.
  @inlinable
  package func tombstone(of key: Value.ID) -> Int32? { tombstones.isEmpty ? nil : tombstones[key] }

  /// The slots of tombstones that have a key, in ascending order.
  package var tombstoneSlots: [Int32] { tombstones.values.sorted() }

  /// The value in a slot, present or not.
  @inlinable
  package subscript(slot: Int32) -> Value? { Int(slot) < values.count ? values[Int(slot)] : nil }

  /// Whether there is a value in a slot, and it is no tombstone.
  @inlinable
  package func isPresent(_ slot: Int32) -> Bool {
    Int(slot) < values.count && values[Int(slot)] != nil && !(Int(slot) < isHidden.count && isHidden[Int(slot)])
  }

  /// The present value in a slot.
  @inlinable
  package func presentValue(_ slot: Int32) -> Value? { isPresent(slot) ? values[Int(slot)] : nil }

  /// Puts in a value whose key is neither present nor a tombstone.
  @inlinable
  package mutating func add(_ value: Value) -> Int32 {
    let reused = takenBack.isEmpty ? nil : takenBack.removeValue(forKey: value.id)
    let slot = put(value, into: reused)
    slots[value.id] = slot
    return slot
  }

  /// Puts a value that was in a slot into another, as a tombstone without a key.
  @inlinable
  package mutating func addTombstone(_ value: Value) -> Int32 {
    let slot = put(value, into: nil)
    setHidden(slot, true)
    return slot
  }

  @inlinable
  mutating func put(_ value: Value, into reused: Int32?) -> Int32 {
    guard let slot = reused ?? free.popLast() else {
      values.append(value)
      return Int32(truncatingIfNeeded: values.count - 1)
    }
    values[Int(slot)] = value
    return slot
  }

  /// Changes the value in a slot, present or not; the key stays.
  @inlinable
  package mutating func change(_ slot: Int32, _ body: (inout Value) -> Void) {
    guard var value = self[slot] else { return }
    values[Int(slot)] = nil
    body(&value)
    values[Int(slot)] = value
  }

  /// Makes a tombstone of a present key.
  @inlinable
  package mutating func hide(_ slot: Int32) {
    guard let key = self[slot]?.id else { return }
    setHidden(slot, true)
    slots[key] = nil
    tombstones[key] = slot
  }

  /// Makes a tombstone present again.
  @inlinable
  package mutating func revive(_ slot: Int32) {
    guard let key = self[slot]?.id else { return }
    setHidden(slot, false)
    tombstones[key] = nil
    slots[key] = slot
  }

  @inlinable
  mutating func setHidden(_ slot: Int32, _ isHidden: Bool) {
    while self.isHidden.count <= Int(slot) { self.isHidden.append(false) }
    self.isHidden[Int(slot)] = isHidden
  }

  /// Undoes an ``add(_:)``.
  @usableFromInline
  package mutating func takeBack(_ slot: Int32) {
    guard let key = self[slot]?.id else { return }
    values[Int(slot)] = nil
    slots[key] = nil
    takenBack[key] = slot
  }

  /// Forgets whose tombstones all but some slots are; the values stay.
  ///
  /// - Returns: The slots of those, in ascending order.
  @inlinable
  package mutating func forgetTombstones(except kept: Set<Int32>) -> [Int32] {
    let gone = tombstones.values.filter { !kept.contains($0) }
    if gone.count == tombstones.count {
      tombstones.removeAll(keepingCapacity: gone.count <= KeptMemory.capacity)
    } else {
      for slot in gone { if let key = self[slot]?.id { tombstones[key] = nil } }
    }
    return gone.sorted()
  }

  /// Lets others have a slot whose tombstone was forgotten.
  @inlinable
  package mutating func release(_ slot: Int32) {
    setHidden(slot, false)
    values[Int(slot)] = nil
    free.append(slot)
  }

  /// Takes out what is present or a tombstone, for good.
  @inlinable
  package mutating func remove(_ slot: Int32) {
    guard let key = self[slot]?.id else { return }
    if isPresent(slot) { slots[key] = nil } else { tombstones[key] = nil }
    release(slot)
  }

  /// Lets others have the slots of keys whose arrival was taken back.
  @inlinable
  package mutating func settle() {
    if takenBack.isEmpty { return }
    free.append(contentsOf: takenBack.values.sorted())
    takenBack.removeAll()
  }

  /// Makes room for so many values at once.
  @inlinable
  package mutating func reserveCapacity(_ count: Int) {
    slots.reserveCapacity(count)
    values.reserveCapacity(count)
  }
}
