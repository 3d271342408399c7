/// An error of a store: its kind, its location, and advice. A failure is a value among the events of a store; the last
/// valid results stay.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of error; a program decides by this.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The store cannot be reached now: no file, no network, a server that is down.
    case unavailable
    /// The store denies access.
    case notPermitted
    /// The data of the store cannot be parsed.
    case malformed
    /// The store has a newer version than the base of a write.
    case conflict
    /// The store does not accept a write or a request.
    case refused
    /// A record does not exist, or exists already.
    case invalidBatch
    /// A limit was exceeded: size, time, number of records.
    case limitExceeded
    /// A section key is of another type than the one that was requested.
    case unexpectedSection
    /// A store would be below itself.
    case cycle
    /// The work was cancelled.
    case cancelled
    /// Anything else.
    case other
  }

  /// What has become of a write that threw the error.
  public enum Effect: Sendable, Hashable {
    /// Nothing of it is there.
    case nothing
    /// All of it is there, and shown; but not yet for good: a loss of power may take it away, or a part waits for the next
    /// that reads. The message says which.
    case everything
    /// It is not known of these steps whether they are there, or others have kept them from being done; a step is named by
    /// its key or its file. To write the same again, after a look, does no harm where the writer gives the keys.
    case unclear([String])
  }

  /// The kind of error.
  public var kind: Kind
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// The location: a path with line and column, an address, a key.
  public var location: String?
  /// What to do about it.
  public var advice: String?
  /// What has become of the write, where it was one.
  public var effect = Effect.nothing

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, at location: String? = nil, advice: String? = nil) {
    self.kind = kind
    self.message = message
    self.location = location
    self.advice = advice
  }
}

extension StoreError: CustomStringConvertible {
  /// Location, message, what is not known, and advice, on one line.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message + doubt + (advice.map { "; \($0)" } ?? "")
  }

  private var doubt: String {
    guard case .unclear(let steps) = effect, !steps.isEmpty else { return "" }
    let named = steps.prefix(3).joined(separator: ", ") + (steps.count > 3 ? " and \(steps.count - 3) more" : "")
    return "; it is not known whether the write arrived: \(named)"
  }
}

extension StoreError {
  package static var changesBeforeAnswer: StoreError {
    StoreError(.malformed, "the store sent changes before its first answer")
  }
}
