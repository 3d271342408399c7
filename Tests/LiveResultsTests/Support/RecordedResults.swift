import ConformanceKit
import LiveResults
import SectionDiff
import StoreInterface
import Testing

/// Results that are loaded, and someone who listens to them and checks each update by its laws.
struct RecordedResults<
  Store: DataStore, Key: Hashable & Sendable, Shown: Identifiable & Equatable & Sendable, Header: Equatable & Sendable
> where Shown.ID == Store.Item.ID {
  typealias Update = ResultsUpdate<Key, Shown, Header>

  let controller: ResultsController<Store, Key, Shown, Header>
  let recorder: UpdateRecorder<Key, Shown, Header>

  /// Loads the results and subscribes to them.
  init(
    _ controller: ResultsController<Store, Key, Shown, Header>,
    revisions: UpdateChecker<Key, Shown, Header>.Revisions = .byOne, permitsRefreshes: Bool = false
  ) async throws {
    self.controller = controller
    await controller.load()
    recorder = UpdateRecorder(
      controller.updates(), checker: UpdateChecker(revisions: revisions, permitsRefreshes: permitsRefreshes))
    try await recorder.wait(forCount: 1)
  }

  /// What the updates broke; empty where they keep the laws.
  var violations: [UpdateViolation] { recorder.violations }

  /// The identities shown, section by section.
  var rows: [[Shown.ID]] { controller.snapshot.idRows }

  /// Does something that is announced, and returns the announcement, which must be the next one.
  @discardableResult
  func next<Result>(_ action: () async throws -> Result) async throws -> Update {
    let count = recorder.updates.count
    _ = try await action()
    return try await recorder.wait(forCount: count + 1)[count]
  }
}
