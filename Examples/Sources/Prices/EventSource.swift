import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads server-sent events from a URL.
///
/// On Apple's systems `URLSession.bytes(for:)` does the first half of this.
struct EventSource: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let url: URL
  /// The most bytes of one event.
  var eventLimit = 16 << 20
  /// A server that sends nothing for so long is taken for dead. It sends a comment every 15 seconds.
  var silenceLimit: TimeInterval = 45

  /// The events after one, or from the start; ends when the server ends them or the task is cancelled.
  ///
  /// - Throws: What the system says of a connection that fails; ``Failure`` and ``EventParser/TooLong``.
  func read(after lastEventID: String?, _ body: (ServerSentEvent) async throws -> Void) async throws {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: silenceLimit)
    request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    if let lastEventID { request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID") }

    var parser = EventParser(limit: eventLimit)
    for try await data in chunks(of: request) {
      for event in try parser.parse(data) { try await body(event) }
    }
  }

  /// The body of the response in the pieces in which it comes.
  ///
  /// At most 256 pieces wait. A reader that is slower than that is cut off. It then connects again, and the server sends
  /// it what it missed as one event.
  private func chunks(of request: URLRequest) -> AsyncThrowingStream<Data, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingOldest(256)) { continuation in
      let configuration = URLSessionConfiguration.ephemeral
      // On Linux the cache would keep the body for as long as it grows.
      configuration.urlCache = nil
      let session = URLSession(
        configuration: configuration, delegate: Receiver(continuation), delegateQueue: nil)
      continuation.onTermination = { _ in session.invalidateAndCancel() }
      session.dataTask(with: request).resume()
    }
  }

  private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) { self.continuation = continuation }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      if status == 200, response.mimeType == "text/event-stream" { return completionHandler(.allow) }
      let answer = "\(status), \(response.mimeType ?? "no type")"
      continuation.finish(
        throwing: Failure(description: "the server answered \(answer); expected 200, text/event-stream"))
      completionHandler(.cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      if case .dropped = continuation.yield(data) {
        continuation.finish(throwing: Failure(description: "events arrive faster than they are read"))
      }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      continuation.finish(throwing: error)
    }
  }
}
