import ConformanceKit
import LiveResults
import SectionDiff
import StoreInterface
import Testing

/// The updates of one subscriber, taken by hand: each is checked by its laws as it is handed out, and what it breaks is an
/// issue of the test.
struct CheckedUpdates<
  Key: Hashable & Sendable, Item: Identifiable & Equatable & Sendable, Header: Equatable & Sendable
> where Item.ID: Sendable {
  typealias Update = ResultsUpdate<Key, Item, Header>
  typealias Checker = UpdateChecker<Key, Item, Header>

  private var iterator: ResultsUpdates<Key, Item, Header>.Iterator
  private var checker: Checker

  /// Begins a subscription.
  ///
  /// - Parameters:
  ///   - updates: The updates of the subscriber.
  ///   - start: How it begins.
  ///   - revisions: How its revisions rise; a test that takes updates by hand mostly is slow.
  ///   - permitsRefreshes: Whether items may be reported as updated although they are equal.
  init(
    _ updates: ResultsUpdates<Key, Item, Header>, start: Checker.Start = .initial,
    revisions: Checker.Revisions = .rising, permitsRefreshes: Bool = false
  ) {
    iterator = updates.makeAsyncIterator()
    checker = Checker(start: start, revisions: revisions, permitsRefreshes: permitsRefreshes)
  }

  /// The next update, or `nil` when the subscription has ended.
  ///
  /// - Parameter look: Called with the update before it is checked, where the checks would disturb what the test counts.
  mutating func next(
    sourceLocation: SourceLocation = #_sourceLocation, look: (Update) -> Void = { _ in }
  ) async -> Update? {
    guard let update = await iterator.next() else { return nil }
    look(update)
    for violation in checker.check(update) { Issue.record(violation, sourceLocation: sourceLocation) }
    return update
  }
}
