import Foundation
import StoreInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests by URLSession, with nothing kept: no cache (it would hide that an answer is not modified), no
/// cookies, no stored credentials, and no redirect followed.
///
/// A body that becomes too large is cancelled, and not waited for. URLSession on Linux takes in what arrives before the
/// cancellation does its work, so that for a moment more of it may be in memory than the limit allows;
/// async-http-client does not.
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
    delegate = SessionDelegate()
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
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
    pieces.onTermination = { _ in task.cancel() }
    let result: Result<HTTPResponseHead, HTTPTransportError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delegate.follow(
          task.taskIdentifier,
          Reception(limit: request.maximumBodyBytes, head: continuation, pieces: pieces))
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    return HTTPExchange(head: try result.get(), body: body)
  }
}

/// A response on its way in.
private struct Reception: Sendable {
  let limit: Int
  var received = 0
  var head: CheckedContinuation<Result<HTTPResponseHead, HTTPTransportError>, Never>?
  let pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation

  init(
    limit: Int, head: CheckedContinuation<Result<HTTPResponseHead, HTTPTransportError>, Never>,
    pieces: AsyncThrowingStream<[UInt8], any Error>.Continuation
  ) {
    self.limit = limit
    self.head = head
    self.pieces = pieces
  }
}

private final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let receptions = Locked<[Int: Reception]>([:])

  func follow(_ task: Int, _ reception: Reception) { receptions.withLock { $0[task] = reception } }

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
      pieces?.finish(throwing: HTTPTransportError.tooLarge(limit: limit))
      dataTask.cancel()
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
