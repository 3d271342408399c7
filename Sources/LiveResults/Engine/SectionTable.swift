/// The sections that records are in, by key and by number, in the order in which they are met or declared.
@usableFromInline
struct SectionTable<Key: Hashable & Sendable, Header: Equatable & Sendable>: Sendable {
  @usableFromInline var numberOfKey: [Key: Int32] = [:]
  @usableFromInline var keys: [Key] = []
  @usableFromInline var headers: [Header] = []
  /// The numbers of the sections that are shown even when they are empty, in their order: those that the arrangement
  /// declares, or that the store keeps by hand.
  @usableFromInline private(set) var declared: [Int32] = []
  /// Where each section is among those; -1 for others, -2 for numbers that no section has.
  @usableFromInline private(set) var rank: [Int32] = []
  @usableFromInline var free: [Int32] = []

  @inlinable
  init() {}

  /// The number of the section with a key; a new one for a key that was not met before.
  @inlinable
  mutating func number(of key: Key, header: @autoclosure () -> Header) -> Int32 {
    if let number = numberOfKey[key] { return number }
    let number: Int32
    if let reused = free.popLast() {
      number = reused
      keys[Int(number)] = key
      headers[Int(number)] = header()
      rank[Int(number)] = -1
    } else {
      number = Int32(truncatingIfNeeded: keys.count)
      keys.append(key)
      headers.append(header())
      rank.append(-1)
    }
    // A key that does not equal itself is found by no one.
    if key == key { numberOfKey[key] = number }
    return number
  }

  /// Whether a section is shown even when it is empty.
  @inlinable
  func isDeclared(_ number: Int32) -> Bool { rank[Int(number)] >= 0 }

  /// The number of a section that is shown even when it is empty; `nil` for others.
  @inlinable
  func number(ofDeclared key: Key) -> Int32? { numberOfKey[key].flatMap { isDeclared($0) ? $0 : nil } }

  /// Whether there is a section with a number, and it has a key.
  @inlinable
  func isKey(_ key: Key, ofNumber number: Int32) -> Bool {
    number >= 0 && Int(number) < keys.count && rank[Int(number)] > -2 && keys[Int(number)] == key
  }

  /// Sets which sections are shown even when they are empty, and in which order; each named once.
  ///
  /// - Complexity: O(*s*).
  @usableFromInline
  mutating func declare(_ numbers: [Int32]) {
    for number in declared { rank[Int(number)] = -1 }
    declared = numbers
    for (place, number) in numbers.enumerated() { rank[Int(number)] = Int32(truncatingIfNeeded: place) }
  }

  /// Gives back the number of a section that has no record and is not declared.
  @inlinable
  mutating func remove(_ number: Int32) {
    guard rank[Int(number)] == -1 else { return }
    let key = keys[Int(number)]
    if numberOfKey[key] == number { numberOfKey[key] = nil }
    rank[Int(number)] = -2
    free.append(number)
  }
}
