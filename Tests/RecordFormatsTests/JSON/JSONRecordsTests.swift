import RecordFormats
import Testing

@Suite struct JSONRecordsTests {
  private func records(_ text: String, _ format: RecordFormat) throws -> [String] {
    let records = try JSONRecords(SourceText(text, name: "in"), isNDJSON: format == .ndjson)
    return (0..<records.count).map { records.source.string(in: records.range(of: $0)) }
  }

  @Test(arguments: [
    ("", []), ("\n", []), (" \r\n\t\n", []),
    ("{\"a\":1}", ["{\"a\":1}"]),
    ("{\"a\":1}\n", ["{\"a\":1}"]),
    ("{\"a\":1}\r\n{\"a\": 2}\r\n", ["{\"a\":1}", "{\"a\": 2}"]),
    ("\n\n {}  \n\n{\"x\":{}}\n \n", ["{}", "{\"x\":{}}"]),
    ("\u{FEFF}{}\n{}", ["{}", "{}"]),
  ])
  func ndjsonIsAnObjectALine(_ text: String, _ expected: [String]) throws {
    #expect(try records(text, .ndjson) == expected)
  }

  @Test(arguments: [
    ("[]", []), (" [ ] \n", []), ("[{}]", ["{}"]), ("[ {\"a\":[1,{}]} ,\n {} ]\n", ["{\"a\":[1,{}]}", "{}"]),
    ("[{},{},{}]", ["{}", "{}", "{}"]),
  ])
  func jsonIsAnArrayOfObjects(_ text: String, _ expected: [String]) throws {
    #expect(try records(text, .json) == expected)
  }

  @Test(arguments: [
    ("{}\n[1]\n", "in:2:1: expected an object, found an array; write one JSON object a line"),
    ("{}\n1\n", "in:2:1: expected an object, found a number; write one JSON object a line"),
    ("\"x\"\n", "in:1:1: expected an object, found a string; write one JSON object a line"),
    ("{}\nx\n", "in:2:1: expected a value, found 'x'; correct the JSON there"),
    ("{} {}\n", "in:1:4: '{' after the end of the record; write one JSON object a line"),
    ("{},\n{}\n", "in:1:3: ',' after the end of the record; write one JSON object a line"),
    ("{\"a\":\n1}\n", "in:1:6: expected a value, found the end of the line; a record must be on one line"),
    (
      "{}\n{\"a\":\"x\ny\"}\n",
      "in:2:6: unterminated string; add the closing \" on the same line (it was opened here)"
    ),
    ("{}\n{\"a\":1", "in:2:7: expected ',' or '}', found the end of the input; the input ends too early"),
    (
      "{\"a\":1,\"a\":1}\n",
      "in:1:8: the name \"a\" occurs twice in one object; remove one of the two members"
    ),
  ])
  func ndjsonErrorsNameTheLine(_ text: String, _ expected: String) {
    #expect(failure(text, .ndjson)?.description == expected)
  }

  @Test(arguments: [
    ("", "in:1:1: empty file; write a JSON array of objects, at least []"),
    (
      "{}",
      "in:1:1: an object where an array of objects is expected; "
        + "put it in [ and ], or choose ndjson for an object a line"
    ),
    ("1", "in:1:1: expected an array of objects, found '1'; correct the JSON there"),
    ("[1]", "in:1:2: expected an object, found a number; every record of the array must be an object"),
    ("[{},null]", "in:1:5: expected an object, found null; every record of the array must be an object"),
    ("[{},]", "in:1:5: expected a value, found ']'; check the comma or the bracket before it"),
    ("[{} {}]", "in:1:5: expected ',' or ']', found '{'; correct the JSON there"),
    ("[{}", "in:1:4: expected ',' or ']', found the end of the input; the input ends too early"),
    ("[{}]]", "in:1:5: ']' after the end of the array; remove it"),
    ("[{\"a\":[}]", "in:1:8: expected a value, found '}'; check the comma or the bracket before it"),
  ])
  func jsonErrorsNameThePlace(_ text: String, _ expected: String) {
    #expect(failure(text, .json)?.description == expected)
  }

  @Test func aTornLastLineIsToldFromDamage() {
    #expect(failure("{\"a\":1}\n{\"a\":\"x", .ndjson)?.isTruncated == true)
    #expect(failure("{\"a\":1}\n{\"a\":\"x\n{}\n", .ndjson)?.isTruncated == false)
    #expect(failure("{\"a\":1\n{}", .ndjson)?.isTruncated == false)
  }

  @Test func pathsLeadToValues() throws {
    let text =
      "{\"user\":{\"id\":7,\"a.b\":{\"c\":1}},\"user.name\":\"x\",\"p\\u0061th\":true,\"l\":[{\"id\":1}],\"\":{\"\":0}}"
    let records = try JSONRecords(SourceText(text, name: "in"), isNDJSON: true)
    func value(_ path: FieldPath) -> String? {
      records.value(0, at: path).map { records.source.json(of: $0) }
    }
    #expect(value("user.id") == "7")
    #expect(value("user") == "{\"id\":7,\"a.b\":{\"c\":1}}")
    #expect(value("user.name") == "\"x\"")
    #expect(value("user.a.b") == "{\"c\":1}")
    #expect(value("path") == "true")
    #expect(value("l.id") == nil)
    #expect(value("nothing") == nil)
    #expect(value("user.id.more") == nil)
    #expect(value(".") == "0")
    #expect(value("") == "{\"\":0}")
    #expect(records.value(5, at: "user") == nil)
    #expect(
      records.source.members(of: records.value(0)).map { records.source.string(of: $0.name) } == [
        "user", "user.name", "path", "l", "",
      ])
  }

  @Test func rawEqualityAndCanonicalForm() throws {
    let a = try JSONRecords(SourceText("{\"a\":1}\n{ \"a\":1}\n", name: "a"), isNDJSON: true)
    let b = try JSONRecords(SourceText("[{\"a\":1},{\"a\":1}]", name: "b"), isNDJSON: false)
    #expect(a.rawEqual(0, 0, of: b))
    #expect(!a.rawEqual(1, 1, of: b))
    #expect(a.source.value(a.value(1), equals: b.value(1), in: b.source))
    var output: [UInt8] = []
    a.appendJSON(of: 1, to: &output)
    #expect(string(output) == "{\"a\":1}")
    #expect(a.range(of: 2).isEmpty)
  }
}
