import DiffWorkloads
import SectionDiff
import Testing

@Suite struct FrontPairsTests {
  /// The receipt of a diff of numbers, with what was asked; fails when the changes are not right.
  func front(
    _ old: some Sequence<Int>, _ new: some Sequence<Int>, _ strategy: Strategy = .lis
  ) throws -> (receipt: DiffReceipt, counts: IntCounter.Counts) {
    let (old, new) = (FlatSnapshot(old), FlatSnapshot(new))
    let counter = IntCounter()
    let diff = try Differ(algorithm: strategy.algorithm).diff(from: old, to: new, comparing: counter)
    #expect(try old.applying(diff.changeset) == new)
    return (diff.receipt, counter.counts)
  }

  @Test(arguments: Strategy.allCases)
  func anIdenticalPairCostsOneComparisonAnItemAndNoHash(_ strategy: Strategy) throws {
    for count in [0, 1, 5, 1000, 40_000] {
      let (receipt, counts) = try front(0..<count, 0..<count, strategy)
      #expect(receipt.comparisons == count)
      #expect(receipt.hashes == 0)
      #expect(counts.comparisons == count)
      #expect(counts.identical == count)
      #expect(counts.hashes == 0)
      #expect(receipt.trimmedPrefix == count)
      #expect(receipt.isMinimal)
    }
  }

  @Test(arguments: Strategy.allCases)
  func anAppendCostsNoHash(_ strategy: Strategy) throws {
    let (receipt, counts) = try front(0..<1000, 0..<1300, strategy)
    #expect(receipt.trimmedPrefix == 1000)
    #expect(counts.hashes == 0)
    #expect(counts.comparisons == 1000)
  }

  @Test(arguments: Strategy.allCases)
  func aPrependAndACutCostNoHash(_ strategy: Strategy) throws {
    let prepend = try front(300..<1000, 0..<1000, strategy)
    #expect(prepend.receipt.trimmedSuffix == 700)
    #expect(prepend.counts.hashes == 0)
    let cut = try front(0..<1000, Array(0..<400) + Array(500..<1000), strategy)
    #expect(cut.receipt.trimmedPrefix == 400)
    #expect(cut.receipt.trimmedSuffix == 500)
    #expect(cut.receipt.residueOld == 100)
    #expect(cut.counts.hashes == 0)
  }

  @Test func prefixAndSuffixNeverOverlap() throws {
    let (receipt, _) = try front([1, 1, 1], [1, 1, 1, 1, 1])
    #expect(receipt.trimmedPrefix == 3)
    #expect(receipt.trimmedSuffix == 0)
    let (shrunk, _) = try front([1, 2, 1, 2, 1], [1, 2, 1])
    #expect(shrunk.trimmedPrefix + shrunk.trimmedSuffix == 3)
  }

  @Test func theHeaderSampleIsTrimmedAndWalked() throws {
    // a b c d e f g x y z  →  a b c e f g h x y z
    let (receipt, counts) = try front([1, 2, 3, 4, 5, 6, 7, 20, 21, 22], [1, 2, 3, 5, 6, 7, 8, 20, 21, 22])
    #expect(receipt.trimmedPrefix == 3)
    #expect(receipt.trimmedSuffix == 3)
    #expect(receipt.walked == 3)
    #expect(receipt.residueOld == 1)
    #expect(receipt.residueNew == 1)
    #expect(counts.hashes == 2)
  }

  @Test func changedItemsAtTheEndsAreTrimmedAndReported() throws {
    let counter = RowCounter()
    let diff = try Differ(algorithm: LISDiff()).diff(
      from: list("a b c x d e f"), to: list("a b=1 c d=2 e f=3"), comparing: counter)
    #expect(
      diff.changeset.identity.texts == [
        "- [0, 3]", "~ [0, 1] → [0, 1]", "~ [0, 4] → [0, 3]", "~ [0, 6] → [0, 5]",
      ])
    #expect(diff.receipt.trimmedPrefix == 3)
    #expect(diff.receipt.trimmedSuffix == 3)
    // Those of old items that changed: copies of one might be paired otherwise.
    #expect(counter.counts.hashes == 4)
    #expect(counter.counts.comparisons == diff.receipt.comparisons)
  }

  @Test func changedItemsWithinAWalkAreReported() throws {
    let diff = try Differ(algorithm: LISDiff()).diff(
      from: list("x1 a b c x2"), to: list("y1 y2 a b=1 c y3"))
    #expect(diff.receipt.walked == 3)
    #expect(diff.changeset.counts == ChangeCounts(deletes: 2, inserts: 3, updates: 1))
    #expect(try diff.old.applying(diff.changeset) == diff.new)
  }

  /// Short sections are compared with those around them, long ones by themselves: the same pairs, counted alike.
  @Test(arguments: [1, 10, 15, 16, 17, 63, 64, 65, 200])
  func sectionsAreComparedAsOneByOne(_ size: Int) throws {
    var random = SplitMix64(seed: UInt64(size))
    for _ in 0..<20 {
      let contents = (0..<12).map { section in (0..<size).map { Row(id: "\(section) \($0)") } }
      var changed = contents
      for section in changed.indices where Int.random(in: 0..<3, using: &random) == 0 {
        let place = Int.random(in: changed[section].indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[section].remove(at: place)
        case 1: changed[section].insert(Row(id: "new \(section)"), at: place)
        default: changed[section][place].value = 7
        }
      }
      func board(_ contents: [[Row]]) -> Snapshot<Int, Row, NoHeader> {
        Snapshot(sections: contents.enumerated().map { SnapshotSection($0.offset, items: $0.element) })
      }
      let (old, new) = (board(contents), board(changed))
      let counter = RowCounter()
      let diff = try Differ(algorithm: LISDiff()).diff(from: old, to: new, comparing: counter)
      #expect(try old.applying(diff.changeset) == new)
      #expect(diff.receipt.comparisons == counter.counts.comparisons)
      #expect(counter.counts.hashes <= 24)
      var expected = ChangeCounts()
      var prefix = 0
      for (before, after) in zip(contents, changed) {
        if before.count > after.count { expected.deletes += 1 }
        if before.count < after.count { expected.inserts += 1 }
        if before.count == after.count, before != after { expected.updates += 1 }
        prefix += zip(before, after).prefix { $0.id == $1.id }.count
      }
      #expect(diff.changeset.counts == expected)
      #expect(diff.receipt.trimmedPrefix == prefix)
      // The same with the sections in another order, in which each is compared by itself.
      let turned = board(contents.reversed())
      let turnedNew = board(changed.reversed())
      #expect(try Differ(algorithm: LISDiff()).changeset(from: turned, to: turnedNew).counts == expected)
    }
  }

  // MARK: Look-ahead

  @Test(arguments: [1, 8, 9, 100, 255, 256])
  func aBurstOnOneSideIsWalkedOver(_ length: Int) throws {
    // Different ends, so that trimming cannot do it.
    let shared = Array(1000..<1050)
    let burst = Array(5000..<(5000 + length))
    let middle = shared[..<25] + burst + shared[25...]
    let inserted = try front([-1] + shared + [-2], [-3] + middle + [-4])
    #expect(inserted.receipt.walked == 50)
    #expect(inserted.receipt.residueNew == length + 2)
    let removed = try front([-1] + middle + [-2], [-3] + shared + [-4])
    #expect(removed.receipt.walked == 50)
    #expect(removed.receipt.residueOld == length + 2)
  }

  @Test func aBurstBeyondTheReachIsLeftToTheAlgorithm() throws {
    let shared = Array(1000..<1050)
    let burst = Array(5000..<5257)
    let (receipt, _) = try front([-1] + shared + [-2], [-3] + shared[..<25] + burst + shared[25...] + [-4])
    #expect(receipt.walked < 50)
  }

  @Test(arguments: [(1, 1), (4, 4), (8, 0), (0, 8), (3, 5)])
  func aReplacementWithinTheWindowIsWalkedOver(_ gone: Int, _ come: Int) throws {
    let old = [-1, 1, 2, 3] + Array(100..<(100 + gone)) + [4, 5, 6, -2]
    let new = [-3, 1, 2, 3] + Array(200..<(200 + come)) + [4, 5, 6, -4]
    let (receipt, _) = try front(old, new)
    #expect(receipt.walked == 6)
  }

  @Test func strategiesThatSeeEverythingAreNotWalkedFor() throws {
    for strategy in [Strategy.heckel, .myers, .myersWithMoves] {
      let (receipt, _) = try front([1, 2, 3, 4, 5, 6], [0, 2, 3, 4, 5, 7], strategy)
      #expect(receipt.walked == 0)
    }
  }

  @Test func aHopelessWalkGivesUp() throws {
    var random = SplitMix64(seed: 31)
    let old = (0..<5000).shuffled(using: &random)
    let (receipt, counts) = try front(old, old.shuffled(using: &random))
    #expect(receipt.residueOld > 4000)
    // Its allowance, one last look-ahead, and the pairs and joins that follow.
    #expect(counts.identity + counts.identical < 4096 + 10_000 / 4 + 600 + 3 * 10_000)
    // Every item once, the sampled ones and an eighth of the new ones twice.
    #expect(counts.hashes <= 10_000 + 5000 / 16 + 5000 / 8 + 256)
  }

  /// The allowance is at most 8.5 comparisons for each of *n* old items. The last look-ahead takes at most 44 and two an
  /// item, each mismatch two more, and one in 44 looks is a mismatch: at most 16 · *n* from 10 items on.
  @Test(arguments: [10, 50, 100, 1000])
  func replacingAllItemsTakesComparisonsInProportion(_ size: Int) throws {
    let old = (0..<size).map { "old-\($0)" }
    let new = (0..<size).map { "new-\($0)" }
    let counter = CountingComparison(ValueComparison<String>())
    let diff = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: counter)
    #expect(diff.changeset.counts.deletes == size && diff.changeset.counts.inserts == size)
    #expect(counter.counts.comparisons <= 16 * size)
    #expect(counter.counts.hashes <= 3 * size)
  }

  @Test func theWalkHasOneAllowanceForAllSections() throws {
    var random = SplitMix64(seed: 32)
    let sections = (0..<100).map { section in
      SnapshotSection(section, items: (0..<50).map { section * 50 + $0 }.shuffled(using: &random))
    }
    let old = Snapshot(sections: sections)
    let new = Snapshot(
      sections: sections.map { SnapshotSection($0.key, items: $0.items.shuffled(using: &random)) })
    let counter = IntCounter()
    _ = try Differ(algorithm: LISDiff()).diff(from: old, to: new, comparing: counter)
    #expect(counter.counts.comparisons < 4096 + 10_000 / 4 + 100 * 150 + 3 * 10_000)
  }

  @Test(arguments: [Strategy.lis, .adaptive])
  func withUniqueIdentitiesTheFrontIsNeverWrong(_ strategy: Strategy) throws {
    let differ = Differ(algorithm: strategy.algorithm)
    var random = SplitMix64(seed: 33)
    for round in 0..<400 {
      let old = Array(0..<Int.random(in: 0...60, using: &random))
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &random) where !new.isEmpty {
        let place = Int.random(in: new.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: new.remove(at: place)
        case 1: new.insert(1000 + round * 100 + new.count, at: place)
        case 2:
          let item = new.remove(at: place)
          new.insert(item, at: Int.random(in: 0...new.count, using: &random))
        default: new.insert(contentsOf: (0..<10).map { 9000 + place * 100 + $0 }, at: place)
        }
      }
      new = new.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
      let counts = try differ.changeset(from: old, to: new).counts
      let kept = pairableCount(old, new)
      #expect(counts.deletes == old.count - kept)
      #expect(counts.inserts == new.count - kept)
      #expect(counts.moves == kept - commonLength(old, new), "\(old) → \(new)")
    }
  }

  // MARK: Counts

  @Test(arguments: Strategy.allCases)
  func theReceiptCountsWhatWasAsked(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 34)
    for policy in DuplicatePolicy.allCases {
      for _ in 0..<60 {
        let repeats = policy != .reject && Bool.random(using: &random)
        let old = random.board(rows: 30, repeats: repeats)
        let new = random.board(rows: 30, repeats: repeats)
        let counter = RowCounter()
        let differ = Differ(
          algorithm: strategy.algorithm, duplicates: policy, scope: Bool.random(using: &random) ? .global : .section)
        let diff = try differ.diff(from: old, to: new, comparing: counter)
        #expect(diff.receipt.hashes == counter.counts.hashes)
        #expect(diff.receipt.comparisons == counter.counts.comparisons)
        // Once more where repeats made the walk doubtful; where contents differ once more each for what changed and for all.
        let most = repeats && policy == .allow ? 5 : 2
        #expect(counter.counts.hashes <= most * (old.itemCount + new.itemCount), "\(policy)")
      }
    }
  }

  @Test(arguments: Strategy.allCases)
  func underAllowFewItemsAreHashedTwice(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 35)
    let old = (0..<3000).shuffled(using: &random)
    let new = (1000..<4000).shuffled(using: &random)
    let (_, counts) = try front(old, new, strategy)
    #expect(counts.hashes <= 6000 + 3000 / 16 + 3000 / 8 + 256)
  }
}
