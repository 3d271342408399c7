/// A length of time as a command line has it: `300ms`, `5s`, `2m`, or `0`.
@available(LiveSystems, *)
struct TimeSpan: Hashable {
  /// The length.
  let duration: Duration

  /// The longest that is taken: a day.
  static let longest = Duration.seconds(86_400)

  /// Makes a length of time.
  init(_ duration: Duration) { self.duration = duration }

  /// The length as help reports it.
  var defaultValueDescription: String { Self.text(duration) }

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

  /// The shortest form of a length of time, to the millisecond: `300ms`, `5s`, `2m`.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    if milliseconds % 1000 != 0 { return "\(milliseconds)ms" }
    if milliseconds % 60_000 != 0 || milliseconds == 0 { return "\(milliseconds / 1000)s" }
    return "\(milliseconds / 60_000)m"
  }
}
