import ConformanceKit
import StoreInterface
import Testing

@testable import PostgresAdapter

extension Recorder where Element == StoreEvent<Note> {
  /// Waits until the events so far come to just these notes.
  func wait(toHold notes: [Note], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let events = try await wait { Self.states(after: $0).last?.items == notes }
    #expect(Self.states(after: events).last?.items == notes, sourceLocation: sourceLocation)
  }

  /// What the events come to, after each of them.
  static func states(after events: [Element]) -> [StoreReplica<Note>] {
    var replica = StoreReplica<Note>()
    return events.map { event in
      replica.apply(event)
      return replica
    }
  }
}

extension StoreEvent {
  /// The failure, if it is one.
  var failure: StoreError? { if case .failed(let error) = self { error } else { nil } }
  /// The changes, if it is some.
  var changes: [StoreChange<Item>]? { if case .changes(let batch) = self { batch.changes } else { nil } }
}
