import Foundation
import StoreInterface

/// Which header fields a request has besides its own: credentials, to the origin of the source and to no other.
@available(LiveSystems, *)
struct CredentialFields: Sendable {
  private let credentials: RESTCredentials
  private let origin: Origin?
  private let token: HeldToken?

  init(_ credentials: RESTCredentials, for origin: Origin?) {
    self.credentials = credentials
    self.origin = origin
    token = credentials.token.map(HeldToken.init)
  }

  /// The fields of a request with credentials where they belong, and the token that is among them.
  func added(to fields: HTTPFields, for url: URL) async throws -> (fields: HTTPFields, token: String?) {
    guard let target = Origin(url), target == origin else { return (fields, nil) }
    var sent = fields
    sent.merge(credentials.fields)
    if let provider = credentials.provider {
      sent.merge(try await obtained("the header fields could not be", "the header fields") { try await provider() })
    }
    guard let token else { return (sent, nil) }
    // RFC 6750, section 5.3: where everyone could read along, no token is sent.
    guard target.scheme == "https" || target.isLoopback || credentials.sendsTokenWithoutTLS else {
      throw RESTFailure(
        .refused, "a token is not sent over http, because others could read it", at: url.shown,
        advice: "use an https address")
    }
    let bearer = try await value(of: token, rejected: nil)
    sent["Authorization"] = "Bearer \(bearer)"
    return (sent, bearer)
  }

  /// Has another token in the place of one that was rejected.
  func renew(_ rejected: String) async throws {
    if let token { _ = try await value(of: token, rejected: rejected) }
  }

  private func value(of token: HeldToken, rejected: String?) async throws -> String {
    try await obtained("no token could be", "the tokens") { try await token.value(rejected: rejected) }
  }

  /// What the caller provides. What he says where he cannot may hold a secret, so it is not passed on.
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
}

/// The token in use, shared by all requests of a store.
@available(LiveSystems, *)
private final class HeldToken: Sendable {
  private let held = Locked<String?>(nil)
  private let mutex = AsyncMutex()
  private let provider: @Sendable (_ rejected: String?) async throws -> String

  init(_ provider: @escaping @Sendable (_ rejected: String?) async throws -> String) { self.provider = provider }

  /// The token in use, unless it is the one that was rejected: then, and where there is none, the provider is called.
  func value(rejected: String?) async throws -> String {
    guard await mutex.lock() else { throw RESTFailure.cancelled }
    defer { mutex.unlock() }
    if let token = held.withLock({ $0 }), token != rejected { return token }
    held.withLock { $0 = nil }
    let token = try await provider(rejected)
    held.withLock { $0 = token }
    return token
  }
}
