#if CommandLine
  internal import StoreBuilding
  internal import StoreInterface

  /// Something that a source reports about itself.
  @available(LiveSystems, *)
  enum WatchNote: Hashable, Sendable {
    /// Its status now.
    case health(WatchHealth)
    /// When it will look again, and why then.
    case nextLook(in: Duration, because: String)
    /// Which removals are withheld, and what makes them; nil when none are any more.
    case held(String?)
  }

  @available(LiveSystems, *)
  extension WatchNote {
    /// Whether it is said without being requested.
    var isImportant: Bool { if case .held = self { true } else { false } }

    /// The removals that a source withholds.
    ///
    /// - Parameters:
    ///   - held: The removals, if there are any.
    ///   - name: What the source is called.
    ///   - advice: What confirms them, as a clause behind “until”.
    static func held(_ held: HeldRemovals?, in name: String, _ advice: String) -> [WatchNote] {
      [.held(held.map { "\(name): \($0) until \(advice); --max-delete sets how many may be removed at once" })]
    }
  }

  /// The status of a source.
  enum WatchHealth: Hashable, Sendable {
    /// It is notified of every change.
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

  @available(LiveSystems, *)
  extension WatchNote: CustomStringConvertible {
    /// The note in one line.
    var description: String {
      switch self {
      case .health(let health): "health: \(health)"
      case .nextLook(let wait, let reason): "next poll in \(TimeSpan.text(wait)): \(reason)"
      case .held(let text): text ?? "no removals are withheld now"
      }
    }
  }
#endif
