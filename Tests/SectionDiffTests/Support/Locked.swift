import Foundation

/// A value behind a lock. Proof that it is `Sendable`: nothing reads or writes the value but while it holds the lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  func update(_ change: @Sendable (inout Value) -> Void) { lock.withLock { change(&stored) } }
}
