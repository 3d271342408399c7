public import LiveResults
public import SectionDiff
import StoreInterface

/// Subscribes to results, checks each update by the laws, and keeps it, for a test to wait for and look at.
///
///     let recorder = UpdateRecorder(controller.updates())
///     await store.insert(note)
///     try await recorder.wait { $0.last?.after.itemCount == 4 }
///     #expect(recorder.violations.isEmpty)
///
/// The recorder unsubscribes when it is let go.
@available(LiveSystems, *)
public final class UpdateRecorder<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: Sendable {
  /// An update of the results that are recorded.
  public typealias Update = ResultsUpdate<Key, Item, Header>

  private let recorder: Recorder<Update>
  private let checker: Locked<UpdateChecker<Key, Item, Header>>

  /// Subscribes, with a checker that was set up for the case at hand.
  ///
  /// - Parameters:
  ///   - updates: The updates of one subscriber.
  ///   - checker: What they are checked by.
  ///   - limit: After so many updates the recorder stalls, as a slow subscriber does, until ``resume()``.
  public init<Updates: AsyncSequence & Sendable>(
    _ updates: Updates, checker: UpdateChecker<Key, Item, Header>, pausingAfter limit: Int? = nil
  ) where Updates.Element == Update {
    let checker = Locked(checker)
    self.checker = checker
    recorder = Recorder(updates, pausingAfter: limit) { update in checker.withLock { _ = $0.check(update) } }
  }

  /// The updates so far.
  public var updates: [Update] { recorder.elements }

  /// The results as the subscriber has seen them last.
  public var latest: Snapshot<Key, Item, Header>? { updates.last?.after }

  /// What was wrong with the updates so far.
  public var violations: [UpdateViolation] { checker.withLock { $0.violations } }

  /// Whether the subscription has ended.
  public var hasEnded: Bool { recorder.hasEnded }

  /// Waits until there were so many updates, and returns them.
  @discardableResult
  public func wait(forCount count: Int) async throws(RecorderError) -> [Update] {
    try await recorder.wait(forCount: count)
  }

  /// Waits until the updates meet a condition, and returns them.
  @discardableResult
  public func wait(
    until condition: @escaping @Sendable ([Update]) -> Bool
  ) async throws(RecorderError) -> [Update] {
    try await recorder.wait(until: condition)
  }

  /// Waits until the subscription has ended, and returns all updates.
  @discardableResult
  public func waitForEnd() async throws(RecorderError) -> [Update] { try await recorder.waitForEnd() }

  /// Stops asking for updates after the next one, as a subscriber that is busy, until ``resume()``.
  public func pause() { recorder.pause() }

  /// Goes on after a pause.
  public func resume() { recorder.resume() }

  /// Cancels the subscription.
  public func cancel() { recorder.cancel() }
}

@available(LiveSystems, *)
extension UpdateRecorder where Item: Identifiable & Equatable {
  /// Subscribes, and checks items with identity by `id` and content by `==`.
  ///
  /// - Parameters:
  ///   - updates: The updates of one subscriber.
  ///   - limit: After so many updates the recorder stalls until ``resume()``; revisions may then rise by more than one.
  public convenience init<Updates: AsyncSequence & Sendable>(
    _ updates: Updates, pausingAfter limit: Int? = nil
  ) where Updates.Element == Update {
    self.init(
      updates, checker: UpdateChecker(revisions: limit == nil ? .byOne : .rising), pausingAfter: limit)
  }
}
