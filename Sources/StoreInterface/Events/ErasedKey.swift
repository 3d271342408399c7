/// A key of any type: equal to another when both are of one type and equal.
package struct ErasedKey: Sendable {
  package let key: any Hashable & Sendable

  package init(_ key: some Hashable & Sendable) { self.key = key }
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
