/// Something that a source tells about itself.
enum WatchNote: Hashable, Sendable {
  /// How it fares now.
  case health(WatchHealth)
  /// When it will look again, and why then.
  case nextLook(in: Duration, because: String)
}

/// How a source fares.
enum WatchHealth: Hashable, Sendable {
  /// It is told of every change.
  case live
  /// It looks from time to time.
  case polling(reason: String)
  /// It cannot be read; what was read last is shown.
  case lost(reason: String)
}

extension WatchHealth: CustomStringConvertible {
  /// The health in one line.
  var description: String {
    switch self {
    case .live: "live"
    case .polling(let reason): "polling: \(reason)"
    case .lost(let reason): "lost: \(reason)"
    }
  }

  /// The health in one word.
  var word: String {
    switch self {
    case .live: "live"
    case .polling: "polling"
    case .lost: "lost"
    }
  }
}

extension WatchNote: CustomStringConvertible {
  /// The note in one line.
  var description: String {
    switch self {
    case .health(let health): "health: \(health)"
    case .nextLook(let wait, let reason): "next look in \(TimeSpan.text(wait)): \(reason)"
    }
  }
}
