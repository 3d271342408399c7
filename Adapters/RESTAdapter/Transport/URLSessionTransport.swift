import Foundation
import StoreInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests by URLSession, with nothing kept: no cache (it would hide that an answer is not modified), no
/// cookies, no stored credentials, and no redirect followed.
///
/// A body that becomes too large is cancelled, and what still comes of it is dropped: what waits to be read never
/// exceeds ``HTTPRequest/maximumBodyBytes``.
///
/// On Linux requests ask for answers without a content coding (`Accept-Encoding: identity`), and an answer of a status
/// 2xx that has one is refused at its head, by ``HTTPTransportError/contentCoding(_:)``: libcurl, which decodes it
/// there, takes a stream that is cut for a whole one. The coded body of any other status is dropped.
///
/// > Warning: On Linux a server can crash the process when it closes the connection in the middle of the head of a
/// > response (swift-corelibs-foundation, issue 5285; fixed there by pull request 5286, for later toolchains than 6.3).
/// > It can also keep every URLSession of the process busy, and its memory growing by some megabytes a second, by a
/// > compressed body that does not end: libcurl continues to decode a refused body. No delegate can prevent either. For
/// > an untrusted server, build with the package trait `AsyncHTTPClient`: a store on Linux then uses
/// > `AsyncHTTPTransport` by default. IPv6 addresses in brackets need the trait there, too.
public final class URLSessionTransport: HTTPTransport {
  private let lane: Lane

  /// Makes a transport with a session of its own.
  ///
  /// - Parameter idleSeconds: A connection on which nothing happens for so long counts as lost. How long an answer may
  ///   take as a whole is up to the store.
  public init(idleSeconds: Double = 600) {
    lane = Lane(idleSeconds: idleSeconds)
  }

  deinit { lane.close() }

  /// What the user of a transport should know who does not trust the server, where this is the transport.
  static func caution(for transport: any HTTPTransport) -> String? {
    #if canImport(FoundationNetworking)
      guard transport is URLSessionTransport else { return nil }
      return
        "URLSession on Linux lets a server crash this process (a truncated head) or keep it busy (a response without end): "
        + "for an untrusted server build with the package trait AsyncHTTPClient"
    #else
      return nil
    #endif
  }

  /// Sends a request.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpShouldHandleCookies = false
    for field in request.fields.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
    #if canImport(FoundationNetworking)
      if request.fields["Accept-Encoding"] == nil {
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      }
    #endif
    if let body = request.body { message.httpBody = Data(body) }
    let (reception, body) = Reception.make(of: request)
    reception.onCancel { [weak lane, weak reception] in
      if let reception { lane?.end(reception, .failure(.cancelled)) }
    }
    let result: Result<HTTPResponseHead, HTTPTransportError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        reception.awaitHead(continuation)
        lane.start(message, reception)
      }
    } onCancel: {
      lane.end(reception, .failure(.cancelled))
    }
    return HTTPExchange(head: try result.get(), body: body)
  }
}

#if canImport(FoundationNetworking)
  /// Makes the delegate's calls on the thread that reports them.
  ///
  /// URLSession on Linux adds a call for each piece that it decodes, and continues: calls that wait for a thread of
  /// their own pile up, gigabytes of them for an answer that swells. Made at once, they are over before the next piece
  /// is decoded. It also means that calls and cancellations come one after another: both run on the session's own
  /// queue.
  // Sendable: nothing is added to what the base class has.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif

/// A response on its way in. What has come of its body waits for the reader as one piece, so that it is bounded by its bytes
/// alone, however small the parts in which they come.
private final class Reception: Sendable {
  typealias Head = Result<HTTPResponseHead, HTTPTransportError>

  private struct State: Sendable {
    var task: URLSessionTask?
    var head: CheckedContinuation<Head, Never>?
    /// How much of the body has come, and what of it was not read yet.
    var received = 0
    var unread: [UInt8] = []
    var end: Result<Void, HTTPTransportError>?
  }

  /// The method of the request.
  let method: String
  let limit: Int
  private let waker: AsyncStream<Void>.Continuation
  private let state = Locked(State())

  private init(of request: HTTPRequest, _ waker: AsyncStream<Void>.Continuation) {
    method = request.method
    limit = request.maximumBodyBytes
    self.waker = waker
  }

  /// Makes a reception, and the body that it fills.
  static func make(of request: HTTPRequest) -> (Reception, body: AsyncThrowingStream<[UInt8], any Error>) {
    let (wakes, waker) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let reception = Reception(of: request, waker)
    // The body alone holds `wakes`: when it is let go, the stream is cancelled.
    let body = AsyncThrowingStream<[UInt8], any Error> {
      var iterator = wakes.makeAsyncIterator()
      var mayGrow = true
      while true {
        let (bytes, end) = reception.takeUnread()
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
    return (reception, body)
  }

  /// Has this called when the reader is cancelled, or lets the body go before its end.
  func onCancel(_ call: @escaping @Sendable () -> Void) {
    waker.onTermination = { reason in
      if case .cancelled = reason { call() }
    }
  }

  var isOver: Bool { state.withLock { $0.end != nil } }
  var awaitsHead: Bool { state.withLock { $0.head != nil } }
  var task: URLSessionTask? { state.withLock { $0.task } }

  private func takeUnread() -> (bytes: [UInt8], end: Result<Void, HTTPTransportError>?) {
    state.withLock { state in
      defer { state.unread = [] }
      return (state.unread, state.end)
    }
  }

  /// Has the head handed over when it comes; at once where the reception is over already.
  func awaitHead(_ continuation: CheckedContinuation<Head, Never>) {
    let end = state.withLock { state in
      if state.end == nil { state.head = continuation }
      return state.end
    }
    if let end { continuation.resume(returning: Self.head(of: end)) }
  }

  /// Notes the task, unless the reception is over.
  func begin(_ task: URLSessionTask) -> Bool {
    state.withLock { state in
      if state.end != nil { return false }
      state.task = task
      return true
    }
  }

  func handOver(_ head: HTTPResponseHead) { state.withLock { $0.head.take() }?.resume(returning: .success(head)) }

  /// Takes a part of the body; what comes after the end is dropped.
  ///
  /// - Returns: Whether the body is too large with it.
  func receive(_ data: Data) -> Bool {
    let isTooLarge = state.withLock { state in
      if state.end != nil { return false }
      state.received += data.count
      if state.received > limit { return true }
      state.unread += data
      return false
    }
    waker.yield()
    return isTooLarge
  }

  /// Ends it, and the body after what has come so far; the first end counts.
  func finish(_ end: Result<Void, HTTPTransportError>) {
    let head = state.withLock { state -> CheckedContinuation<Head, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      return state.head.take()
    }
    head?.resume(returning: Self.head(of: end))
    waker.yield()
    waker.finish()
  }

  private static func head(of end: Result<Void, HTTPTransportError>) -> Head {
    switch end {
    case .failure(let error): .failure(error)
    case .success: .failure(.interrupted("there was no response"))
    }
  }
}

/// A session, its delegate, and what is in progress on it.
private final class Lane: NSObject, URLSessionDataDelegate, Sendable {
  private struct State: Sendable {
    var session: URLSession?
    var receptions: [Int: Reception] = [:]
  }

  /// Where tasks are made, begun and cancelled. All of that waits on Linux while the session's own queue is busy.
  private let calls = DispatchQueue(label: "RESTAdapter.URLSessionTransport", qos: .userInitiated)
  private let state = Locked(State())

  init(idleSeconds: Double) {
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = idleSeconds
    #if canImport(FoundationNetworking)
      let queue = InlineQueue()
    #else
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
    #endif
    // The session holds its delegate until it is invalidated, and is held by it.
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    state.withLock { $0.session = session }
  }

  func close() {
    state.withLock { $0.session.take() }?.finishTasksAndInvalidate()
  }

  /// Sends a request.
  func start(_ message: URLRequest, _ reception: Reception) {
    calls.async { [self] in
      guard !reception.isOver, let session = state.withLock({ $0.session }) else {
        return end(reception, .failure(.cancelled))
      }
      let task = session.dataTask(with: message)
      guard reception.begin(task) else { return task.cancel() }
      state.withLock { $0.receptions[task.taskIdentifier] = reception }
      task.resume()
      #if canImport(FoundationNetworking)
        watchRedirect(task, reception)
      #endif
    }
  }

  /// Ends a reception before its time. A reader that waits continues at once; the task ends when it can be reached.
  func end(_ reception: Reception, _ end: Result<Void, HTTPTransportError>) {
    reception.finish(end)
    calls.async { reception.task?.cancel() }
  }

  #if canImport(FoundationNetworking)
    /// Gives up on a redirect whose body does not end within ten seconds: URLSession on Linux collects it unseen, before
    /// it reports the redirect. That the head is there can be seen by the length that it expects.
    private func watchRedirect(_ task: URLSessionTask, _ reception: Reception, checksLeft: Int = 100) {
      DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
        guard let self, reception.awaitsHead else { return }
        let expected = task.countOfBytesExpectedToReceive
        if expected > Int64(reception.limit) {
          end(reception, .failure(.tooLarge(limit: reception.limit)))
        } else if expected == 0 {
          watchRedirect(task, reception)
        } else if checksLeft > 0 {
          watchRedirect(task, reception, checksLeft: checksLeft - 1)
        } else {
          end(reception, .failure(.interrupted("the body of a redirect does not end")))
        }
      }
    }
  #endif

  private func reception(of task: URLSessionTask) -> Reception? {
    state.withLock { $0.receptions[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // A 401 has come whole, and nothing else of it will come: on Linux its end is reported only after an answer to the
      // challenge, for which the store has its own (`RESTCredentials/token`).
      guard let reception = reception(of: task) else { return }
      if let response = task.response ?? challenge.failureResponse { handOver(response, to: reception) }
      end(reception, .success(()))
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let reception = reception(of: dataTask) { handOver(response, to: reception) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let reception = reception(of: dataTask), reception.receive(data) else { return }
    end(reception, .failure(.tooLarge(limit: reception.limit)))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let reception = reception(of: task) else { return }
    if error == nil, let response = task.response { handOver(response, to: reception) }
    state.withLock { $0.receptions[task.taskIdentifier] = nil }
    if let error {
      reception.finish(.failure(HTTPTransportError(urlError: error, url: task.originalRequest?.url)))
    } else {
      reception.finish(.success(()))
    }
  }

  private func handOver(_ response: URLResponse, to reception: Reception) {
    guard reception.awaitsHead else { return }
    guard let response = response as? HTTPURLResponse else {
      return end(reception, .failure(.interrupted("the response is not HTTP")))
    }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields { fields.append("\(name)", "\(value)") }
    let head = HTTPResponseHead(status: response.statusCode, fields: fields)
    #if canImport(FoundationNetworking)
      // Before any of the body is decoded.
      if let coding = head.codings(answering: reception.method).first {
        if (200..<300).contains(head.status) { return end(reception, .failure(.contentCoding(coding))) }
        reception.handOver(head)
        return end(reception, .success(()))
      }
    #endif
    reception.handOver(head)
  }
}

extension HTTPTransportError {
  /// What an error of URLSession represents. Its text names the address, query and all, so it is not passed on.
  fileprivate init(urlError error: any Error, url: URL?) {
    guard let error = error as? URLError else {
      self = .interrupted("the connection failed")
      return
    }
    switch error.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      self = .cannotConnect("no server answers")
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .cannotConnect("the server's identity cannot be verified")
    #if canImport(FoundationNetworking)
      case .badURL where url?.host?.contains(":") == true:
        // It compares the host, without its brackets, with what libcurl says, which keeps them.
        self = .cannotConnect(
          "URLSession on Linux accepts no IPv6 address in brackets; use a host name, or the package trait AsyncHTTPClient"
        )
    #endif
    #if canImport(FoundationNetworking)
      // Libcurl's code for it has no name in Foundation; its text has.
      case .unknown where error.localizedDescription.contains("certificate"):
        self = .cannotConnect("the server's identity cannot be verified")
    #endif
    default: self = .interrupted("the connection was lost (\(error.code.rawValue))")
    }
  }
}
