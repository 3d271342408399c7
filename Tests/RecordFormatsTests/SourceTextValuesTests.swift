import RecordFormats
import Testing

@Suite struct SourceTextValuesTests {
  private func equal(_ a: String, _ b: String) throws -> Bool {
    let a = try JSONDocument(SourceText(a, name: "a"))
    let b = try JSONDocument(SourceText(b, name: "b"))
    let isEqual = a.source.value(a.root, equals: b.root, in: b.source)
    #expect(b.source.value(b.root, equals: a.root, in: a.source) == isEqual)
    if isEqual { #expect(a.source.hash(of: a.root, seed: 9) == b.source.hash(of: b.root, seed: 9)) }
    return isEqual
  }

  @Test(arguments: [
    ("1", "1"), ("\"a\"", "\"\\u0061\""), ("[1,2]", " [ 1 , 2 ] "),
    ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
    ("{\"a\":{\"x\":[1],\"y\":null}}", "{\"\\u0061\":{\"y\":null,\"x\":[1]}}"), ("{}", "{ }"), ("[]", "[ ]"),
    ("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3,\"b\":2}"), ("\"\\/\"", "\"/\""),
  ])
  func differentFormsAreEqual(_ a: String, _ b: String) throws {
    #expect(try equal(a, b))
  }

  @Test(arguments: [
    ("1", "1.0"), ("1", "\"1\""), ("0", "-0"), ("1e1", "1E1"), ("true", "false"), ("true", "\"true\""),
    ("null", "0"),
    ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"), ("{\"a\":1}", "{\"a\":2}"),
    ("{\"a\":1}", "{\"b\":1}"),
    ("{\"a\":1}", "{\"a\":1,\"b\":2}"), ("{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}"),
    ("\"e\u{301}\"", "\"\u{E9}\""),
    ("9007199254740993", "9007199254740992"), ("\"\u{212A}\"", "\"K\""),
    ("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}"),
  ])
  func differentValuesAreNot(_ a: String, _ b: String) throws {
    #expect(try !equal(a, b))
  }

  @Test func textsOfAllFormatsCompareByTheirBytes() throws {
    let csv = try DelimitedDocument(SourceText("a,b\n\"x\"\"y\",1\n", name: "csv"))
    let json = try JSONDocument(SourceText("[\"x\\\"y\",\"1\",1]", name: "json"))
    let elements = json.source.elements(of: json.root)
    #expect(csv.source.value(csv.value(0, column: 0), equals: elements[0], in: json.source))
    #expect(csv.source.value(csv.value(0, column: 1), equals: elements[1], in: json.source))
    #expect(!csv.source.value(csv.value(0, column: 1), equals: elements[2], in: json.source))
    #expect(
      csv.source.hash(of: csv.value(0, column: 0), seed: 4) == json.source.hash(of: elements[0], seed: 4))
    #expect(csv.source.json(of: csv.value(0, column: 0)) == "\"x\\\"y\"")
    #expect(csv.source.json(of: csv.value(0, column: 1)) == "\"1\"")
    #expect(elements.map(\.kind) == [.stringWithEscapes, .string, .number])
    #expect(elements.map(\.isText) == [true, true, false])
    #expect(csv.source.string(of: csv.value(0, column: 0)) == "x\"y")
  }

  @Test func kindsAreThoseOfJSON() throws {
    let text = "[\"\",\"\\n\",-1.5,true,false,null,[],{}]"
    let document = try JSONDocument(SourceText(text, name: "in"))
    #expect(
      document.source.elements(of: document.root).map(\.kind)
        == [.string, .stringWithEscapes, .number, .boolean, .boolean, .null, .array, .object])
    #expect(document.source.members(of: document.root).isEmpty)
  }

  @Test func hashesDependOnSeedAndBytes() throws {
    let source = SourceText("abcdefghijklmnopqrstuvwxyz", name: "in")
    let lines = try LinesDocument(source)
    #expect(source.hash(of: lines.value(0), seed: 1) != source.hash(of: lines.value(0), seed: 2))
    var seen: Set<UInt64> = []
    for number in 0..<10_000 {
      let source = SourceText("key-\(number)", name: "in")
      seen.insert(source.hash(of: try LinesDocument(source).value(0), seed: 7))
    }
    #expect(seen.count == 10_000)
  }

  @Test(arguments: [
    ("", "\"\""), ("a\"b\\c", "\"a\\\"b\\\\c\""),
    ("\n\r\t\u{8}\u{C}\u{1}\u{1F}", "\"\\n\\r\\t\\b\\f\\u0001\\u001f\""),
    ("/é東😀\u{7F}\u{2028}", "\"/é東😀\u{7F}\u{2028}\""),
    ("eight by\"tes and more\n", "\"eight by\\\"tes and more\\n\""),
    ("ü\"ü\\", "\"ü\\\"ü\\\\\""),
  ])
  func stringLiteralsHaveOneForm(_ text: String, _ expected: String) throws {
    #expect(JSONText.literal(text) == expected)
    #expect(JSONText.literal(Array(text.utf8)) == expected)
    let document = try JSONDocument(SourceText(expected, name: "in"))
    #expect(document.source.decodedBytes(of: document.root) == Array(text.utf8))
  }
}
