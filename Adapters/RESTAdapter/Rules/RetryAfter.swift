package import Foundation

/// How long a server requests a pause: RFC 9110, section 10.2.3, and RFC 6585, section 4.
@available(LiveSystems, *)
package enum RetryAfter {
  /// How long to wait, or nil where the field is absent or cannot be read.
  ///
  /// A date is compared with the `Date` of the same response, so that a clock of ours that is wrong does not matter; with
  /// `now` where there is none.
  package static func delay(_ fields: HTTPFields, now: Date, cap: Duration) -> Duration? {
    guard let value = fields["Retry-After"].map({ ASCII.trimmed($0) }) else { return nil }
    if let seconds = ASCII.number(value) { return min(.seconds(seconds), cap) }
    guard let date = HTTPDate.parse(value, now: now) else { return nil }
    let reference = fields["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
    return min(.seconds(max(0, date.timeIntervalSince(reference))), cap)
  }
}

/// How long a rate limit that is used up still lasts: by `X-RateLimit-Reset`, as GitHub and many others send it, and by
/// `RateLimit-Reset` and `RateLimit` of the IETF's draft (draft-ietf-httpapi-ratelimit-headers).
///
///     X-RateLimit-Remaining: 0               // and, in seconds since 1970:
///     X-RateLimit-Reset: 1795366668
///     RateLimit: "hour";r=0;t=1800           // or, older: limit=60, remaining=0, reset=1800
@available(LiveSystems, *)
package enum RateLimit {
  /// How long to wait, or nil where no limit is used up, or its end cannot be read.
  ///
  /// A time of day is compared with the `Date` of the same response, as ``RetryAfter`` does. A limit counts as used up
  /// where nothing remains; where that is not said, by the status 429 (RFC 6585, section 4).
  package static func delay(_ head: HTTPResponseHead, now: Date, cap: Duration) -> Duration? {
    let date = head.fields["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
    // Where several limits are used up, the last one to end counts.
    let seconds = limits(head.fields)
      .filter { $0.remaining == 0 || $0.remaining == nil && head.status == 429 }
      .compactMap { limit in limit.reset.map { limit.isMoment ? Double($0) - date.timeIntervalSince1970 : Double($0) } }
      .max()
    return seconds.map { min(.seconds(max(0, $0)), cap) }
  }

  private struct Limit {
    var remaining: Int64?
    var reset: Int64?
    /// Whether the reset is in seconds since 1970; else it is in seconds from now.
    var isMoment = false

    init(remaining: String?, reset: String?) {
      self.remaining = number(remaining)
      self.reset = number(reset)
    }
  }

  private static func limits(_ fields: HTTPFields) -> [Limit] {
    let separate = Limit(remaining: fields["RateLimit-Remaining"], reset: fields["RateLimit-Reset"])
    var unofficial = Limit(remaining: fields["X-RateLimit-Remaining"], reset: fields["X-RateLimit-Reset"])
    // Some send seconds from now under this name; 2001 is past, so that both can be distinguished.
    unofficial.isMoment = (unofficial.reset ?? 0) >= 1_000_000_000
    let members = fields.members("RateLimit")
    // As the draft has it now, each member is a limit; before, the members were one.
    let old = values(members)
    return [separate, unofficial, Limit(remaining: old["remaining"], reset: old["reset"])]
      + members.map { member in
        let parts = values(ASCII.split(member, at: UInt8(ascii: ";")))
        return Limit(remaining: parts["r"], reset: parts["t"])
      }
  }

  /// The values of parameters; of two with one name, the last one's.
  private static func values(_ parameters: [String]) -> [String: String] {
    Dictionary(parameters.map(ASCII.parameter).compactMap { name, value in value.map { (name, $0) } }) { $1 }
  }

  /// A whole number; a fraction, which some send, is left out.
  private static func number(_ text: String?) -> Int64? {
    text.flatMap { ASCII.length(ASCII.trimmed($0).split(separator: ".").first ?? "") }
  }
}
