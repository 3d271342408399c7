public import Foundation

/// Sends requests: the part that differs between URLSession, async-http-client and tests.
///
/// A transport does what it is asked and nothing more: it follows no redirects, keeps no cookies, no credentials and no
/// cache, and adds no header field that could be a secret. All of that is decided by the adapter.
///
/// A transport decodes the content codings that it requests by itself, and hands out the decoded bytes. A coded body
/// that ends too early, is damaged or continues after its end is an error, and so is a coding that the transport does
/// not know. No more than a body of ``HTTPRequest/maximumBodyBytes`` waits in memory to be read.
public protocol HTTPTransport: Sendable {
  /// Sends a request, and returns when the head of the response is there.
  ///
  /// When the task is cancelled, so is the request. The body comes afterwards, in pieces; a reader that stops iterating it
  /// cancels the rest.
  ///
  /// - Throws: ``HTTPTransportError``.
  func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange
}

/// A request.
public struct HTTPRequest: Hashable, Sendable, Codable {
  /// The method, in capital letters.
  public var method: String
  /// Where it goes.
  public var url: URL
  /// The header fields.
  public var fields: HTTPFields
  /// The body, where there is one.
  public var body: [UInt8]?
  /// So many bytes of a response's body are taken, decoded; with one more, the body fails.
  public var maximumBodyBytes: Int

  /// Makes a request.
  public init(
    _ method: String, _ url: URL, fields: HTTPFields = [:], body: [UInt8]? = nil,
    maximumBodyBytes: Int = 64 << 20
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.maximumBodyBytes = maximumBodyBytes
  }
}

/// The head of a response.
public struct HTTPResponseHead: Hashable, Sendable, Codable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var fields: HTTPFields

  /// Makes a head.
  public init(status: Int, fields: HTTPFields = [:]) {
    self.status = status
    self.fields = fields
  }
}

extension HTTPResponseHead {
  /// Whether a body comes with it (RFC 9112, section 6.3).
  func hasBody(answering method: String) -> Bool { method != "HEAD" && status != 204 && status != 304 }

  /// The codings of the body, where there is one, in the order in which they were applied, in lower case: of its content
  /// (RFC 9110, section 8.4), and of its transfer but for chunks (RFC 9112, section 6.1), which no request asks for.
  func codings(answering method: String) -> [String] {
    guard hasBody(answering: method) else { return [] }
    let transfer = fields.members("Transfer-Encoding").filter { !ASCII.equal($0, "chunked") }
    let names = (fields.members("Content-Encoding") + transfer).map { ASCII.lowercased($0) }
    return names.filter { !$0.isEmpty && $0 != "identity" }
  }
}

/// A response whose body is in progress.
public struct HTTPExchange: Sendable {
  /// The head.
  public let head: HTTPResponseHead
  /// The body, in pieces; iterated once. Its errors are ``HTTPTransportError``s.
  public let body: AsyncThrowingStream<[UInt8], any Error>

  /// Makes a response of a head and a body that comes.
  public init(head: HTTPResponseHead, body: AsyncThrowingStream<[UInt8], any Error>) {
    self.head = head
    self.body = body
  }

  /// Makes a response whose body is there already.
  public init(head: HTTPResponseHead, body: [UInt8] = []) {
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    if !body.isEmpty { continuation.yield(body) }
    continuation.finish()
    self.init(head: head, body: stream)
  }

  /// All of the body, up to a limit.
  func collect(limit: Int) async throws(HTTPTransportError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body {
        if piece.count > limit - bytes.count { throw HTTPTransportError.tooLarge(limit: limit) }
        bytes += piece
      }
    } catch let error as HTTPTransportError {
      throw error
    } catch {
      throw Task.isCancelled ? .cancelled : .interrupted("\(error)")
    }
    // A stream ends quietly when its task is cancelled; what came so far is not the body.
    if Task.isCancelled { throw .cancelled }
    return bytes
  }
}

/// Why there is no response, or not all of one.
public enum HTTPTransportError: Error, Hashable, Sendable, Codable {
  /// No one answers there: nothing was sent.
  case cannotConnect(String)
  /// The connection was lost, or the response is not HTTP. The server may have executed the request.
  case interrupted(String)
  /// The transport waited too long. The server may have executed the request.
  case timedOut
  /// The body is longer than the request allows.
  case tooLarge(limit: Int)
  /// The body is in a content coding, or a coding of its transfer, that the transport does not decode.
  case contentCoding(String)
  /// The task was cancelled.
  case cancelled
}

/// What sends the requests of a store that is given no transport.
///
/// URLSession; on Linux async-http-client instead, where the package trait `AsyncHTTPClient` is on: there URLSession can
/// be brought down by a server (see ``URLSessionTransport``).
package enum DefaultTransport {
  /// Makes the transport.
  package static func make() -> any HTTPTransport {
    #if AsyncHTTPClient && canImport(FoundationNetworking)
      AsyncHTTPTransport.shared
    #else
      URLSessionTransport()
    #endif
  }
}
