public import Foundation
public import StoreBuilding

/// How a store polls, what it sends, and its limits.
///
///     var options = RESTOptions()
///     options.interval = .adaptive(from: .seconds(2), to: .seconds(60))
///     options.credentials.token = { rejected in try await session.token(replacing: rejected) }
@available(LiveSystems, *)
public struct RESTOptions: Sendable {
  /// The polling interval while the server works.
  public var interval: PollInterval = .fixed(.seconds(5))
  /// How long to wait after failures.
  public var backoff = Backoff()
  /// The longest pause for a server's `Retry-After` or rate limit.
  public var maximumRetryAfter: Duration = .seconds(3600)
  /// An answer that says how long it is fresh is not requested again before that, up to this time. Zero: it is
  /// requested at every interval. ``RESTStore/refresh()`` requests it in any case.
  public var maximumFreshness: Duration = .seconds(3600)
  /// The limits of a poll.
  public var limits = RESTLimits()
  /// The header fields and tokens to send.
  public var credentials = RESTCredentials()
  /// Which removals are withheld until a second answer agrees, or the program approves them; `nil` for none.
  public var removalGuard: RemovalGuard? = RemovalGuard()
  /// What is done about two records with one key in an answer.
  public var duplicates: RESTDuplicates = .refuse
  /// Where responses are cached across restarts; `nil` for no cache.
  public var cache: RESTCache?

  /// Makes the usual options.
  public init() {}
}

/// The limits of a poll.
@available(LiveSystems, *)
public struct RESTLimits: Hashable, Sendable {
  /// A body, decoded, may have so many bytes.
  public var bodyBytes = 64 << 20
  /// The bodies of all pages together.
  public var totalBytes = 256 << 20
  /// An answer, all its pages together, may have so many records.
  public var records = 2_000_000
  /// A request may take so long, redirects and body included.
  public var requestTime: Duration = .seconds(60)
  /// So many redirects are followed, one after another.
  public var redirects = 10
  /// Pages that do not agree are read again so many times before the poll fails.
  public var pageAttempts = 4

  /// Makes the usual limits.
  public init() {}
}

/// Header fields and tokens for requests to the origin of the source, and to no other.
public struct RESTCredentials: Sendable {
  /// Header fields that stay the same.
  public var fields: HTTPFields = [:]
  /// Gives header fields again for each request.
  public var provider: (@Sendable () async throws -> HTTPFields)?
  /// Gives a token, which is sent as `Authorization: Bearer …` (RFC 6750, section 2.1). When the server answers 401, it
  /// is called once more, with the token that was rejected, and the request is sent once more.
  public var token: (@Sendable (_ rejected: String?) async throws -> String)?
  /// Whether a token is sent over http too, where others can read it (RFC 6750, section 5.3). By default a token is
  /// only sent over https or to localhost.
  public var sendsTokenWithoutTLS = false

  /// Makes nothing to be sent along.
  public init() {}
}

/// What is done about two records with one key in an answer.
public enum RESTDuplicates: Hashable, Sendable {
  /// The poll fails, and names the key.
  case refuse
  /// The first one counts.
  case keepFirst
  /// The last one counts, in the place of the first.
  case keepLast
}

/// A folder in which the last answer is kept, so that the next start can ask whether it still holds.
public struct RESTCache: Hashable, Sendable {
  /// The folder; made if it is not there, for this user alone.
  public var folder: URL
  /// Whose answers these are. Answers of one account are never shown to another; name the user where credentials
  /// differ.
  public var account: String

  /// Makes a cache.
  public init(folder: URL, account: String = "") {
    self.folder = folder
    self.account = account
  }
}
