/// A key of any type: equal to another when both are of one type and equal.
///
/// Held by reference: what has such a key in it, as every change of a store has, is then of a size that is known, and is
/// copied by one retain instead of a call for each value.
package struct ErasedKey: Sendable {
  private final class Box: Sendable {
    let key: any Hashable & Sendable
    init(_ key: any Hashable & Sendable) { self.key = key }
  }

  private let box: Box
  package var key: any Hashable & Sendable { box.key }

  package init(_ key: some Hashable & Sendable) { box = Box(key) }
}

extension ErasedKey: Hashable {
  package static func == (a: ErasedKey, b: ErasedKey) -> Bool { a.key.isSame(as: b.key) }

  package func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
}

extension ErasedKey: CustomStringConvertible {
  package var description: String { String(describing: key) }
}

extension Equatable {
  /// Whether another value is of exactly this type and equal. A cast alone would also unwrap optional values.
  func isSame(as other: Any) -> Bool { type(of: other) == Self.self && other as? Self == self }
}
