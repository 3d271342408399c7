import SectionDiff
import StoreInterface

/// When what the engine has done is announced.
@available(LiveSystems, *)
extension ResultsController {
  /// Takes a step of the engine: announces it, or lets it wait.
  ///
  /// - Parameters:
  ///   - step: What has changed; `nil` for nothing that is shown.
  ///   - refreshed: The items that were looked at again in it.
  ///   - isAnswer: Whether it comes from the store, so that the results are loaded with it.
  func take(_ step: Engine.Update?, refreshed: [Item.ID] = [], isAnswer: Bool = false) {
    guard let step else {
      if queue.isEmpty { feed.replaceSilently(with: engine.snapshot) }
      return
    }
    if queue.isEmpty, suspensions.isEmpty, schedule.policy == .immediate {
      feed.publish(step, refreshed: refreshed, isLoaded: isAnswer)
      return
    }
    queue.append(step.changeset, refreshed: refreshed, comparing: feed.comparison)
    guard suspensions.isEmpty else { return }
    switch schedule.change(at: now()) {
    case .deliver: deliver(isAnswer: isAnswer)
    case .wait(let deadline): wait(until: deadline)
    case .goOn: break
    }
  }

  /// Announces waiting changes at once. While updates are suspended, they keep waiting.
  public func flush() { deliver(isAnswer: false) }

  /// Announces waiting changes, as ``flush()`` does.
  ///
  /// - Parameter isAnswer: Whether the last of them comes from the store.
  func deliver(isAnswer: Bool) {
    guard suspensions.isEmpty else { return }
    timer?.cancel()
    timer = nil
    schedule.delivered()
    guard !queue.isEmpty else { return }
    let before = feed.current.snapshot
    let refreshed = queue.refreshed
    let waiting =
      StepHistory.isWorthComposing(queue.changeCount, of: before.itemCount)
      ? queue.joined(comparing: feed.comparison) : nil
    queue.removeAll()
    let changeset =
      waiting
      ?? .difference(from: before, to: engine.snapshot, comparing: feed.comparison, refreshing: refreshed)
    if changeset.isEmpty {
      feed.replaceSilently(with: engine.snapshot)
    } else {
      let update = Engine.Update(
        revision: feed.current.revision + 1, kind: .change, before: before, after: engine.snapshot,
        changeset: changeset)
      feed.publish(update, refreshed: refreshed, isLoaded: isAnswer)
    }
    // Steps that were joined are one revision: the next one continues from it.
    engine.revision = feed.current.revision
  }

  private func wait(until deadline: Duration) {
    timer?.cancel()
    let wait = deadline - now()
    let clock = clock
    timer = Task { [weak self] in
      do { try await clock.sleep(for: wait) } catch { return }
      await self?.flushIfDue(deadline)
    }
  }

  private func flushIfDue(_ deadline: Duration) {
    if schedule.deadline == deadline { flush() }
  }

  /// Sets when changes are announced from now on; what waits is announced at once.
  public func setDelivery(_ delivery: DeliveryPolicy) {
    flush()
    schedule = DeliverySchedule(policy: delivery)
  }
}

// MARK: - Suspending

/// What a controller gives when its updates are suspended, to be given back when they may continue.
public struct UpdateSuspension: Hashable, Sendable {
  private static let lastNumber = Locked(0)

  /// No other suspension has it, of any controller there ever was.
  private let number: Int

  init() {
    number = Self.lastNumber.withLock { number in
      number += 1
      return number
    }
  }
}

@available(LiveSystems, *)
extension ResultsController {
  /// Suspends the announcements: the results do not change, while the store is still observed. The changes are
  /// announced as one update when all suspensions are over.
  public func suspendUpdates() -> UpdateSuspension {
    let suspension = UpdateSuspension()
    suspensions.insert(suspension)
    timer?.cancel()
    timer = nil
    return suspension
  }

  /// Ends a suspension. Ending one twice, or that of another controller, does nothing.
  public func resumeUpdates(_ suspension: UpdateSuspension) {
    guard suspensions.remove(suspension) != nil else { return }
    flush()
  }

  /// Runs an action while updates are suspended.
  public func withUpdatesSuspended<Result: Sendable>(
    _ action: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    let suspension = suspendUpdates()
    defer { resumeUpdates(suspension) }
    return try await action()
  }

  /// Whether updates are suspended.
  public var isSuspended: Bool { !suspensions.isEmpty }
}
