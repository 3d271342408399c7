import DiffWorkloads
import Testing

@testable import SectionDiff

@Suite struct LifetimeTests {
  @Test(arguments: Strategy.allCases, DuplicatePolicy.allCases)
  func nothingIsLeakedAndNothingIsMade(_ strategy: Strategy, _ policy: DuplicatePolicy) throws {
    let tracker = LifetimeTracker()
    try {
      var random = SplitMix64(seed: 211)
      let old = FlatSnapshot(tracker.rows((0..<60).shuffled(using: &random)))
      let new = FlatSnapshot(tracker.rows((20..<80).shuffled(using: &random), value: 1))
      let diff = try Differ(algorithm: strategy.algorithm, duplicates: policy).diff(from: old, to: new)
      let stages = try diff.changeset.stages(from: old)
      let composed = try diff.changeset.composed(with: diff.changeset.inverted)
      #expect(try old.applying(diff.changeset) == new)
      #expect(composed.isEmpty)
      #expect(!stages.isEmpty)
      #expect(tracker.created == 120, "no element is made on the way")
    }()
    #expect(tracker.alive == 0)
  }

  @Test func errorsLeakNothing() {
    let tracker = LifetimeTracker()
    do {
      let repeated = FlatSnapshot(tracker.rows([1, 2, 1]))
      #expect(throws: DiffError.self) { try Differ(duplicates: .reject).changeset(from: repeated, to: repeated) }
      #expect(throws: DiffError.self) {
        try Differ().diff(
          from: repeated, to: FlatSnapshot([TrackedRow]()), comparing: IdentifiableComparison(),
          isCancelled: { true })
      }
    }
    #expect(tracker.alive == 0)
  }

  @Test func aDetachedChangesetHoldsOnlyWhatItNames() throws {
    let tracker = LifetimeTracker()
    var changes: FlatChangeset<TrackedRow>?
    do {
      let old = FlatSnapshot(tracker.rows(0..<100))
      let kept = Array(old.sections[0].items[1..<99])
      let new = FlatSnapshot(kept + tracker.rows([200, 201]) + tracker.rows([99], value: 5))
      let attached = try Differ().changeset(from: old, to: new)
      #expect(attached.counts == ChangeCounts(deletes: 1, inserts: 2, updates: 1))
      changes = attached.detached()
    }
    #expect(changes != nil)
    #expect(tracker.alive == 5, "one deleted, two inserted, two values of one updated")
    changes = nil
    #expect(tracker.alive == 0)
  }

  @Test(arguments: Strategy.allCases)
  func aDiffSharesTheStorageOfItsSnapshots(_ strategy: Strategy) throws {
    let (old, new) = (list("a b c d e"), list("e b=1 x a"))
    let diff = try Differ(algorithm: strategy.algorithm).diff(from: old, to: new)
    #expect(shareStorage(diff.old.items, old.items))
    #expect(shareStorage(diff.new.items, new.items))
    guard case .whole(let before) = diff.changeset.payload.old,
      case .whole(let after) = diff.changeset.payload.new
    else {
      Issue.record("in memory a changeset holds its snapshots")
      return
    }
    #expect(shareStorage(before.items, old.items))
    #expect(shareStorage(after.items, new.items))
    guard case .whole(let inverseBefore) = diff.changeset.inverted.payload.old else { return }
    #expect(shareStorage(inverseBefore.items, new.items))
  }

  @Test func checksThatDropNothingCopyNothing() throws {
    let old = list("a b c")
    for policy in DuplicatePolicy.allCases {
      let diff = try Differ(duplicates: policy).diff(from: old, to: list("c d"))
      #expect(shareStorage(diff.old.items, old.items), "\(policy)")
    }
  }

  @Test func theLastStageIsTheNewSnapshotOfTheChangeset() throws {
    let old = list("a b")
    let stages = try Differ().changeset(from: old, to: list("b=1 a")).stages(from: old)
    #expect(stages.count == 2)
    #expect(stages[1].snapshot == list("b=1 a"))
  }

  @Test func whileItRunsADiffHoldsNoElementTwice() throws {
    let tracker = LifetimeTracker()
    let old = tracker.rows(0..<40)
    let new = Array(old.reversed())
    let before = old.map { _getRetainCount($0) }
    let diff = try Differ(algorithm: LISDiff()).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    #expect(old.map { _getRetainCount($0) } == before, "the arrays are shared, so no element is retained again")
    #expect(diff.changeset.counts.moves == 39)
  }
}
