package import StoreInterface

extension Locked where Value: Sendable {
  /// The value now.
  package func get() -> Value { withLock { $0 } }

  /// Puts another in its place.
  package func set(_ new: Value) { withLock { $0 = new } }

  /// Changes the value.
  package func change(_ body: (inout Value) -> Void) { withLock { body(&$0) } }
}
