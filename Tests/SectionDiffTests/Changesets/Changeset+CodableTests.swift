import DiffWorkloads
import Foundation
import Testing

@testable import SectionDiff

@Suite struct ChangesetCodableTests {
  // MARK: Form

  @Test func theEncodedFormIsThis() throws {
    let changes = try Differ(algorithm: LISDiff()).changeset(
      from: board("A(x): a b c", "B: d"), to: board("A(y): c a=1", "C: e"))
    #expect(
      try json(changes) == """
        {"format":"section-diff-changeset/1",\
        "items":{"deleted":[{"at":[0,1],"item":{"id":"b","value":0}},{"at":[1,0],"item":{"id":"d","value":0}}],\
        "inserted":[{"at":[1,0],"item":{"id":"e","value":0}}],\
        "moved":[{"from":[0,2],"to":[0,0]}],\
        "updated":[{"from":[0,0],"items":[{"id":"a","value":0},{"id":"a","value":1}],"to":[0,1]}]},\
        "new":[2,1],"old":[3,1],\
        "rules":{"infersMoves":true,"scope":"global"},\
        "sections":{"deleted":[{"at":1,"header":"","key":"B"}],"inserted":[{"at":1,"header":"","key":"C"}],\
        "moved":[],"updated":[{"from":0,"headers":["x","y"],"key":"A","to":0}]}}
        """)
  }

  @Test func aPlainListIsWrittenLikewise() throws {
    let changes = try Differ(algorithm: MyersDiff(), scope: .section).changeset(from: [1, 2], to: [2])
    #expect(
      try json(changes) == """
        {"format":"section-diff-changeset/1",\
        "items":{"deleted":[{"at":[0,0],"item":1}],"inserted":[],"moved":[],"updated":[]},\
        "new":[1],"old":[2],"rules":{"infersMoves":false,"scope":"section"},\
        "sections":{"deleted":[],"inserted":[],"moved":[],"updated":[]}}
        """)
  }

  @Test(arguments: Strategy.allCases)
  func changesetsSurviveCoding(_ strategy: Strategy) throws {
    var random = SplitMix64(seed: 151)
    for _ in 0..<60 {
      let old = random.board(rows: 12, repeats: true)
      let new = random.board(rows: 12, repeats: true)
      let changes = try Differ(algorithm: strategy.algorithm).changeset(from: old, to: new)
      let text = try json(changes)
      let read = try decoded(BoardChanges.self, from: text)
      #expect(read == changes)
      #expect(try json(read) == text)
      #expect(try json(changes.detached()) == text)
      #expect(try old.applying(read) == new)
      #expect(try new.applying(read.inverted) == old)
      #expect(try read.stages(from: old).map(\.snapshot) == changes.stages(from: old).map(\.snapshot))
      #expect(read.batch == changes.batch)
    }
  }

  @Test func decodedChangesetsComposeAsBefore() throws {
    var random = SplitMix64(seed: 152)
    for _ in 0..<60 {
      let boards = (0..<3).map { _ in random.board() }
      let first = try Differ().changeset(from: boards[0], to: boards[1])
      let second = try Differ().changeset(from: boards[1], to: boards[2])
      let composed = try decoded(BoardChanges.self, from: json(first))
        .composed(with: decoded(from: json(second)))
      #expect(composed == (try first.composed(with: second)))
    }
  }

  // MARK: Text from a stranger

  /// An encoding in parts, each of which can be replaced by something hostile. By default it turns
  /// `A(x): a b`, `B: c` into `A(y): b a=1`, `D: e`.
  struct Encoding: Sendable, CustomTestStringConvertible {
    var name = "valid"
    var format = #""section-diff-changeset/1""#
    var rules = #"{"scope":"global","infersMoves":true}"#
    var old = "[2,1]"
    var new = "[2,1]"
    var deletedSections = #"[{"at":1,"key":"B","header":""}]"#
    var insertedSections = #"[{"at":1,"key":"D","header":""}]"#
    var movedSections = "[]"
    var updatedSections = #"[{"from":0,"to":0,"key":"A","headers":["x","y"]}]"#
    var deleted = #"[{"at":[1,0],"item":{"id":"c","value":0}}]"#
    var inserted = #"[{"at":[1,0],"item":{"id":"e","value":0}}]"#
    var moved = #"[{"from":[0,1],"to":[0,0]}]"#
    var updated = #"[{"from":[0,0],"to":[0,1],"items":[{"id":"a","value":0},{"id":"a","value":1}]}]"#

    var text: String {
      """
      {"format":\(format),"rules":\(rules),"old":\(old),"new":\(new),\
      "sections":{"deleted":\(deletedSections),"inserted":\(insertedSections),"moved":\(movedSections),\
      "updated":\(updatedSections)},\
      "items":{"deleted":\(deleted),"inserted":\(inserted),"moved":\(moved),"updated":\(updated)}}
      """
    }

    var testDescription: String { name }

    static func with(
      _ name: String, _ part: WritableKeyPath<Encoding, String>, _ text: String
    ) -> Encoding {
      var encoding = Encoding()
      encoding.name = name
      encoding[keyPath: part] = text
      return encoding
    }
  }

  static let item = #"{"id":"z","value":0}"#

  static let hostile: [Encoding] = [
    .with("another format", \.format, #""section-diff-changeset/2""#),
    .with("an empty format", \.format, #""""#),
    .with("a format that is a number", \.format, "1"),
    .with("an unknown scope", \.rules, #"{"scope":"galaxy","infersMoves":true}"#),
    .with("no rules", \.rules, "{}"),
    .with("a negative size", \.old, "[2,-1]"),
    .with("a hugely negative size", \.old, "[-9223372036854775808,1]"),
    .with("a size of the limit", \.old, "[2147483647,1]"),
    .with("a size beyond 32 bits", \.new, "[2,4294967297]"),
    .with("a size beyond 64 bits", \.new, "[2,18446744073709551616]"),
    .with("sizes that add up beyond 32 bits", \.new, "[2147483000,2147483000]"),
    .with("sizes that add up beyond 64 bits", \.old, "[9223372036854775807,9223372036854775807]"),
    .with("a size with a fraction", \.old, "[2.5,1]"),
    .with("one old section too few", \.old, "[2]"),
    .with("one old section too many", \.old, "[2,1,0]"),
    .with("one new section too many", \.new, "[2,1,0]"),
    .with("no sections at all", \.old, "[]"),
    .with("one old item too many", \.old, "[3,1]"),
    .with("one new item too few", \.new, "[1,1]"),
    .with("a deleted section that is not there", \.deletedSections, #"[{"at":2,"key":"B","header":""}]"#),
    .with("a deleted section before the first", \.deletedSections, #"[{"at":-1,"key":"B","header":""}]"#),
    .with("a deleted section beyond 32 bits", \.deletedSections, #"[{"at":2147483648,"key":"B","header":""}]"#),
    .with(
      "a section deleted twice", \.deletedSections,
      #"[{"at":1,"key":"B","header":""},{"at":1,"key":"B","header":""}]"#),
    .with(
      "deleted sections that descend", \.deletedSections,
      #"[{"at":1,"key":"B","header":""},{"at":0,"key":"A","header":""}]"#),
    .with("another section deleted than items", \.deletedSections, #"[{"at":0,"key":"A","header":""}]"#),
    .with("a section deleted without its items", \.deleted, "[]"),
    .with("a section inserted without its items", \.inserted, "[]"),
    .with("an inserted section that is not there", \.insertedSections, #"[{"at":7,"key":"D","header":""}]"#),
    .with("no section inserted", \.insertedSections, "[]"),
    .with("a deleted section without a key", \.deletedSections, #"[{"at":1,"header":""}]"#),
    .with("a moved section that is deleted", \.movedSections, #"[{"from":1,"to":0}]"#),
    .with("a section moved to an inserted one", \.movedSections, #"[{"from":0,"to":1}]"#),
    .with("a section moved from nowhere", \.movedSections, #"[{"from":5,"to":0}]"#),
    .with("a section moved to nowhere", \.movedSections, #"[{"from":0,"to":-3}]"#),
    .with("a section moved twice", \.movedSections, #"[{"from":0,"to":0},{"from":0,"to":0}]"#),
    .with(
      "an update of another section", \.updatedSections, #"[{"from":0,"to":1,"key":"A","headers":["x","y"]}]"#),
    .with(
      "an update of a deleted section", \.updatedSections, #"[{"from":1,"to":1,"key":"A","headers":["x","y"]}]"#),
    .with("too few headers", \.updatedSections, #"[{"from":0,"to":0,"key":"A","headers":["x"]}]"#),
    .with("too many headers", \.updatedSections, #"[{"from":0,"to":0,"key":"A","headers":["x","y","z"]}]"#),
    .with("no headers", \.updatedSections, #"[{"from":0,"to":0,"key":"A","headers":[]}]"#),
    .with("a deleted item beyond its section", \.deleted, #"[{"at":[1,1],"item":\#(item)}]"#),
    .with("a deleted item before its section", \.deleted, #"[{"at":[1,-1],"item":\#(item)}]"#),
    .with("a deleted item in no section", \.deleted, #"[{"at":[2,0],"item":\#(item)}]"#),
    .with(
      "a deleted item far outside", \.deleted,
      #"[{"at":[9223372036854775807,9223372036854775807],"item":\#(item)}]"#),
    .with("a path of one number", \.deleted, #"[{"at":[1],"item":\#(item)}]"#),
    .with("a path of none", \.deleted, #"[{"at":[],"item":\#(item)}]"#),
    .with("a path that is a number", \.deleted, #"[{"at":1,"item":\#(item)}]"#),
    .with(
      "an item deleted twice", \.deleted, #"[{"at":[1,0],"item":\#(item)},{"at":[1,0],"item":\#(item)}]"#),
    .with("a deleted item without its value", \.deleted, #"[{"at":[1,0]}]"#),
    .with("an item deleted and moved", \.deleted, #"[{"at":[0,1],"item":\#(item)},{"at":[1,0],"item":\#(item)}]"#),
    .with(
      "an item inserted where one moves to", \.inserted, #"[{"at":[0,0],"item":\#(item)},{"at":[1,0],"item":\#(item)}]"#
    ),
    .with("inserted items that descend", \.inserted, #"[{"at":[1,0],"item":\#(item)},{"at":[0,1],"item":\#(item)}]"#),
    .with("an item moved from nowhere", \.moved, #"[{"from":[0,2],"to":[0,0]}]"#),
    .with("an item moved to nowhere", \.moved, #"[{"from":[0,1],"to":[0,2]}]"#),
    .with("an item moved twice", \.moved, #"[{"from":[0,1],"to":[0,0]},{"from":[0,1],"to":[0,1]}]"#),
    .with("two items moved to one place", \.moved, #"[{"from":[0,0],"to":[0,0]},{"from":[0,1],"to":[0,0]}]"#),
    .with("an item moved out of balance", \.moved, #"[{"from":[0,1],"to":[1,0]}]"#),
    .with("an item updated where it is not", \.updated, #"[{"from":[0,0],"to":[0,0],"items":[\#(item),\#(item)]}]"#),
    .with("a deleted item updated", \.updated, #"[{"from":[1,0],"to":[1,0],"items":[\#(item),\#(item)]}]"#),
    .with(
      "an item updated twice", \.updated,
      #"[{"from":[0,0],"to":[0,1],"items":[\#(item),\#(item)]},{"from":[0,0],"to":[0,1],"items":[\#(item),\#(item)]}]"#),
    .with("one value of an updated item", \.updated, #"[{"from":[0,0],"to":[0,1],"items":[\#(item)]}]"#),
    .with(
      "three values of an updated item", \.updated, #"[{"from":[0,0],"to":[0,1],"items":[\#(item),\#(item),\#(item)]}]"#
    ),
    .with("items that are null", \.updated, "null"),
    .with("an item of another type", \.inserted, #"[{"at":[1,0],"item":7}]"#),
  ]

  @Test func theTemplateOfTheHostileEncodingsIsValid() throws {
    let changes = try decoded(BoardChanges.self, from: Encoding().text)
    #expect(try board("A(x): a b", "B: c").applying(changes) == board("A(y): b a=1", "D: e"))
  }

  @Test(arguments: hostile)
  func aLieIsADecodingError(_ encoding: Encoding) {
    #expect(throws: DecodingError.self) { try decoded(BoardChanges.self, from: encoding.text) }
  }

  @Test(arguments: ["", "{", "[]", "null", "7", "{}", #"{"format":"section-diff-changeset/1"}"#])
  func otherTextIsADecodingError(_ text: String) {
    #expect(throws: DecodingError.self) { try decoded(BoardChanges.self, from: text) }
  }

  @Test func errorsSayWhatIsWrong() {
    func reason(_ encoding: Encoding) -> String? {
      let error = #expect(throws: DecodingError.self) { try decoded(BoardChanges.self, from: encoding.text) }
      guard case .dataCorrupted(let context) = error else { return nil }
      return context.debugDescription
    }
    #expect(
      reason(.with("format", \.format, #""x""#)) == "the format is x; this version reads section-diff-changeset/1")
    #expect(
      reason(.with("size", \.old, "[2,-1]")) == "sizes of sections are negative or add up to more than 2147483646")
    #expect(
      reason(.with("path", \.deleted, #"[{"at":[1,1],"item":\#(Self.item)}]"#))
        == "there is no path [1, 1] in the old snapshot")
    #expect(reason(.with("section", \.deletedSections, "[]")) == "2 sections less 0 plus 1 are not 2")
    #expect(
      reason(.with("update", \.updated, #"[{"from":[0,0],"to":[0,0],"items":[\#(Self.item),\#(Self.item)]}]"#))
        == "the item at [0, 0] is updated at [0, 0], where it is not")
    #expect(reason(.with("rest", \.old, "[3,1]")) == "section 0 keeps 2 items in place, but as section 0 it has 1")
  }

  /// The path to what is wrong, as a reader of the text would name it.
  @Test(
    arguments: [
      ("format", .with("", \.format, "1")), ("format", .with("", \.format, #""x""#)),
      ("rules.scope", .with("", \.rules, "{}")), ("rules.scope", .with("", \.rules, #"{"scope":"galaxy"}"#)),
      ("rules.infersMoves", .with("", \.rules, #"{"scope":"global","infersMoves":1}"#)),
      ("old", .with("", \.old, "[2,-1]")), ("new.1", .with("", \.new, "[2,true]")),
      ("sections", .with("", \.deletedSections, "[]")),
      ("sections.deleted.0.at", .with("", \.deletedSections, #"[{"at":"x","key":"B","header":""}]"#)),
      ("sections.inserted.0.key", .with("", \.insertedSections, #"[{"at":1,"header":""}]"#)),
      ("sections.inserted.0.header", .with("", \.insertedSections, #"[{"at":1,"key":"D"}]"#)),
      ("sections.moved.0.to", .with("", \.movedSections, #"[{"from":0,"to":"x"}]"#)),
      (
        "sections.updated.0.headers.1",
        .with("", \.updatedSections, #"[{"from":0,"to":0,"key":"A","headers":["x",1]}]"#)
      ),
      ("sections.updated.0.key", .with("", \.updatedSections, #"[{"from":0,"to":0,"headers":["x","y"]}]"#)),
      ("items", .with("", \.deleted, #"[{"at":[1,1],"item":\#(item)}]"#)),
      ("items.deleted", .with("", \.deleted, "null")),
      ("items.deleted.0.at.1", .with("", \.deleted, #"[{"at":[1],"item":\#(item)}]"#)),
      ("items.inserted.0.item.value", .with("", \.inserted, #"[{"at":[1,0],"item":{"id":"z"}}]"#)),
      ("items.moved.0.from.0", .with("", \.moved, #"[{"from":["x",1],"to":[0,0]}]"#)),
      ("items.updated.0.items.1.id", .with("", \.updated, #"[{"from":[0,0],"to":[0,1],"items":[\#(item),{}]}]"#)),
    ] as [(String, Encoding)])
  func errorsSayWhere(_ path: String, _ encoding: Encoding) {
    let error = #expect(throws: DecodingError.self) { try decoded(BoardChanges.self, from: encoding.text) }
    let found: [any CodingKey]? =
      switch error {
      case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .dataCorrupted(let context)?:
        context.codingPath
      case .keyNotFound(let key, let context)?: context.codingPath + [key]
      default: nil
      }
    #expect(found?.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") == path)
  }

  @Test func hugeSizesThatAreConsistentDecodeAndFitNothing() throws {
    var encoding = Encoding()
    encoding.old = "[2147483000,1]"
    encoding.new = "[2147483000,1]"
    let changes = try decoded(BoardChanges.self, from: encoding.text)
    let snapshot = board("A(x): a b", "B: c")
    #expect(throws: DiffError.self) { try snapshot.applying(changes) }
    #expect(throws: DiffError.self) { try snapshot.applying(changes.inverted) }
    #expect(throws: DiffError.self) { try changes.stages(from: snapshot) }
    #expect(
      changes.newPath(for: ItemPath(section: 0, item: 2_147_482_999)) == ItemPath(section: 0, item: 2_147_482_999))
    #expect(try changes.composed(with: changes.inverted).isEmpty)
  }

  // MARK: Random damage

  /// Does everything that a changeset can be asked; must not trap, whatever it holds.
  func exercise(_ changes: BoardChanges, on original: Board) {
    _ = changes.description
    _ = changes.batch.texts
    _ = changes.identity.texts
    _ = changes.inverted.description
    _ = changes.pathTranslation.newPath(for: ItemPath(section: 0, item: 0))
    _ = try? original.applying(changes)
    _ = try? changes.composed(with: changes.inverted)
    _ = try? json(changes)
    // A snapshot of the sizes that the text claims.
    let sizes = changes.identity.oldOffsets.sizes
    guard changes.identity.oldOffsets.itemCount < 1000, changes.identity.newOffsets.itemCount < 1000 else { return }
    var sections = sizes.enumerated().map { section, size in
      (key: "s\(section)", header: "", items: (0..<size).map { Row(id: "\(section)/\($0)") })
    }
    // With what the changeset says of it.
    for (index, path) in changes.identity.deletes.enumerated() {
      sections[path.section].items[path.item] = changes.deletedItem(index)
    }
    for (index, update) in changes.identity.updates.enumerated() {
      sections[update.from.section].items[update.from.item] = changes.updatedItem(index).from
    }
    for (index, section) in changes.identity.sectionDeletes.enumerated() {
      (sections[section].key, sections[section].header) = changes.deletedSection(index)
    }
    for (index, update) in changes.identity.sectionUpdates.enumerated() {
      let known = changes.updatedSection(index)
      (sections[update.from].key, sections[update.from].header) = (known.key, known.from)
    }
    let fitting = Board(sections: sections.map { SnapshotSection($0.key, header: $0.header, items: $0.items) })
    #expect(throws: Never.self) {
      let result = try fitting.applying(changes)
      #expect(result.itemCount == changes.identity.newOffsets.itemCount)
      #expect(try result.applying(changes.inverted).itemCount == fitting.itemCount)
      #expect(try changes.stages(from: fitting).last?.snapshot ?? fitting == result)
    }
  }

  @Test(arguments: 0..<4)
  func damagedBytesThrowOrGiveAChangesetThatDoesNotTrap(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(160 + seed))
    let alphabet = Array("0123456789-,[]{}\":eE.abtnull ".utf8)
    var read = 0
    for _ in 0..<40 {
      let old = random.board(rows: 8, repeats: true)
      let changes = try Differ().changeset(from: old, to: random.board(rows: 8, repeats: true))
      let valid = Array(try json(changes).utf8)
      for _ in 0..<25 {
        var bytes = valid
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = alphabet.randomElement(using: &random) ?? 0
          case 1: bytes.remove(at: place)
          default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
          }
        }
        do {
          let damaged = try JSONDecoder().decode(BoardChanges.self, from: Data(bytes))
          read += 1
          exercise(damaged, on: old)
        } catch { #expect(error is DecodingError) }
      }
    }
    #expect(read > 0, "some damage is to values only")
  }

  @Test(arguments: 0..<4)
  func damagedNumbersThrowOrGiveAChangesetThatDoesNotTrap(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(170 + seed))
    let hostile = ["-1", "0", "1", "2", "3", "7", "2147483646", "2147483647", "-2147483649", "9223372036854775807"]
    var read = 0
    for _ in 0..<40 {
      let old = random.board(rows: 8, repeats: true)
      let text = try json(Differ().changeset(from: old, to: random.board(rows: 8, repeats: true)))
      // Pieces that are numbers alternate with pieces that are not.
      var pieces: [String] = []
      for character in text {
        if character.isNumber, pieces.last?.last?.isNumber != true || pieces.isEmpty {
          pieces.append(String(character))
        } else if character.isNumber == (pieces.last?.last?.isNumber ?? false), !pieces.isEmpty {
          pieces[pieces.count - 1].append(character)
        } else {
          pieces.append(String(character))
        }
      }
      let numbers = pieces.indices.filter { pieces[$0].first?.isNumber == true }
      for _ in 0..<25 {
        var damagedPieces = pieces
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          guard let place = numbers.randomElement(using: &random) else { continue }
          damagedPieces[place] = hostile.randomElement(using: &random) ?? ""
        }
        do {
          let damaged = try decoded(BoardChanges.self, from: damagedPieces.joined())
          read += 1
          exercise(damaged, on: old)
        } catch { #expect(error is DecodingError) }
      }
    }
    #expect(read > 0)
  }

  /// Two sections of one key would be one too many in what is composed and applied.
  @Test(arguments: ["inserted", "deleted"])
  func oneSectionKeyInsertedOrDeletedTwiceIsRefused(_ list: String) throws {
    let (old, new) =
      list == "inserted" ? (board("K:"), board("K:", "A:", "B:")) : (board("K:", "A:", "B:"), board("K:"))
    let text = try json(Differ().changeset(from: old, to: new)).replacingOccurrences(of: #""B""#, with: #""A""#)
    let error = #expect(throws: DecodingError.self) { try decoded(BoardChanges.self, from: text) }
    guard case .dataCorrupted(let context) = error else { Issue.record("\(String(describing: error))"); return }
    #expect(context.debugDescription == "section A is \(list) twice")
  }
}
