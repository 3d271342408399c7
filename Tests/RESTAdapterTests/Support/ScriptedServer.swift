import RESTAdapter
import StoreInterface
import StoreTestSupport

/// A server without a network: a closure that answers, and a log of what it was asked.
final class ScriptedServer: HTTPTransport {
  typealias Script = @Sendable (HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange

  private let script: Locked<Script>
  private let log = Locked<[HTTPRequest]>([])
  private let inFlight = Locked((now: 0, most: 0))

  init(_ script: @escaping Script) { self.script = Locked(script) }

  /// Answers the same, whatever it is asked.
  convenience init(_ reply: Reply) { self.init { _ in reply.exchange } }

  /// Gives these answers one after another, the last one for good.
  convenience init(_ first: Reply, _ rest: Reply...) {
    let replies = Locked(([first] + rest)[...])
    self.init { _ in
      replies.withLock { left in left.count > 1 ? left.removeFirst() : left[left.startIndex] }.exchange
    }
  }

  /// What was asked, in order.
  var requests: [HTTPRequest] { log.get() }
  /// How many requests were under way at once, at most.
  var mostAtOnce: Int { inFlight.withLock { $0.most } }

  /// Answers otherwise from now on.
  func answer(_ script: @escaping Script) { self.script.set(script) }
  func answer(_ reply: Reply) { answer { _ in reply.exchange } }

  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
    log.change { $0.append(request) }
    inFlight.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    defer { inFlight.withLock { $0.now -= 1 } }
    return try await script.get()(request)
  }
}

/// Holds requests until it is opened, and tells when some wait.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var held: [CheckedContinuation<Void, Never>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// Waits until the gate is open, or the task is cancelled.
  func pass() async throws(HTTPTransportError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOpen, arrivals) = state.withLock { state in
          if state.isOpen || Task.isCancelled { return (true, []) as (Bool, [CheckedContinuation<Void, Never>]) }
          state.held.append(continuation)
          defer { state.arrivals.removeAll() }
          return (false, state.arrivals)
        }
        if isOpen { continuation.resume() }
        for arrival in arrivals { arrival.resume() }
      }
    } onCancel: {
      letGo()
    }
    if Task.isCancelled { throw .cancelled }
  }

  /// Returns when something waits.
  func somethingWaits() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        if !state.held.isEmpty { return true }
        state.arrivals.append(continuation)
        return false
      }
      if waits { continuation.resume() }
    }
  }

  func open() {
    state.withLock { $0.isOpen = true }
    letGo()
  }

  private func letGo() {
    let held = state.withLock { state in
      defer { state.held.removeAll() }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}
