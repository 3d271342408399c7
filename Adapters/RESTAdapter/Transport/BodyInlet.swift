import Foundation
import StoreInterface

/// Where a transport puts the bytes of a body, for a reader that takes what has come as one piece.
///
/// So what is waiting is bounded by the bytes alone, however small the parts in which they come.
struct BodyInlet: Sendable {
  private struct State: Sendable {
    var bytes: [UInt8] = []
    var end: Result<Void, HTTPTransportError>?
  }

  private let state: Locked<State>
  private let waker: AsyncStream<Void>.Continuation

  /// Makes an inlet, and the body that it fills.
  static func make() -> (inlet: BodyInlet, body: AsyncThrowingStream<[UInt8], any Error>) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let state = Locked(State())
    // The body alone holds `wakes`: when it is let go, the stream is cancelled.
    let body = AsyncThrowingStream<[UInt8], any Error> {
      var iterator = wakes.makeAsyncIterator()
      var mayGrow = true
      while true {
        let (bytes, end) = state.withLock { state in
          defer { state.bytes = [] }
          return (state.bytes, state.end)
        }
        if !bytes.isEmpty { return bytes }
        if let end {
          try end.get()
          return nil
        }
        // Cancelled: what came so far is not the body.
        if !mayGrow { return nil }
        mayGrow = await iterator.next() != nil
      }
    }
    return (BodyInlet(state: state, waker: waker), body)
  }

  /// Has this called when the reader is cancelled, or lets the body go before its end.
  func onCancel(_ call: @escaping @Sendable () -> Void) {
    waker.onTermination = { reason in
      if case .cancelled = reason { call() }
    }
  }

  func append(_ data: Data) {
    state.withLock { $0.bytes += data }
    waker.yield()
  }

  /// Ends the body, after what has come so far; the first end counts.
  func finish(_ end: Result<Void, HTTPTransportError>) {
    state.withLock { $0.end = $0.end ?? end }
    waker.yield()
    waker.finish()
  }
}
