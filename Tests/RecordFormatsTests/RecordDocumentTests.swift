import RecordFormats
import Testing

@Suite struct RecordDocumentTests {
  @Test func locatorsFindFields() throws {
    let csv = try read("id,user.id\n1,2\n", .csv)
    let inCSV = try csv.locator(for: "user.id")
    #expect(csv.value(0, at: inCSV).map { csv.source.string(of: $0) } == "2")
    #expect(csv.columns == ["id", "user.id"])
    let json = try read("{\"user\":{\"id\":3}}\n{}\n", .ndjson)
    let inJSON = try json.locator(for: "user.id")
    #expect(json.value(0, at: inJSON).map { json.source.string(of: $0) } == "3")
    #expect(json.value(1, at: inJSON) == nil)
    #expect(json.value(0, at: inCSV) == nil)
    #expect(json.columns == nil)
    #expect(json.position(of: 1).line == 2)
  }

  private static let foreign: [(bytes: [UInt8], message: String)] = [
    ([0x1F, 0x8B, 8, 0], "in: compressed by gzip, not text; decompress it first: gzip -dc"),
    ([0x28, 0xB5, 0x2F, 0xFD, 4], "in: compressed by zstd, not text; decompress it first: zstd -dc"),
    (
      [0x50, 0x4B, 3, 4, 20, 0],
      "in: a ZIP archive or a workbook, not text; unpack it, or save the sheet as CSV in UTF-8"
    ),
    (utf16("id,v\n1,a\n"), "in: UTF-16 (little-endian), not UTF-8; convert it first: iconv -f UTF-16LE -t UTF-8"),
    (
      utf16("id,v\n1,a\n", isBig: true),
      "in: UTF-16 (big-endian), not UTF-8; convert it first: iconv -f UTF-16BE -t UTF-8"
    ),
    (utf16("\u{FEFF}äöü"), "in: UTF-16 (little-endian), not UTF-8; convert it first: iconv -f UTF-16 -t UTF-8"),
    (
      utf16("\u{FEFF}äöü", isBig: true),
      "in: UTF-16 (big-endian), not UTF-8; convert it first: iconv -f UTF-16 -t UTF-8"
    ),
    (
      [0x69, 0x64, 0x0A, 0xE4],
      "in:2:1: invalid UTF-8 (byte 0xE4 at offset 3); save the file as UTF-8"
    ),
  ]

  private static func utf16(_ text: String, isBig: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return isBig ? bytes.reversed() : bytes
    }
  }

  /// What is no UTF-8 text is named, with what to do, whatever the format.
  @Test(arguments: foreign)
  func whatIsNoTextIsNamed(_ bytes: [UInt8], _ message: String) {
    for format in [RecordFormat.csv, .tsv] {
      let error = #expect(throws: FormatError.self) {
        try RecordDocument(SourceText(bytes, name: "in"), format: format).locator(for: "key")
      }
      #expect(error?.description == message)
    }
    // Lines that can be read are read, whatever they are.
    do {
      _ = try RecordDocument(SourceText(bytes, name: "in"), format: .lines)
      #expect(String(validating: bytes, as: UTF8.self) != nil)
    } catch {
      #expect(error.description == message)
    }
  }

  /// Found by random input: names with a zero before each letter were written, and taken for UTF-16.
  @Test func whatIsWrittenIsReadThoughItLooksLikeSomethingElse() throws {
    for name in ["\0a\0b\0c\0d\0e\0f\0g\0h", "a\0b\0c\0d\0e\0f\0g\0h\0", "PK\u{3}\u{4}", "PAR1\u{15}"] {
      var writer = DelimitedWriter()
      try writer.append([name])
      try writer.append(["1"])
      #expect(try RecordDocument(SourceText(writer.output, name: "in"), format: .csv).columns == [name])
    }
  }

  /// Text that looks a little like it: zeros, a control character, a mark that is cut off.
  @Test(arguments: ["a\u{0}b\u{0}c", "\u{1F}x", "PK", "BZh9", "SQLite format 3"])
  func textIsTaken(_ text: String) throws {
    #expect(try read(text, .lines).count == 1)
  }

  @Test func unknownColumnsAreNamedWithTheKnown() throws {
    func message(_ text: String, _ format: RecordFormat) throws -> String {
      let document = try read(text, format)
      do {
        _ = try document.locator(for: "key")
        return "no error"
      } catch {
        return error.description
      }
    }
    #expect(try message("id,name\n", .csv) == "in:1:1: no column \"key\"; the columns are \"id\", \"name\"")
    #expect(
      try message("x\n", .lines)
        == "in: the format lines has no fields, so no \"key\"; choose csv, tsv, ndjson or json")
  }

  @Test(arguments: [
    (RecordFormat.csv, "id,n\n1,\"a\nb\"\n2,x\n", [2, 4]), (.tsv, "id\n1\n2\n", [2, 3]),
    (.ndjson, "{}\n\n{}\n", [1, 3]),
    (.json, "[{},\n{}]", [1, 2]), (.lines, "a\nb", [1, 2]),
    (.sections, "[{\"section\":\"A\",\"items\":[[\"1\",\"x\"],\n[\"2\",\"y\"]]}]", [1, 2]),
  ])
  func positionsOfRecordsNameTheirLines(_ format: RecordFormat, _ text: String, _ lines: [Int]) throws {
    let document = try read(text, format)
    #expect((0..<document.count).map { document.position(of: $0).line } == lines)
  }

  @Test func formatsAreKept() throws {
    let texts: [RecordFormat: String] = [
      .csv: "a\n1\n", .tsv: "a\n1\n", .ndjson: "{}\n", .json: "[{}]", .lines: "x\n",
      .sections: "[{\"section\":\"A\",\"items\":[[\"1\",\"x\"]]}]",
    ]
    for format in RecordFormat.allCases {
      let document = try read(texts[format] ?? "", format)
      #expect(document.format == format)
      #expect(document.count == 1)
      #expect(!document.range(of: 0).isEmpty)
      #expect(document.position(of: 0).offset == document.range(of: 0).lowerBound)
      #expect(document.range(of: 1).isEmpty)
      #expect(document.source.name == "in")
    }
  }
}

@Suite struct RecordFormatTests {
  @Test(arguments: [
    ("a.csv", RecordFormat.csv), ("A.CSV", .csv), ("dir.json/a.tsv", .tsv), ("x.ndjson", .ndjson),
    ("x.jsonl", .ndjson),
    ("x.json", .json), ("x.txt", .lines), ("x.md", .lines), ("x", .lines), ("dir.csv/x", .lines),
    ("-", .lines),
    ("", .lines), (".csv", .csv), ("a.csv.gz", .lines), ("a.", .lines),
  ])
  func endingChoosesTheFormat(_ name: String, _ format: RecordFormat) {
    #expect(RecordFormat(fileName: name) == format)
  }

  @Test func rawValuesAreTheNamesOfTheCommandLine() {
    #expect(RecordFormat.allCases.map(\.rawValue) == ["csv", "tsv", "ndjson", "json", "sections", "lines"])
  }
}
