/// Counts how many of its objects are alive.
final class LifetimeTracker {
  private(set) var alive = 0
  private(set) var created = 0

  func begin() {
    alive += 1
    created += 1
  }

  func end() { alive -= 1 }

  func rows(_ ids: some Sequence<Int>, value: Int = 0) -> [TrackedRow] {
    ids.map { TrackedRow($0, value: value, in: self) }
  }
}

/// A row that is an object, so that a leak or a needless copy shows.
final class TrackedRow: Identifiable, Equatable {
  let id: Int
  let value: Int
  private let tracker: LifetimeTracker

  init(_ id: Int, value: Int = 0, in tracker: LifetimeTracker) {
    self.id = id
    self.value = value
    self.tracker = tracker
    tracker.begin()
  }

  deinit { tracker.end() }

  static func == (a: TrackedRow, b: TrackedRow) -> Bool { a.id == b.id && a.value == b.value }
}
