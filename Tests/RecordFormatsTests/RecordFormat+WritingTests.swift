import RecordFormats
import Testing

/// Files that are written again in their own form.
@Suite struct RecordFormatWritingTests {
  /// Texts in forms that no writer has by itself.
  private static let texts: [(RecordFormat, String)] = [
    (.csv, "\u{FEFF}\"id\",note\r\n1,\"a \"\"b\"\"\"\r\n\"2\",c\r\n"), (.tsv, "id\tnote\r\n1\t\"x\r\n"),
    (.ndjson, "\u{FEFF}{ \"id\" : 1 }\r\n{\"id\":2.50}\r\n"), (.ndjson, ""),
    (.json, "[\n    {\n\t\t\"id\" :1 },{ \"id\":2 }\n ]\n\n"), (.json, " [ {\"a\": \"\\u0041\"} ]"),
    (.lines, "\u{FEFF}\u{FEFF}one\n\ntwo\r\n"), (.lines, "\u{FEFF}one\n"),
  ]

  @Test(arguments: texts)
  func whatIsKeptHasItsBytes(_ format: RecordFormat, _ text: String) throws {
    let document = try read(text, format)
    let records = (0..<document.count).map { WrittenRecord.kept($0) }
    #expect(string(try format.file(of: records, over: document)) == text)
  }

  @Test func whatIsNewIsWrittenAsItsNeighbours() throws {
    func written(_ format: RecordFormat, _ text: String?, _ json: String...) throws -> String {
      let old = try text.map { try read($0, format) }
      let records = (0..<(old?.count ?? 0)).map { WrittenRecord.kept($0) } + json.map { .json(Array($0.utf8)) }
      return string(try format.file(of: records, over: old))
    }
    #expect(
      try written(.json, "[\n\t{\n\t\t\"a\":1\n\t}\n]", #"{"a":[],"b":{"c":"x\":"},"d":[1,{}]}"#)
        == "[\n\t{\n\t\t\"a\":1\n\t},\n\t{\n\t\t\"a\":[],\n\t\t\"b\":{\n\t\t\t\"c\":\"x\\\":\"\n\t\t},"
        + "\n\t\t\"d\":[\n\t\t\t1,\n\t\t\t{}\n\t\t]\n\t}\n]")
    #expect(try written(.ndjson, "{\"a\":1}\r\n", "{ \"a\": 2 }") == "{\"a\":1}\r\n{\"a\":2}\r\n")
    #expect(
      try written(.csv, "a\n\"1\"\n", #"{"a":2.50,"b":null,"c":true}"#, #"{"d":"x,y"}"#)
        == "a,b,c,d\n1,,,\n2.50,,true,\n,,,\"x,y\"\n")
    #expect(try written(.lines, "a\n", #""b\tc""#) == "a\nb\tc\n")
    for (format, record, text) in [
      (RecordFormat.csv, #"{"a":1}"#, "a\n1\n"), (.tsv, #"{"a":1,"b":"x"}"#, "a\tb\n1\tx\n"),
      (.json, #"{"a":1}"#, "[\n{\"a\":1}\n]\n"), (.ndjson, #"{"a":1}"#, "{\"a\":1}\n"), (.lines, #""a""#, "a\n"),
    ] {
      #expect(try written(format, nil, record) == text)
    }
  }

  @Test(arguments: [
    (RecordFormat.csv, #"{"a":{}}"#, #"the field "a" is an object; csv holds plain values; use JSON"#),
    (.tsv, #"{"a":"x\ty"}"#, "cannot write a tab or a line end in a field; TSV has no quoting: write CSV"),
    (.json, "[1]", "cannot write a record: expected an object; use JSON"),
    (.lines, "1", "cannot write a record: expected a line, a string; use JSON"),
    (.lines, #""a\nb""#, "cannot write a line feed within a line; write two lines"),
  ])
  func whatAFormatCannotHoldIsRefused(_ format: RecordFormat, _ json: String, _ problem: String) {
    let error = #expect(throws: FormatError.self) { try format.file(of: [.json(Array(json.utf8))], over: nil) }
    #expect(error?.description == "output: " + problem)
    #expect(error?.kind == .unwritable)
  }

  /// A file whose lines end in CR holds none within a line; one whose lines end in LF does.
  @Test func aCarriageReturnWithinALineIsRefusedWhereItEndsLines() throws {
    let new = WrittenRecord.json(Array(#""b\rc""#.utf8))
    let error = try #require(throws: FormatError.self) {
      try RecordFormat.lines.file(of: [.kept(0), new], over: read("a\rx\r", .lines))
    }
    #expect(error.description == "output: cannot write a carriage return within a line; write two lines")
    #expect(string(try RecordFormat.lines.file(of: [.kept(0), new], over: read("a\nx\n", .lines))) == "a\nb\rc\n")
  }

  @Test func aRowIsDecodedByWhatItsTypeRequests() throws {
    struct Row: Decodable, Equatable {
      enum Colour: String, Decodable { case red }
      struct Id: Decodable, Equatable {
        let number: UInt8
        init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(UInt8.self) }
        init(_ number: UInt8) { self.number = number }
      }
      var id: Id
      var ratio: Double
      var small: Float?
      var isNew: Bool
      var colour: Colour
      var note: String?
      var missing: Int?
    }
    let document = try read("id,ratio,small,isNew,colour,note\n255,-1e3,0.5,1,red,\n256,1,,1,red,\n1,x,,1,red,\n", .csv)
    #expect(
      try document.decodeRow(0)
        == Row(id: .init(255), ratio: -1000, small: 0.5, isNew: true, colour: .red, note: nil, missing: nil))
    for row in 1...2 { #expect(throws: DecodingError.self) { try document.decodeRow(row) as Row } }
  }
}
