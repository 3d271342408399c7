import ConformanceKit
import StoreInterface
import StoreTestSupport

extension ManualClock {
  /// Does what may wait for the clock, which goes on meanwhile: an emptied file is awaited before it is believed.
  func goingOn<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let isDone = Locked(false)
    let task = Task {
      defer { isDone.set(true) }
      return try await work()
    }
    while !isDone.get() {
      advanceToNextDeadline()
      await Task.yield()
    }
    return try await task.value
  }
}
