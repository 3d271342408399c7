import Foundation
import StoreInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests by URLSession, with nothing kept: no cache (it would hide that an answer is not modified), no
/// cookies, no stored credentials, and no redirect followed.
///
/// A body that becomes too large is cancelled, and not waited for.
///
/// > Warning: URLSession on Linux ends the process when a server closes the connection in the middle of the head of a
/// > response (swift-corelibs-foundation, issue 5285; mended there by pull request 5286, for later toolchains than
/// > 6.3). No delegate can prevent that. Where a server is not trusted that far, switch the package trait
/// > `AsyncHTTPClient` on: a store on Linux then uses ``AsyncHTTPTransport`` by itself.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate: SessionDelegate

  /// Makes a transport with a session of its own.
  ///
  /// - Parameter idleSeconds: A connection on which nothing happens for so long counts as lost. How long an answer may
  ///   take as a whole is up to the store.
  public init(idleSeconds: Double = 600) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = idleSeconds
    let queue = BoundedQueue(limit: 32)
    delegate = SessionDelegate(queue: queue)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
  }

  // The session holds its delegate until it is invalidated.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request.
  public func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
    if Task.isCancelled { throw .cancelled }
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpShouldHandleCookies = false
    for field in request.fields.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
    if let body = request.body { message.httpBody = Data(body) }
    let task = session.dataTask(with: message)
    let (body, pieces) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    pieces.onTermination = { [delegate] reason in
      if case .cancelled = reason { delegate.queue.cancel(task) }
    }
    // Before anything may cancel the task: whoever comes to an end then finds it, and whoever waits for the head later
    // finds that it is gone.
    delegate.follow(task.taskIdentifier, Reception(limit: request.maximumBodyBytes, pieces: pieces))
    let result: Result<HTTPResponseHead, HTTPTransportError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled, delegate.awaitHead(of: task.taskIdentifier, continuation) else {
          delegate.forget(task.taskIdentifier)
          return continuation.resume(returning: .failure(.cancelled))
        }
        task.resume()
        #if canImport(FoundationNetworking)
          delegate.watchRedirect(task, limit: request.maximumBodyBytes)
        #endif
      }
    } onCancel: {
      delegate.queue.cancel(task)
    }
    return HTTPExchange(head: try result.get(), body: body)
  }
}

/// The queue of the delegate, on which calls are made one after another. Whoever adds to it waits while many are waiting
/// already.
///
/// URLSession on Linux adds a call for each piece that arrives and goes on reading, so that a fast server would fill the
/// memory before the first call is made. Here its reading waits. The calls wait for nothing themselves, so the queue
/// always goes on.
// Sendable: what changes is behind the condition's lock, and nothing else is added to what the base class has.
private final class BoundedQueue: OperationQueue, @unchecked Sendable {
  private let condition = NSCondition()
  private let limit: Int
  private var count = 0
  private var cancellations = 0

  init(limit: Int) {
    self.limit = limit
    super.init()
    maxConcurrentOperationCount = 1
    qualityOfService = .userInitiated
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    condition.withLock {
      while count >= limit, cancellations == 0 { condition.wait() }
      count += 1
    }
    super.addOperation { [self] in
      block()
      condition.withLock {
        count -= 1
        condition.broadcast()
      }
    }
  }

  /// Cancels a task.
  ///
  /// As a call among the others: URLSession on Linux ends the process when a task is cancelled while the delegate hears
  /// that it is complete. Cancelling waits there for the session's own queue, which must not wait for this one meanwhile.
  func cancel(_ task: URLSessionTask) {
    condition.withLock {
      cancellations += 1
      condition.broadcast()
    }
    super.addOperation { [self] in
      task.cancel()
      condition.withLock { cancellations -= 1 }
    }
  }
}

/// A response on its way in.
private struct Reception: Sendable {
  let limit: Int
  var received = 0
  var head: CheckedContinuation<Result<HTTPResponseHead, HTTPTransportError>, Never>?
  let pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init(limit: Int, pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
    self.limit = limit
    self.pieces = pieces
  }
}

private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  let queue: BoundedQueue
  private let receptions = Locked<[Int: Reception]>([:])

  init(queue: BoundedQueue) { self.queue = queue }

  func follow(_ task: Int, _ reception: Reception) { receptions.withLock { $0[task] = reception } }

  func forget(_ task: Int) { receptions.withLock { $0[task] = nil } }

  /// Has the head handed over when it comes.
  ///
  /// - Returns: False, when the task has come to an end already.
  func awaitHead(
    of task: Int, _ continuation: CheckedContinuation<Result<HTTPResponseHead, HTTPTransportError>, Never>
  ) -> Bool {
    receptions.withLock { receptions in
      guard receptions[task] != nil else { return false }
      receptions[task]?.head = continuation
      return true
    }
  }

  /// Ends a task before its time.
  private func end(_ task: URLSessionTask, _ error: HTTPTransportError?) {
    guard let reception = receptions.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    reception.head?.resume(returning: .failure(error ?? .interrupted("there was no response")))
    if let error { reception.pieces.finish(throwing: error) } else { reception.pieces.finish() }
    queue.cancel(task)
  }

  #if canImport(FoundationNetworking)
    /// Gives up on a redirect whose body does not end within ten seconds: URLSession on Linux collects it unseen, before it
    /// tells of the redirect. That the head is there can be seen by the length that it expects.
    func watchRedirect(_ task: URLSessionTask, limit: Int, checksLeft: Int = 100) {
      DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
        guard let self, receptions.withLock({ $0[task.taskIdentifier]?.head != nil }) else { return }
        let expected = task.countOfBytesExpectedToReceive
        if expected > Int64(limit) {
          end(task, .tooLarge(limit: limit))
        } else if expected == 0 {
          watchRedirect(task, limit: limit)
        } else if checksLeft > 0 {
          watchRedirect(task, limit: limit, checksLeft: checksLeft - 1)
        } else {
          end(task, .interrupted("the body of a redirect does not end"))
        }
      }
    }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // A 401 has come whole, and nothing else of it will come: on Linux its end is told only after an answer to the
      // challenge, for which the store has its own (`RESTCredentials/token`).
      if let response = task.response ?? challenge.failureResponse { handOver(response, of: task.taskIdentifier) }
      end(task, nil)
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
    handOver(response, of: dataTask.taskIdentifier)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let (pieces, limit) = receptions.withLock {
      (receptions) -> (AsyncThrowingStream<[UInt8], any Error>.Continuation?, Int?) in
      guard var reception = receptions[dataTask.taskIdentifier] else { return (nil, nil) }
      reception.received += data.count
      receptions[dataTask.taskIdentifier] = reception
      return (reception.pieces, reception.received > reception.limit ? reception.limit : nil)
    }
    if let limit {
      // What still comes of it finds no reception.
      end(dataTask, .tooLarge(limit: limit))
    } else {
      pieces?.yield([UInt8](data))
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if error == nil, let response = task.response { handOver(response, of: task.taskIdentifier) }
    guard let reception = receptions.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    let failure = error.map(HTTPTransportError.init(urlError:))
    reception.head?.resume(returning: .failure(failure ?? .interrupted("there was no response")))
    if let failure { reception.pieces.finish(throwing: failure) } else { reception.pieces.finish() }
  }

  private func handOver(_ response: URLResponse, of task: Int) {
    let continuation = receptions.withLock { receptions in
      defer { receptions[task]?.head = nil }
      return receptions[task]?.head
    }
    guard let continuation else { return }
    guard let response = response as? HTTPURLResponse else {
      return continuation.resume(returning: .failure(.interrupted("the response is not HTTP")))
    }
    var fields = HTTPFields()
    for (name, value) in response.allHeaderFields { fields.append("\(name)", "\(value)") }
    continuation.resume(returning: .success(HTTPResponseHead(status: response.statusCode, fields: fields)))
  }
}

extension HTTPTransportError {
  /// What an error of URLSession stands for. Its text names the address, query and all, so it is not passed on.
  fileprivate init(urlError error: any Error) {
    guard let error = error as? URLError else {
      self = .interrupted("the connection failed")
      return
    }
    switch error.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      self = .cannotConnect("nobody answers there")
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .cannotConnect("the server does not prove who it is")
    default: self = .interrupted("the connection was lost (\(error.code.rawValue))")
    }
  }
}
