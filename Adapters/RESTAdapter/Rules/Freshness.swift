public import Foundation

/// How old a response is, and how long it may be used: RFC 9111, section 4.2, and RFC 5861.
public struct Freshness: Hashable, Sendable, Codable {
  /// When the response came, by our clock.
  public var responseTime: Date
  /// How old it was then, in seconds.
  public var initialAge: Double
  /// For so many seconds of its age it is fresh.
  public var lifetime: Double
  /// For so many seconds after that, it may be used while it is validated.
  public var staleWhileRevalidate: Double
  /// For so many seconds after that, it may be used when the server fails.
  public var staleIfError: Double

  /// Judges a response.
  ///
  /// No lifetime is guessed where the server gives none (section 4.2.2 allows to): a store that polls has no need to.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - requestTime: When it was requested, by our clock.
  ///   - responseTime: When it came, by our clock.
  public init(_ fields: HTTPFields, requestTime: Date, responseTime: Date) {
    let control = CacheControl(fields["Cache-Control"])
    let date = fields["Date"].flatMap { HTTPDate.parse($0, now: responseTime) }
    self.responseTime = responseTime
    // Section 4.2.3. A clock of ours that is slow makes a negative apparent age, which counts as none; one that is fast
    // makes the response seem older than it is, which costs a request and nothing else.
    let apparentAge = date.map { max(0, responseTime.timeIntervalSince($0)) } ?? 0
    let ageValue = fields["Age"].flatMap { ASCII.split($0, at: UInt8(ascii: ",")).first }.flatMap { ASCII.number($0) }
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
    if control.isNoCache || control.isNoStore || Vary.isEverything(fields) { lifetime = 0 }
    let mayBeStale =
      !control.mustRevalidate && !control.isNoCache && !control.isNoStore && !Vary.isEverything(fields)
    staleWhileRevalidate = mayBeStale ? Double(control.staleWhileRevalidate ?? 0) : 0
    staleIfError = mayBeStale ? Double(control.staleIfError ?? 0) : 0
  }

  /// How old the response is (section 4.2.3). A clock that went back makes it infinitely old.
  public func age(at now: Date) -> Double {
    let resident = now.timeIntervalSince(responseTime)
    return resident < 0 ? .infinity : initialAge + resident
  }

  /// For how many seconds more it is fresh; never negative.
  public func secondsFresh(at now: Date) -> Double { max(0, lifetime - age(at: now)) }

  /// Whether it may be used without asking.
  public func isFresh(at now: Date) -> Bool { lifetime > age(at: now) }

  /// Whether it may be used while it is being validated (RFC 5861, section 3).
  public func mayBeUsedWhileValidated(at now: Date) -> Bool {
    isFresh(at: now) || age(at: now) < lifetime + staleWhileRevalidate
  }

  /// Whether it may be used when the server fails (RFC 5861, section 4).
  public func mayBeUsedOnError(at now: Date) -> Bool { isFresh(at: now) || age(at: now) < lifetime + staleIfError }

  /// For how many seconds more it may be used when the server fails; never negative.
  func secondsUsableOnError(at now: Date) -> Double { max(0, lifetime + staleIfError - age(at: now)) }
}
