import StoreInterface

/// What a record depends on besides itself: the key of a record in another store, a setting, the current day; of any type.
///
///     DependencyKey(employee.companyID)
public struct DependencyKey: Hashable, Sendable {
  private let key: ErasedKey

  /// Wraps a key. Keys of different types are different.
  public init(_ key: some Hashable & Sendable) { self.key = ErasedKey(key) }
}

extension DependencyKey: CustomStringConvertible {
  /// The key's own description.
  public var description: String { key.description }
}
