/// Slots in an order that their owner decides, in chunks: a slot is found again by the chunk it was put in, so that it can
/// be taken out whatever has become of what it was ordered by.
///
/// Invariant: no chunk of `sequence` is empty, and none holds more than 128 slots.
///
/// - Time: insertion O(log *n*) comparisons and O(*c* + *n* / *c*²) steps, with *c* the slots of a chunk; removal and
///   neighbours O(*c*).
package struct SlotList: Sendable {
  /// Chunks by their number; those not in use are empty.
  private var chunks: [[Int32]] = []
  /// The numbers of the chunks, in order.
  private var sequence: [Int32] = []
  /// Where in `sequence` a chunk stands, by its number.
  private var ordinals: [Int32] = []
  private var unused: [Int32] = []
  /// How many slots there are.
  package private(set) var count = 0

  private static var capacity: Int { 128 }

  package init() {}

  /// Makes a list of slots that are in order already, and says where each was put.
  package init(_ slots: [Int32], didPut: (_ slot: Int32, _ chunk: Int32) -> Void) {
    let size = Self.capacity * 3 / 4
    for start in stride(from: 0, to: slots.count, by: size) {
      let number = Int32(chunks.count)
      chunks.append(Array(slots[start..<Swift.min(start + size, slots.count)]))
      sequence.append(number)
      ordinals.append(number)
      for slot in chunks[chunks.count - 1] { didPut(slot, number) }
    }
    count = slots.count
  }

  package var isEmpty: Bool { count == 0 }
  /// The first slot, or -1.
  package var first: Int32 { sequence.first.flatMap { chunks[Int($0)].first } ?? -1 }
  /// The last slot, or -1.
  package var last: Int32 { sequence.last.flatMap { chunks[Int($0)].last } ?? -1 }

  /// Puts a slot behind all those that are before it, and says where it and others were put.
  package mutating func insert(
    _ slot: Int32, after isBefore: (Int32) -> Bool, didPut: (_ slot: Int32, _ chunk: Int32) -> Void
  ) {
    count += 1
    guard !sequence.isEmpty else {
      let number = takeChunk()
      chunks[Int(number)].append(slot)
      sequence.append(number)
      ordinals[Int(number)] = 0
      didPut(slot, number)
      return
    }
    // The last chunk whose first slot is before this one, or the first chunk.
    var low = 0
    var high = sequence.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(chunks[Int(sequence[middle])][0]) { low = middle } else { high = middle }
    }
    let number = sequence[low]
    var start = 0
    var end = chunks[Int(number)].count
    while start < end {
      let middle = (start + end) / 2
      if isBefore(chunks[Int(number)][middle]) { start = middle + 1 } else { end = middle }
    }
    chunks[Int(number)].insert(slot, at: start)
    didPut(slot, number)
    if chunks[Int(number)].count > Self.capacity { split(number, didPut: didPut) }
  }

  /// Takes a slot out of the chunk it was put in.
  package mutating func remove(_ slot: Int32, from chunk: Int32) {
    guard let place = chunks[Int(chunk)].firstIndex(of: slot) else { return }
    chunks[Int(chunk)].remove(at: place)
    count -= 1
    guard chunks[Int(chunk)].isEmpty else { return }
    sequence.remove(at: Int(ordinals[Int(chunk)]))
    number(from: Int(ordinals[Int(chunk)]))
    unused.append(chunk)
  }

  /// The slot before this one, or -1.
  package func slot(before slot: Int32, in chunk: Int32) -> Int32 {
    let members = chunks[Int(chunk)]
    guard let place = members.firstIndex(of: slot) else { return -1 }
    if place > 0 { return members[place - 1] }
    let ordinal = Int(ordinals[Int(chunk)])
    return ordinal > 0 ? chunks[Int(sequence[ordinal - 1])].last ?? -1 : -1
  }

  /// The slot after this one, or -1.
  package func slot(after slot: Int32, in chunk: Int32) -> Int32 {
    let members = chunks[Int(chunk)]
    guard let place = members.firstIndex(of: slot) else { return -1 }
    if place + 1 < members.count { return members[place + 1] }
    let ordinal = Int(ordinals[Int(chunk)])
    return ordinal + 1 < sequence.count ? chunks[Int(sequence[ordinal + 1])].first ?? -1 : -1
  }

  /// A number that is greater the later a slot stands.
  package func rank(of slot: Int32, in chunk: Int32) -> Int {
    Int(ordinals[Int(chunk)]) * (Self.capacity + 1) + (chunks[Int(chunk)].firstIndex(of: slot) ?? 0)
  }

  /// Calls `body` with each slot in order, until it returns false.
  package func forEach(_ body: (Int32) -> Bool) {
    for number in sequence {
      for slot in chunks[Int(number)] where !body(slot) { return }
    }
  }

  private mutating func takeChunk() -> Int32 {
    if let number = unused.popLast() { return number }
    chunks.append([])
    ordinals.append(0)
    return Int32(chunks.count - 1)
  }

  private mutating func split(_ chunk: Int32, didPut: (_ slot: Int32, _ chunk: Int32) -> Void) {
    let half = chunks[Int(chunk)].count / 2
    let number = takeChunk()
    chunks[Int(number)] = Array(chunks[Int(chunk)][half...])
    chunks[Int(chunk)].removeSubrange(half...)
    for slot in chunks[Int(number)] { didPut(slot, number) }
    let ordinal = Int(ordinals[Int(chunk)]) + 1
    sequence.insert(number, at: ordinal)
    self.number(from: ordinal)
  }

  private mutating func number(from ordinal: Int) {
    for place in ordinal..<sequence.count { ordinals[Int(sequence[place])] = Int32(place) }
  }
}
