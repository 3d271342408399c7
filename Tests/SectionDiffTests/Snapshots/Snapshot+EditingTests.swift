import TestScale
import Testing

@testable import SectionDiff

/// A snapshot that is edited in place is what an array of arrays is after the same edits.
@Suite struct SnapshotEditingTests {
  // MARK: Small worlds

  /// Boards of few items, of which some repeat.
  static let worlds: [Board] = [
    board(), board("A:"), board("A: a"), board("A(one): a b", "B:"), board("A: a a", "B: b"),
    board("A: a", "B:", "C: b c"), board("A: a", "A: b"),
  ]

  @Test(arguments: worlds.indices)
  func everyEditOfEverySmallBoard(_ world: Int) throws {
    try Self.tryAll(from: Self.worlds[world], edits: TestScale.count(world < 3 ? 3 : 2, quick: world < 3 ? 2 : 1))
  }

  /// Makes all edits, and after each all others, of a board stored in every way.
  static func tryAll(from board: Board, edits: Int) throws {
    var boards = [board] + SnapshotChunkedTests.stored(board)
    if let unique = try? board.checkedUnique() { boards.append(unique) }
    if let unique = try? board.checkedUnique(scope: .section) { boards.append(unique) }
    for board in boards { try tryAll(of: board, Model(board), edits: edits) }
  }

  private static func tryAll(of board: Board, _ model: Model, edits: Int) throws {
    for edit in Edit.all(of: model) {
      var (next, nextModel) = (board, model)
      edit.make(in: &next)
      edit.make(in: &nextModel)
      guard check(next, nextModel, "\(edit) of \(board.lines)") else { return }
      if next.sectionClash == nil, board.sectionClash == nil {
        let changes = try Differ().changeset(from: board, to: next)
        #expect(changes == (try Differ().changeset(from: model.snapshot, to: nextModel.snapshot)))
        #expect(try board.applying(changes) == next)
      }
      if edits > 1 { try tryAll(of: next, nextModel, edits: edits - 1) }
    }
    // What was there before is as it was.
    _ = check(board, model, "before any edit")
  }

  /// Compares a snapshot with its model, and with what must hold of every snapshot.
  static func check(_ snapshot: Board, _ model: Model, _ comment: @autoclosure () -> String) -> Bool {
    var broken: [String] = []
    if snapshot.lines != model.snapshot.lines { broken.append("\(snapshot.lines) should be \(model.snapshot.lines)") }
    if let reason = snapshot.offsets.checkInvariants() { broken.append(reason) }
    if snapshot.offsets.itemCount != snapshot.items.count { broken.append("items miscounted") }
    if case .chunked(let items) = snapshot.items { broken += items.checkInvariants() }
    if snapshot.sectionClash != SectionClash(in: snapshot.keys) { broken.append("a clash of sections is wrong") }
    let sections = snapshot.sections.map { $0.items.map(\.id) }
    if snapshot.uniqueness.covers(.identifiable, in: .global), Set(sections.joined()).count < snapshot.itemCount {
      broken.append("said to be unique")
    }
    if snapshot.uniqueness.covers(.identifiable, in: .section), sections.contains(where: { Set($0).count < $0.count }) {
      broken.append("said to be unique in each section")
    }
    if !broken.isEmpty { Issue.record("\(comment()): \(broken)") }
    return broken.isEmpty
  }

  // MARK: What an edit costs

  static let large: Snapshot<Int, Row, NoHeader> = {
    var large = Snapshot<Int, Row, NoHeader>(
      sections: (0..<100).map { section in
        SnapshotSection(section, items: (0..<1_000).map { Row(id: "r\(section * 1_000 + $0)") })
      })
    // The first edit makes chunks.
    large.insert(Row(id: "first"), at: ItemPath(section: 0, item: 0))
    return large
  }()

  @Test(arguments: LargeEdit.allCases, [1, 10, 100])
  func aDiffWithWhatWasBeforeLooksAtTheEditedChunksAlone(_ edit: LargeEdit, _ count: Int) throws {
    var random = SplitMix64(seed: 921)
    var edited = Self.large
    for number in 0..<count { edit.make(in: &edited, number, using: &random) }
    let comparison = RowCounter()
    let changes = try Differ().changeset(from: Self.large, to: edited, comparing: comparison)
    #expect(!changes.isEmpty && changes.changeCount <= count * edit.mostChanges)
    let leaf = edited.chunkedItems.limits.leafCapacity
    // An edit has two places, each in a leaf that may be split or joined with another; a section has two ends, too.
    #expect(
      comparison.counts.comparisons <= count * (12 * leaf + 4 * edit.itemCount), "\(comparison.counts.comparisons)")
    #expect(comparison.counts.hashes <= count * (24 + 4 * edit.itemCount), "\(comparison.counts.hashes)")
  }

  /// Single edits and runs in one section, each of the kind that a user makes.
  enum LargeEdit: CaseIterable {
    case insert, insertRun, append, remove, removeRun, replace, move, moveRun, appendSection, moveSection

    var mostChanges: Int {
      switch self {
      case .insertRun, .removeRun, .moveRun: 20
      default: 1
      }
    }

    /// How many items are edited.
    var itemCount: Int { self == .moveSection ? 1_000 : mostChanges }

    func make(
      in snapshot: inout Snapshot<Int, Row, NoHeader>, _ number: Int, using random: inout SectionDiffTests.SplitMix64
    ) {
      let section = Int.random(in: 0..<100, using: &random)
      let path = ItemPath(section: section, item: Int.random(in: 0..<500, using: &random))
      let target = ItemPath(section: (section + 7) % 100, item: Int.random(in: 0..<500, using: &random))
      switch self {
      case .insert: snapshot.insert(Row(id: "n\(number)"), at: path)
      case .insertRun: snapshot.insert(contentsOf: (0..<20).map { Row(id: "n\(number),\($0)") }, at: path)
      case .append: #expect(throws: Never.self) { try snapshot.append(Row(id: "n\(number)"), to: section) }
      case .remove: snapshot.remove(at: path)
      case .removeRun: snapshot.removeSubrange(path.item..<path.item + 20, inSection: section)
      case .replace: snapshot[path].value += 1 + number
      case .move: snapshot.move(from: path, to: target)
      case .moveRun: snapshot.moveSubrange(path.item..<path.item + 20, inSection: section, to: target)
      case .appendSection: snapshot.appendSection(SnapshotSection(1_000 + number, items: []))
      case .moveSection: snapshot.moveSection(from: section, to: (section + 1) % 100)
      }
    }
  }

  // MARK: Random edits

  @Test func manyEditsOfALongBoard() throws {
    var random = SplitMix64(seed: 922)
    for trial in 0..<TestScale.count(40, quick: 4) {
      var snapshot = Board(
        sections: (0..<6).map { section in
          SnapshotSection("\(section)", header: "", items: (0..<80).map { Row(id: "\(section),\($0)") })
        })
      var model = Model(snapshot)
      for step in 0..<120 {
        let before = snapshot
        let edit = Edit.random(of: model, step, using: &random)
        edit.make(in: &snapshot)
        edit.make(in: &model)
        guard Self.check(snapshot, model, "trial \(trial), step \(step): \(edit)") else { return }
        guard step % 20 == 0, before.sectionClash == nil, snapshot.sectionClash == nil else { continue }
        let changes = try Differ().changeset(from: before, to: snapshot)
        #expect(try before.applying(changes) == snapshot)
      }
    }
  }

  // MARK: What edits say

  @Test func aSectionIsFoundByItsKey() {
    let board = board("A(one): a b", "B:")
    #expect(board[section: "A"]?.items.map(\.id) == ["a", "b"])
    #expect(board[section: "A"]?.header == "one")
    #expect(board[section: "C"] == nil)
  }

  @Test func appendingToAnUnknownSectionIsRefused() throws {
    var edited = board("A: a")
    let error = #expect(throws: DiffError.self) { try edited.append(Row(id: "x"), to: "B") }
    #expect(error?.description == "there is no section with the key B; insert it first")
    #expect(throws: DiffError.unknownSection(key: "C")) { try edited.append(contentsOf: rows("x y"), to: "C") }
    #expect(edited.lines == ["A: a"])
    try edited.append(contentsOf: rows("x y"), to: "A")
    #expect(edited.lines == ["A: a x y"])
  }

  @Test func aSecondSectionOfOneKeyIsReportedUntilOneIsRemoved() throws {
    let before = board("A: a", "B: b")
    var edited = before
    edited.appendSection(SnapshotSection("A", header: "", items: []))
    #expect(throws: DiffError.duplicateSection(key: "A", side: .new, first: 0, second: 2)) {
      try Differ().changeset(from: before, to: edited)
    }
    edited.moveSection(from: 2, to: 0)
    #expect(throws: DiffError.duplicateSection(key: "A", side: .new, first: 0, second: 1)) {
      try Differ().changeset(from: before, to: edited)
    }
    edited.removeSection(at: 0)
    #expect(try Differ().changeset(from: before, to: edited).isEmpty)
  }

  @Test func whatIsKnownToBeUniqueIsForgottenWhereAnIdentityMayRepeat() throws {
    let before = try board("A: a b", "B: c").checkedUnique()
    let differ = Differ(duplicates: .reject)
    var edited = before
    edited.remove(at: ItemPath(section: 0, item: 0))
    edited.moveSection(from: 0, to: 1)
    #expect(try differ.diff(from: before, to: edited).receipt.hashes == 0)
    edited.insert(Row(id: "c"), at: ItemPath(section: 1, item: 0))
    #expect(throws: DiffError.self) { try differ.diff(from: before, to: edited) }

    let apart = try board("A: a b", "B: a").checkedUnique(scope: .section)
    var together = apart
    together.move(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 0))
    let inSections = Differ(duplicates: .reject, scope: .section)
    #expect(throws: DiffError.self) { try inSections.diff(from: apart, to: together) }
  }

  @Test func aShortListStaysInOneArray() {
    var short = FlatSnapshot(0..<50)
    short.insert(-1, at: ItemPath(section: 0, item: 7))
    #expect(!short.isChunked)
    var long = FlatSnapshot(0..<5_000)
    long.insert(-1, at: ItemPath(section: 0, item: 7))
    #expect(long.isChunked)
  }

  @Test func aPlaceThatIsNotThereIsRefused() async {
    await #expect(processExitsWith: .failure) {
      var short = FlatSnapshot([1, 2])
      short.insert(3, at: ItemPath(section: 0, item: 3))
    }
    await #expect(processExitsWith: .failure) {
      var short = FlatSnapshot([1, 2])
      short.removeSubrange(1..<3, inSection: 0)
    }
    await #expect(processExitsWith: .failure) {
      var short = FlatSnapshot([1, 2])
      short.move(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2))
    }
    await #expect(processExitsWith: .failure) {
      var short = FlatSnapshot([1, 2])
      short.moveSection(from: 0, to: 1)
    }
  }
}

/// Sections as an array of arrays.
struct Model {
  var sections: [SnapshotSection<String, Row, String>]

  init(_ snapshot: Board) {
    sections = snapshot.sections.map { SnapshotSection($0.key, header: $0.header, items: Array($0.items)) }
  }

  var snapshot: Board { Board(sections: sections) }
}

/// An edit of a snapshot, which can be made in an array of arrays, too.
enum Edit {
  case replace(ItemPath, Row)
  case insert([Row], ItemPath)
  case append([Row], String)
  case remove(Range<Int>, Int)
  case move(Range<Int>, Int, ItemPath)
  case insertSection(String, [Row], Int)
  case removeSection(Int)
  case moveSection(Int, Int)
  case setHeader(Int)

  func make(in snapshot: inout Board) {
    switch self {
    case .replace(let path, let row): snapshot[path] = row
    case .insert(let rows, let path):
      if rows.count == 1 { snapshot.insert(rows[0], at: path) } else { snapshot.insert(contentsOf: rows, at: path) }
    case .append(let rows, let key):
      #expect(throws: Never.self) {
        if rows.count == 1 {
          try snapshot.append(rows[0], to: key)
        } else {
          try snapshot.append(contentsOf: rows, to: key)
        }
      }
    case .remove(let range, let section):
      if range.count == 1 {
        let path = ItemPath(section: section, item: range.lowerBound)
        let item = snapshot[path]
        #expect(snapshot.remove(at: path) == item)
      } else {
        snapshot.removeSubrange(range, inSection: section)
      }
    case .move(let range, let section, let target):
      if range.count == 1 {
        snapshot.move(from: ItemPath(section: section, item: range.lowerBound), to: target)
      } else {
        snapshot.moveSubrange(range, inSection: section, to: target)
      }
    case .insertSection(let key, let rows, let index):
      let section = SnapshotSection(key, header: "new", items: rows)
      if index == snapshot.sectionCount {
        snapshot.appendSection(section)
      } else {
        snapshot.insertSection(section, at: index)
      }
    case .removeSection(let index): snapshot.removeSection(at: index)
    case .moveSection(let source, let target): snapshot.moveSection(from: source, to: target)
    case .setHeader(let section): snapshot.setHeader("other", ofSection: section)
    }
  }

  func make(in model: inout Model) {
    switch self {
    case .replace(let path, let row): model.sections[path.section].items[path.item] = row
    case .insert(let rows, let path): model.sections[path.section].items.insert(contentsOf: rows, at: path.item)
    case .append(let rows, let key):
      if let section = model.sections.firstIndex(where: { $0.key == key }) { model.sections[section].items += rows }
    case .remove(let range, let section): model.sections[section].items.removeSubrange(range)
    case .move(let range, let section, let target):
      let rows = model.sections[section].items[range]
      model.sections[section].items.removeSubrange(range)
      model.sections[target.section].items.insert(contentsOf: rows, at: target.item)
    case .insertSection(let key, let rows, let index):
      model.sections.insert(SnapshotSection(key, header: "new", items: rows), at: index)
    case .removeSection(let index): model.sections.remove(at: index)
    case .moveSection(let source, let target): model.sections.insert(model.sections.remove(at: source), at: target)
    case .setHeader(let section): model.sections[section].header = "other"
    }
  }

  /// All edits of a small model, with few kinds of new items: one that is new, one that may repeat, and a run.
  static func all(of model: Model) -> [Edit] {
    var edits: [Edit] = []
    let ranges = model.sections.map { section in
      (0...section.items.count).flatMap { start in (start...section.items.count).map { start..<$0 } }
    }
    for index in 0...model.sections.count {
      edits += [.insertSection("N", [], index), .insertSection("A", rows("x a"), index)]
    }
    for (index, section) in model.sections.enumerated() {
      edits += [.removeSection(index), .setHeader(index), .append(rows("b"), section.key)]
      edits += model.sections.indices.map { .moveSection(index, $0) }
      for item in 0...section.items.count {
        let path = ItemPath(section: index, item: item)
        edits += [.insert(rows("a"), path), .insert(rows("x y"), path)]
        if item < section.items.count { edits += [.replace(path, Row(id: "b", value: 1))] }
      }
      for range in ranges[index] {
        edits.append(.remove(range, index))
        for (target, other) in model.sections.enumerated() {
          let most = other.items.count - (target == index ? range.count : 0)
          edits += (0...most).map { .move(range, index, ItemPath(section: target, item: $0)) }
        }
      }
    }
    return edits
  }

  /// An edit of a model, as a user makes it: mostly of items.
  static func random(of model: Model, _ step: Int, using random: inout SectionDiffTests.SplitMix64) -> Edit {
    func new(_ count: Int) -> [Row] { (0..<count).map { Row(id: "n\(step),\($0)") } }
    guard let section = model.sections.indices.randomElement(using: &random) else {
      return .insertSection("0", new(40), 0)
    }
    let items = model.sections[section].items
    let start = Int.random(in: 0...items.count, using: &random)
    let path = ItemPath(section: section, item: start)
    let range = start..<min(items.count, start + [0, 1, 1, 3, 60][Int.random(in: 0..<5, using: &random)])
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<3: return .insert(new([1, 1, 5, 150][Int.random(in: 0..<4, using: &random)]), path)
    case 3: return .append(new(2), model.sections[section].key)
    case 4..<7: return .remove(range, section)
    case 7..<11:
      let target = Int.random(in: model.sections.indices, using: &random)
      let most = model.sections[target].items.count - (target == section ? range.count : 0)
      return .move(range, section, ItemPath(section: target, item: Int.random(in: 0...most, using: &random)))
    case 11: return .insertSection("s\(step)", new(30), section)
    case 12: return .removeSection(section)
    case 13: return .moveSection(section, Int.random(in: model.sections.indices, using: &random))
    case 14 where start < items.count: return .replace(path, Row(id: "r\(step)"))
    default: return .setHeader(section)
    }
  }
}
