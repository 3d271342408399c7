import TestScale
import Testing

@testable import SectionDiff

@Suite struct StretchesTests {
  private func diff(
    _ old: [Int], _ new: [Int], _ limits: FrontLimits? = nil
  ) throws -> (receipt: DiffReceipt, changes: ChangeCounts, counts: IntCounter.Counts) {
    let (old, new) = (FlatSnapshot(old), FlatSnapshot(new))
    let counter = IntCounter()
    var differ = Differ(algorithm: LISDiff())
    if let limits { differ.frontLimits = limits }
    let diff = try differ.diff(from: old, to: new, comparing: counter)
    #expect(try old.applying(diff.changeset) == new)
    #expect(diff.receipt.hashes == counter.counts.hashes)
    return (diff.receipt, diff.changeset.counts, counter.counts)
  }

  /// Limits that no input reaches.
  private var never: FrontLimits {
    var limits = FrontLimits.small
    limits.walk = 4096
    limits.smallestSampled = 1 << 40
    return limits
  }

  @Test func aReversedListIsPairedWithoutHashingIt() throws {
    let (receipt, changes, counts) = try diff(Array(0..<10_000), Array((0..<10_000).reversed()))
    #expect(changes == ChangeCounts(moves: 9_999))
    #expect(receipt.isMinimal)
    #expect(receipt.residueNew < 150, "what the walk gave up on")
    #expect(counts.hashes < 10_000 / 16 + 400)
  }

  @Test func aReversedListIsOneRun() throws {
    for count in [600, 10_000, 70_000] {
      let old = ContiguousArray(0..<count)
      var new = ContiguousArray(old.reversed())
      // An item in the middle that is gone, and another that has come.
      for cut in [false, true] {
        if cut { new[count / 2] = -1 }
        var run = DiffRun(strategy: "lis")
        let sides = DiffSides(FlatSnapshot(old), FlatSnapshot(new), in: &run.scratch.pool)
        var items = ComparedItems(old: old, new: new, comparing: ValueComparison())
        let front = try FrontPairs.found(
          in: &items, sides, itemBound: count, walking: true, limits: FrontLimits(), in: &run)
        #expect(front.runs.count == (cut ? 2 : 1))
        for pairs in front.runs {
          #expect(pairs.extent < 0)
          for offset in 0..<pairs.count {
            #expect(old[Int(pairs.old - offset)] == new[Int(pairs.new + offset)])
          }
          #expect(pairs.lowestOld == pairs.old - pairs.count + 1)
        }
        #expect(front.residue.checkInvariants() == nil)
        #expect(front.residue.new.count < 200)
      }
    }
  }

  /// Bits are looked for and set a word at a time.
  @Test func freeBitsAreCountedInBothDirections() {
    var random = SplitMix64(seed: 67)
    for _ in 0..<300 {
      let count = Int.random(in: 1...300, using: &random)
      var words = ContiguousArray<UInt64>(repeating: 0, count: count / 64 + 1)
      var isTaken = [Bool](repeating: false, count: count)
      var bits = words.mutableSpan
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let start = Int.random(in: 0..<count, using: &random)
        let range = start..<Int.random(in: start...min(count, start + 130), using: &random)
        bits.take(range)
        for place in range { isTaken[place] = true }
      }
      for place in 0..<count { #expect(bits.isFree(place) == !isTaken[place]) }
      for _ in 0..<20 {
        let place = Int.random(in: -1...count, using: &random)
        let limit = Int.random(in: 0...count, using: &random)
        for step in [1, -1] {
          var free = 0
          while free < limit, isTaken.indices.contains(place + step * free), !isTaken[place + step * free] { free += 1 }
          #expect(bits.freeCount(from: place, step, of: count, limit: limit) == free)
        }
      }
    }
  }

  @Test func aRotatedListIsPairedWithoutHashingIt() throws {
    let (receipt, changes, counts) = try diff(Array(0..<10_000), Array(3_000..<10_000) + Array(0..<3_000))
    #expect(changes == ChangeCounts(moves: 3_000))
    #expect(receipt.isMinimal)
    #expect(counts.hashes < 10_000 / 16 + 400)
  }

  @Test func blocksInAnotherOrderArePairedBlockByBlock() throws {
    var random = SplitMix64(seed: 61)
    let blocks = (0..<100).map { Array(($0 * 100)..<($0 * 100 + 100)) }
    let new = blocks.shuffled(using: &random).enumerated().flatMap {
      $0.offset % 3 == 0 ? $0.element.reversed() : $0.element
    }
    let (receipt, changes, counts) = try diff(Array(0..<10_000), new)
    #expect(try diff(Array(0..<10_000), new, never).changes == changes)
    #expect(receipt.residueNew < 2_000)
    #expect(counts.hashes < 5_000)
  }

  @Test func aShuffledListIsGivenUpSoon() throws {
    var random = SplitMix64(seed: 62)
    let old = Array(0..<10_000)
    let (receipt, _, counts) = try diff(old, old.shuffled(using: &random))
    #expect(receipt.residueNew > 9_900)
    #expect(counts.hashes <= 20_000 + 10_000 / 16 + 10_000 / 8 + 256)
  }

  @Test func changedContentWithinAStretchIsAnUpdate() throws {
    let old = (0..<2_000).map { Row(id: "\($0)") }
    for way in ["rotated", "reversed"] {
      var new = way == "rotated" ? Array(old[700...] + old[..<700]) : old.reversed()
      var changed: Set<String> = []
      for index in stride(from: 5, to: new.count, by: 37) {
        new[index].value = 9
        changed.insert(new[index].id)
      }
      let diff = try Differ(algorithm: LISDiff()).diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
      #expect(Set(diff.changeset.identity.updates.map { new[$0.to.item].id }) == changed, "\(way)")
      #expect(diff.receipt.residueNew < 150)
      #expect(try diff.old.applying(diff.changeset) == diff.new)
    }
  }

  /// With unique identities a pair is a pair, whichever stage finds it.
  @Test(.enabled(if: TestScale.isFull), arguments: [false, true])
  func uniqueItemsGiveTheSameChangesWithAndWithoutIt(_ isSmall: Bool) throws {
    var random = SplitMix64(seed: 63)
    for _ in 0..<60 {
      let old = Array(0..<Int.random(in: 0...1_500, using: &random))
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &random) where new.count > 4 {
        let start = Int.random(in: 0..<new.count, using: &random)
        let block = new[start..<min(new.count, start + Int.random(in: 1...400, using: &random))]
        new.removeSubrange(block.indices)
        let place = Int.random(in: 0...new.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: new.insert(contentsOf: block.reversed(), at: place)
        case 1: new.insert(contentsOf: block.map { $0 + 10_000 * Int.random(in: 1...9, using: &random) }, at: place)
        default: new.insert(contentsOf: block, at: place)
        }
      }
      // Rows inserted twice would not be unique.
      var seen: Set<Int> = []
      new.removeAll { !seen.insert($0).inserted }
      var differ = Differ(algorithm: LISDiff())
      if isSmall { differ.frontLimits = .small }
      var plain = differ
      plain.frontLimits = never
      let changes = try differ.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: ValueComparison())
      let expected = try plain.changeset(from: FlatSnapshot(old), to: FlatSnapshot(new), comparing: ValueComparison())
      #expect(Array(changes.identity.changes) == Array(expected.identity.changes))
    }
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func noItemIsHashedMoreThanTwice(_ policy: DuplicatePolicy) throws {
    final class HashCounter {
      var counts: [Int: Int] = [:]
    }
    struct Hashing: ItemComparison {
      let counter = HashCounter()
      func haveSameIdentity(_ a: Int, _ b: Int) -> Bool { a % 1_000_000 == b % 1_000_000 }
      func haveEqualContent(_ a: Int, _ b: Int) -> Bool { true }
      func identityHash(of item: Int, seed: Int) -> Int {
        counter.counts[item, default: 0] += 1
        return (item % 1_000_000)._rawHashValue(seed: seed)
      }
      func describeIdentity(of item: Int) -> String { "\(item)" }
    }
    var random = SplitMix64(seed: 66)
    let old = Array(0..<4_000)
    // New items are other values of the same identity, so that each counts for itself.
    for new in [old.reversed(), Array(old[1_500...] + old[..<1_500]), old.shuffled(using: &random)] {
      let comparison = Hashing()
      _ = try Differ(algorithm: LISDiff(), duplicates: policy).diff(
        from: FlatSnapshot(old), to: FlatSnapshot(new.map { $0 + 1_000_000 }), comparing: comparison)
      #expect(comparison.counter.counts.values.max() ?? 0 <= 2)
    }
  }

  @Test func copiesAreTakenOnceOnly() throws {
    var random = SplitMix64(seed: 64)
    for _ in 0..<40 {
      let old = (0..<900).map { _ in Int.random(in: 0..<60, using: &random) }
      var new = Array(old[300...] + old[..<300])
      new.replaceSubrange(100..<400, with: Array(new[100..<400].reversed()))
      let (_, changes, _) = try diff(old, new, .small)
      #expect(changes.deletes == 0 && changes.inserts == 0)
    }
  }

  /// More sampled items than one run of probes may hold.
  @Test func keysThatAllCollideAreLeftToTheTable() throws {
    let old = (0..<2_400).map { CollidingRow($0) }
    let diff = try Differ(algorithm: LISDiff()).diff(
      from: FlatSnapshot(old), to: FlatSnapshot(Array(old[800...] + old[..<800])))
    #expect(diff.changeset.counts == ChangeCounts(moves: 800))
    #expect(diff.receipt.walked < 100)
  }

  /// A seed decides where items stand in the table, never which are found: copies of one item do not crowd it.
  @Test func theAnswerDoesNotDependOnTheSeed() throws {
    struct SaltedRow: Identifiable, Equatable {
      var id: SaltedKey
    }
    var random = SplitMix64(seed: 65)
    // One item of five is the same, as blank lines are.
    let names = (0..<12_000).map { $0 % 5 == 0 ? -1 : $0 }
    let blocks = stride(from: 0, to: names.count, by: 100).map { names[$0..<($0 + 100)] }.shuffled(using: &random)
    let shuffled = blocks.flatMap { $0 }
    var answers: Set<[String]> = []
    var walked: Set<Int> = []
    for salt in 0..<6 {
      func snapshot(_ names: [Int]) -> FlatSnapshot<SaltedRow> {
        FlatSnapshot(names.map { SaltedRow(id: SaltedKey(name: $0, salt: salt)) })
      }
      let diff = try Differ(algorithm: LISDiff()).diff(from: snapshot(names), to: snapshot(shuffled))
      answers.insert(diff.changeset.identity.texts)
      walked.insert(diff.receipt.walked)
    }
    #expect(answers.count == 1)
    #expect(walked.count == 1 && walked.allSatisfy { $0 > 6_000 }, "\(walked)")
  }

  @Test func textsThatAreNotASCIIAreLeftToTheTable() throws {
    var old = (0..<2_000).map { Row(id: "\($0)") }
    for index in stride(from: 1, to: old.count, by: 2) { old[index].id += "é" }
    for first in [0, 1] {
      let rows = Array(old[first...])
      let diff = try Differ(algorithm: LISDiff()).diff(
        from: FlatSnapshot(rows), to: FlatSnapshot(Array(rows[700...] + rows[..<700])))
      #expect(diff.changeset.counts == ChangeCounts(moves: 700))
    }
  }
}
