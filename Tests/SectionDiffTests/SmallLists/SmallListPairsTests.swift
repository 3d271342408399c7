import TestScale
import Testing

@testable import SectionDiff

/// A changeset of short lists takes the lean path, a diff with a receipt never does: they must agree in every change.
@Suite struct SmallListPairsTests {
  /// A record whose fast hash is missing in some, in all or in no records, as the name is ASCII or not.
  private struct Named: Identifiable, Equatable {
    var id: String
    var value: Int
  }

  private struct Numbered: Identifiable, Equatable {
    var id: Int
    var value = 0

    init(_ id: Int, value: Int = 0) {
      self.id = id
      self.value = value
    }
  }

  private static func name(_ number: Int, foreign: Int) -> String {
    foreign > 0 && number % foreign == 0 ? "naïve-\(number)" : "plain-\(number)"
  }

  private func expectAgreement<C: ItemComparison>(
    _ differ: Differ, _ old: [C.Item], _ new: [C.Item], _ comparison: C, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let changes = try differ.changeset(from: old, to: new, comparing: comparison)
    let diff = try differ.diff(from: old, to: new, comparing: comparison)
    #expect(
      Array(changes.identity.changes) == Array(diff.changeset.identity.changes), "\(old)\n\(new)",
      sourceLocation: location)
    func section(_ items: [C.Item]) -> Snapshot<String, C.Item, NoHeader> {
      Snapshot(sections: [SnapshotSection("only", items: items)])
    }
    #expect(
      Array(try differ.changeset(from: section(old), to: section(new), comparing: comparison).identity.changes)
        == Array(changes.identity.changes), "\(old)\n\(new)", sourceLocation: location)
  }

  /// Two lists: `length` of the first, with some items changed, moved, taken out and put in; and copies, if wanted.
  private func lists(length: Int, copies: Bool, using random: inout SplitMix64) -> (old: [Numbered], new: [Numbered]) {
    let old = (0..<length).map { Numbered(copies && Bool.random(using: &random) ? $0 / 3 : $0, value: 0) }
    var new = old
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: new.insert(Numbered(1_000 + Int.random(in: 0..<50, using: &random), value: 0), at: place)
      case 1 where place < new.count: new.remove(at: place)
      case 2 where place < new.count: new[place].value += 1
      case 3 where place < new.count:
        let row = new.remove(at: place)
        new.insert(row, at: Int.random(in: 0...new.count, using: &random))
      case 4 where place < new.count:
        let block = new[place..<min(new.count, place + 9)]
        new.removeSubrange(block.indices)
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
      case 5 where Bool.random(using: &random): new.shuffle(using: &random)
      case 6 where Bool.random(using: &random): new.reverse()
      default: break
      }
    }
    if !copies {
      var seen: Set<Int> = []
      new.removeAll { !seen.insert($0.id).inserted }
    }
    return (old, new)
  }

  @Test func keysAndHeadersOfTheOnlySectionAreCompared() throws {
    func section(_ key: Int, _ header: String, _ items: [Int]) -> Snapshot<Int, Int, String> {
      Snapshot(sections: [SnapshotSection(key, header: header, items: items)])
    }
    let old = section(1, "a", [1, 2])
    #expect(try Differ().changeset(from: old, to: section(1, "b", [1, 2])).counts.sectionUpdates == 1)
    let replaced = try Differ().changeset(from: old, to: section(2, "a", [1, 2])).counts
    #expect(replaced.sectionDeletes == 1 && replaced.sectionInserts == 1 && replaced.moves == 2)
  }

  @Test(.enabled(if: TestScale.isFull), arguments: [false, true])
  func itAgreesWithTheStagesOfALongDiff(copies: Bool) throws {
    var random = SplitMix64(seed: 1_701)
    for trial in 0..<600 {
      let length = trial % 10 == 0 ? Int.random(in: 200...262, using: &random) : trial % 40
      let (old, new) = lists(length: length, copies: copies, using: &random)
      let differ = trial % 3 == 0 ? Differ(algorithm: LISDiff()) : Differ()
      try expectAgreement(differ, old, new, IdentifiableComparison())
      try expectAgreement(differ, old.map(\.id), new.map(\.id), ValueComparison())
      let foreign = [0, 1, 2, 30][trial % 4]
      try expectAgreement(
        differ, old.map { Named(id: Self.name($0.id, foreign: foreign), value: $0.value) },
        new.map { Named(id: Self.name($0.id, foreign: foreign), value: $0.value) }, IdentifiableComparison())
    }
  }

  @Test func keysThatCollideArePairedAllTheSame() throws {
    struct Colliding: ItemComparison {
      func haveSameIdentity(_ a: Numbered, _ b: Numbered) -> Bool { a.id == b.id }
      func haveEqualContent(_ a: Numbered, _ b: Numbered) -> Bool { a == b }
      func identityHash(of item: Numbered, seed: Int) -> Int { 7 }
      func fastHash(of item: Numbered, seed: UInt64) -> UInt64? { 7 }
      func describeIdentity(of item: Numbered) -> String { "\(item.id)" }
    }
    var random = SplitMix64(seed: 1_702)
    for length in [3, 40, 255] {
      let (old, new) = lists(length: length, copies: false, using: &random)
      try expectAgreement(Differ(), old, new.shuffled(using: &random), Colliding())
    }
  }

  @Test func allOrdersOfSixItemsMoveTheSameItems() throws {
    func permutations(_ items: [Int]) -> [[Int]] {
      if items.count < 2 { return [items] }
      return items.indices.flatMap { index in
        var rest = items
        let first = rest.remove(at: index)
        return permutations(rest).map { [first] + $0 }
      }
    }
    for order in permutations(Array(0..<6)) { try expectAgreement(Differ(), Array(0..<6), order, ValueComparison()) }
  }

  @Test func whatIsKnownAboutRepeatsIsLookedAtNoMore() throws {
    let old = try FlatSnapshot([Numbered(1), Numbered(2), Numbered(3)]).checkedUnique()
    let new = try FlatSnapshot([Numbered(3), Numbered(1), Numbered(4)]).checkedUnique()
    for policy in DuplicatePolicy.allCases {
      let differ = Differ(duplicates: policy)
      let changes = try differ.changeset(from: old, to: new)
      #expect(try Array(changes.identity.changes) == Array(differ.diff(from: old, to: new).changeset.identity.changes))
    }
    let repeated = FlatSnapshot([Numbered(1), Numbered(1)])
    #expect(throws: DiffError.self) { try Differ(duplicates: .reject).changeset(from: repeated, to: new) }
    #expect(try Differ(duplicates: .keepFirst).changeset(from: repeated, to: old).counts.inserts == 2)
  }

  @Test func aShortDiffThatWasCancelledSaysSo() {
    #expect(throws: DiffError.cancelled) { try Differ().changeset(from: [1, 2], to: [2, 1], isCancelled: { true }) }
    #expect(throws: DiffError.cancelled) { try Differ().changeset(from: [1], to: [1], isCancelled: { true }) }
  }

  /// Whatever is left to the stages of a long diff is left whole: repeats among what is joined, among what was walked, and
  /// among what changed; an item without a fast hash that is met last; and more than the table has room for.
  @Test func whatIsNotJoinedIsLeftToTheStagesOfALongDiff() throws {
    try expectAgreement(Differ(), [1, 2, 3, 4, 9, 9, 5, 6], [1, 2, 9, 9, 3, 4, 5, 6], ValueComparison())
    try expectAgreement(Differ(), [0, 7, 5, 7, 6, 8, 1], [0, 5, 7, 6, 8, 7, 2, 1, 1], ValueComparison())
    let old = [Numbered(1), Numbered(2), Numbered(2, value: 1), Numbered(3)]
    let new = [Numbered(1), Numbered(2, value: 1), Numbered(3, value: 1), Numbered(4)]
    try expectAgreement(Differ(), old, new, IdentifiableComparison())
    try expectAgreement(Differ(), ["a", "b", "c", "d", "e"], ["e", "c", "x", "a", "\u{212A}"], ValueComparison())
    try expectAgreement(Differ(), ["a", "K", "c"], ["c", "a", "\u{212A}"], ValueComparison())
    try expectAgreement(Differ(), Array(0..<200), Array((0..<200).reversed()), ValueComparison())
  }
}
