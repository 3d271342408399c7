/// The directives of a response that concern a private cache: RFC 9111, section 5.2.2, and RFC 5861.
public struct CacheControl: Hashable, Sendable {
  /// Nothing of the response may be kept beyond its use (RFC 9111, section 5.2.2.5).
  public var isNoStore = false
  /// The response must be validated before each use (section 5.2.2.4).
  public var isNoCache = false
  /// A stale response must not be used, whatever happens (section 5.2.2.2).
  public var mustRevalidate = false
  /// For so many seconds the response is fresh (section 5.2.2.1); 0 where the number cannot be read.
  public var maxAge: Int?
  /// For so many seconds after that, it may be used while it is validated (RFC 5861, section 3).
  public var staleWhileRevalidate: Int?
  /// For so many seconds after that, it may be used when the server fails (RFC 5861, section 4).
  public var staleIfError: Int?

  /// Reads the field, or its absence. Of a directive that comes twice, the stricter one counts.
  public init(_ value: String?) {
    for part in ASCII.split(value ?? "", at: UInt8(ascii: ",")) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let argument = sides.count > 1 ? ASCII.number(ASCII.unquoted(ASCII.trimmed(sides[1]))) : nil
      switch ASCII.lowercased(ASCII.trimmed(sides.first ?? "")) {
      case "no-store": isNoStore = true
      // With field names, only these must be validated (section 5.2.2.4); we are strict.
      case "no-cache": isNoCache = true
      case "must-revalidate": mustRevalidate = true
      case "max-age": maxAge = min(maxAge ?? .max, argument ?? 0)
      case "stale-while-revalidate": staleWhileRevalidate = min(staleWhileRevalidate ?? .max, argument ?? 0)
      case "stale-if-error": staleIfError = min(staleIfError ?? .max, argument ?? 0)
      default: break
      }
    }
  }
}
