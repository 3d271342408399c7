/// The names of the objects that are open, to find one that occurs twice.
///
/// Up to 32 names an object are compared as they come, by hash; larger objects are sorted when they close, so
/// that hostile names cost no more than others.
struct JSONNameStack {
  private struct Name {
    var hash: UInt64
    var value: FieldValue
  }

  private let seed = ByteHash.processSeed
  private var names: [Name] = []
  /// For every open object, where its names begin.
  private var bases: [Int] = []

  /// Above this many names sorting wins over comparing each with each.
  private static let smallObject = 32

  mutating func reset() {
    names.removeAll(keepingCapacity: true)
    bases.removeAll(keepingCapacity: true)
  }

  mutating func open() { bases.append(names.count) }

  /// Adds a name to the innermost object.
  mutating func insert(_ value: FieldValue, _ bytes: Span<UInt8>) throws(ScanFailure) {
    let base = bases.last ?? 0
    let hash = ValueEquality.hash(value, bytes, seed: seed)
    if names.count - base < Self.smallObject {
      var index = base
      while index < names.count {
        if names[index].hash == hash, ValueEquality.equal(names[index].value, bytes, value, bytes) {
          throw Self.duplicate(value, bytes)
        }
        index += 1
      }
    }
    names.append(Name(hash: hash, value: value))
  }

  /// Ends the innermost object.
  mutating func close(_ bytes: Span<UInt8>) throws(ScanFailure) {
    let base = bases.popLast() ?? 0
    if names.count - base > Self.smallObject {
      // By hash, then place: equal names become neighbours but for names that share a hash by accident.
      let sorted = names[base...].sorted { a, b in
        a.hash != b.hash ? a.hash < b.hash : a.value.range.lowerBound < b.value.range.lowerBound
      }
      var first: FieldValue?
      for (a, b) in zip(sorted, sorted.dropFirst())
      where a.hash == b.hash && ValueEquality.equal(a.value, bytes, b.value, bytes) {
        if let found = first, found.range.lowerBound <= b.value.range.lowerBound { continue }
        first = b.value
      }
      if let first { throw Self.duplicate(first, bytes) }
    }
    names.removeSubrange(base...)
  }

  private static func duplicate(_ name: FieldValue, _ bytes: Span<UInt8>) -> ScanFailure {
    var literal: [UInt8] = []
    ValueDecoding.appendJSON(name, bytes, to: &literal)
    return ScanFailure(
      kind: .duplicateName, offset: name.range.lowerBound - 1,
      problem: "the name \(String(decoding: literal, as: UTF8.self)) occurs twice in one object",
      advice: "remove one of the two members")
  }
}
