#if CommandLine
  import FileAdapter
  import Foundation
  import RecordFormats
  import SectionDiff
  import StoreInterface
  import Testing

  @testable import SectionDiffCLI

  /// A format that is added by its conformance alone is detected, read, compared, patched, applied, shown, watched and
  /// stored.
  @Suite struct AddedFormatTests {
    private let blocks = RecordFormat(BlocksFormat())
    private let old = "id: 1\nname: Ada\n\nid: 2\nname: Bob\n\nid: 3\nname: Cy\n"
    private let new = "id: 3\nname: Cy\n\nid: 1\nname: Ada L.\n\nid: 4\nname: Dan\n"

    private func diff(
      _ old: String, _ new: String, id: [String] = ["id"], duplicates: DuplicatePolicy = .reject
    ) throws -> RecordDiff {
      var rules = ComparisonRules()
      rules.id = id
      rules.duplicates = duplicates
      return try RecordDiff(
        RecordPair(
          old: try RecordFile(SourceText(old, name: "old"), format: blocks, rules: rules),
          new: try RecordFile(SourceText(new, name: "new"), format: blocks, rules: rules)),
        rules: rules, strategy: .lis, budget: .standard)
    }

    @Test func isFoundByItsNameAndItsEnding() {
      let formats = RecordFormat.allCases + [blocks]
      #expect(RecordFormat(endingOf: "dir/a.BLOCKS", among: formats) == blocks)
      #expect(RecordFormat(endingOf: "dir/a.csv", among: formats) == .csv)
      #expect(RecordFormat(endingOf: "dir/blocks", among: formats) == nil)
      #expect(RecordFormat(name: "blocks", among: formats) == blocks)
      #expect(RecordFormat(name: "blocks", among: RecordFormat.allCases) == nil)
    }

    @Test func readsWithPositions() throws {
      let document = try RecordDocument(SourceText(old, name: "old"), format: blocks)
      let name = try document.locator(for: "name")
      #expect(document.columns == ["id", "name"] && document.position(of: 1).line == 4)
      #expect(document.value(2, at: name).map { document.source.string(of: $0) } == "Cy")
      #expect(String(decoding: try document.canonical(), as: UTF8.self) == old)
      #expect(throws: FormatError.self) { try document.locator(for: "nope") }
      let error = #expect(throws: FormatError.self) {
        try RecordDocument(SourceText("id: 1\nname\n", name: "bad"), format: blocks)
      }
      #expect(error?.description == "bad:2:1: a line without a colon; write name: value")
    }

    @Test(arguments: ChangeView.allCases)
    func patchesLeadForthAndBack(_ view: ChangeView) throws {
      let changes = try diff(old, new)
      #expect(
        SummaryLine.complete(changes.counts(.identity)).hasPrefix("items: 1 deleted, 1 inserted, 1 moved, 1 updated;"))
      try PatchProof.run(changes, view: view)
      let bytes = try PatchWriter.patch(changes, view: view, withReceipt: false)
      let patch = try Patch(SourceText(bytes, name: "patch"), among: [blocks])
      func applied(_ text: String, isReversed: Bool) throws -> String {
        let output = try PatchApplier.output(
          of: patch, to: SourceText(text, name: "file"), format: blocks, isReversed: isReversed)
        return String(decoding: output, as: UTF8.self)
      }
      #expect(try applied(old, isReversed: false) == new)
      #expect(try applied(new, isReversed: true) == old)
      #expect(throws: Failure.self) { try applied(new, isReversed: false) }
    }

    @Test func isReportedAsOtherRows() throws {
      let palette = Palette(isColoured: false)
      func report(_ diff: RecordDiff) throws -> String {
        String(
          decoding: try TextReport.report(diff, view: .identity, palette: palette, withReceipt: false), as: UTF8.self)
      }
      #expect(
        try report(diff(old, new)) == """
            ↕ 3  3 → 1
            ~ 1  name: Ada → Ada L.
            - 2  name: Bob
            + 4  name: Dan

          1 deleted, 1 inserted, 1 moved, 1 updated

          """)
      // Without a key the content is the identity.
      #expect(try report(diff(old, old, id: [], duplicates: .allow)) == "no differences (3 items)\n")
    }

    @Test(arguments: [(DuplicatePolicy.keepFirst, "Ada"), (.keepLast, "Eve")])
    func duplicatesFollowThePolicy(_ policy: DuplicatePolicy, _ kept: String) throws {
      let twice = old + "\nid: 1\nname: Eve\n"
      #expect(throws: Failure.self) { try diff(twice, old) }
      let reduced = try diff(twice, old, duplicates: policy)
      #expect(reduced.old.itemCount == 3 && reduced.receipt.droppedOld == 1)
      let file = reduced.pair.old
      let names = reduced.old.sections.flatMap(\.items).map { file.fields(of: $0.number).last?.value.text }
      #expect(names.contains(kept) && Set(names).count == 3)
    }

    @Test func isWatched() throws {
      var rules = ComparisonRules()
      rules.id = ["id"]
      var reader = WatchedRecordReader(form: WatchedForm(format: blocks, rules: rules))
      let before = try reader.contents(of: SourceText(old, name: "file")).items
      let after = try reader.contents(of: SourceText(new, name: "file")).items
      #expect(before.map(\.label) == ["1", "2", "3"] && after.map(\.label) == ["3", "1", "4"])
      #expect(after[0].isSameObject(as: before[2]) && !after[1].hasEqualContent(before[0]))
    }

    @Test func isReadByAStoreOfFiles() async throws {
      let folder = try Scratch()
      try folder.write("a.blocks", old)
      let store = FileStore(path: folder.url.appendingPathComponent("a.blocks").path, id: ["id"], format: blocks)
      let items = try await store.fetch(.all).items
      #expect(
        items.map(\.json) == [#"{"id":"1","name":"Ada"}"#, #"{"id":"2","name":"Bob"}"#, #"{"id":"3","name":"Cy"}"#])
    }
  }

  /// Records as blocks of `name: value`, a blank line between two; each has the names of the first.
  private struct BlocksFormat: FormatDefinition {
    let name = "blocks"
    let endings = ["blocks"]
    let shape = RecordShape.row
    var mediaTypes: MediaTypes { MediaTypes(accept: "text/x-blocks") { $0 == "text/x-blocks" } }

    func read(
      _ source: SourceText, resembling other: (any FormatDocument)?
    ) throws(FormatError) -> any FormatDocument { try BlocksDocument(source) }
  }

  private struct BlocksDocument: FormatDocument {
    let source: SourceText
    private let names: [String]
    private let blocks: [[FieldValue]]

    init(_ source: SourceText) throws(FormatError) {
      var names: [String] = []
      var blocks: [[FieldValue]] = []
      var block: [(name: String, value: FieldValue)] = []
      func refuse(_ offset: Int, _ problem: String, _ advice: String) -> FormatError {
        FormatError(
          .syntax, source: source.name, position: source.position(at: offset), problem: problem, advice: advice)
      }
      let bytes = source.bytes(in: 0..<source.count)
      var offset = 0
      while offset <= bytes.count {
        let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        if offset < end {
          guard let colon = bytes[offset..<end].firstIndex(of: UInt8(ascii: ":")) else {
            throw refuse(offset, "a line without a colon", "write name: value")
          }
          let name = String(decoding: bytes[offset..<colon], as: UTF8.self)
          block.append((name, FieldValue(.text, min(colon + 2, end)..<end)))
        } else if !block.isEmpty {
          if blocks.isEmpty { names = block.map(\.name) }
          guard block.map(\.name) == names else {
            throw refuse(offset, "other names than in the first block", "use those")
          }
          blocks.append(block.map(\.value))
          block = []
        }
        offset = end + 1
      }
      self.source = source
      self.names = names
      self.blocks = blocks
    }

    var count: Int { blocks.count }
    var columns: [String]? { names }

    func range(of record: Int) -> Range<Int> {
      guard blocks.indices.contains(record), let first = blocks[record].first, let last = blocks[record].last else {
        return 0..<0
      }
      return first.range.lowerBound..<last.range.upperBound
    }

    func appendJSON(of record: Int, to output: inout [UInt8]) { output.appendObject(fields(of: record)) }

    func locator(for name: String) throws(FormatError) -> FieldLocator? {
      if let column = names.firstIndex(of: name) { return .column(column) }
      throw FormatError(.shape, source: source.name, problem: "no name \(JSONText.literal(name))")
    }

    func value(_ record: Int, at locator: FieldLocator) -> FieldValue? {
      guard case .column(let column) = locator, blocks.indices.contains(record), names.indices.contains(column) else {
        return nil
      }
      return blocks[record][column]
    }

    func fields(of record: Int) -> [RecordField] {
      zip(names, blocks.indices.contains(record) ? blocks[record] : []).map { name, value in
        RecordField(name: Array(name.utf8), value: SourcedValue(value: value, source: source))
      }
    }

    func rewriter(_ ends: FileEnds) -> any FormatRewriter { BlocksRewriter(document: self) }
  }

  private struct BlocksRewriter: FormatRewriter {
    let document: BlocksDocument
    private var blocks: [String] = []

    init(document: BlocksDocument) { self.document = document }

    mutating func append(_ record: Int) { append(document.fields(of: record)) }

    mutating func append(_ record: SourcedValue) { append(record.source.memberFields(of: record.value)) }

    private mutating func append(_ fields: [RecordField]) {
      blocks.append(fields.map { "\(String(decoding: $0.name, as: UTF8.self)): \($0.value.text)\n" }.joined())
    }

    mutating func finish() -> [UInt8] { Array(blocks.joined(separator: "\n").utf8) }
  }
#endif
