/// What the self-test was asked for.
struct Options: Sendable {
  /// Comparisons of each kind of noise, without and with a slow-down.
  var rounds = 10_000
  /// Series of each history, which are judged together.
  var series = HistoryTrial.usualSeries
  /// What the noise depends on.
  var seed: UInt64 = 20_240_229
  /// The recorded noise.
  var noise = "Tests/Trials/GateSelfTest/recorded-noise.csv"
  /// How many tasks run at once.
  var jobs = 2
  /// What is tried.
  var parts = Part.allCases

  /// A part of the self-test.
  enum Part: String, CaseIterable, Sendable {
    /// The gates between two builds.
    case gate
    /// The changes in histories.
    case history
  }

  static let usage = """
    Tries the regression gate on noise, simulated and recorded: how often it is wrong, and how often it misses.

    USAGE: GateSelfTest [--rounds N] [--series N] [--seed S] [--noise FILE] [--jobs J] [--only gate|history]

      --rounds N    comparisons of each kind, without and with a slow-down of 10 % (default 10000)
      --series N    series of each history, which are judged together (default 1000)
      --seed S      what the noise depends on
      --noise FILE  recorded noise (default Tests/Trials/GateSelfTest/recorded-noise.csv)
      --jobs J      how many tasks run at once (default 2)
      --only PART   gate, between two builds, or history, of many commits (default both)

    Exits with 1 when more than 1 % are called without a slow-down, or fewer than 95 % with one; when the interval of a
    contender against itself holds 1 less often than it claims; and when more than one of the flat series of a history has
    a false alarm, fewer than 95 % of the drifts and steps that must be seen within five commits are, or fewer than 80 % of
    steps of the size that is said to show: fewer than that by the 95 % interval of the share.
    """

  /// An option that there is not, or a value that it does not take.
  struct Wrong: Error {
    let message: String
  }

  init(arguments: [String]) throws(Wrong) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard ["--rounds", "--series", "--seed", "--noise", "--jobs", "--only"].contains(name) else {
        throw Wrong(message: "unknown option \(name)")
      }
      guard let value = rest.popFirst() else { throw Wrong(message: "\(name) needs a value") }
      switch name {
      case "--noise": noise = value
      case "--only":
        guard let part = Part(rawValue: value) else {
          throw Wrong(message: "--only needs gate or history, not \(value)")
        }
        parts = [part]
      case "--seed":
        guard let number = UInt64(value) else { throw Wrong(message: "\(name) needs a number, not \(value)") }
        seed = number
      default:
        guard let number = Int(value), number > 0 else {
          throw Wrong(message: "\(name) needs a number from 1 up, not \(value)")
        }
        switch name {
        case "--rounds": rounds = number
        case "--series": series = number
        default: jobs = number
        }
      }
    }
  }
}
