public import StoreInterface

/// A store that refuses or holds what is written to another, on request.
public final class GuardedStore<Base: WritableDataStore>: WritableDataStore {
  /// What the guarded store holds.
  public typealias Item = Base.Item
  /// What it can be asked for.
  public typealias Request = Base.Request

  private struct State {
    var refusal: StoreError?
    var afterFetch: (@Sendable () async -> Void)?
    var isHolding = false
    var held: [CheckedContinuation<Void, Never>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
    var batches: [StoreBatch<Base.Item>] = []
  }

  /// The store that is guarded.
  public let base: Base
  private let state = Locked(State())

  /// Lets everything through at first.
  public init(_ base: Base) { self.base = base }

  /// The batches that came, let through or not.
  public var batches: [StoreBatch<Base.Item>] { state.withLock { $0.batches } }

  /// What is written from now on is refused with this, or done all the same, as its effect says; `nil` lets it through.
  public func refuse(with error: StoreError?) { state.withLock { $0.refusal = error } }

  /// Has something happen between the answer to the next fetch and its return.
  public func onceAfterFetch(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.afterFetch = body } }

  /// What is written from now on waits until it is let go.
  public func hold() { state.withLock { $0.isHolding = true } }

  /// Returns when something waits.
  public func somethingWaits() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        if !state.held.isEmpty { return true }
        state.arrivals.append(continuation)
        return false
      }
      if waits { continuation.resume() }
    }
  }

  /// Lets go what waits, and what comes.
  public func letGo() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held.removeAll() }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// The guarded store's answer.
  public func events(for request: Base.Request) -> Base.Events { base.events(for: request) }

  /// The guarded store's answer as it stands now.
  public func fetch(_ request: Base.Request) async throws(StoreError) -> StoreContents<Base.Item> {
    let answer = try await base.fetch(request)
    await state.withLock { $0.afterFetch.take() }?()
    return answer
  }

  /// Writes, if that is let through.
  public func commit(_ batch: StoreBatch<Base.Item>) async throws(StoreError) -> BatchOutcome<Base.Item> {
    state.withLock { $0.batches.append(batch) }
    await withCheckedContinuation { continuation in
      let (isHeld, arrivals) = state.withLock { state in
        guard state.isHolding else { return (false, []) as (Bool, [CheckedContinuation<Void, Never>]) }
        state.held.append(continuation)
        defer { state.arrivals.removeAll() }
        return (true, state.arrivals)
      }
      if !isHeld { continuation.resume() }
      for arrival in arrivals { arrival.resume() }
    }
    if let refusal = state.withLock({ $0.refusal }) {
      if refusal.effect == .everything { _ = try await base.commit(batch) }
      throw refusal
    }
    return try await base.commit(batch)
  }
}
