import Foundation
import StoreBuilding
import StoreInterface

/// A response, all of it, and what it was the answer to.
struct RESTResponse: Sendable {
  var head: HTTPResponseHead
  var body: [UInt8]
  /// The last request, after redirects.
  var request: HTTPRequest
  var requestTime: Date
  var responseTime: Date
}

/// Sends one request: with credentials where they belong, through redirects, within its limits.
@available(LiveSystems, *)
struct RESTClient: Sendable {
  let transport: any HTTPTransport
  let keeper: Timekeeper
  let wallTime: @Sendable () -> Date
  let credentials: CredentialFields
  let options: RESTOptions
  /// How many requests were sent.
  let requestCount = Locked(0)

  init(
    transport: any HTTPTransport, keeper: Timekeeper, wallTime: @escaping @Sendable () -> Date, url: URL,
    options: RESTOptions
  ) {
    self.transport = transport
    self.keeper = keeper
    self.wallTime = wallTime
    self.options = options
    credentials = CredentialFields(options.credentials, for: Origin(url))
  }

  /// Sends a request without its credentials, which are added here, and returns the response that is no redirect and no
  /// 401 that a new token may turn. `conditional` gives the fields that belong to one address alone: validators.
  func send(
    _ request: HTTPRequest, conditional: @escaping @Sendable (URL, HTTPFields) -> HTTPFields = { _, _ in [:] }
  ) async throws(RESTFailure) -> RESTResponse {
    do {
      return try await keeper.withLimit(options.limits.requestTime) {
        try await follow(request, conditional: conditional)
      }
    } catch {
      throw RESTFailure(error, at: request.url.shown)
    }
  }

  private func follow(
    _ first: HTTPRequest, conditional: @Sendable (URL, HTTPFields) -> HTTPFields
  ) async throws -> RESTResponse {
    guard Origin(first.url) != nil, first.url.user == nil, first.url.password == nil else {
      throw RESTFailure(
        .refused, "the address is not an http or https address, has a port that there is not, or contains a user name",
        at: first.url.shown, advice: "give credentials as header fields")
    }
    var request = first
    request.url = first.url.withoutFragment
    request.maximumBodyBytes = options.limits.bodyBytes
    var visited = [request.url]
    var mayRefresh = true
    while true {
      let (sent, token) = try await credentials.added(to: first.fields, for: request.url)
      request.fields = sent
      request.fields.merge(conditional(request.url, sent))
      if let wrong = request.fields.fields.first(where: { !$0.isValid }) {
        // The value may be a secret, so it is not shown.
        throw RESTFailure(
          .refused, "a header field cannot be sent as it is", at: "field \(ASCII.printable(wrong.name))")
      }
      let response = try await exchange(request)
      if response.head.status == 401, mayRefresh, let token {
        mayRefresh = false
        try await credentials.renew(token)
        continue
      }
      let redirect = Redirect.decision(
        response.head, method: request.method, visited: visited, maximumCount: options.limits.redirects)
      switch redirect {
      case .none: return response
      case .refuse(let why):
        throw RESTFailure(.refused, why, at: request.url.shown, status: response.head.status)
      case .follow(let next):
        visited.append(next)
        request.url = next
      }
    }
  }

  private func exchange(_ request: HTTPRequest) async throws -> RESTResponse {
    requestCount.withLock { $0 += 1 }
    let requestTime = wallTime()
    let exchange = try await transport.send(request)
    let bytes = try await self.bytes(of: exchange, method: request.method)
    return RESTResponse(
      head: exchange.head, body: bytes, request: request, requestTime: requestTime, responseTime: wallTime())
  }

  /// The body, if it is whole and within the limit.
  ///
  /// Of a refusal or a failure the head says it all, as when to ask again, and it counts whatever becomes of the body.
  private func bytes(of exchange: HTTPExchange, method: String) async throws -> [UInt8] {
    if exchange.head.status >= 400 {
      // What ends soon is read, so that the connection may be used again.
      let size = min(options.limits.bodyBytes, 1 << 16)
      do {
        return try await keeper.withLimit(min(options.limits.requestTime / 2, .seconds(5))) {
          try await exchange.collect(limit: size)
        }
      } catch {
        if Task.isCancelled { throw error }
        return []
      }
    }
    let length = declaredLength(exchange.head, method: method)
    // What is too large by its own account is not taken at all.
    if let length, length > options.limits.bodyBytes {
      throw HTTPTransportError.tooLarge(limit: options.limits.bodyBytes)
    }
    let bytes = try await exchange.collect(limit: options.limits.bodyBytes)
    // A body shorter or longer than it says is none: RFC 9112, section 8.
    if let length, length != bytes.count {
      throw HTTPTransportError.interrupted("\(bytes.count) of \(length) bytes were received")
    }
    return bytes
  }

  /// How long the body is by its own account. What is coded says nothing about its size when decoded, and a response
  /// without a body may name the size of another one's (RFC 9110, section 8.6).
  private func declaredLength(_ head: HTTPResponseHead, method: String) -> Int64? {
    guard head.hasBody(answering: method), head.fields["Content-Encoding"] == nil,
      head.fields["Transfer-Encoding"] == nil
    else { return nil }
    return head.fields["Content-Length"].flatMap { ASCII.length($0) }
  }
}

/// Thrown when something took longer than it may.
struct DeadlinePassed: Error {}

@available(LiveSystems, *)
extension Timekeeper {
  /// Runs `work`, and cancels it when it takes too long.
  func withLimit<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let deadline = elapsed() + limit
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await sleep(deadline)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else { throw DeadlinePassed() }
      return value
    }
  }
}
