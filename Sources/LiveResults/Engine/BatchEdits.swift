/// What a batch has done to the records so far: which it has named, and which of those are there.
///
/// Kept from batch to batch for its memory; between two of them nothing is named.
@usableFromInline
struct BatchEdits: Sendable {
  /// The records that the batch names, or whose sections it deletes, and that were there before it.
  @usableFromInline private(set) var taken: [Int32] = []
  /// The records named so far, in the order in which they were.
  @usableFromInline private(set) var slots: [Int32] = []
  /// What is known of each record, by slot.
  private var marks: [Marks] = []

  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let taken = Marks(rawValue: 1)
    static let named = Marks(rawValue: 2)
    static let gone = Marks(rawValue: 4)
    static let refreshed = Marks(rawValue: 8)
  }

  @usableFromInline
  init() {}

  /// Notes that a record was there before the batch, which names it or deletes its section.
  @usableFromInline
  mutating func take(_ slot: Int32) {
    makeRoom(for: slot)
    if marks[Int(slot)].insert(.taken).inserted { taken.append(slot) }
  }

  /// Notes that a record is named, and whether it is there.
  @usableFromInline
  mutating func name(_ slot: Int32, isAlive: Bool) {
    makeRoom(for: slot)
    if !marks[Int(slot)].insert(.named).inserted { return }
    slots.append(slot)
    if !isAlive { marks[Int(slot)].insert(.gone) }
  }

  /// Whether a record is there, by what the batch has done; one that it has not named is.
  @usableFromInline
  func isAlive(_ slot: Int32) -> Bool { Int(slot) >= marks.count || !marks[Int(slot)].contains(.gone) }

  @usableFromInline
  mutating func setAlive(_ slot: Int32, _ isAlive: Bool) {
    name(slot, isAlive: isAlive)
    if isAlive { marks[Int(slot)].remove(.gone) } else { marks[Int(slot)].insert(.gone) }
  }

  @usableFromInline
  mutating func setRefreshed(_ slot: Int32) {
    makeRoom(for: slot)
    marks[Int(slot)].insert(.refreshed)
  }

  /// The records to be reported as updated although they are equal.
  @usableFromInline
  var refreshed: [Int32] { slots.filter { marks[Int($0)].contains(.refreshed) && isAlive($0) } }

  /// Forgets everything, for the next batch.
  @usableFromInline
  mutating func removeAll() {
    for slot in taken { marks[Int(slot)] = [] }
    for slot in slots { marks[Int(slot)] = [] }
    taken.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
  }

  private mutating func makeRoom(for slot: Int32) {
    while marks.count <= Int(slot) { marks.append([]) }
  }
}
