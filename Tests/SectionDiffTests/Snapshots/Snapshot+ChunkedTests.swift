import ConformanceKit
import DiffWorkloads
import TestScale
import Testing

@testable import SectionDiff

/// A snapshot answers alike however it is stored.
@Suite struct SnapshotChunkedTests {
  /// A board stored in every way but flat.
  static func stored(_ flat: Board) -> [Board] {
    let filler = Row(id: "filler")
    return [flat.inChunks(), flat.spliced(with: filler), flat.spliced(with: filler, inChunks: true)]
  }

  static let boards: [Board] = {
    var random = SectionDiffTests.SplitMix64(seed: 61)
    return [board("A(one): a b=1", "B:", "C(three): c"), Board(), board("A:")]
      + (0..<40).map { _ in random.board(sections: 4, rows: 12, repeats: true) }
  }()

  // MARK: Reading

  @Test func itemsAreReadAsAnArrayIs() {
    for flat in Self.boards {
      #expect(flat.inChunks().isChunked && !flat.isChunked)
      for other in Self.stored(flat) {
        #expect(other.lines == flat.lines)
        #expect(other.itemCount == flat.itemCount && other.isEmpty == flat.isEmpty)
        #expect(other.description == flat.description)
        #expect(other.chunkedItems.elements == flat.items.contiguous)
        for section in -1...flat.sectionCount {
          for item in -1...4 {
            let path = ItemPath(section: section, item: item)
            #expect(other.item(at: path) == flat.item(at: path))
            if flat.contains(path) { #expect(other[path] == flat[path]) }
          }
        }
        for row in 0..<12 {
          #expect(other.path(of: "r\(row)") == flat.path(of: "r\(row)"))
          #expect(
            other.firstPath(of: Row(id: "r\(row)", value: 1)) == flat.firstPath(of: Row(id: "r\(row)", value: 1)))
        }
      }
    }
  }

  @Test func sectionsAreViewsOfItems() {
    for flat in Self.boards {
      for other in Self.stored(flat) {
        for (a, b) in zip(other.sections, flat.sections) {
          #expect(a.key == b.key && a.header == b.header)
          #expect(a.items == b.items && b.items == a.items)
          #expect(a.items.count == b.items.count)
          #expect(a.items.indices.map { a.items[$0] } == Array(b.items))
          #expect(a.items.reversed() == b.items.reversed())
          #expect(a.items.first == b.items.first && a.items.last == b.items.last)
        }
      }
    }
  }

  @Test func mappingReadsItems() {
    struct Refusal: Error {}
    for flat in Self.boards {
      for other in Self.stored(flat) {
        #expect(other.ids == flat.ids)
        if flat.itemCount > 0 { #expect(throws: Refusal.self) { try other.map { _ in throw Refusal() } } }
      }
    }
  }

  @Test func equalityDoesNotAskHowItIsStored() {
    for (index, flat) in Self.boards.enumerated() {
      for (other, second) in Self.boards.enumerated() {
        let isEqual = flat == second
        for stored in Self.stored(flat) {
          #expect((stored == second) == isEqual, "\(index) \(other)")
          #expect((second == stored) == isEqual)
          for secondStored in Self.stored(second) { #expect((stored == secondStored) == isEqual) }
        }
        #expect((flat.inChunks() == second.inChunks(leafCapacity: 3)) == isEqual)
      }
    }
  }

  @Test func itemsAreWrittenAsAnArrayIs() throws {
    for flat in Self.boards {
      for other in Self.stored(flat) {
        #expect(try json(other) == json(flat))
        #expect(try decoded(Board.self, from: json(other)) == flat)
      }
    }
  }

  @Test func splicedItemsAreStoredAsTheOldOnesAre() {
    for flat in Self.boards {
      let filler = Row(id: "filler")
      guard case .flat(let items) = flat.spliced(with: filler).items.stored else {
        Issue.record("what is spliced of arrays is stored in one")
        continue
      }
      #expect(items == flat.items.contiguous)
      guard case .chunked(let chunks) = flat.spliced(with: filler, inChunks: true).items.stored else {
        Issue.record("what is spliced of chunks is stored in chunks")
        continue
      }
      #expect(chunks.elements == flat.items.contiguous)
      #expect(chunks.checkInvariants() == [])
    }
  }

  // MARK: Making

  @Test func aSnapshotOfChunksSharesThem() {
    let items = RankedArray(0..<1_000)
    let snapshot = Snapshot<String, Int, NoHeader>(
      chunked: items, offsets: [0, 400, 1_000], distinctKeys: ["a", "b"], headers: [NoHeader(), NoHeader()])
    #expect(snapshot.chunkedItems.isIdentical(to: items))
    #expect(snapshot.sections.map(\.items.count) == [400, 600])
    #expect(snapshot[ItemPath(section: 1, item: 0)] == 400)
    let flat = FlatSnapshot(0..<1_000)
    #expect(flat.chunkedItems == items)
  }

  @Test func twoSectionsOfOneKeyAreFoundUnlessKeysAreSaidToBeDistinct() {
    let (offsets, keys, headers) = ([0, 0, 1], ["a", "a"], [NoHeader(), NoHeader()])
    let checked = Snapshot(chunked: RankedArray([1]), offsets: offsets, keys: keys, headers: headers)
    #expect(throws: DiffError.duplicateSection(key: "a", side: .old, first: 0, second: 1)) {
      try Differ().changeset(from: checked, to: checked)
    }
    let trusted = Snapshot(chunked: RankedArray([1]), offsets: offsets, distinctKeys: keys, headers: headers)
    #expect(trusted.sectionClash == nil)
  }

  @Test func whatIsSaidToBeUniqueIsNotLookedAtAgain() throws {
    let rows = RankedArray(rows("a b c"))
    let unique = FlatSnapshot(
      chunked: rows, offsets: [0, 3], distinctKeys: [Unsectioned()], headers: [NoHeader()],
      uniqueBy: .identifiable)
    let differ = Differ(duplicates: .reject)
    #expect(try differ.diff(from: unique, to: unique).receipt.hashes == 0)
    let unknown = FlatSnapshot(
      chunked: rows, offsets: [0, 3], distinctKeys: [Unsectioned()], headers: [NoHeader()])
    #expect(try differ.diff(from: unknown, to: unknown).receipt.hashes == 6)
  }

  // MARK: Diffs

  @Test(arguments: Strategy.allCases, DuplicatePolicy.allCases)
  func diffsAreTheSame(_ strategy: Strategy, _ policy: DuplicatePolicy) throws {
    let differ = Differ(algorithm: strategy.algorithm, duplicates: policy)
    for (old, new) in zip(Self.boards, Self.boards.dropFirst()) {
      let expected: Diff<String, Row, String>
      do {
        expected = try differ.diff(from: old, to: new)
      } catch {
        #expect(throws: error) { try differ.diff(from: old.inChunks(), to: new.inChunks()) }
        continue
      }
      let diff = try differ.diff(from: old.inChunks(), to: new.inChunks())
      #expect(diff.changeset == expected.changeset)
      #expect(diff.receipt == expected.receipt)
      #expect(diff.old == expected.old && diff.new == expected.new)
      #expect(try differ.diff(from: old, to: new.inChunks()).changeset == expected.changeset)
      for old in Self.stored(diff.old) { #expect(try old.applying(diff.changeset) == expected.new) }
      for (old, new) in zip(Self.stored(old), Self.stored(new)) {
        #expect(try differ.diff(from: old, to: new).changeset == expected.changeset)
      }
      #expect(diff.changeset.inverted == expected.changeset.inverted)
      #expect(diff.changeset.detached() == expected.changeset)
      let stages = try diff.changeset.stages(from: diff.old)
      #expect(stages.map(\.snapshot) == (try expected.changeset.stages(from: expected.old)).map(\.snapshot))
    }
  }

  @Test func aDiffKeepsTheChunksOfItsSnapshots() throws {
    let (old, new) = (list("a b c d e").inChunks(), list("e b=1 x a").inChunks())
    for policy in DuplicatePolicy.allCases {
      let diff = try Differ(duplicates: policy).diff(from: old, to: new)
      #expect(shareStorage(diff.old.items, old.items) && shareStorage(diff.new.items, new.items))
      guard case .whole(let before) = diff.changeset.payload.old,
        case .whole(let after) = diff.changeset.payload.new
      else {
        Issue.record("in memory a changeset holds its snapshots")
        continue
      }
      #expect(shareStorage(before.items, old.items) && shareStorage(after.items, new.items))
    }
  }

  @Test func changesetsOfSharedChunksComposeWithoutComparing() throws {
    let boards = (list("a b c d"), list("a x c d").inChunks(), list("a x d"))
    let comparison = RowCounter()
    let first = try Differ().changeset(from: boards.0, to: boards.1)
    let second = try Differ().changeset(from: boards.1, to: boards.2)
    _ = try first.composed(with: second, comparing: comparison)
    #expect(comparison.counts.identical == 0)
    let apart = try Differ().changeset(from: list("a x c d").inChunks(), to: boards.2)
    _ = try first.composed(with: apart, comparing: comparison)
    #expect(comparison.counts.identical == 4)
    let wrong = try Differ().changeset(from: list("a x y d").inChunks(), to: boards.2)
    let error = #expect(throws: DiffError.self) { try first.composed(with: wrong) }
    #expect(error?.description == "the next changeset starts from another item at [0, 2]")
  }

  // MARK: Laws

  @Test(.enabled(if: TestScale.isFull), arguments: IdentityScope.allCases)
  func everyLawHoldsOfChunks(_ scope: IdentityScope) {
    let cases = RandomCases(seed: 62)
    for number in 0..<60 {
      let lawCase = cases[number]
      for strategy in Strategy.allCases {
        let broken = ChangesetLaws.check(
          from: lawCase.old.snapshot.inChunks(), to: lawCase.new.snapshot.inChunks(leafCapacity: 3),
          then: lawCase.next?.snapshot.inChunks(),
          differ: Differ(algorithm: strategy.algorithm, scope: scope),
          comparing: IdentifiableComparison<World.Row>())
        #expect(broken.isEmpty, "\(lawCase): \(broken)")
      }
    }
  }
}
