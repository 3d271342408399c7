public import StoreBuilding

/// The records of a store in their slots, with what they are shown as and what is known of where they are.
@usableFromInline
struct RecordTable<Item: Identifiable & Sendable, Shown: Sendable>: Sendable where Item.ID: Sendable {
  /// The records by key. While a batch is run, tombstones are those that it has deleted.
  @usableFromInline var table = SlotTable<Item>()
  /// Whether what a record is shown as is made once for each version of it, and kept.
  @usableFromInline let keepsShown: Bool
  /// What each record is shown as, once it has been requested; empty where that is not kept.
  @usableFromInline var shown: [Shown?] = []
  /// What is known of where each record is.
  @usableFromInline var places: [RecordPlace] = []
  /// The order in which the records arrived or were placed.
  @usableFromInline var arrivals = ArrivalOrder()

  @inlinable
  init(keepsShown: Bool) { self.keepsShown = keepsShown }

  /// The number of records.
  @inlinable
  var count: Int { table.count }

  /// The slot of the record with a key, or `nil`.
  @inlinable
  func slot(of key: Item.ID) -> Int32? { table.slot(of: key) }

  /// The record in a slot, or `nil`.
  @inlinable
  subscript(slot: Int32) -> Item? { table[slot] }

  /// Puts a record into a slot of its own; its arrival is left to the caller.
  @inlinable
  mutating func add(_ item: Item) -> Int32 {
    let slot = table.add(item)
    if Int(slot) == places.count {
      places.append(RecordPlace())
      if keepsShown { shown.append(nil) }
    }
    return slot
  }

  /// Gives a record new content, of the same key.
  @inlinable
  mutating func update(_ slot: Int32, to item: Item) {
    table.values[Int(slot)] = item
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
    table.remove(slot)
    forgetShown(slot)
    arrivals.remove(slot)
  }

  /// Makes room for so many records at once.
  @inlinable
  mutating func reserveCapacity(_ count: Int) {
    table.reserveCapacity(count)
    if keepsShown { shown.reserveCapacity(count) }
    places.reserveCapacity(count)
  }

  /// What a record is shown as.
  @inlinable
  mutating func shown(_ slot: Int32, by show: (Item) -> Shown) -> Shown? {
    if keepsShown, let made = shown[Int(slot)] { return made }
    guard let item = table[slot] else { return nil }
    let made = show(item)
    if keepsShown { shown[Int(slot)] = made }
    return made
  }
}

/// What is known of where a record is without looking at it; side by side, so that it is fetched at once.
@usableFromInline
struct RecordPlace: Sendable, Equatable {
  /// The number of its section, or -1.
  @usableFromInline var section: Int32 = -1
  /// The beginning of what the first rule of the order sorts it by.
  @usableFromInline var prefix = SortPrefix.unknown
  /// Its rank in the section when that was seen last: others have come and gone since, so it is near that.
  @usableFromInline var rank: Int32 = 0
  /// Whether it passes all filters.
  @usableFromInline var passes = false

  @inlinable
  init() {}

  @inlinable
  init(section: Int32, prefix: SortPrefix, rank: Int32, passes: Bool) {
    self.section = section
    self.prefix = prefix
    self.rank = rank
    self.passes = passes
  }
}
