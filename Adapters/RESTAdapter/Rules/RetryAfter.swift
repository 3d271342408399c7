public import Foundation

/// How long a server requests a pause: RFC 9110, section 10.2.3, and RFC 6585, section 4.
@available(LiveSystems, *)
public enum RetryAfter {
  /// How long to wait, or nil where the field is absent or cannot be read.
  ///
  /// A date is compared with the `Date` of the same response, so that a clock of ours that is wrong does not matter.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - now: The time by our clock, for responses without a `Date`.
  ///   - cap: No one is left alone for longer than this.
  public static func delay(_ fields: HTTPFields, now: Date, cap: Duration) -> Duration? {
    guard let value = fields["Retry-After"].map({ ASCII.trimmed($0) }) else { return nil }
    if let seconds = ASCII.number(value) { return min(.seconds(seconds), cap) }
    guard let date = HTTPDate.parse(value, now: now) else { return nil }
    let reference = fields["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
    return min(.seconds(max(0, date.timeIntervalSince(reference))), cap)
  }
}
