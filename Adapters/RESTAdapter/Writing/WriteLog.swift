import StoreBuilding

/// Which records are being written or were written, as far as it matters to answers that were requested before.
///
/// Writes are numbered as they begin and as they end. An answer is of the number that was reached when it was requested.
struct WriteLog<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Key = Item.ID

  /// The number that was reached.
  private(set) var number = 0
  /// Keys that are being written.
  private(set) var current: Set<Key> = []
  /// Keys that were written while a poll was in progress, and the number at the end of it.
  private var recent: [Key: Int] = [:]
  /// The validators of single records, by what the server said when they were written.
  private var validators: [Key: EntityValidators] = [:]
  /// Keys of commits that failed, and the number after that: what the server holds for them is not known, nor are its
  /// validators, before an answer to a later request.
  private var doubtful: [Key: Int] = [:]
  /// The number of the last write that no answer has shown yet. Until then, no cache on the way may answer: it may hold
  /// what was before.
  private(set) var unseen: Int?

  // MARK: - Writing

  mutating func begin(_ keys: some Sequence<Key>) {
    number += 1
    current.formUnion(keys)
  }

  /// A write is over, and the server holds what it was before.
  mutating func abandon() { current.removeAll() }

  /// A write is over, and the server holds something else than before.
  mutating func finish(_ keys: [Key], whilePolling isPolling: Bool) {
    current.removeAll()
    number += 1
    unseen = number
    if isPolling { for key in keys { recent[key] = number } }
  }

  /// A write has failed, and the validators that are known for these keys may be old: nothing is written by them any more
  /// before the server was polled.
  mutating func doubt(_ keys: [Key]) {
    number += 1
    for key in keys { doubtful[key] = number }
  }

  func isDoubtful(_ key: Key) -> Bool { doubtful[key] != nil }

  // MARK: - Answers

  /// An answer is there to a request from when a number was reached.
  mutating func noteSeen(_ start: Int) {
    if let unseen, unseen <= start { self.unseen = nil }
    for (key, number) in doubtful where number <= start {
      doubtful[key] = nil
      validators[key] = nil
    }
  }

  /// The keys of records that are being written, or were written since a number was reached.
  func keys(since start: Int) -> Set<Key> { current.union(recent.lazy.filter { $0.value > start }.map(\.key)) }

  /// The records are those of an answer now, and no poll is in progress.
  mutating func noteAnswer() { recent.removeAll() }

  // MARK: - Validators

  subscript(key: Key) -> EntityValidators {
    get { validators[key] ?? EntityValidators() }
    set { validators[key] = newValue.isEmpty ? nil : newValue }
  }

  /// Forgets the validators of records that are not what they were when the server named them.
  mutating func forgetValidators(of edits: borrowing RecordEdits<Item>) {
    if validators.isEmpty { return }
    for touch in edits.records.touched {
      guard let before = touch.before, validators[before.id] != nil else { continue }
      if let after = edits.records.item(of: touch), edits.haveEqualContent(before, after) { continue }
      validators[before.id] = nil
    }
  }

  /// What does not hold, one line each; empty when all is right.
  func checkInvariants() -> [String] {
    let numbers = Array(recent.values) + Array(doubtful.values) + (unseen.map { [$0] } ?? [])
    return numbers.filter { $0 > number }.map { "there is a write of number \($0), and \(number) was reached" }
  }
}
