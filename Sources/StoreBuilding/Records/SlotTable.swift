import StoreInterface

/// Values by key, each in a *slot*: a small integer that represents one key, and for no other until ``settle()``.
///
/// A key that was buried keeps its slot, and gets it back when it is raised; so does one whose arrival was taken back.
struct SlotTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let key: Key
    var value: Value
    var isLiving = true
  }

  private var entries: [Entry?] = []
  private var living: [Key: Int32] = [:]
  private var graves: [Key: Int32] = [:]
  /// Slots of keys that came and whose coming was taken back.
  private var takenBack: [Key: Int32] = [:]
  private var free: [Int32] = []

  /// How many keys live.
  var count: Int { living.count }

  /// The slot of a key that lives.
  func slot(of key: Key) -> Int32? { living[key] }

  /// The slot of a key that is buried.
  func grave(of key: Key) -> Int32? { graves[key] }

  /// The slots of keys that are buried, in ascending order.
  var buriedSlots: [Int32] { graves.values.sorted() }

  func isLiving(_ slot: Int32) -> Bool { entry(slot)?.isLiving ?? false }

  func key(of slot: Int32) -> Key? { entry(slot)?.key }

  /// The value in a slot, living or not.
  subscript(slot: Int32) -> Value? { entry(slot)?.value }

  /// The living value in a slot.
  func livingValue(_ slot: Int32) -> Value? { entry(slot).flatMap { $0.isLiving ? $0.value : nil } }

  private func entry(_ slot: Int32) -> Entry? { entries.indices.contains(Int(slot)) ? entries[Int(slot)] : nil }

  /// Puts in a key that neither lives nor is buried.
  mutating func add(_ value: Value, for key: Key) -> Int32 {
    let slot = takenBack.removeValue(forKey: key) ?? free.popLast() ?? Int32(truncatingIfNeeded: entries.count)
    if Int(slot) == entries.count { entries.append(nil) }
    entries[Int(slot)] = Entry(key: key, value: value)
    living[key] = slot
    return slot
  }

  /// Changes the value in a slot, living or not.
  mutating func change(_ slot: Int32, _ body: (inout Value) -> Void) {
    guard var entry = entry(slot) else { return }
    body(&entry.value)
    entries[Int(slot)] = entry
  }

  mutating func bury(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)]?.isLiving = false
    living[key] = nil
    graves[key] = slot
  }

  mutating func raise(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)]?.isLiving = true
    graves[key] = nil
    living[key] = slot
  }

  /// Undoes an ``add(_:for:)``.
  mutating func takeBack(_ slot: Int32) {
    guard let key = key(of: slot) else { return }
    entries[Int(slot)] = nil
    living[key] = nil
    takenBack[key] = slot
  }

  /// Forgets whose tombstone a slot is; the value stays.
  mutating func forgetGrave(_ slot: Int32) {
    if let key = key(of: slot) { graves[key] = nil }
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
