/// Which records a batch names, and which were there before it.
///
/// Kept from batch to batch for its memory; between two of them nothing is named.
@usableFromInline
struct BatchEdits: Sendable {
  /// The records that the batch names, or whose sections it deletes, and that were there before it.
  @usableFromInline private(set) var taken: [Int32] = []
  /// The records named so far, in the order in which they were; those that are gone are tombstones.
  @usableFromInline private(set) var slots: [Int32] = []
  /// What is known of each record, by slot.
  private var marks: [Marks] = []

  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let taken = Marks(rawValue: 1)
    static let named = Marks(rawValue: 2)
    static let refreshed = Marks(rawValue: 4)
  }

  @usableFromInline
  init() {}

  /// Notes that a record was there before the batch, which names it or deletes its section.
  @usableFromInline
  mutating func take(_ slot: Int32) {
    if mark(slot, .taken) { taken.append(slot) }
  }

  /// Notes that a record is named.
  @usableFromInline
  mutating func name(_ slot: Int32) {
    if mark(slot, .named) { slots.append(slot) }
  }

  /// Notes that a record is to be reported as updated although it is equal.
  @usableFromInline
  mutating func refresh(_ slot: Int32) {
    name(slot)
    _ = mark(slot, .refreshed)
  }

  /// The records to be reported as updated although they are equal, those that are gone among them.
  @usableFromInline
  var refreshed: [Int32] { slots.filter { marks[Int($0)].contains(.refreshed) } }

  /// Forgets everything, for the next batch.
  @usableFromInline
  mutating func removeAll() {
    for slot in taken { marks[Int(slot)] = [] }
    for slot in slots { marks[Int(slot)] = [] }
    taken.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
  }

  /// Adds to what is known of a record; false where it was known.
  private mutating func mark(_ slot: Int32, _ mark: Marks) -> Bool {
    while marks.count <= Int(slot) { marks.append([]) }
    return marks[Int(slot)].insert(mark).inserted
  }
}
