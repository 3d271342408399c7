internal import Foundation
internal import StoreInterface

/// The health of a store, for those who ask and for those who want to be told.
final class HealthBoard: Sendable {
  private struct State {
    var health = FileHealth.idle
    var observers: [Int: AsyncStream<FileHealth>.Continuation] = [:]
    var lastNumber = 0
  }

  private let state = Locked(State())

  var current: FileHealth { state.withLock { $0.health } }

  func set(_ health: WatchPlan.Health, now: FileTime) {
    switch health {
    case .live: set(.live)
    case .polling(let reason): set(.polling(reason))
    case .lost:
      if case .lost = current { return }
      set(.lost(since: Date(timeIntervalSince1970: Double(now.seconds) + Double(now.nanoseconds) / 1e9)))
    }
  }

  func set(_ health: FileHealth) {
    let observers = state.withLock { state in
      if state.health == health { return [AsyncStream<FileHealth>.Continuation]() }
      state.health = health
      return Array(state.observers.values)
    }
    for observer in observers { observer.yield(health) }
  }

  func updates() -> AsyncStream<FileHealth> {
    let (stream, continuation) = AsyncStream<FileHealth>.makeStream(bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = continuation
      continuation.yield(state.health)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    return stream
  }
}
