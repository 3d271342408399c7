internal import ArgumentParser

/// A length of time as a command line has it: `300ms`, `5s`, `2m`, or `0`.
struct TimeSpan: ExpressibleByArgument, Hashable {
  /// The length.
  let duration: Duration

  /// The longest that is taken: a day.
  static let longest = Duration.seconds(86_400)

  /// Reads a length of time; nil when it is none, or longer than a day.
  init?(argument: String) {
    let digits = argument.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), number <= 86_400_000 else { return nil }
    switch argument.dropFirst(digits.count) {
    case "ms": duration = .milliseconds(number)
    case "s": duration = .seconds(number)
    case "m": duration = .seconds(60 * number)
    case "" where number == 0: duration = .zero
    default: return nil
    }
    if duration > Self.longest { return nil }
  }
}
