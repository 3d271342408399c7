import Synchronization

/// A value behind a lock.
public final class Locked<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  /// Makes a value.
  public init(_ value: Value) { self.value = Mutex(value) }

  /// The value now.
  public func get() -> Value { value.withLock { $0 } }

  /// Puts another in its place.
  public func set(_ new: Value) { value.withLock { $0 = new } }

  /// Changes the value.
  public func change(_ body: (inout Value) -> Void) { value.withLock { body(&$0) } }
}
