import Foundation
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
  let clock: PollClock
  let origin: Origin?
  let options: RESTOptions
  let token = HeldToken()
  /// How many requests were sent.
  let requestCount = Locked(0)

  init(transport: any HTTPTransport, clock: PollClock, url: URL, options: RESTOptions) {
    self.transport = transport
    self.clock = clock
    self.options = options
    origin = Origin(url)
  }

  /// Sends a request without its credentials, which are added here, and returns the response that is no redirect and no
  /// 401 that a new token may turn. `conditional` gives the fields that belong to one address alone: validators.
  func send(
    _ request: HTTPRequest, conditional: @escaping @Sendable (URL, HTTPFields) -> HTTPFields = { _, _ in [:] }
  ) async throws(RESTFailure) -> RESTResponse {
    do {
      return try await clock.withLimit(options.limits.requestTime) {
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
        .refused, "the address is not an http or https address, or it contains a user name", at: first.url.shown,
        advice: "give credentials as header fields")
    }
    var request = first
    request.url = first.url.withoutFragment
    request.maximumBodyBytes = options.limits.bodyBytes
    var visited = [request.url]
    var mayRefresh = options.credentials.token != nil
    while true {
      let (sent, bearer) = try await credentials(added: first.fields, to: request.url)
      request.fields = sent
      request.fields.merge(conditional(request.url, sent))
      if let wrong = request.fields.fields.first(where: { !$0.isValid }) {
        // The value may be a secret, so it is not shown.
        throw RESTFailure(
          .refused, "a header field cannot be sent as it is", at: "field \(ASCII.printable(wrong.name))")
      }
      let response = try await exchange(request)
      if response.head.status == 401, Origin(request.url) == origin, mayRefresh {
        mayRefresh = false
        _ = try await bearerToken(rejected: bearer)
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

  /// The fields that a request would carry now, but for conditions.
  func fields(of fields: HTTPFields, to url: URL) async throws -> HTTPFields {
    try await credentials(added: fields, to: url).fields
  }

  /// The fields of a request, with credentials where they belong, and the token among them.
  private func credentials(
    added fields: HTTPFields, to url: URL
  ) async throws -> (fields: HTTPFields, token: String?) {
    guard let target = Origin(url), target == origin else { return (fields, nil) }
    var sent = fields
    sent.merge(options.credentials.fields)
    if let provider = options.credentials.provider {
      sent.merge(try await obtained("the header fields could not be", "the header fields") { try await provider() })
    }
    if options.credentials.token == nil { return (sent, nil) }
    // RFC 6750, section 5.3: where everyone could read along, no token is sent.
    guard target.scheme == "https" || target.isLoopback || options.credentials.sendsTokenWithoutTLS else {
      throw RESTFailure(
        .refused, "a token is not sent over http, because others could read it", at: url.shown,
        advice: "use an https address")
    }
    let bearer = try await bearerToken()
    sent["Authorization"] = bearer.map { "Bearer \($0)" }
    return (sent, bearer)
  }

  /// The token in use, unless it is the one that was rejected; nil where requests carry none.
  private func bearerToken(rejected: String? = nil) async throws -> String? {
    guard let provider = options.credentials.token else { return nil }
    return try await obtained("no token could be", "the tokens") {
      try await token.value(rejected: rejected, from: provider)
    }
  }

  /// What the caller provides of credentials. What he says where he cannot may hold a secret, so it is not passed on.
  private func obtained<Value>(
    _ problem: String, _ name: String, _ provide: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await provide()
    } catch {
      if Task.isCancelled { throw RESTFailure.cancelled }
      throw RESTFailure(.notPermitted, "\(problem) obtained", advice: "check what provides \(name)")
    }
  }

  private func exchange(_ request: HTTPRequest) async throws -> RESTResponse {
    requestCount.withLock { $0 += 1 }
    let requestTime = clock.wallTime()
    let exchange = try await transport.send(request)
    let bytes = try await self.bytes(of: exchange, method: request.method)
    return RESTResponse(
      head: exchange.head, body: bytes, request: request, requestTime: requestTime, responseTime: clock.wallTime())
  }

  /// The body, if it is whole and within the limit.
  ///
  /// Of a refusal or a failure the head says it all, as when to ask again, and it counts whatever becomes of the body.
  private func bytes(of exchange: HTTPExchange, method: String) async throws -> [UInt8] {
    if exchange.head.status >= 400 {
      // What ends soon is read, so that the connection may be used again.
      let size = min(options.limits.bodyBytes, 1 << 16)
      do {
        return try await clock.withLimit(min(options.limits.requestTime / 2, .seconds(5))) {
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

/// The token in use, shared by all requests of a store.
@available(LiveSystems, *)
final class HeldToken: Sendable {
  private let held = Locked<String?>(nil)
  private let turn = Turn()

  /// The token in use, unless it is the one that was rejected: then, and where there is none, the provider is called.
  func value(
    rejected: String? = nil, from provider: @Sendable (String?) async throws -> String
  ) async throws -> String {
    guard await turn.take() else { throw RESTFailure.cancelled }
    defer { turn.give() }
    if let token = held.withLock({ $0 }), token != rejected { return token }
    held.withLock { $0 = nil }
    let token = try await provider(rejected)
    held.withLock { $0 = token }
    return token
  }
}

extension ASCII {
  /// A text for a message: what is not a printable letter of ASCII becomes a dot.
  static func printable(_ text: String) -> String {
    String(decoding: text.utf8.prefix(64).map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }
}
