import DiffWorkloads
import TestScale
import Testing

@testable import SectionDiff

/// A diff of snapshots that share chunks answers exactly as one of flat copies, and looks only at the rest.
@Suite struct DifferSharingTests {
  /// A flat snapshot of the same.
  static func flat<Item>(_ snapshot: Snapshot<Int, Item, String>) -> Snapshot<Int, Item, String> {
    Snapshot(
      sections: snapshot.sections.map { SnapshotSection($0.key, header: $0.header, items: Array($0.items)) })
  }

  /// Compares the diff of two snapshots that share chunks with that of flat copies.
  ///
  /// - Returns: Whether chunks were skipped.
  static func compare(
    _ differ: Differ, _ old: Edited, _ new: Edited, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    let comparison = IdentifiableComparison<Row>()
    let expected = try differ.diff(from: flat(old.snapshot), to: flat(new.snapshot))
    let diff = try differ.diff(from: old.snapshot, to: new.snapshot)
    var receipt = diff.receipt
    (receipt.comparisons, receipt.hashes) = (expected.receipt.comparisons, expected.receipt.hashes)
    if diff.changeset.identity != expected.changeset.identity || receipt != expected.receipt {
      Issue.record(
        """
        \(comment): \(flat(old.snapshot)) to \(flat(new.snapshot)): \(diff.changeset.identity.texts), \(receipt)
        and flat \(expected.changeset.identity.texts), \(expected.receipt)
        """, sourceLocation: sourceLocation)
    }
    let changeset = try differ.changeset(from: old.snapshot, to: new.snapshot)
    #expect(changeset == expected.changeset, sourceLocation: sourceLocation)
    #expect(try old.snapshot.applying(diff.changeset) == new.snapshot, sourceLocation: sourceLocation)
    let shared = SharedLeaves(old.items, new.items)
    #expect(shared.checkInvariants(old.items, new.items) == [], sourceLocation: sourceLocation)
    var run = DiffRun(strategy: "")
    return try differ.sharedChanges(from: old.snapshot, to: new.snapshot, comparing: comparison, in: &run) != nil
  }

  // MARK: - The same answers

  @Test(.enabled(if: TestScale.isFull), arguments: RankedShape.all, [FrontLimits(), .small])
  func answersAreThoseOfFlatCopies(_ shape: RankedShape, _ limits: FrontLimits) throws {
    var random = SplitMix64(seed: 901)
    var skipped = 0
    for trial in 0..<240 {
      var differ = Differ(algorithm: trial % 3 == 0 ? LISDiff() : AdaptiveDiff())
      differ.scope = trial % 4 == 3 ? .section : .global
      differ.frontLimits = limits
      let old = Edited(
        rows: Int.random(in: 0...120, using: &random), sections: Int.random(in: 1...6, using: &random),
        repeats: trial % 2 == 1, shape: shape, using: &random)
      var new = old
      for _ in 0..<Int.random(in: 0...8, using: &random) { new.edit(using: &random) }
      if try Self.compare(differ, old, new, "trial \(trial)") { skipped += 1 }
    }
    #expect(skipped > 60, "only \(skipped) trials skipped what was shared")
  }

  /// Found by reading: that what was left repeats was not counted, where a sample of what changed did not show it.
  @Test(arguments: [LISDiff(), AdaptiveDiff(favoring: .speed)] as [any DiffAlgorithm])
  func repeatsThatASampleMissesAreSeen(_ algorithm: any DiffAlgorithm) throws {
    var rows = (0..<6_000).map { Row(id: "r\($0)", value: 0) }
    // Sixty that are updated, of which the 21st and the 22nd are copies that change their contents; sixty that go, of which
    // two are copies; sixty that come.
    (rows[1_020], rows[1_021]) = (Row(id: "x", value: 1), Row(id: "x", value: 2))
    (rows[3_000], rows[3_004]) = (Row(id: "y", value: 0), Row(id: "y", value: 0))
    let old = RankedArray(rows)
    var new = old
    for index in 1_000..<1_060 { new.replace(at: index, with: Row(id: rows[index].id, value: 9)) }
    new.replace(at: 1_020, with: Row(id: "x", value: 2))
    new.replace(at: 1_021, with: Row(id: "x", value: 1))
    new.removeSubrange(3_000..<3_060)
    new.insert(contentsOf: (0..<60).map { Row(id: "n\($0)", value: 0) }, at: 5_000)
    func snapshot(_ items: RankedArray<Row>) -> Snapshot<Int, Row, String> {
      Snapshot(chunked: items, offsets: [0, items.count], keys: [0], headers: [""])
    }
    let differ = Differ(algorithm: algorithm)
    let expected = try differ.changeset(from: Self.flat(snapshot(old)), to: Self.flat(snapshot(new)))
    #expect(expected.counts == ChangeCounts(deletes: 60, inserts: 60, moves: 1, updates: 58))
    #expect(try differ.changeset(from: snapshot(old), to: snapshot(new)) == expected)
  }

  @Test(.enabled(if: TestScale.isFull)) func longListsAreWalkedAsFlatOnesAre() throws {
    var random = SplitMix64(seed: 902)
    var skipped = 0
    for trial in 0..<24 {
      let shape = RankedShape(leafCapacity: 24, fanOut: 6)
      let old = Edited(
        rows: Int.random(in: 2_000...40_000, using: &random), sections: trial % 4 == 0 ? 1 : 40,
        repeats: trial % 2 == 1,
        shape: shape, using: &random)
      var new = old
      for _ in 0..<[1, 12, 200][trial % 3] { new.edit(using: &random, most: trial % 5 == 0 ? 600 : 3) }
      if try Self.compare(Differ(), old, new, "trial \(trial)") { skipped += 1 }
    }
    #expect(skipped > 12, "only \(skipped) trials skipped what was shared")
  }

  @Test(.enabled(if: TestScale.isFull)) func eitherOfTwoBranchesOfOneListMayBeTheOlder() throws {
    var random = SplitMix64(seed: 903)
    for trial in 0..<300 {
      let root = Edited(rows: 80, sections: 3, repeats: false, shape: RankedShape.all[trial % 4], using: &random)
      var (old, new) = (root, root)
      for _ in 0..<3 {
        old.edit(using: &random)
        new.edit(using: &random)
      }
      _ = try Self.compare(Differ(), old, new, "trial \(trial)")
      _ = try Self.compare(Differ(), new, old, "trial \(trial), back")
    }
  }

  @Test(.enabled(if: TestScale.isFull), arguments: Strategy.allCases, DuplicatePolicy.allCases)
  func everyStrategyAndPolicyAnswersAsForFlatCopies(_ strategy: Strategy, _ policy: DuplicatePolicy) throws {
    var random = SplitMix64(seed: 904)
    for trial in 0..<60 {
      let old = Edited(
        rows: 60, sections: 3, repeats: trial % 2 == 1 && policy != .reject, shape: RankedShape.all[1], using: &random)
      var new = old
      for _ in 0..<4 { new.edit(using: &random) }
      let differ = Differ(algorithm: strategy.algorithm, duplicates: policy)
      let (oldFlat, newFlat) = (Self.flat(old.snapshot), Self.flat(new.snapshot))
      let expected = Result { try differ.changeset(from: oldFlat, to: newFlat) }
      let changeset = Result { try differ.changeset(from: old.snapshot, to: new.snapshot) }
      switch (changeset, expected) {
      case (.success(let changeset), .success(let expected)): #expect(changeset == expected, "trial \(trial)")
      case (.failure(let error as DiffError), .failure(let expected as DiffError)): #expect(error == expected)
      default: Issue.record("trial \(trial): \(changeset) and flat \(expected)")
      }
    }
  }

  @Test func snapshotsKnownToBeUniqueAreSkippedUnderEveryPolicy() throws {
    var random = SplitMix64(seed: 905)
    var old = Edited(
      rows: 2_000, sections: 4, repeats: false, shape: RankedShape(leafCapacity: 8, fanOut: 6), using: &random)
    old.uniqueBy = .identifiable
    var new = old
    new.edit(using: &random)
    for policy in DuplicatePolicy.allCases {
      var run = DiffRun(strategy: "")
      let list = try Differ(duplicates: policy).sharedChanges(
        from: old.snapshot, to: new.snapshot, comparing: IdentifiableComparison<Row>(), in: &run)
      #expect(list != nil)
    }
  }

  // MARK: - What is looked at

  @Test(arguments: [1, 10, 100])
  func comparisonsAndHashesAreOfTheChangedChunks(_ changes: Int) throws {
    var random = SplitMix64(seed: 906)
    let leaf = 32
    let old = Edited(
      rows: 200_000, sections: 100, repeats: false, shape: RankedShape(leafCapacity: leaf, fanOut: 12), using: &random)
    var new = old
    for _ in 0..<changes { new.edit(using: &random, onlyRows: true) }
    let comparison = RowCounter()
    let changeset = try Differ().changeset(from: old.snapshot, to: new.snapshot, comparing: comparison)
    #expect(changeset.changeCount > 0)
    // An edit touches up to six rows at two places, and may split the leaves there or join them with others.
    #expect(comparison.counts.comparisons <= changes * 12 * leaf, "\(comparison.counts.comparisons)")
    #expect(comparison.counts.hashes <= changes * 24, "\(comparison.counts.hashes)")
  }

  @Test func aSnapshotThatIsAnotherInTheSameMemoryIsNotLookedAt() throws {
    var random = SplitMix64(seed: 907)
    let old = Edited(rows: 5_000, sections: 7, repeats: true, shape: RankedShape.all[3], using: &random)
    let comparison = RowCounter()
    #expect(try Differ().changeset(from: old.snapshot, to: old.snapshot, comparing: comparison).isEmpty)
    #expect(comparison.counts.comparisons + comparison.counts.hashes == 0)
  }

  @Test func anItemThatIsReplacedByAnEqualOneIsNoChange() throws {
    var random = SplitMix64(seed: 908)
    let old = Edited(rows: 500, sections: 3, repeats: false, shape: RankedShape.all[2], using: &random)
    var items = old.items
    items.replace(at: 77, with: items[77])
    let new = Snapshot(
      chunked: items, offsets: old.snapshot.offsets.starts, keys: old.snapshot.keys, headers: old.snapshot.headers)
    #expect(try Differ().changeset(from: old.snapshot, to: new).isEmpty)
  }

  @Test func sectionsThatOnlyChangeTheirEndsAreCompared() throws {
    let items = RankedArray((0..<300).map { Row(id: "r\($0)") }, leafCapacity: 4, fanOut: 4)
    for shift in [0, 1, 7] {
      let offsets = [0, 40, 40, 41] + (5..<40).map { $0 * 7 + 9 } + [300]
      var others = offsets
      others[12] += shift
      others[30] -= shift
      let keys = (1..<offsets.count).map { $0 }
      let headers = keys.map { _ in "" }
      let old = Snapshot(chunked: items, offsets: offsets, distinctKeys: keys, headers: headers)
      let new = Snapshot(chunked: items, offsets: others, distinctKeys: keys, headers: headers)
      let changeset = try Differ().changeset(from: old, to: new)
      #expect(changeset == (try Differ().changeset(from: Self.flat(old), to: Self.flat(new))))
      #expect(changeset.counts.moves == 2 * shift)
    }
  }

  /// Chunks that are not shared, though all of their items are equal: they are compared, and that can be cancelled.
  @Test func cancellationIsAskedForWhileEqualItemsAreCompared() throws {
    let items = RankedArray((0..<300_000).map { Row(id: "r\($0)", value: 0) })
    var edited = items
    for index in stride(from: 0, to: 100_000, by: 20) { _ = edited.replace(at: index, with: items[index]) }
    func snapshot(_ items: RankedArray<Row>) -> Snapshot<Int, Row, String> {
      Snapshot(chunked: items, offsets: [0, items.count], distinctKeys: [1], headers: [""])
    }
    var asked = 0
    let count: () -> Bool = {
      asked += 1
      return false
    }
    #expect(try Differ().changeset(from: snapshot(items), to: snapshot(edited), isCancelled: count).isEmpty)
    #expect(asked >= 100_000 / DiffRun.chunk)
  }

  @Test func aCancelledDiffThrows() throws {
    var random = SplitMix64(seed: 909)
    let old = Edited(rows: 2_000, sections: 9, repeats: false, shape: RankedShape.all[3], using: &random)
    var new = old
    for _ in 0..<6 { new.edit(using: &random) }
    let workspace = DiffWorkspace()
    for asked in 0..<8 {
      var left = asked
      let cancels: () -> Bool = {
        left -= 1
        return left < 0
      }
      #expect(throws: DiffError.cancelled) {
        try Differ().changeset(from: old.snapshot, to: new.snapshot, reusing: workspace, isCancelled: cancels)
      }
      let changeset = try Differ().changeset(from: old.snapshot, to: new.snapshot, reusing: workspace)
      #expect(try old.snapshot.applying(changeset) == new.snapshot)
    }
  }
}

/// Rows in chunks, in sections, edited in place: what it was before keeps the other chunks.
struct Edited {
  var items: RankedArray<Row>
  var keys: [Int]
  var headers: [String]
  var sizes: [Int]
  var uniqueBy: IdentityName?
  private let repeats: Bool
  private var lastRow: Int

  init(rows: Int, sections: Int, repeats: Bool, shape: RankedShape, using random: inout SplitMix64) {
    self.repeats = repeats
    lastRow = rows
    items = shape.list(
      (0..<rows).map {
        Row(id: "r\(repeats ? $0 % max(2, rows / 3) : $0)", value: Int.random(in: 0...1, using: &random))
      })
    keys = Array(0..<sections)
    headers = keys.map { "h\($0)" }
    sizes = [Int](repeating: rows / sections, count: sections)
    sizes[0] += rows - sizes.reduce(0, +)
  }

  var snapshot: Snapshot<Int, Row, String> {
    Snapshot(
      chunked: items, offsets: sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }, distinctKeys: keys,
      headers: headers, uniqueBy: uniqueBy)
  }

  private func start(of section: Int) -> Int { sizes[..<section].reduce(0, +) }

  /// Changes something: rows, or now and then sections.
  ///
  /// - Parameters:
  ///   - most: The most rows in a row that an edit touches.
  ///   - onlyRows: Whether sections stay.
  mutating func edit(using random: inout SplitMix64, most: Int = 3, onlyRows: Bool = false) {
    let section = Int.random(in: 0..<max(1, sizes.count), using: &random)
    switch Int.random(in: (onlyRows ? 5 : 0)..<24, using: &random) {
    case 0 where sizes.count < 60:
      keys.insert((keys.max() ?? 0) + 1, at: section)
      headers.insert("new", at: section)
      sizes.insert(0, at: section)
    case 1 where sizes.count > 1 && sizes[section] < 400:
      items.removeSubrange(start(of: section)..<start(of: section) + sizes[section])
      keys.remove(at: section)
      headers.remove(at: section)
      sizes.remove(at: section)
    case 2 where sizes.count > 1:
      let range = start(of: section)..<start(of: section) + sizes[section]
      let moved = items.sublist(range)
      items.removeSubrange(range)
      items.append(contentsOf: moved)
      keys.append(keys.remove(at: section))
      headers.append(headers.remove(at: section))
      sizes.append(sizes.remove(at: section))
    case 3: headers[section] += "*"
    case 4 where section + 1 < sizes.count && sizes[section] > 0:
      sizes[section] -= 1
      sizes[section + 1] += 1
    case 5..<11:
      let count = Int.random(in: 1...most, using: &random)
      let new = (0..<count).map { _ in newRow(using: &random) }
      let offset = Int.random(in: 0...sizes[section], using: &random)
      items.insert(contentsOf: new, at: start(of: section) + offset)
      sizes[section] += count
    case 11..<16 where sizes[section] > 0:
      _ = remove(from: section, upTo: most, using: &random)
    case 16..<20 where sizes[section] > 0:
      let rows = remove(from: section, upTo: most, using: &random)
      let target = Int.random(in: 0..<sizes.count, using: &random)
      let offset = Int.random(in: 0...sizes[target], using: &random)
      items.insert(contentsOf: rows, at: start(of: target) + offset)
      sizes[target] += rows.count
    default:
      guard sizes[section] > 0 else { return }
      let offset = start(of: section) + Int.random(in: 0..<sizes[section], using: &random)
      var row = items[offset]
      row.value += 1
      items.replace(at: offset, with: row)
    }
  }

  private mutating func newRow(using random: inout SplitMix64) -> Row {
    lastRow += 1
    return Row(id: "r\(repeats ? Int.random(in: 0..<max(2, lastRow / 3), using: &random) : lastRow)")
  }

  private mutating func remove(from section: Int, upTo most: Int, using random: inout SplitMix64) -> [Row] {
    let offset = Int.random(in: 0..<sizes[section], using: &random)
    let count = min(Int.random(in: 1...most, using: &random), sizes[section] - offset)
    let range = start(of: section) + offset..<start(of: section) + offset + count
    let rows = items.sublist(range).elements
    items.removeSubrange(range)
    sizes[section] -= count
    return rows
  }
}
