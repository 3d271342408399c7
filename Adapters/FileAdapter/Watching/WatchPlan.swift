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

  /// How it is notified of changes.
  private enum Connection: Hashable, Sendable {
    /// The first attempt to listen has not ended yet.
    case starting
    /// It listens.
    case live
    /// It listens above the folder, which is missing.
    case above
    /// It cannot listen.
    case polling(reason: String)
    /// The folder cannot even be looked for.
    case unreachable
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
  /// When the file's times are looked at, whatever was reported; `nil` at first, and where the folder cannot be looked for.
  private var peekAt: Duration?
  /// When to try to listen; `nil` at first, and while it listens where the way leads.
  private var armAt: Duration?
  private var content = Content.valid
  /// When the first and the last change were reported that have not been looked at.
  private var pending: (first: Duration, last: Duration)?

  package init(_ timing: WatchTiming) { self.timing = timing }

  /// How changes are reported.
  package var health: Health {
    switch connection {
    case .starting: .polling("not started yet")
    case .live: .live
    case .above, .unreachable: .lost
    case .polling(let reason): .polling(reason)
    }
  }

  /// When ``Event/timer`` is to be handled.
  package var deadline: Duration? {
    [pendingAt, content.retryAt, peekAt, armAt].compactMap { $0 }.min()
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
      connection = isWhole ? .live : .above
      peekAt = now + timing.heartbeat
      armAt = isWhole ? nil : now + timing.pollInterval
      return look()
    case .notArmed(let reason):
      armAt = now + timing.heartbeat
      // As before: nothing was missed between two looks.
      if connection == .polling(reason: reason) { return [] }
      connection = .polling(reason: reason)
      peekAt = now + timing.pollInterval
      return look()
    case .unreachable:
      connection = .unreachable
      peekAt = nil
      armAt = now + timing.pollInterval
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
  private mutating func armSoon(_ now: Duration) {
    if connection == .starting { return }
    armAt = min(armAt ?? now + timing.quiet, now + timing.quiet)
  }

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
    if let armAt, armAt <= now { return [.arm] }
    if let pendingAt, pendingAt <= now { return look() }
    if let retryAt = content.retryAt, retryAt <= now { return look() }
    if let peekAt, peekAt <= now {
      self.peekAt = now + (health == .live ? timing.heartbeat : timing.pollInterval)
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
    if connection == .starting { return broken }
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
    if health != .live, armAt.map({ $0 > now + max(timing.heartbeat, timing.pollInterval) }) ?? true {
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
