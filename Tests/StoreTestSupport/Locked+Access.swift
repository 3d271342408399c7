package import StoreInterface

extension Locked where Value: Sendable {
  /// The value now.
  package func get() -> Value { withLock { $0 } }

  /// Puts another in its place.
  package func set(_ new: Value) { withLock { $0 = new } }

  /// Changes the value.
  package func change(_ body: (inout Value) -> Void) { withLock { body(&$0) } }

  /// Puts another in its place, and returns the one before.
  package func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
