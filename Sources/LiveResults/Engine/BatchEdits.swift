/// What a batch has done to the records so far: which it has named, and which of those are there.
@usableFromInline
struct BatchEdits: Sendable {
  /// The records named, in the order in which they were.
  @usableFromInline private(set) var slots: [Int32] = []
  /// The records that the batch names, or whose sections it deletes, and that were there before it.
  @usableFromInline let taken: [Int32]
  private var states: [Int32: State] = [:]

  /// - Parameter taken: The records that the batch names and that were there before it, in any order.
  @usableFromInline
  init(of taken: [Int32]) { self.taken = taken }

  private struct State {
    var isAlive: Bool
    var isRefreshed = false
  }

  /// Notes that a record is named, and whether it is there.
  @usableFromInline
  mutating func name(_ slot: Int32, isAlive: Bool) {
    if states[slot] == nil {
      slots.append(slot)
      states[slot] = State(isAlive: isAlive)
    }
  }

  /// Whether a record is there, by what the batch has done; one that it has not named is.
  @usableFromInline
  func isAlive(_ slot: Int32) -> Bool { states[slot]?.isAlive ?? true }

  @usableFromInline
  mutating func setAlive(_ slot: Int32, _ isAlive: Bool) {
    name(slot, isAlive: isAlive)
    states[slot]?.isAlive = isAlive
  }

  @usableFromInline
  mutating func setRefreshed(_ slot: Int32) { states[slot]?.isRefreshed = true }

  /// The records to be reported as updated although they are equal.
  @usableFromInline
  var refreshed: [Int32] { slots.filter { states[$0]?.isRefreshed == true && isAlive($0) } }
}
