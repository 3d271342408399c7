@testable import SectionDiff
import DiffWorkloads
import TestScale
import Testing

struct DiffWorkspaceTests {
  private let differs = [
    Differ(algorithm: LISDiff()), Differ(algorithm: HeckelDiff()), Differ(algorithm: MyersDiff()),
    Differ(algorithm: MyersDiff(infersMoves: true)), Differ(), Differ(duplicates: .keepFirst),
    Differ(scope: .section),
  ]

  private func board(_ count: Int, sections: Int, using random: inout SplitMix64) -> Snapshot<Int, Int, NoHeader> {
    let bound = max(1, count * 9 / 10)
    let items: [Int] = (0..<count).shuffled(using: &random).map { $0 % bound }
    var result: [SnapshotSection<Int, Int, NoHeader>] = []
    for section in 0..<sections {
      let range = (count * section / sections)..<(count * (section + 1) / sections)
      result.append(SnapshotSection(section, items: Array(items[range])))
    }
    return Snapshot(sections: result)
  }

  @Test(.enabled(if: TestScale.isFull)) func answersDoNotDependOnWhatAWorkspaceWasUsedFor() throws {
    var random = SplitMix64(seed: 1)
    let workspace = DiffWorkspace()
    for count in [1_500, 0, 3, 300, 1, 1_500, 40] {
      for sections in [1, 3] {
        let old = board(count, sections: sections, using: &random)
        let new = board(count + 5, sections: sections + count % 2, using: &random)
        for differ in differs {
          let fresh = try differ.diff(from: old, to: new, comparing: ValueComparison())
          let reused = try differ.diff(from: old, to: new, comparing: ValueComparison(), reusing: workspace)
          #expect(reused.changeset.identity == fresh.changeset.identity)
          #expect(reused.receipt == fresh.receipt)
          #expect(try fresh.old.applying(reused.changeset) == fresh.new)
        }
      }
    }
  }

  @Test func anAnswerStaysAsItIsWhenTheWorkspaceIsUsedAgain() throws {
    let workspace = DiffWorkspace()
    let old = FlatSnapshot((0..<200).map { Row(id: "\($0)") })
    let new = FlatSnapshot((0..<200).reversed().map { Row(id: "\($0)", value: 1) } + [Row(id: "x")])
    let first = try Differ().diff(from: old, to: new, reusing: workspace)
    let kept = Array(first.changeset.identity.changes)
    for _ in 0..<3 {
      _ = try Differ().diff(from: new, to: old, comparing: IdentifiableComparison(), reusing: workspace)
    }
    #expect(Array(first.changeset.identity.changes) == kept)
    #expect(try old.applying(first.changeset) == new)
  }

  @Test(arguments: Strategy.allCases, [DiffBudget.unlimited, DiffBudget(workUnits: 10)])
  func aWorkspaceDoesNotGrowFromDiffToDiff(_ strategy: Strategy, _ budget: DiffBudget) throws {
    var random = SplitMix64(seed: 42)
    let workspace = DiffWorkspace()
    let old = FlatSnapshot((0..<60).map { $0 % 40 })
    let new = FlatSnapshot((10..<70).map { $0 % 45 }.shuffled(using: &random))
    let differ = Differ(algorithm: strategy.algorithm, budget: budget)
    var held: [Int] = []
    for _ in 0..<40 {
      _ = try differ.diff(from: old, to: new, comparing: ValueComparison(), reusing: workspace)
      held.append(workspace.scratch.pool.free.count)
    }
    #expect(held[20...].allSatisfy { $0 == held[20] }, "\(held)")
  }

  /// A diff that takes memory of many kinds.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let differ: Differ
    let old: Snapshot<Int, Int, NoHeader>
    let new: Snapshot<Int, Int, NoHeader>
    var testDescription: String { "\(name), \(differ.algorithm.name)" }

    func run(_ workspace: DiffWorkspace, isCancelled: (() -> Bool)? = nil) throws {
      let diff = try differ.diff(
        from: old, to: new, comparing: ValueComparison(), reusing: workspace, isCancelled: isCancelled)
      #expect(try diff.old.applying(diff.changeset) == diff.new)
    }

    static let all: [Case] = {
      var random = SplitMix64(seed: 43)
      func sectioned(_ count: Int, below bound: Int, reversed: Bool) -> Snapshot<Int, Int, NoHeader> {
        let sections = (0..<6).map { section in
          SnapshotSection(section, items: (0..<count).map { _ in Int.random(in: 0..<bound, using: &random) })
        }
        return Snapshot(sections: reversed ? sections.dropFirst().reversed() : Array(sections.dropLast()))
      }
      func flat(_ items: [Int]) -> Snapshot<Int, Int, NoHeader> {
        Snapshot(sections: [SnapshotSection(0, items: items)])
      }
      let lines = (0..<900).map { _ in Int.random(in: 0..<120, using: &random) }
      var edited = lines
      for _ in 0..<60 {
        edited.insert(
          edited.remove(at: Int.random(in: 0..<880, using: &random)), at: Int.random(in: 0..<880, using: &random))
      }
      let inputs = [
        ("in no order", flat(lines), flat(lines.shuffled(using: &random))), ("edited", flat(lines), flat(edited)),
        ("unique", flat(Array(0..<900)), flat((100..<1_000).shuffled(using: &random))),
        ("turned round", flat(Array(0..<900)), flat((0..<900).reversed())),
        ("sections", sectioned(150, below: 100_000, reversed: false), sectioned(150, below: 100_000, reversed: true)),
        ("sections of texts", sectioned(150, below: 30, reversed: false), sectioned(150, below: 30, reversed: true)),
      ]
      var hasty = AdaptiveDiff()
      hasty.scriptUnitsPerItem = 2
      hasty.tableUnitsPerItem = 0
      let differs =
        Strategy.allCases.map { Differ(algorithm: $0.algorithm) } + IdentityScope.allCases.map { Differ(scope: $0) }
        + AdaptiveDiff.Goal.allCases.map { Differ(algorithm: AdaptiveDiff(favoring: $0)) }
        + [Differ(algorithm: hasty), Differ(budget: DiffBudget(workUnits: 5_000)), Differ(duplicates: .keepFirst)]
      return inputs.flatMap { input in
        differs.map { Case(name: input.0, differ: $0, old: input.1, new: input.2) }
      }
    }()
  }

  /// The guide promises that a diff allocates its answer and no scratch memory when two as large were done before.
  @Test(.enabled(if: TestScale.isFull), arguments: Case.all)
  func aThirdDiffTakesNoMoreScratchMemory(_ diff: Case) throws {
    let workspace = DiffWorkspace()
    for _ in 0..<2 { try diff.run(workspace) }
    let (taken, held) = (workspace.scratch.pool.allocations, workspace.scratch.room)
    #expect(workspace.scratch.pool.free.count < BufferPool.most, "no array was let go")
    try diff.run(workspace)
    #expect(workspace.scratch.pool.allocations == taken)
    #expect(workspace.scratch.room == held)
  }

  /// Found by reading: the review of a walk let the list of changed pairs go, and a short list's front the arrays of long ones.
  @Test func aReviewWithUpdatesAndAShortListKeepTheMemory() throws {
    let workspace = DiffWorkspace()
    var random = SplitMix64(seed: 44)
    let old = FlatSnapshot((0..<600).map { Row(id: "\($0 % 150)") })
    var edited = old.sections[0].items.map { Row(id: $0.id, value: Int.random(in: 0..<2, using: &random)) }
    for _ in 0..<20 {
      edited.insert(
        edited.remove(at: Int.random(in: 0..<590, using: &random)), at: Int.random(in: 0..<590, using: &random))
    }
    let new = FlatSnapshot(edited)
    let short = (old: FlatSnapshot([1, 2, 2, 3]), new: FlatSnapshot([2, 3, 2, 4]))
    func round() throws {
      let diff = try Differ().diff(from: old, to: new, reusing: workspace)
      #expect(try old.applying(diff.changeset) == new)
      _ = try Differ().changeset(
        from: short.old, to: short.new, comparing: ValueComparison(), reusing: workspace)
    }
    for _ in 0..<2 { try round() }
    #expect(workspace.scratch.otherFront.changed.capacity > 0, "the walk was reviewed, and updates were found")
    let (taken, held) = (workspace.scratch.pool.allocations, workspace.scratch.room)
    for _ in 0..<3 { try round() }
    #expect(workspace.scratch.pool.allocations == taken)
    #expect(workspace.scratch.room == held)
  }

  /// Found by reading: what an algorithm held when it was cancelled was let go.
  @Test(.enabled(if: TestScale.isFull), arguments: Case.all)
  func aWorkspaceKeepsItsMemoryWhenADiffIsCancelled(_ diff: Case) throws {
    let workspace = DiffWorkspace()
    for _ in 0..<3 { try diff.run(workspace) }
    let (taken, held) = (workspace.scratch.pool.allocations, workspace.scratch.room)
    var polls = 0
    try diff.run(
      workspace,
      isCancelled: {
        polls += 1
        return false
      })
    for limit in 0..<polls {
      var rest = limit
      #expect(throws: DiffError.cancelled) {
        try diff.run(
          workspace,
          isCancelled: {
            rest -= 1
            return rest < 0
          })
      }
      #expect(workspace.scratch.room == held, "cancelled after \(limit) of \(polls)")
    }
    try diff.run(workspace)
    #expect(workspace.scratch.pool.allocations == taken)
  }

  @Test func aDiffThatThrowsLeavesTheWorkspaceUsable() throws {
    let workspace = DiffWorkspace()
    let old = FlatSnapshot(Array(0..<50_000))
    var random = SplitMix64(seed: 41)
    let new = FlatSnapshot((0..<50_000).shuffled(using: &random))
    func cancelled() throws {
      var questions = 0
      _ = try Differ().diff(
        from: old, to: new, comparing: ValueComparison(), reusing: workspace,
        isCancelled: {
          questions += 1
          return questions > 5
        })
    }
    #expect(throws: DiffError.cancelled) { try cancelled() }
    func refused() throws {
      _ = try Differ(duplicates: .reject).diff(
        from: FlatSnapshot([1, 1]), to: new, comparing: ValueComparison(), reusing: workspace)
    }
    #expect(throws: DiffError.self) { try refused() }
    let after = try Differ().diff(from: old, to: new, comparing: ValueComparison(), reusing: workspace)
    #expect(after.changeset == (try Differ().changeset(from: old, to: new, comparing: ValueComparison())))
  }

  @Test func memoryCanBeGivenBack() throws {
    let workspace = DiffWorkspace()
    _ = try Differ().diff(
      from: FlatSnapshot([1, 2, 3]), to: FlatSnapshot([3, 1]), reusing: workspace)
    workspace.removeAll()
    let diff = try Differ().diff(
      from: FlatSnapshot([1, 2, 3]), to: FlatSnapshot([3, 1]), comparing: ValueComparison(), reusing: workspace)
    #expect(diff.changeset.counts == ChangeCounts(deletes: 1, moves: 1))
  }

  @Test func aDiffWithinADiffMayUseTheSameWorkspace() throws {
    let workspace = DiffWorkspace()
    let pages = [[1, 2, 3], [3, 1]], turned = [[3, 1], [1, 2, 3]]
    func isSamePage(_ a: [Int], _ b: [Int]) -> Bool {
      (try? Differ().changeset(from: a, to: b, reusing: workspace))?.isEmpty == true
    }
    let changes = try Differ().changeset(
      from: pages, to: turned, comparing: .by(\.count, content: isSamePage), reusing: workspace)
    #expect(changes.counts == ChangeCounts(moves: 1))
  }
}

extension DiffScratch {
  /// How many arrays it holds, and how many bytes.
  fileprivate var room: [Int] {
    let fronts = [front, otherFront].reduce(0) {
      $0 + $1.runs.capacity * 12 + ($1.updates.capacity + $1.residueCuts.capacity + $1.changed.capacity) * 8
        + ($1.residueOld.capacity + $1.residueNew.capacity) * 4
    }
    let bytes = pool.free.reduce(0) { $0 + $1.capacity * 4 } + fronts + moveBlocks.capacity * 20
    return [pool.free.count, bytes]
  }
}
