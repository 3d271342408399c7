package import Foundation

/// Dates of header fields: RFC 9110, section 5.6.7.
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }()

  /// Reads a date in any of the three forms; nil for anything else.
  ///
  ///     HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT", now: now)
  ///     HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now)
  ///     HTTPDate.parse("Sun Nov  6 08:49:37 1994", now: now)
  ///
  /// A year of two digits that would be more than 50 years ahead of `now` is of the century before.
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
      let thisYear = calendar.component(.year, from: now)
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
    let date = DateComponents(calendar: calendar, year: year, month: month + 1, day: day)
    // A leap second is the first one of the next minute.
    return date.isValidDate ? date.date?.addingTimeInterval(Double(hour * 3600 + minute * 60 + second)) : nil
  }
}
