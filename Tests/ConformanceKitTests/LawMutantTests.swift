import Testing

@testable import ConformanceKit
@testable import SectionDiff

/// Each law of changesets against an answer that breaks it, on one small case: the engine gives none, so it is made by hand.
/// The laws of algorithms have their mutants in `BrokenAlgorithms`.
@Suite("Each law of changesets")
struct LawMutantTests {
  private typealias Rows = IdentifiableComparison<World.Row>
  private typealias Changes = Changeset<Int, World.Row, Int>

  private let old = World(flat: [0, 1, 2])
  private let new = World(flat: [2, 3, 0])
  /// As large as `new`, so that what leads there can be applied wherever what leads to `new` can.
  private let other = World(flat: [3, 0, 1])

  /// The laws that an answer breaks; the right one where nothing else is said.
  ///
  /// - Parameters:
  ///   - changeset: The changeset of the answer.
  ///   - changes: What is read from it.
  ///   - mapped: What the pairs are read from.
  ///   - decoded: What comes back when it is encoded.
  private func broken(
    _ changeset: Changes? = nil, changes: PlainChanges? = nil, mapped: PlainChanges? = nil, decoded: Changes? = nil
  ) throws -> Set<Law> {
    let right = try Differ().diff(from: old.snapshot, to: new.snapshot, comparing: Rows())
    let read = PlainChanges(right.changeset.identity)
    var codec = ChangesetCodec<Int, World.Row, Int>()
    if let decoded { codec.decode = { _ in decoded } }
    let subject = LawSubject(
      differ: Differ(), comparison: Rows(), givenOld: right.old, givenNew: right.new,
      diff: Diff(old: right.old, new: right.new, changeset: changeset ?? right.changeset, receipt: right.receipt),
      old: old, new: new, changes: changes ?? read,
      mapping: RowMapping(reading: mapped ?? read, from: old, to: new, view: .identity), isUnique: true,
      world: World.init, codec: codec)
    var tally = LawTally()
    var judged = JudgedChangesets()
    subject.checkCoordinates(&tally)
    if subject.mapping.problems.isEmpty {
      subject.checkSilence(&tally)
      subject.checkCompleteness(&tally)
      subject.checkMinimality(&tally)
      subject.checkChangeset(again: nil, .all, &tally)
      subject.checkComposition(with: World(flat: [3]).snapshot, judged: &judged, &tally)
    }
    return Set(tally.violations.map(\.law))
  }

  private func changeset(to world: World) throws -> Changes {
    try Differ().changeset(from: old.snapshot, to: world.snapshot)
  }

  @Test("accepts the right answer")
  func right() throws { #expect(try broken() == []) }

  @Test(
    "refuses the changeset of another question",
    arguments: [Law.apply, .inverse, .composition, .views, .stages, .oneAtATime, .paths, .refreshing])
  func otherChangeset(law: Law) throws { #expect(try broken(changeset(to: other)).contains(law)) }

  @Test("refuses changes that do not fit, that forget a delete, and that are decoded otherwise")
  func otherParts() throws {
    #expect(try broken(mapped: PlainChanges()) == [.coordinates])
    var forgetful = PlainChanges(try changeset(to: new).identity)
    forgetful.deletes = []
    #expect(try broken(changes: forgetful).contains(.completeness))
    #expect(try broken(decoded: changeset(to: other)) == [.roundTrip])
  }

  @Test("refuses changes where nothing changed, and repeats that were to be dropped")
  func loudAndRepeated() {
    let loud = ChangesetLaws.check(
      from: old.snapshot, to: new.snapshot, differ: Differ(), comparing: NeverEqual())
    #expect(loud.contains { $0.law == .silence }, "\(loud)")
    let twice = World(flat: [0, 0])
    let expectation = PolicyExpectation(from: twice, to: twice, differ: Differ(duplicates: .keepFirst))
    #expect(expectation.problems(old: twice, new: twice, droppedOld: 0, droppedNew: 0).count == 4)
  }
}

/// Finds no content equal, not even to itself.
private struct NeverEqual: ItemComparison {
  func areIdentical(_ a: World.Row, _ b: World.Row) -> Bool { false }
  func haveSameIdentity(_ a: World.Row, _ b: World.Row) -> Bool { a.id == b.id }
  func haveEqualContent(_ a: World.Row, _ b: World.Row) -> Bool { false }
  func identityHash(of item: World.Row, seed: Int) -> Int { item.id }
  func describeIdentity(of item: World.Row) -> String { "\(item.id)" }
}
