package import Foundation

/// How old a response is, and how long it may be used: RFC 9111, section 4.2, and RFC 5861.
package struct Freshness: Hashable, Sendable, Codable {
  /// When the response came, by our clock.
  package var responseTime: Date
  /// How old it was then, in seconds.
  package var initialAge: Double
  /// For so many seconds of its age it is fresh.
  package var lifetime: Double
  /// For so many seconds after that, it may be used while it is validated.
  package var staleWhileRevalidate: Double
  /// For so many seconds after that, it may be used when the server fails.
  package var staleIfError: Double

  /// Judges a response; both times are by our clock.
  ///
  /// No lifetime is guessed where the server gives none (section 4.2.2 allows to): a store that polls has no need to.
  package init(_ fields: HTTPFields, requestTime: Date, responseTime: Date) {
    let control = CacheControl(fields["Cache-Control"])
    let date = fields["Date"].flatMap { HTTPDate.parse($0, now: responseTime) }
    self.responseTime = responseTime
    // Section 4.2.3. A clock of ours that is slow makes a negative apparent age, which counts as none; one that is fast
    // makes the response seem older than it is, which costs a request and nothing else.
    let apparentAge = date.map { max(0, responseTime.timeIntervalSince($0)) } ?? 0
    let ageValue = fields.members("Age").first.flatMap { ASCII.number($0) }
    let delay = max(0, responseTime.timeIntervalSince(requestTime))
    initialAge = max(apparentAge, Double(ageValue ?? 0) + delay)
    // Section 4.2.1: max-age before Expires. Both dates are the server's, so that our clock does not matter.
    if let maxAge = control.maxAge {
      lifetime = Double(maxAge)
    } else if let expires = fields["Expires"] {
      // What cannot be read, “0” above all, is in the past (section 5.3).
      let end = HTTPDate.parse(expires, now: responseTime)
      lifetime = end.map { max(0, $0.timeIntervalSince(date ?? responseTime)) } ?? 0
    } else {
      lifetime = 0
    }
    // Section 4.1: a response that varies by everything never matches; no-cache never goes without validation.
    let isNeverReused = control.isNoCache || control.isNoStore || Vary.isEverything(fields)
    if isNeverReused { lifetime = 0 }
    let mayBeStale = !control.mustRevalidate && !isNeverReused
    staleWhileRevalidate = mayBeStale ? Double(control.staleWhileRevalidate ?? 0) : 0
    staleIfError = mayBeStale ? Double(control.staleIfError ?? 0) : 0
  }

  /// How old the response is (section 4.2.3). A clock that went back makes it infinitely old.
  package func age(at now: Date) -> Double {
    let resident = now.timeIntervalSince(responseTime)
    return resident < 0 ? .infinity : initialAge + resident
  }

  /// For how many seconds more it is fresh; never negative.
  package func secondsFresh(at now: Date) -> Double { max(0, lifetime - age(at: now)) }

  /// Whether it may be used while it is being validated (RFC 5861, section 3).
  package func mayBeUsedWhileValidated(at now: Date) -> Bool { age(at: now) < lifetime + staleWhileRevalidate }

  /// Whether it may be used when the server fails (RFC 5861, section 4).
  package func mayBeUsedOnError(at now: Date) -> Bool { age(at: now) < lifetime + staleIfError }

  /// For how many seconds more it may be used when the server fails; never negative.
  func secondsUsableOnError(at now: Date) -> Double { max(0, lifetime + staleIfError - age(at: now)) }
}

/// The directives of a response that concern a private cache: RFC 9111, section 5.2.2, and RFC 5861.
package struct CacheControl: Hashable, Sendable {
  /// Nothing of the response may be kept beyond its use (RFC 9111, section 5.2.2.5).
  package var isNoStore = false
  /// The response must be validated before each use (section 5.2.2.4).
  package var isNoCache = false
  /// A stale response must not be used, whatever happens (section 5.2.2.2).
  package var mustRevalidate = false
  /// For so many seconds the response is fresh (section 5.2.2.1); 0 where the number cannot be read.
  package var maxAge: Int?
  /// For so many seconds after that, it may be used while it is validated (RFC 5861, section 3).
  package var staleWhileRevalidate: Int?
  /// For so many seconds after that, it may be used when the server fails (RFC 5861, section 4).
  package var staleIfError: Int?

  /// Reads the field, or its absence. Of a directive that comes twice, the stricter one counts.
  package init(_ value: String?) {
    for part in ASCII.split(value ?? "", at: UInt8(ascii: ",")) {
      let (name, value) = ASCII.parameter(part)
      let argument = value.flatMap { ASCII.number($0) }
      switch name {
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
