@testable import RecordFormats
import Testing

@Suite struct DelimitedDocumentTests {
  @Test("a delimiter that was chosen is not guessed again, and one that was not is recognised")
  func chosenDelimiter() throws {
    func columns(_ delimiter: UInt8?) throws -> [String] {
      let format = try #require(RecordFormat.csv.delimited(by: delimiter, lazyQuotes: false))
      let document = try #require(try read("id;v,w\n1;2,3\n4;5,6\n", format).records as? DelimitedDocument)
      return document.nameBytes.map(string)
    }
    #expect(try columns(UInt8(ascii: ",")) == ["id;v", "w"])
    #expect(try columns(UInt8(ascii: ";")) == ["id", "v,w"])
    #expect(try columns(UInt8(ascii: "|")) == ["id;v,w"])
    #expect(RecordFormat.ndjson.delimited(by: nil, lazyQuotes: true) == nil)
    #expect(try #require(RecordFormat.csv.delimited(by: nil, lazyQuotes: false)) == .csv)
  }

  @Test(
    "a delimiter is not looked for within quotes",
    arguments: [
      ("id;\"price, EUR\"\n1;\"1,50\"\n2;\"20,00\"\n", ["id", "price, EUR"]),
      ("name|\"a;b,c\"\nx|\"d;e,f\"\n", ["name", "a;b,c"]),
      ("id;\"a,b\"\n1;2\n", ["id", "a,b"]),
      // By no delimiter are all quotes in their places.
      ("id;note\n1;a \"b\" c\n", ["id", "note"]),
      ("id,note\n1,a \"b\" c\n", ["id", "note"]),
    ])
  func quotedDelimiters(text: String, columns: [String]) throws {
    let format = try #require(RecordFormat.csv.delimited(by: nil, lazyQuotes: text.contains("a \"b")))
    #expect(try read(text, format).columns == columns)
  }

  @Test(
    arguments: [
      ("a,b\n1,2\n", [["1", "2"]]),
      ("a,b\n1,2", [["1", "2"]]),
      ("a,b\r\n1,2\r\n3,4\r\n", [["1", "2"], ["3", "4"]]),
      ("a,b\n1,2\r\n3,4\n", [["1", "2"], ["3", "4"]]),
      ("a,b\n", []),
      ("a,b", []),
      ("\u{FEFF}a,b\n1,2\n", [["1", "2"]]),
      ("a,b\n\"1\",\"2\"\n", [["1", "2"]]),
      ("a,b\n\"x,y\",\"p\nq\"\n", [["x,y", "p\nq"]]),
      ("a,b\n\"x\r\ny\",z\r\n", [["x\r\ny", "z"]]),
      ("a,b\n\"say \"\"hi\"\"\",\"\"\n", [["say \"hi\"", ""]]),
      ("a,b\n\"\"\"\",\"\"\"\"\"\"\n", [["\"", "\"\""]]),
      ("a,b\n,\n", [["", ""]]),
      ("a,b\n 1 , 2 \n", [[" 1 ", " 2 "]]),
      ("a,b\r1,2\r3,4\r", [["1", "2"], ["3", "4"]]),
      ("a,b\r1,2\r3,4", [["1", "2"], ["3", "4"]]),
      ("a,b\r\n1,2\r3,4\n5,6", [["1", "2"], ["3", "4"], ["5", "6"]]),
      ("a,b\r\"1\",\"2\"\r\"3\",\"4\"\r", [["1", "2"], ["3", "4"]]),
      ("a,b\n\"1\r\",\"\r2\"\n", [["1\r", "\r2"]]),
      ("a,b\n1,2\r", [["1", "2"]]),
      ("a,b\n1,2\r\r\n", [["1", "2"]]),
      ("a\r\rx\r", [[""], ["x"]]),
      ("a,b\n1,2\n\n\n", [["1", "2"]]),
      ("a,b\n1,2\r\n\r\n\n", [["1", "2"]]),
      ("a,b\n\n", []),
      ("a\n\nx\n\n", [[""], ["x"], [""]]),
      ("a\r\n\r\nx", [[""], ["x"]]),
      ("a\n\"\"\n", [[""]]),
      ("a,b\nü,東\n", [["ü", "東"]]),
      ("a,b\n\"\",\"\"", [["", ""]]),
    ] as [(String, [[String]])])
  func csvIsReadByRFC4180(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(
    arguments: [
      ("a\tb\n1\t2\n", [["1", "2"]]),
      ("a\tb\n\"1\t2\"\r\n", [["\"1", "2\""]]),
      ("a\tb\n\"\t,\n", [["\"", ","]]),
      ("a\n\nx\n", [[""], ["x"]]),
      ("a\tb\n1\t2\n\n", [["1", "2"]]),
    ] as [(String, [[String]])])
  func tsvHasNoQuoting(_ text: String, _ expected: [[String]]) throws {
    #expect(try rows(text, .tsv) == expected)
  }

  @Test(arguments: [
    ("", "in:1:1: empty file; write a header row with the names of the columns"),
    ("\u{FEFF}", "in:1:1: empty file; write a header row with the names of the columns"),
    ("\n1\n", "in:1:1: the header row is blank; put the names of the columns there"),
    ("a,b\n1,2\n3\n", "in:3:1: a row with 1 field where the header has 2; add the missing fields"),
    ("a,b\n1,2\n3", "in:3:1: a row with 1 field where the header has 2; add the missing fields"),
    (
      "a,b\n1,2,3\n",
      "in:2:1: a row with 3 fields where the header has 2; put a field that holds a comma in quotes, or name the extra columns"
    ),
    ("a,b\n\n1,2\n", "in:2:1: a blank line where a row of 2 fields is expected; remove the line"),
    ("a,b\n1,2\n\n\nx", "in:3:1: a blank line where a row of 2 fields is expected; remove the line"),
    ("a,b\n1,\"x\n", "in:2:3: unterminated quoted field; add the closing \" (it was opened here)"),
    ("a,\"b", "in:1:3: unterminated quoted field; add the closing \" (it was opened here)"),
    ("a,b\n1,\"", "in:2:3: unterminated quoted field; add the closing \" (it was opened here)"),
    (
      "a,b\n1,x\"y\n",
      "in:2:4: a quote inside an unquoted field; put the whole field in quotes and write the inner quote twice, or take it as text by --lazy-quotes"
    ),
    (
      "a,b\n1, \"y\"\n",
      "in:2:4: a quote inside an unquoted field; put the whole field in quotes and write the inner quote twice, or take it as text by --lazy-quotes"
    ),
    (
      "a,b\n\"1\"x,2\n",
      "in:2:4: 'x' after the closing quote of a field; end the field there, write a quote inside it twice, or take quotes inside as text by --lazy-quotes"
    ),
    (
      "a,b\n1,\"2\" \n",
      "in:2:6: byte 0x20 after the closing quote of a field; end the field there, write a quote inside it twice, or take quotes inside as text by --lazy-quotes"
    ),
    ("a,b\n1,\"2\"\rx\n", "in:3:1: a row with 1 field where the header has 2; add the missing fields"),
    ("a,b\r1,2\r3\r", "in:3:1: a row with 1 field where the header has 2; add the missing fields"),
  ])
  func errorsSayWhereAndWhatToDo(_ text: String, _ expected: String) {
    #expect(failure(text, .csv)?.description == expected)
  }

  @Test func tsvErrorsSpeakOfTabs() {
    #expect(
      failure("a\tb\n1\t2\t3\n", .tsv)?.description
        == "in:2:1: a row with 3 fields where the header has 2; remove the extra tabs, or name the extra columns"
    )
  }

  @Test func errorsAreFoundBehindManyGoodRows() {
    let good = String(repeating: "1,\"a \"\"quoted\"\" one\",ü\n", count: 100)
    #expect(
      failure("a,b,c\n" + good + "1,2\n" + good, .csv)?.description
        == "in:102:1: a row with 2 fields where the header has 3; add the missing fields")
    #expect(
      failure("a,b,c\n" + good + "1,\"2,3\n" + good, .csv)?.description
        == "in:103:4: 'a' after the closing quote of a field; end the field there, write a quote inside it twice, or take quotes inside as text by --lazy-quotes"
    )
  }

  @Test func invalidUTF8HasItsOffset() {
    var bytes = Array("a,b\n1,2\n3,".utf8)
    bytes += [0xC3, 0x28] + Array("\n".utf8)
    #expect(
      failure(bytes, .csv)?.description
        == "in:3:3: invalid UTF-8 (byte 0xC3 at offset 10); save the file as UTF-8")
    bytes = Array(("\u{FEFF}a\n" + String(repeating: "xy東\n", count: 50)).utf8) + [0xED, 0xA0, 0x80, 0x0A]
    #expect(
      failure(bytes, .csv)?.description
        == "in:52:1: invalid UTF-8 (byte 0xED at offset 305); save the file as UTF-8")
    #expect(
      failure([0xFF, 0xFE, 0x61, 0x00], .csv)?.description
        == "in: UTF-16 (little-endian), not UTF-8; convert it first: iconv -f UTF-16 -t UTF-8")
  }

  @Test func tornEndsAreToldFromDamage() {
    #expect(failure("a,b\n1,\"x", .csv)?.isTruncated == true)
    #expect(failure("a,b\n1,2\n3", .csv)?.isTruncated == true)
    #expect(failure("a,b\n1,2\n3\n", .csv)?.isTruncated == false)
    #expect(failure("a,b\n3\n1,2", .csv)?.isTruncated == false)
    #expect(failure(Array("a\n".utf8) + [0xE6, 0x9D], .csv)?.isTruncated == true)
    #expect(failure(Array("a\n".utf8) + [0xE6, 0x20], .csv)?.isTruncated == false)
  }

  @Test func recordsAreComparedRawAndByField() throws {
    let a = try DelimitedDocument(SourceText("id,v\n1,x\n2,\"y\"\n3,z\r\n", name: "a"))
    let b = try DelimitedDocument(SourceText("id,v\n1,x\n2,y\n3,z", name: "b"))
    #expect((0..<3).map { a.rawEqual($0, $0, of: b) } == [true, false, true])
    #expect(a.source.value(a.value(1, column: 1), equals: b.value(1, column: 1), in: b.source))
    #expect(!a.source.value(a.value(1, column: 1), equals: b.value(2, column: 1), in: b.source))
    #expect(!a.rawEqual(0, 7, of: b))
  }

  @Test func columnsAndRanges() throws {
    let document = try DelimitedDocument(SourceText("id,\"na\"\"me\"\r\n1,x\r\n", name: "in"))
    #expect(document.names == ["id", "na\"me"])
    #expect(document.newline == .crlf)
    #expect(document.offset(ofColumn: "na\"me") == 1)
    #expect(document.offset(ofColumn: "name") == nil)
    #expect(document.source.string(in: document.headerRange) == "id,\"na\"\"me\"")
    #expect(document.source.string(in: document.range(of: 0)) == "1,x")
    #expect(document.range(of: 1).isEmpty)
    #expect(document.range(of: -1).isEmpty)
    #expect(document.value(0, column: 9).range.isEmpty)
    #expect(document.value(9, column: 0).range.isEmpty)
    var json: [UInt8] = []
    document.appendJSON(of: 0, to: &json)
    #expect(string(json) == #"{"id":"1","na\"me":"x"}"#)
  }

  @Test func canonicallyEquivalentColumnNamesAreDifferent() throws {
    let document = try DelimitedDocument(SourceText("e\u{301},\u{E9}\n1,2\n", name: "in"))
    #expect(document.offset(ofColumn: "\u{E9}") == 1)
    #expect(document.offset(ofColumn: "e\u{301}") == 0)
  }

  @Test func hashesAreThoseOfTheValues() throws {
    let document = try DelimitedDocument(SourceText("a,b\n1,\"x\"\"y\"\n22222222222,\"q\"\n,\n", name: "in"))
    for column in 0..<2 {
      let expected = (0..<document.count).map {
        document.source.hash(of: document.value($0, column: column), seed: 5)
      }
      #expect(document.hashes(column: column, seed: 5) == expected)
    }
  }

  /// The fast pass and the exact pass are two implementations of one grammar: they accept the same inputs, find
  /// the same rows, and throw the same errors.
  @Test(arguments: [RecordFormat.csv, .tsv], 0..<6)
  func fastPassAgreesWithTheExactPass(_ format: RecordFormat, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabets: [[String]] = [
      ["\"", ",", "\n", "a"], ["\"", ",", "\r\n", "\r", "ab", "ü"], ["a,b\r", "\"a\r\",b\r", "a,b\r\n", "a,b\n"],
      [String(repeating: "x", count: 31), ",", "\"", "\n", "a,b\n"],
      ["a,b\n", "\"a\",b\r\n", "\"x\"\"y\",z\n", "東,\"\n\"\n"],
      ["a\tb\n", "\"\ta\r\n", "é\t\n", "x"],
    ]
    for _ in 0..<1_500 {
      let alphabet = alphabets.randomElement(using: &random) ?? []
      var bytes = Array(("h,\"i\"\n" + random.text(alphabet, upTo: .random(in: 1...2, using: &random) * 60)).utf8)
      if format == .tsv { bytes = bytes.map { $0 == 0x2C ? 0x09 : $0 } }
      if Int.random(in: 0..<10, using: &random) == 0 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let source = SourceText(bytes, name: "in")
      func outcome(_ isFast: Bool) -> String {
        do {
          let document = try DelimitedDocument(source, grammar: format == .tsv ? .tsv : .csv, isFast: isFast)
          return "\((0..<document.count).map { document.range(of: $0) })"
        } catch {
          return "\(error) \(error.isTruncated)"
        }
      }
      #expect(outcome(true) == outcome(false), "input \(bytes)")
    }
  }

  /// What may come at the start of 64 bytes is known from the 64 before, which have neither quote nor separator.
  @Test(arguments: [63, 64, 65, 127, 128, 129])
  func aStrayQuoteIsSeenWhereverABlockOfBytesBegins(_ offset: Int) {
    let start = "a,b\n1,"
    let text =
      start + String(repeating: "x", count: offset - start.utf8.count) + "\"y\",2\n"
      + String(repeating: "1,2\n", count: 40)
    let error = failure(text, .csv)
    #expect(error?.problem == "a quote inside an unquoted field")
    #expect(error?.position?.offset == offset)
  }

  /// A pair of CR LF may lie across the 64 bytes that are looked at together; a lone CR may be their last.
  @Test(arguments: ["\r", "\r\n", "\n"], 50...70)
  func everyLineEndIsSeenWhereverABlockOfBytesEnds(_ lineEnd: String, _ offset: Int) throws {
    let row = "1," + String(repeating: "x", count: offset - 2)
    let text = "a,b\n" + row + lineEnd + "\"2\",\"y\"" + lineEnd + String(repeating: "3,z" + lineEnd, count: 60)
    let document = try DelimitedDocument(SourceText(text, name: "in"))
    #expect(document.count == 62)
    #expect(document.source.string(in: document.range(of: 0)) == row)
    #expect(document.source.string(of: document.value(1, column: 1)) == "y")
  }

  /// What the lazy field walk finds is what the checking parser found.
  @Test func lazyFieldsAreTheCheckedFields() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<500 {
      var writer = DelimitedWriter()
      try writer.append(["a", "b", "c"])
      for _ in 0..<5 {
        try writer.append((0..<3).map { _ in random.text(["\"", ",", "\n", "\r", "x", "ü"], upTo: 6) })
      }
      let document = try DelimitedDocument(SourceText(writer.output, name: "in"))
      for record in 0..<document.count {
        var checked: [FieldValue] = []
        document.source.withSpan { bytes in
          _ = try? DelimitedRowParser(grammar: .csv).row(at: document.range(of: record).lowerBound, in: bytes) {
            checked.append($0)
          }
        }
        #expect(document.values(record) == checked)
        #expect((0..<3).map { document.value(record, column: $0) } == checked)
      }
    }
  }
}

@Suite("Columns of a wide file") struct WideFileTests {
  /// Looked for one after another, these names took minutes in a debug build.
  @Test("every column of a file of 40,000 is found by its name")
  func wide() throws {
    let names = (0..<40_000).map { "column\($0)" }
    let document = try DelimitedDocument(SourceText(names.joined(separator: ",") + "\n", name: "wide.csv"))
    #expect(names.indices.allSatisfy { document.offset(ofColumn: names[$0]) == $0 })
  }
}
