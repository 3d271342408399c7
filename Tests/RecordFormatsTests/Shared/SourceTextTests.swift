import Foundation
import RecordFormats
import Testing

@Suite struct SourceTextTests {
  private func withFile<R>(_ bytes: [UInt8], _ body: (String) throws -> R) throws -> R {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "formats-\(UUID().uuidString).csv")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  @Test(arguments: [SourceText.Access.mapped, .copied])
  func filesAreReadBothWays(_ access: SourceText.Access) throws {
    let bytes = Array("id\n1\n".utf8)
    try withFile(bytes) { path in
      let source = try SourceText(path: path, access: access)
      #expect(source.bytes(in: 0..<source.count) == bytes)
      #expect(source.name == path)
    }
  }

  @Test(arguments: [SourceText.Access.mapped, .copied])
  func emptyFilesHaveNoBytes(_ access: SourceText.Access) throws {
    try withFile([]) { path in
      let source = try SourceText(path: path, access: access)
      #expect(source.count == 0)
    }
  }

  @Test func largeFilesAreReadWhole() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) & 0x7F }
    try withFile(bytes) { path in
      let source = try SourceText(path: path, access: .copied)
      #expect(source.bytes(in: 0..<source.count) == bytes)
    }
  }

  @Test func devicesAreReadToTheirEnd() throws {
    #expect(try SourceText(path: "/dev/null").count == 0)
  }

  @Test func descriptorsAreReadToTheirEnd() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\nb\n".utf8))
    try pipe.fileHandleForWriting.close()
    let source = try SourceText(descriptor: pipe.fileHandleForReading.fileDescriptor, name: "<pipe>")
    #expect(source.string(in: 0..<source.count) == "a\nb\n")
  }

  @Test func missingFilesAndDirectoriesAreNamed() {
    func message(_ path: String) -> String {
      do {
        _ = try SourceText(path: path)
        return "no error"
      } catch {
        #expect(error.kind == .unreadable)
        #expect(error.position == nil)
        return error.description
      }
    }
    #expect(message("/nowhere/old.csv") == "/nowhere/old.csv: no such file; check the path")
    #expect(message("/") == "/: is a directory; name a file in it")
    #expect(message("/dev/null\0x") == "/dev/null\\u{0}x: no such file; check the path")
    #expect(message("/dev/null/x") == "/dev/null/x: no such file; check the path")
  }

  @Test func byteOrderMarkIsSkippedAndCountedInOffsets() throws {
    let source = SourceText("\u{FEFF}ab\nc", name: "in")
    #expect(source.hasByteOrderMark)
    #expect(source.count == 4)
    #expect(source.string(in: 0..<4) == "ab\nc")
    #expect(source.position(at: 3) == SourcePosition(line: 2, column: 1, offset: 6))
  }

  @Test func positionsCountScalars() {
    let source = SourceText("aé東\n\u{1F600}x", name: "in")
    let columns = (0...source.count).map { source.position(at: $0).description }
    #expect(
      columns == ["1:1", "1:2", "1:2", "1:3", "1:3", "1:3", "1:4", "2:1", "2:1", "2:1", "2:1", "2:2", "2:3"])
    #expect(source.position(at: 1_000).offset == source.count)
    #expect(source.position(at: -1) == SourcePosition(line: 1, column: 1, offset: 0))
  }

  @Test func rangesAreCutToWhatExists() {
    let source = SourceText("abc", name: "in")
    #expect(source.string(in: 1..<99) == "bc")
    #expect(source.string(in: 7..<99).isEmpty)
    #expect(!source.equal(0..<4, to: 0..<4, of: source))
    #expect(source.equal(0..<3, to: 0..<3, of: SourceText("abc", name: "other")))
  }

  @Test func errorsStayOnOneLine() {
    let error = FormatError(.unreadable, source: "a\nb\u{1B}", problem: "tab\there")
    #expect(error.description == "a\\nb\\u{1b}: tab\\there")
  }
}

@Suite struct SourceTextValuesTests {
  /// Members in another order are found by name; one more on a side is a difference all the same.
  @Test func oneMemberMoreIsADifferenceInAnyOrder() throws {
    for (a, b) in [
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1,"c":3}"#), (#"{"a":1,"b":2}"#, #"{"a":1,"b":2,"c":3}"#),
      (#"{"a":1}"#, #"{"b":2,"a":1}"#), ("{}", #"{"a":null}"#),
    ] {
      #expect(try !equal(a, b), "\(a) \(b)")
    }
    #expect(try equal(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#))
  }

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
