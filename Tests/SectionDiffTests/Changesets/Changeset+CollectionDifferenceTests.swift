import DiffWorkloads
import SectionDiff
import Testing

@Suite struct ChangesetCollectionDifferenceTests {
  @Test func deletesInsertsMovesAndUpdatesAreRemovalsAndInsertions() throws {
    let (old, new) = (rows("a b c d"), rows("d a=1 x c"))
    let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
    let difference = try changes.collectionDifference(from: old)
    #expect(
      difference.removals == [
        .remove(offset: 0, element: Row(id: "a"), associatedWith: 1),
        .remove(offset: 1, element: Row(id: "b"), associatedWith: nil),
        .remove(offset: 3, element: Row(id: "d"), associatedWith: 0),
      ])
    #expect(
      difference.insertions == [
        .insert(offset: 0, element: Row(id: "d"), associatedWith: 3),
        .insert(offset: 1, element: Row(id: "a", value: 1), associatedWith: 0),
        .insert(offset: 2, element: Row(id: "x"), associatedWith: nil),
      ])
    #expect(old.applying(difference) == new)
  }

  @Test(arguments: Strategy.allCases)
  func theStandardLibraryAppliesOurs(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 131)
    let differ = Differ(algorithm: strategy.algorithm)
    for _ in 0..<200 {
      let (old, new) = (random.word(upTo: 20, letters: 8), random.word(upTo: 20, letters: 8))
      let changes = try differ.changeset(from: old, to: new)
      #expect(old.applying(try changes.collectionDifference(from: old)) == new)
      #expect(old.applying(try changes.detached().collectionDifference(from: old)) == new)
      let (oldRows, newRows) = (random.uniqueRows(upTo: 12, of: 12), random.uniqueRows(upTo: 12, of: 12))
      let rowChanges = try differ.changeset(from: oldRows, to: newRows)
      #expect(oldRows.applying(try rowChanges.collectionDifference(from: oldRows)) == newRows)
    }
  }

  @Test func weApplyTheStandardLibrarys() throws {
    var random = SplitMix64(seed: 132)
    for _ in 0..<300 {
      let (old, new) = (random.word(upTo: 20, letters: 8), random.word(upTo: 20, letters: 8))
      let theirs = new.difference(from: old)
      let changes = try FlatChangeset(theirs, from: old)
      #expect(try FlatSnapshot(old).applying(changes) == FlatSnapshot(new))
      #expect(try FlatSnapshot(new).applying(changes.inverted) == FlatSnapshot(old))
      #expect(changes.counts == ChangeCounts(deletes: theirs.removals.count, inserts: theirs.insertions.count))
      let ours = try Differ(algorithm: MyersDiff()).changeset(from: old, to: new)
      #expect(changes.counts == ours.counts, "both promise a shortest script")
    }
  }

  @Test func associatedStepsBecomeMovesAndUpdates() throws {
    var random = SplitMix64(seed: 133)
    for _ in 0..<200 {
      let old = (0..<12).shuffled(using: &random)
      let new = (3..<15).shuffled(using: &random)
      let changes = try FlatChangeset(new.difference(from: old).inferringMoves(), from: old)
      #expect(try FlatSnapshot(old).applying(changes) == FlatSnapshot(new))
      #expect(changes.counts == (try Differ(algorithm: LISDiff()).changeset(from: old, to: new).counts))
    }
  }

  @Test func thereAndBackGivesTheSameCounts() throws {
    var random = SplitMix64(seed: 134)
    for _ in 0..<200 {
      let (old, new) = (random.uniqueRows(upTo: 12, of: 12), random.uniqueRows(upTo: 12, of: 12))
      let changes = try Differ(algorithm: LISDiff()).changeset(from: old, to: new)
      let back = try FlatChangeset(changes.collectionDifference(from: old), from: old)
      #expect(back.counts == changes.counts)
      #expect(try FlatSnapshot(old).applying(back) == FlatSnapshot(new))
    }
  }

  @Test func aListOfAnotherSizeIsRefused() throws {
    let changes = try Differ().changeset(from: [1, 2], to: [2])
    let error = #expect(throws: DiffError.self) { try changes.collectionDifference(from: [1, 2, 3]) }
    #expect(error?.description == "the changeset expects 2 items in section 0, but there are 3")
  }

  @Test func aDifferenceOfAnotherListIsRefused() throws {
    let difference = [1, 3].difference(from: [1, 2, 3])
    let other = #expect(throws: DiffError.self) { try FlatChangeset(difference, from: [1, 5, 3]) }
    #expect(other?.description == "the difference removes another item at 1 than there is")
    #expect(throws: DiffError.self) { try FlatChangeset(difference, from: [1]) }
    let insertion = [1, 2, 3, 4].difference(from: [1, 2, 3])
    let short = #expect(throws: DiffError.self) { try FlatChangeset(insertion, from: [1]) }
    #expect(short?.description == "the difference does not fit a list of 1 items")
  }
}
