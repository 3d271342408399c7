/// The sections that records stand in, by key and by number, in the order in which they are met or declared.
@usableFromInline
struct SectionTable<Key: Hashable & Sendable, Header: Equatable & Sendable>: Sendable {
  @usableFromInline var numberOfKey: [Key: Int32] = [:]
  @usableFromInline var keys: [Key] = []
  @usableFromInline var headers: [Header] = []
  /// Where a declared section, or one that the store keeps by hand, stands among those; -1 for others.
  @usableFromInline var rank: [Int32] = []
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
    } else {
      number = Int32(truncatingIfNeeded: keys.count)
      keys.append(key)
      headers.append(header())
      rank.append(-1)
    }
    numberOfKey[key] = number
    return number
  }

  /// Whether a section is shown even when it is empty.
  @inlinable
  func isDeclared(_ number: Int32) -> Bool { rank[Int(number)] >= 0 }

  /// The number of a section that is shown even when it is empty; `nil` for others.
  @inlinable
  func number(ofDeclared key: Key) -> Int32? { numberOfKey[key].flatMap { isDeclared($0) ? $0 : nil } }

  /// Forgets which sections are shown even when they are empty.
  @inlinable
  mutating func undeclareAll() {
    for number in rank.indices { rank[number] = -1 }
  }

  /// The numbers of the sections that are shown even when they are empty, in their order.
  @inlinable
  var declared: [Int32] {
    numberOfKey.values.filter { rank[Int($0)] >= 0 }.sorted { rank[Int($0)] < rank[Int($1)] }
  }

  /// Sets where a section stands among those that are shown even when they are empty; -1 for none of them.
  @inlinable
  mutating func declare(_ number: Int32, rank: Int32) { self.rank[Int(number)] = rank }

  /// Gives back the number of a section that has no record and is not declared.
  @inlinable
  mutating func remove(_ number: Int32) {
    guard rank[Int(number)] < 0, numberOfKey[keys[Int(number)]] == number else { return }
    numberOfKey[keys[Int(number)]] = nil
    free.append(number)
  }
}
