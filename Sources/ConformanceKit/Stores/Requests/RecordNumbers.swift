import StoreInterface

/// Which number and version a record of a harness has: what predicates and orders of generated requests go by, and what
/// messages call a record.
final class RecordNumbers<Item: Identifiable & Sendable & Equatable>: Sendable where Item.ID: Sendable {
  private struct Known {
    var numbers: [Item.ID: Int] = [:]
    /// The versions of each number that were made so far, from 0 on.
    var versions: [Int: [Item]] = [:]
  }

  private let make: @Sendable (_ number: Int, _ version: Int) -> Item
  private let known = Locked(Known())

  /// Versions are looked for up to here: more than any law makes of one record.
  private static var versionLimit: Int { 256 }

  init(
    _ numbers: some Sequence<Int> = [], make: @escaping @Sendable (_ number: Int, _ version: Int) -> Item
  ) {
    self.make = make
    for number in numbers { add(number) }
  }

  /// Makes a number known.
  func add(_ number: Int) {
    let isKnown = known.withLock { $0.versions[number] != nil }
    if isKnown { return }
    let first = make(number, 0)
    known.withLock { known in
      known.versions[number] = [first]
      known.numbers[first.id] = number
    }
  }

  /// The number of a key, if it is one of those that are known.
  func number(of key: Item.ID) -> Int? { known.withLock { $0.numbers[key] } }

  /// The version of a record of a known number, if it has one.
  func version(of item: Item) -> Int? {
    let found = known.withLock { known in
      known.numbers[item.id].map { (number: $0, versions: known.versions[$0] ?? []) }
    }
    guard let found else { return nil }
    // Outside the lock: what a harness makes, and how it compares, is its own.
    var versions = found.versions
    if let version = versions.lastIndex(of: item) { return version }
    var isFound = false
    while !isFound, versions.count < Self.versionLimit {
      versions.append(make(found.number, versions.count))
      isFound = versions[versions.count - 1] == item
    }
    let made = versions
    known.withLock { known in
      if made.count > known.versions[found.number]?.count ?? 0 { known.versions[found.number] = made }
    }
    return isFound ? made.count - 1 : nil
  }

  /// A name for messages.
  func name(of key: Item.ID) -> String { number(of: key).map { "record \($0)" } ?? "the record \(key)" }

  /// A version for messages.
  func versionName(of item: Item) -> String { version(of: item).map { "version \($0)" } ?? "“\(item)”" }

  /// A name with version for messages.
  func name(of item: Item) -> String { "\(name(of: item.id)), \(versionName(of: item))" }
}
