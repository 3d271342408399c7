public import struct Foundation.Date
internal import StoreInterface

/// How a store is notified of changes that others make.
public enum FileHealth: Hashable, Sendable {
  /// There are no observers, so the store does not listen.
  case idle
  /// The system reports changes.
  case live
  /// The store looks again and again, for this reason.
  case polling(String)
  /// The folder is gone; the store looks again and again until it is back. The results are as old as this.
  case lost(since: Date)
}

extension FileHealth: CustomStringConvertible {
  /// As in `polling: changes on NFS may be made by other machines`.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .live: "live"
    case .polling(let reason): "polling: \(reason)"
    case .lost(let date): "lost since \(date.formatted(.iso8601))"
    }
  }
}

/// A part of a store's health: its value now, and a stream of its changes.
final class HealthBoard<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var value: Value
    var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state: Locked<State>

  init(_ value: Value) { state = Locked(State(value: value)) }

  var current: Value { state.withLock { $0.value } }

  func set(_ value: Value) {
    let observers = state.withLock { state in
      if state.value == value { return [AsyncStream<Value>.Continuation]() }
      state.value = value
      return Array(state.observers.values)
    }
    for observer in observers { observer.yield(value) }
  }

  func updates() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = continuation
      continuation.yield(state.value)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    return stream
  }
}

@available(LiveSystems, *)
extension HealthBoard<FileHealth> {
  func set(_ health: WatchPlan.Health, now: FileTime) {
    switch health {
    case .live: set(.live)
    case .polling(let reason): set(.polling(reason))
    case .lost:
      if case .lost = current { return }
      set(.lost(since: Date(timeIntervalSince1970: Double(now.seconds) + Double(now.nanoseconds) / 1e9)))
    }
  }
}
