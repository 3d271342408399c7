import Testing

@testable import SectionDiff

@Suite struct SnapshotTests {
  let sample = board("A(one): a b=1", "B:", "C(three): c")

  // MARK: Building

  @Test func sectionsAreKeptInOrderWithTheirItems() {
    #expect(sample.lines == ["A(one): a b=1", "B:", "C(three): c"])
    #expect(sample.sectionCount == 3)
    #expect(sample.itemCount == 3)
    #expect((0..<3).map { sample.itemCount(inSection: $0) } == [2, 0, 1])
  }

  @Test func aSnapshotWithoutSectionsIsEmpty() {
    #expect(Board().isEmpty)
    #expect(Board(sections: []) == Board())
    #expect(!board("A:").isEmpty)
  }

  @Test func aPlainListHasOneSectionEvenWhenEmpty() {
    #expect(FlatSnapshot([Int]()).sectionCount == 1)
    #expect(FlatSnapshot([Int]()).itemCount == 0)
    #expect(Array(FlatSnapshot(1...3).sections[0].items) == [1, 2, 3])
  }

  @Test func groupingKeepsFirstAppearancesInOrder() {
    let grouped = Snapshot(grouping: ["banana", "apple", "blueberry", "avocado", "cherry"]) { $0.first }
    #expect(grouped.sections.map(\.key) == ["b", "a", "c"])
    #expect(grouped.sections.map { Array($0.items) } == [["banana", "blueberry"], ["apple", "avocado"], ["cherry"]])
  }

  @Test func groupingPassesOnWhatTheKeyThrows() {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try Snapshot<Int, Int, NoHeader>(grouping: [1, 2]) { item throws in
        if item == 2 { throw Refusal() }
        return item
      }
    }
  }

  @Test func nothingGroupedHasNoSection() {
    #expect(Snapshot(grouping: [Int]()) { $0 }.isEmpty)
  }

  @Test func mappingKeepsSectionsAndHeaders() {
    let numbers = sample.map(\.value)
    #expect(numbers.sections.map(\.header) == ["one", "", "three"])
    #expect(numbers.sections.map { Array($0.items) } == [[0, 1], [], [0]])
  }

  @Test func idsHoldIdentitiesAlone() {
    #expect(sample.ids.sections.map { Array($0.items) } == [["a", "b"], [], ["c"]])
  }

  // MARK: Reading

  @Test func everyPathReadsItsItem() {
    #expect(sample[ItemPath(section: 0, item: 1)] == Row(id: "b", value: 1))
    #expect(sample[ItemPath(section: 2, item: 0)].id == "c")
    #expect(sample.item(at: ItemPath(section: 0, item: 0))?.id == "a")
  }

  @Test(arguments: [(-1, 0), (0, -1), (0, 2), (1, 0), (2, 1), (3, 0), (Int.max, 0), (0, Int.max), (Int.min, Int.min)])
  func thereIsNothingOutside(_ section: Int, _ item: Int) {
    let path = ItemPath(section: section, item: item)
    #expect(!sample.contains(path))
    #expect(sample.item(at: path) == nil)
  }

  @Test func pathOfAnIdentityIsThatOfItsFirstItem() {
    let repeated = board("A: x y", "B: y x")
    #expect(repeated.path(of: "y") == ItemPath(section: 0, item: 1))
    #expect(repeated.path(of: "z") == nil)
    #expect(sample.path(of: "c") == ItemPath(section: 2, item: 0))
  }

  @Test func firstPathFindsEqualItemsAndPredicates() {
    #expect(sample.firstPath(of: Row(id: "b", value: 1)) == ItemPath(section: 0, item: 1))
    #expect(sample.firstPath(of: Row(id: "b", value: 2)) == nil)
    #expect(sample.firstPath { $0.id > "b" } == ItemPath(section: 2, item: 0))
  }

  @Test func sectionIndexFindsTheKey() {
    #expect(sample.sectionIndex(of: "C") == 2)
    #expect(sample.sectionIndex(of: "D") == nil)
  }

  @Test(arguments: [[0], [3], [0, 0, 2, 0, 1, 0], [1, 1, 1], [0, 5, 0]])
  func positionsAndPathsAgree(_ sizes: [Int]) {
    let snapshot = Snapshot<Int, Int, NoHeader>(
      sections: sizes.enumerated().map { SnapshotSection($0, items: Array(repeating: $0, count: $1)) })
    var position = 0
    for (section, size) in sizes.enumerated() {
      for item in 0..<size {
        #expect(snapshot.path(ofPosition: position) == ItemPath(section: section, item: item))
        position += 1
      }
    }
    #expect(position == snapshot.itemCount)
  }

  @Test func theDescriptionListsSectionsAndItems() {
    #expect(sample.description == "A: 2\n  a\n  b=1\nB: 0\nC: 1\n  c\n")
    #expect(Board().description == "")
    #expect(list("a").description == "items: 1\n  a\n")
  }

  @Test func sizesInMessagesAreCutShort() {
    let many = Snapshot<Int, Int, NoHeader>(sections: (0..<9).map { SnapshotSection($0, items: [$0]) })
    #expect(many.offsets.sizesForMessages == "[1, 1, 1, 1, 1, 1, 1, 1, …]")
    #expect(sample.offsets.sizesForMessages == "[2, 0, 1]")
  }

  // MARK: Equality and copies

  @Test(arguments: [
    board("A(one): a b=1", "B:", "C(three): c=1"), board("A(one): a b=1", "B:", "C: c"),
    board("A(one): a b=1", "B:", "D(three): c"), board("A(one): a", "B: b=1", "C(three): c"),
    board("A(one): b=1 a", "B:", "C(three): c"), board("A(one): a b=1", "C(three): c"),
  ])
  func snapshotsDifferByEveryPart(_ other: Board) {
    #expect(sample == board("A(one): a b=1", "B:", "C(three): c"))
    #expect(sample != other)
  }

  @Test func equalityForgetsWhatWasChecked() throws {
    #expect(try sample.checkedUnique() == sample)
  }

  @Test func aCopySharesItsStorage() throws {
    let copy = sample
    #expect(shareStorage(copy.items, sample.items))
    let checked = try sample.checkedUnique()
    #expect(shareStorage(checked.items, sample.items))
  }

  @Test func anArrayGivenAsAPlainListIsNotCopied() {
    let numbers = Array(0..<100)
    #expect(shareStorage(FlatSnapshot(numbers).items, numbers))
  }

  // MARK: Coding

  @Test func aSnapshotIsWrittenAsItsSections() throws {
    #expect(
      try json(board("A(one): a b=1", "B:"))
        == #"{"sections":[{"header":"one","items":[{"id":"a","value":0},{"id":"b","value":1}],"key":"A"},"#
        + #"{"header":"","items":[],"key":"B"}]}"#)
  }

  @Test func aHeaderThatIsNoneIsNotWritten() throws {
    #expect(try json(FlatSnapshot([1, 2])) == #"{"sections":[{"items":[1,2],"key":{}}]}"#)
  }

  @Test func snapshotsSurviveCoding() throws {
    #expect(try decoded(Board.self, from: try json(sample)) == sample)
    #expect(try decoded(Board.self, from: try json(Board())) == Board())
    let numbers = FlatSnapshot([3, 1, 2])
    #expect(try decoded(FlatSnapshot<Int>.self, from: try json(numbers)) == numbers)
    var random = SplitMix64(seed: 1)
    for _ in 0..<100 {
      let snapshot = random.board(repeats: true)
      #expect(try decoded(Board.self, from: try json(snapshot)) == snapshot)
    }
  }

  @Test(arguments: [
    "{}", "[]", "null", #"{"sections":null}"#, #"{"sections":{}}"#, #"{"sections":[{}]}"#,
    #"{"sections":[{"key":"A","header":"x"}]}"#, #"{"sections":[{"header":"x","items":[]}]}"#,
    #"{"sections":[{"key":1,"header":"x","items":[]}]}"#,
    #"{"sections":[{"key":"A","header":"x","items":[{"id":1}]}]}"#,
    #"{"sections":[{"key":"A","items":[]}]}"#,
  ])
  func badDataIsADecodingError(_ text: String) {
    #expect(throws: DecodingError.self) { try decoded(Board.self, from: text) }
  }

  private struct Heading: Codable, Hashable {
    var title: String?
    var count: Int?
  }

  private func survives<Header: Codable & Hashable>(_ headers: Header...) throws {
    let snapshot = Snapshot(
      sections: headers.enumerated().map { SnapshotSection("\($0)", header: $1, items: [$0, $0 + 1]) })
    #expect(try decoded(Snapshot<String, Int, Header>.self, from: try json(snapshot)) == snapshot)
  }

  @Test func snapshotsOfEveryKindOfHeaderSurviveCoding() throws {
    try survives("a", "")
    try survives("a" as String?, nil)
    try survives(nil as Int?, 0)
    try survives(Heading(title: "a", count: 1), Heading())
    try survives(Heading(title: "a") as Heading?, Heading(), nil)
    try survives([nil, "a"] as [String?], [])
    try survives([["a"], nil] as [[String]?], nil)
    // Without a header where one may be left out.
    let text = #"{"sections":[{"key":"A","items":[1]}]}"#
    let read = try decoded(Snapshot<String, Int, String?>.self, from: text)
    #expect(read == Snapshot(sections: [SnapshotSection("A", header: nil, items: [1])]))
  }

  @Test func aHeaderWithinTwoOptionalsIsNotWritten() {
    let snapshot = Snapshot(sections: [SnapshotSection("A", header: .some(nil) as String??, items: [1])])
    #expect(throws: EncodingError.self) { try json(snapshot) }
    let other = Snapshot(sections: [SnapshotSection("A", header: "x" as String??, items: [1])])
    let changes = try? Differ().changeset(from: other, to: snapshot)
    #expect(throws: EncodingError.self) { try json(#require(changes)) }
  }

  @Test func aMissingHeaderIsNamedWithItsSection() {
    let error = #expect(throws: DecodingError.self) {
      try decoded(Board.self, from: #"{"sections":[{"key":"A","items":[]}]}"#)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("it is not a corruption: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "section A has no header; each section of this snapshot needs one")
  }

  @Test func twoSectionsOfOneKeyDecodeAndFailOnlyWhenDiffed() throws {
    let text = #"{"sections":[{"key":"A","header":"","items":[]},{"key":"A","header":"","items":[]}]}"#
    let snapshot = try decoded(Board.self, from: text)
    #expect(throws: DiffError.duplicateSection(key: "A", side: .old, first: 0, second: 1)) {
      try Differ().changeset(from: snapshot, to: Board())
    }
  }
}
