package import Foundation

/// Dates of header fields: RFC 9110, section 5.6.7.
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads a date in any of the three forms; nil for anything else.
  ///
  ///     HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT", now: now)
  ///     HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now)
  ///     HTTPDate.parse("Sun Nov  6 08:49:37 1994", now: now)
  ///
  /// - Parameters:
  ///   - text: The value of a field.
  ///   - now: What a year of two digits is judged by: more than 50 years ahead means the century before.
  package static func parse(_ text: String, now: Date) -> Date? {
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT" && words[0].hasSuffix(","):
      return date(year: words[3], month: words[2], day: words[1], time: words[4])
    case 5 where words[0].utf8.count == 3:
      return date(year: words[4], month: words[1], day: words[2], time: words[3])
    case 4 where words[3] == "GMT" && words[0].hasSuffix(","):
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3, parts[2].utf8.count == 2, let short = ASCII.number(parts[2]) else { return nil }
      let thisYear = civil(of: now).year
      var year = thisYear / 100 * 100 + short
      if year > thisYear + 50 { year -= 100 }
      return date(year: "\(year)", month: parts[1], day: parts[0], time: words[2])
    default: return nil
    }
  }

  private static func date(year: String, month: String, day: String, time: String) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: month), let year = ASCII.number(year), year >= 1601, year <= 9999,
      let day = ASCII.number(day), (1...31).contains(day), clock.count == 3,
      let hour = ASCII.number(clock[0]), hour < 24, let minute = ASCII.number(clock[1]), minute < 60,
      let second = ASCII.number(clock[2]), second <= 60
    else { return nil }
    let days = daysSince1970(year, month + 1, day)
    guard civil(ofDay: days) == (year, month + 1, day) else { return nil }
    return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(hour * 3600 + minute * 60 + second))
  }

  /// Days of the Gregorian calendar, counted in eras of 400 years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(of date: Date) -> (year: Int, month: Int, day: Int) {
    // Years from 1621 to 9892: four digits.
    let bounded = min(max(date.timeIntervalSince1970, -11_000_000_000), 250_000_000_000)
    return civil(ofDay: Int((bounded / 86_400).rounded(.down)))
  }

  private static func civil(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }
}
