public import StoreBuilding

/// The records of a store, by key and by *slot*: a small integer that represents a record in every other structure.
@usableFromInline
struct RecordTable<Item: Identifiable & Sendable, Shown: Sendable>: Sendable where Item.ID: Sendable {
  @usableFromInline var slotOfKey: [Item.ID: Int32] = [:]
  /// The record in each slot; `nil` in a free one.
  @usableFromInline var items: [Item?] = []
  /// Whether what a record is shown as is made once for each version of it, and kept.
  @usableFromInline let keepsShown: Bool
  /// What each record is shown as, once it has been requested; empty where that is not kept.
  @usableFromInline var shown: [Shown?] = []
  /// What is known of where each record is.
  @usableFromInline var places: [RecordPlace] = []
  /// The order in which the records arrived or were placed.
  @usableFromInline var arrivals = ArrivalOrder()
  @usableFromInline var free: [Int32] = []

  @inlinable
  init(keepsShown: Bool) { self.keepsShown = keepsShown }

  /// The number of records.
  @inlinable
  var count: Int { slotOfKey.count }

  /// The slot of the record with a key, or `nil`.
  @inlinable
  func slot(of key: Item.ID) -> Int32? { slotOfKey[key] }

  /// Puts a record into a slot of its own; its arrival is left to the caller.
  @inlinable
  mutating func add(_ item: Item) -> Int32 {
    let slot: Int32
    if let reused = free.popLast() {
      slot = reused
      items[Int(slot)] = item
    } else {
      slot = Int32(truncatingIfNeeded: items.count)
      items.append(item)
      if keepsShown { shown.append(nil) }
      places.append(RecordPlace())
    }
    slotOfKey[item.id] = slot
    return slot
  }

  /// Gives a record new content, of the same key.
  @inlinable
  mutating func update(_ slot: Int32, to item: Item) {
    items[Int(slot)] = item
    forgetShown(slot)
  }

  /// Forgets what a record is shown as.
  @inlinable
  mutating func forgetShown(_ slot: Int32) {
    if keepsShown { shown[Int(slot)] = nil }
  }

  /// Takes a record out; its slot is used again.
  @inlinable
  mutating func remove(_ slot: Int32) {
    guard let item = items[Int(slot)] else { return }
    slotOfKey[item.id] = nil
    items[Int(slot)] = nil
    forgetShown(slot)
    arrivals.remove(slot)
    free.append(slot)
  }

  /// Makes room for so many records at once.
  @inlinable
  mutating func reserveCapacity(_ count: Int) {
    slotOfKey.reserveCapacity(count)
    items.reserveCapacity(count)
    if keepsShown { shown.reserveCapacity(count) }
    places.reserveCapacity(count)
  }

  /// What a record is shown as.
  @inlinable
  mutating func shown(_ slot: Int32, by show: (Item) -> Shown) -> Shown? {
    if keepsShown, let made = shown[Int(slot)] { return made }
    guard let item = items[Int(slot)] else { return nil }
    let made = show(item)
    if keepsShown { shown[Int(slot)] = made }
    return made
  }
}

/// What is known of where a record is without looking at it; side by side, so that it is fetched at once.
@usableFromInline
struct RecordPlace: Sendable {
  /// The number of its section, or -1.
  @usableFromInline var section: Int32 = -1
  /// The beginning of what the first rule of the order sorts it by.
  @usableFromInline var prefix = SortPrefix.unknown
  /// Whether it passes all filters.
  @usableFromInline var passes = false

  @inlinable
  init() {}

  @inlinable
  init(section: Int32, prefix: SortPrefix, passes: Bool) {
    self.section = section
    self.prefix = prefix
    self.passes = passes
  }
}
