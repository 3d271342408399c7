/// Decides when to listen, when to look and what to say of it: a value that takes events and returns actions. All moments
/// are times since the store was made.
///
///     signals ──┐                      ┌── arm: try to listen
///     looks ────┼──▶  handle(_:at:)  ──┼── peek: look at the file's times
///     time ─────┘        deadline      └── look: read the file
///
/// Invariants: ``checkInvariants(at:)``; above all, something is always due once the first attempt to listen has ended.
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
    case received(WatchSignals)
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

  /// How it is notified of changes, and what is due for that.
  private enum Connection: Sendable {
    /// The first attempt to listen has not ended yet.
    case starting
    /// It listens, and looks at the file's times now and then all the same.
    case live(peekAt: Duration)
    /// It listens where the way led before, and is to listen anew.
    case leaving(peekAt: Duration, armAt: Duration)
    /// It listens above the folder, which is missing.
    case above(peekAt: Duration, armAt: Duration)
    /// It cannot listen.
    case polling(reason: String, peekAt: Duration, armAt: Duration)
    /// The folder cannot even be looked for.
    case unreachable(armAt: Duration)

    var peekAt: Duration? {
      switch self {
      case .starting, .unreachable: nil
      case .live(let peekAt), .leaving(let peekAt, _), .above(let peekAt, _), .polling(_, let peekAt, _): peekAt
      }
    }

    var armAt: Duration? {
      switch self {
      case .starting, .live: nil
      case .leaving(_, let armAt), .above(_, let armAt), .polling(_, _, let armAt), .unreachable(let armAt): armAt
      }
    }

    /// The same, to be armed then at the latest.
    func arming(at moment: Duration) -> Connection {
      switch self {
      case .starting: self
      case .live(let peekAt): .leaving(peekAt: peekAt, armAt: moment)
      case .leaving(let peekAt, let armAt): .leaving(peekAt: peekAt, armAt: min(armAt, moment))
      case .above(let peekAt, let armAt): .above(peekAt: peekAt, armAt: min(armAt, moment))
      case .polling(let reason, let peekAt, let armAt):
        .polling(reason: reason, peekAt: peekAt, armAt: min(armAt, moment))
      case .unreachable(let armAt): .unreachable(armAt: min(armAt, moment))
      }
    }

    /// The same, with the next peek then.
    func peeking(at moment: Duration) -> Connection {
      switch self {
      case .starting, .unreachable: self
      case .live: .live(peekAt: moment)
      case .leaving(_, let armAt): .leaving(peekAt: moment, armAt: armAt)
      case .above(_, let armAt): .above(peekAt: moment, armAt: armAt)
      case .polling(let reason, _, let armAt): .polling(reason: reason, peekAt: moment, armAt: armAt)
      }
    }
  }

  /// What the last look found.
  private enum Content: Sendable {
    /// Nothing was read yet, or what was read is valid.
    case valid
    /// It could not be read.
    case failed(retryAt: Duration)
    /// Its end is missing since then.
    case torn(since: Duration, isReported: Bool, retryAt: Duration)
    /// It makes no sense since then, and is looked at again as if it had changed.
    case unsettled(since: Duration, isReported: Bool)

    var retryAt: Duration? {
      switch self {
      case .valid, .unsettled: nil
      case .failed(let retryAt), .torn(_, _, let retryAt): retryAt
      }
    }

    /// Since when somebody seems to be writing, and whether it was reported that this takes too long.
    var unfinished: (since: Duration, isReported: Bool)? {
      switch self {
      case .valid, .failed: nil
      case .torn(let since, let isReported, _), .unsettled(let since, let isReported): (since, isReported)
      }
    }
  }

  private let timing: WatchTiming
  private var connection = Connection.starting
  private var content = Content.valid
  /// When the first and the last change were reported that have not been looked at.
  private var pending: (first: Duration, last: Duration)?

  package init(_ timing: WatchTiming) { self.timing = timing }

  /// How changes are reported.
  package var health: Health {
    switch connection {
    case .starting: .polling("not started yet")
    case .live, .leaving: .live
    case .above, .unreachable: .lost
    case .polling(let reason, _, _): .polling(reason)
    }
  }

  /// When ``Event/timer`` is to be handled.
  package var deadline: Duration? {
    [pendingAt, content.retryAt, connection.peekAt, connection.armAt].compactMap { $0 }.min()
  }

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
      let peekAt = now + timing.heartbeat
      connection = isWhole ? .live(peekAt: peekAt) : .above(peekAt: peekAt, armAt: now + timing.pollInterval)
      return look()
    case .notArmed(let reason):
      let armAt = now + timing.heartbeat
      if case .polling(reason, let peekAt, _) = connection {
        // As before: nothing was missed between two looks.
        connection = .polling(reason: reason, peekAt: peekAt, armAt: armAt)
        return []
      }
      connection = .polling(reason: reason, peekAt: now + timing.pollInterval, armAt: armAt)
      return look()
    case .unreachable:
      connection = .unreachable(armAt: now + timing.pollInterval)
      return look()
    case .received(let signals):
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
  private mutating func armSoon(_ now: Duration) { connection = connection.arming(at: now + timing.quiet) }

  private mutating func note(_ now: Duration) { pending = (pending?.first ?? now, now) }

  private mutating func look() -> [Action] {
    pending = nil
    return [.look]
  }

  private mutating func handle(_ look: Look, at now: Duration) -> [Action] {
    let next = now + timing.pollInterval
    switch look {
    case .fresh: content = .valid
    case .failed: content = .failed(retryAt: next)
    case .unsettled:
      let (since, wasReported) = content.unfinished ?? (now, false)
      let isLate = now >= since + timing.tornPatience
      content = .unsettled(since: since, isReported: wasReported || isLate)
      note(now)
      if isLate, !wasReported { return [.reportTorn] }
    case .torn(let isGrowing):
      // As long as somebody writes, it is waited for.
      let (since, wasReported) = isGrowing ? (now, false) : content.unfinished ?? (now, false)
      let end = since + timing.tornPatience
      let isReported = wasReported || now >= end
      content = .torn(since: since, isReported: isReported, retryAt: isReported ? next : min(end, next))
      if isReported, !wasReported { return [.reportTorn] }
    }
    return []
  }

  /// What is due. It stays due until its outcome is handled, except for peeks, which have a time of their own.
  private mutating func handleTimer(at now: Duration) -> [Action] {
    if let armAt = connection.armAt, armAt <= now { return [.arm] }
    if let pendingAt, pendingAt <= now { return look() }
    if let retryAt = content.retryAt, retryAt <= now { return look() }
    if let peekAt = connection.peekAt, peekAt <= now {
      connection = connection.peeking(at: now + (health == .live ? timing.heartbeat : timing.pollInterval))
      return [.peek]
    }
    return []
  }
}

// MARK: - Invariants

@available(LiveSystems, *)
extension WatchPlan {
  /// What does not hold between two events, for tests; empty when all is right.
  ///
  /// - Parameter now: The time of the last event, whose actions were performed, and their outcomes handled.
  package func checkInvariants(at now: Duration) -> [String] {
    var broken: [String] = []
    if case .starting = connection { return broken }
    guard let deadline else { return ["nothing is due"] }
    if deadline > now + max(timing.heartbeat, timing.pollInterval) {
      broken.append("nothing is due before \(deadline)")
    }
    if let pending {
      if pending.first > pending.last || pending.last > now { broken.append("changes are pending since \(pending)") }
      if deadline > pending.last + timing.quiet || deadline > pending.first + timing.maximumWait {
        broken.append("what has changed is looked at too late, at \(deadline)")
      }
    }
    if health != .live, connection.armAt.map({ $0 > now + max(timing.heartbeat, timing.pollInterval) }) ?? true {
      broken.append("it does not listen, and does not try to in time")
    }
    if case .unsettled = content, pending == nil { broken.append("what makes no sense is not looked at again") }
    if let (since, isReported) = content.unfinished {
      if since > now { broken.append("torn since \(since), which is to come") }
      if !isReported, deadline > since + timing.tornPatience + timing.maximumWait {
        broken.append("a tear since \(since) is not reported in time")
      }
    }
    return broken
  }
}
