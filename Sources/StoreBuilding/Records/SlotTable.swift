import StoreInterface

/// Values by key, each in a *slot*: a small integer that represents one key, and for no other until ``settle()``.
///
/// A key that was hidden keeps its slot as a tombstone, and gets it back when it is revived; so does one whose arrival was
/// taken back.
struct SlotTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let key: Key
    var value: Value
    var isPresent = true
  }

  private var entries: [Entry?] = []
  private var present: [Key: Int32] = [:]
  private var tombstones: [Key: Int32] = [:]
  /// Slots of keys that came and whose coming was taken back.
  private var takenBack: [Key: Int32] = [:]
  private var free: [Int32] = []

  /// How many keys are present.
  var count: Int { present.count }

  /// The slot of a key that is present.
  func slot(of key: Key) -> Int32? { present[key] }

  /// The slot of a key that is a tombstone.
  func tombstone(of key: Key) -> Int32? { tombstones[key] }

  /// The slots of tombstones, in ascending order.
  var tombstoneSlots: [Int32] { tombstones.values.sorted() }

  func isPresent(_ slot: Int32) -> Bool { entry(slot)?.isPresent ?? false }

  func key(of slot: Int32) -> Key? { entry(slot)?.key }

  /// The value in a slot, present or not.
  subscript(slot: Int32) -> Value? { entry(slot)?.value }

  /// The present value in a slot.
  func presentValue(_ slot: Int32) -> Value? { entry(slot).flatMap { $0.isPresent ? $0.value : nil } }

  private func entry(_ slot: Int32) -> Entry? { entries.indices.contains(Int(slot)) ? entries[Int(slot)] : nil }

  /// Puts in a key that is neither present nor a tombstone.
  mutating func add(_ value: Value, for key: Key) -> Int32 {
    let slot = takenBack.removeValue(forKey: key) ?? free.popLast() ?? Int32(truncatingIfNeeded: entries.count)
    if Int(slot) == entries.count { entries.append(nil) }
    entries[Int(slot)] = Entry(key: key, value: value)
    present[key] = slot
    return slot
  }

  /// Puts a value that was in a slot into another, which no key has until it is released.
  mutating func addTombstone(_ value: Value, after slot: Int32) -> Int32 {
    let former = free.popLast() ?? Int32(truncatingIfNeeded: entries.count)
    if Int(former) == entries.count { entries.append(nil) }
    entries[Int(former)] = entries[Int(slot)].map { Entry(key: $0.key, value: value, isPresent: false) }
    return former
  }

  /// Changes the value in a slot, present or not.
  mutating func change(_ slot: Int32, _ body: (inout Value) -> Void) {
    guard var entry = entry(slot) else { return }
    body(&entry.value)
    entries[Int(slot)] = entry
  }

  /// Makes a tombstone of a present key.
  mutating func hide(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)]?.isPresent = false
    present[key] = nil
    tombstones[key] = slot
  }

  /// Makes a tombstone present again.
  mutating func revive(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)]?.isPresent = true
    tombstones[key] = nil
    present[key] = slot
  }

  /// Undoes an ``add(_:for:)``.
  mutating func takeBack(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)] = nil
    present[key] = nil
    takenBack[key] = slot
  }

  /// Forgets whose tombstone a slot is; the value stays.
  mutating func forgetTombstone(_ slot: Int32) {
    if let key = key(of: slot) { tombstones[key] = nil }
  }

  /// Lets others have a slot whose tombstone was forgotten.
  mutating func release(_ slot: Int32) {
    entries[Int(slot)] = nil
    free.append(slot)
  }

  /// Lets others have the slots of keys whose arrival was taken back.
  mutating func settle() {
    if takenBack.isEmpty { return }
    free.append(contentsOf: takenBack.values.sorted())
    takenBack.removeAll()
  }
}
