/// Decides when to listen, when to look and what to say of it: a value that takes events and returns actions. All moments
/// are times since the store was made.
///
///     signals ──┐                      ┌── arm: try to listen
///     looks ────┼──▶  handle(_:at:)  ──┼── peek: look at the file's times
///     time ─────┘        deadline      └── look: read the file
///
/// Invariant: as long as it listens or polls, something is due: ``deadline`` is never `nil` after the start.
@available(LiveSystems, *)
package struct WatchPlan: Sendable {
  /// What has happened.
  package enum Event: Hashable, Sendable {
    /// The watch begins.
    case started
    /// Listening has begun; in the folder itself, or, where that is missing, above it.
    case armed(isWhole: Bool)
    /// Listening is not possible.
    case notArmed(reason: String)
    /// The folder cannot even be looked for.
    case unreachable
    /// Something was received.
    case heard(WatchSignals)
    /// The file's times were looked at.
    case peeked(looksChanged: Bool)
    /// The file was read, or was found to be what it was.
    case looked(Look)
    /// The way to the file leads elsewhere than where one listens.
    case moved
    /// A deadline may have come.
    case timer
  }

  /// What came of a look.
  package enum Look: Hashable, Sendable {
    /// The records are up to date.
    case fresh
    /// The end of the file is being written; it has grown, or is another file, since the last look.
    case torn(isGrowing: Bool)
    /// It makes no sense, and was written a moment ago: perhaps the rest of it is being written.
    case unsettled
    /// Something is wrong with the file.
    case failed
  }

  /// What is to be done.
  package enum Action: Hashable, Sendable {
    case arm
    case peek
    case look
    /// Say that the file ends in the middle of a record, and that this has been so for too long.
    case reportTorn
  }

  /// How changes are reported.
  package enum Health: Hashable, Sendable {
    case live
    case polling(String)
    case lost
  }

  private let timing: WatchTiming
  package private(set) var health: Health = .polling("not started yet")
  /// When the first and the last change were reported that have not been looked at.
  private var pending: (first: Duration, last: Duration)?
  private var peekAt: Duration?
  private var armAt: Duration?
  /// When to look again at what could not be read.
  private var retryAt: Duration?
  private var tornSince: Duration?
  private var hasReported = false

  package init(_ timing: WatchTiming) { self.timing = timing }

  /// When ``Event/timer`` is to be handled.
  package var deadline: Duration? { [pendingAt, peekAt, armAt, retryAt].compactMap { $0 }.min() }

  private var pendingAt: Duration? {
    pending.map { min($0.last + timing.quiet, $0.first + timing.maximumWait) }
  }

  /// Takes in an event.
  ///
  /// - Returns: What is to be done, in this order; what comes of it is handled next.
  package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
    switch event {
    case .started: return [.arm]
    case .moved:
      armSoon(now)
      note(now)
      return []
    case .armed(let isWhole):
      health = isWhole ? .live : .lost
      armAt = isWhole ? nil : now + timing.pollInterval
      peekAt = now + timing.heartbeat
      return look()
    case .notArmed(let reason):
      // As before: nothing was missed between two looks.
      let isNews = health != .polling(reason)
      health = .polling(reason)
      armAt = now + timing.heartbeat
      if !isNews, peekAt != nil { return [] }
      peekAt = now + timing.pollInterval
      return look()
    case .unreachable:
      health = .lost
      armAt = now + timing.pollInterval
      peekAt = nil
      return look()
    case .heard(let signals):
      if signals.contains(.lost) { armSoon(now) }
      if !signals.isEmpty { note(now) }
      return []
    case .peeked(let looksChanged):
      if looksChanged { note(now) }
      return []
    case .looked(let look): return handle(look, at: now)
    case .timer: return handleTimer(at: now)
    }
  }

  /// Listens again in a moment: folders that change all the time are not run after.
  private mutating func armSoon(_ now: Duration) {
    let soon = now + timing.quiet
    armAt = armAt.map { min($0, soon) } ?? soon
  }

  private mutating func note(_ now: Duration) { pending = (pending?.first ?? now, now) }

  private mutating func look() -> [Action] {
    pending = nil
    retryAt = nil
    return [.look]
  }

  private mutating func handle(_ look: Look, at now: Duration) -> [Action] {
    switch look {
    case .fresh:
      tornSince = nil
      hasReported = false
      retryAt = nil
    case .failed:
      tornSince = nil
      hasReported = false
      retryAt = now + timing.pollInterval
    case .unsettled:
      let since = tornSince ?? now
      tornSince = since
      note(now)
      if now >= since + timing.tornPatience, !hasReported {
        hasReported = true
        return [.reportTorn]
      }
    case .torn(let isGrowing):
      // As long as somebody writes, it is waited for.
      if isGrowing { hasReported = false }
      let since = isGrowing ? now : tornSince ?? now
      tornSince = since
      let end = since + timing.tornPatience
      if now >= end, !hasReported {
        hasReported = true
        retryAt = now + timing.pollInterval
        return [.reportTorn]
      }
      retryAt = hasReported ? now + timing.pollInterval : min(end, now + timing.pollInterval)
    }
    return []
  }

  private mutating func handleTimer(at now: Duration) -> [Action] {
    if let armAt, armAt <= now {
      self.armAt = nil
      return [.arm]
    }
    if let pendingAt, pendingAt <= now { return look() }
    if let retryAt, retryAt <= now { return look() }
    if let peekAt, peekAt <= now {
      self.peekAt = now + (health == .live ? timing.heartbeat : timing.pollInterval)
      return [.peek]
    }
    return []
  }
}
