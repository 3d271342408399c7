/// What went wrong in a store: of what kind, where, and what can be done about it. A failure is a value among the events
/// of a store; results that were good stay.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of error; a program decides by this.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The store cannot be reached now: no file, no network, a server that is down.
    case unavailable
    /// The store does not let us.
    case notPermitted
    /// What the store gave cannot be understood.
    case malformed
    /// The store holds something newer than what a write was based on.
    case conflict
    /// The store does not accept a write or a request.
    case refused
    /// A record that was named is not there, or is there already.
    case invalidBatch
    /// A bound was met: size, time, number of records.
    case limitExceeded
    /// A section key is of another type than the one that was requested.
    case unexpectedSection
    /// A store would come to be below itself.
    case cycle
    /// The work was cancelled.
    case cancelled
    /// Anything else.
    case other
  }

  /// The kind of error.
  public var kind: Kind
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// Where: a path with line and column, an address, a key.
  public var location: String?
  /// What to do about it.
  public var advice: String?

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, at location: String? = nil, advice: String? = nil) {
    self.kind = kind
    self.message = message
    self.location = location
    self.advice = advice
  }
}

extension StoreError: CustomStringConvertible {
  /// Location, message and advice on one line.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message + (advice.map { "; \($0)" } ?? "")
  }
}
