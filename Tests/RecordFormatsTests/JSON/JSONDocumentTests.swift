import Foundation
import RecordFormats
import Testing

@Suite struct JSONDocumentTests {
  private func failure(_ bytes: [UInt8]) -> FormatError? {
    do {
      _ = try JSONDocument(SourceText(bytes, name: "in"))
      return nil
    } catch {
      return error
    }
  }

  private func failure(_ text: String) -> FormatError? { failure(Array(text.utf8)) }

  private func canonical(_ text: String) throws -> String {
    let document = try JSONDocument(SourceText(text, name: "in"))
    return document.source.json(of: document.root)
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "10", "1.0", "1.50", "1e5", "1E5", "1e+5", "1e-05",
    "-0.0e-0",
    "123456789012345678901234567890", "0.1000000000000000055511151231257827", "\"\"", "\"a\"", "\"\u{7F}\"",
    "\"é東😀\"",
    "\"\u{2028}\"", "[]", "{}", "[1]", "[[],[[]]]", "{\"a\":1}", "{\"\":0}", "{\"a\":{\"a\":{\"a\":[{}]}}}",
    "[null,true,false]",
    "{\"a\":1,\"A\":2}", "{\"e\u{301}\":1,\"\u{E9}\":2}", "\"\\\"\\\\\\n\"",
  ])
  func canonicalTextIsKept(_ text: String) throws {
    #expect(try canonical(text) == text)
    #expect(try canonical(" \t\r\n" + text + "\n ") == text)
    #expect(try canonical("\u{FEFF}" + text) == text)
  }

  @Test(arguments: [
    (" [ 1 , 2 ] ", "[1,2]"),
    ("{ \"b\" : 1 ,\n\"a\" : [ ] }", "{\"b\":1,\"a\":[]}"),
    ("\"\\u0041\\/\\u00e9\"", "\"A/é\""),
    ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("\"\\uD83D\\uDE00x\"", "\"😀x\""),
    ("\"\\u0000\\u001F\\u007f\"", "\"\\u0000\\u001f\u{7F}\""),
    ("\"\\u0008\\u0009\\u000a\\u000c\\u000d\"", "\"\\b\\t\\n\\f\\r\""),
    ("\"\\u0022\\u005c\"", "\"\\\"\\\\\""),
    ("{\"\\u0061\":\"\\u0062\"}", "{\"a\":\"b\"}"),
    ("\"\\uFFFF\\u2028\"", "\"\u{FFFF}\u{2028}\""),
  ])
  func otherFormsBecomeCanonical(_ text: String, _ expected: String) throws {
    #expect(try canonical(text) == expected)
  }

  @Test(arguments: [
    ("", "in:1:1: expected a value, found the end of the input; the input ends too early"),
    ("  ", "in:1:3: expected a value, found the end of the input; the input ends too early"),
    ("[1,]", "in:1:4: expected a value, found ']'; check the comma or the bracket before it"),
    ("[,1]", "in:1:2: expected a value, found ','; correct the JSON there"),
    ("[1 2]", "in:1:4: expected ',' or ']', found '2'; correct the JSON there"),
    ("[1", "in:1:3: expected ',' or ']', found the end of the input; the input ends too early"),
    ("[1}", "in:1:3: expected ',' or ']', found '}'; check the comma or the bracket before it"),
    ("{\"a\":1]", "in:1:7: expected ',' or '}', found ']'; check the comma or the bracket before it"),
    ("{\"a\":1,}", "in:1:8: expected a name in quotes, found '}'; check the comma or the bracket before it"),
    ("{a:1}", "in:1:2: expected a name in quotes or '}', found 'a'; correct the JSON there"),
    ("{1:1}", "in:1:2: expected a name in quotes or '}', found '1'; correct the JSON there"),
    ("{'a':1}", "in:1:2: expected a name in quotes or '}', found '''; JSON strings need double quotes"),
    ("{\"a\" 1}", "in:1:6: expected ':' after the name, found '1'; correct the JSON there"),
    ("{\"a\":}", "in:1:6: expected a value, found '}'; check the comma or the bracket before it"),
    ("[1]x", "in:1:4: 'x' after the end of the value; remove it"),
    ("1 2", "in:1:3: '2' after the end of the value; remove it"),
    ("{}\n}", "in:2:1: '}' after the end of the value; remove it"),
    ("01", "in:1:1: a number with a leading zero; remove the zero"),
    ("-01", "in:1:1: a number with a leading zero; remove the zero"),
    ("-", "in:1:2: expected a digit, found the end of the input; the input ends too early"),
    ("[-]", "in:1:3: expected a digit, found ']'; check the comma or the bracket before it"),
    ("[1.]", "in:1:4: expected a digit, found ']'; check the comma or the bracket before it"),
    ("[.5]", "in:1:2: expected a value, found '.'; correct the JSON there"),
    ("[+1]", "in:1:2: expected a value, found '+'; correct the JSON there"),
    ("[1e]", "in:1:4: expected a digit, found ']'; check the comma or the bracket before it"),
    ("[1e+]", "in:1:5: expected a digit, found ']'; check the comma or the bracket before it"),
    ("0x1", "in:1:2: 'x' after the end of the value; remove it"),
    ("NaN", "in:1:1: expected a value, found 'N'; correct the JSON there"),
    ("Infinity", "in:1:1: expected a value, found 'I'; correct the JSON there"),
    ("nul", "in:1:4: expected 'null', found the end of the input; the input ends too early"),
    ("nulL", "in:1:4: expected 'null', found 'L'; correct the JSON there"),
    ("tru\n", "in:1:4: expected 'true', found the end of the line; correct the JSON there"),
    ("TRUE", "in:1:1: expected a value, found 'T'; correct the JSON there"),
    ("[1]//", "in:1:4: '/' after the end of the value; remove it"),
    ("[/**/]", "in:1:2: expected a value, found '/'; JSON has no comments"),
    ("\"a", "in:1:1: unterminated string; add the closing \" (it was opened here)"),
    ("[\"a\\\"]", "in:1:2: unterminated string; add the closing \" (it was opened here)"),
    ("\"a\nb\"", "in:1:3: the end of the line inside a string; write it as \\n"),
    ("\"\t\"", "in:1:2: a tab inside a string; write it as \\t"),
    ("\"\u{1}\"", "in:1:2: byte 0x01 inside a string; write it as \\u0001"),
    ("\"\u{0}\"", "in:1:2: byte 0x00 inside a string; write it as \\u0000"),
    ("\"\\x41\"", "in:1:2: an unknown escape: 'x' after a backslash; write a backslash as \\\\"),
    ("\"\\u12g4\"", "in:1:2: \\u without four hexadecimal digits; write all four"),
    ("\"\\u12", "in:1:2: \\u without four hexadecimal digits; write all four"),
    ("\"\\ud800\"", "in:1:2: half a surrogate pair, \\ud800; write both halves, or the character itself"),
    ("\"\\ud800x\"", "in:1:2: half a surrogate pair, \\ud800; write both halves, or the character itself"),
    ("\"\\ud800\\n\"", "in:1:2: half a surrogate pair, \\ud800; write both halves, or the character itself"),
    (
      "\"\\ud800\\u0041\"",
      "in:1:2: half a surrogate pair, \\ud800; write both halves, or the character itself"
    ),
    ("\"\\udc00\"", "in:1:2: half a surrogate pair, \\udc00; write both halves, or the character itself"),
    ("\u{FEFF}\u{FEFF}1", "in:1:1: expected a value, found byte 0xEF; correct the JSON there"),
    ("[1\u{A0}]", "in:1:3: expected ',' or ']', found byte 0xC2; correct the JSON there"),
    ("{\"a\":1,\"a\":2}", "in:1:8: the name \"a\" occurs twice in one object; remove one of the two members"),
    (
      "{\"a\":1,\n\"\\u0061\":2}",
      "in:2:1: the name \"a\" occurs twice in one object; remove one of the two members"
    ),
    (
      "[{\"x\":{\"b\":1,\"b\":1}}]",
      "in:1:14: the name \"b\" occurs twice in one object; remove one of the two members"
    ),
  ])
  func errorsSayWhereAndWhatToDo(_ text: String, _ expected: String) {
    #expect(failure(text)?.description == expected)
  }

  @Test func invalidUTF8IsRefusedEverywhere() {
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0x80],
      [0xC3],
    ] {
      let inString = failure([0x5B, 0x22] + bytes + [0x22, 0x5D])
      #expect(inString?.kind == .invalidUTF8)
      #expect(inString?.position?.offset == 2)
      #expect(failure([0x5B] + bytes + [0x5D])?.kind == .invalidUTF8)
    }
  }

  @Test func depthIsLimitedWithoutRecursion() {
    let limit = JSONText.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(failure(nested(limit)) == nil)
    #expect(
      failure(nested(limit + 1))?.description
        == "in:1:513: nested deeper than 512 levels; flatten the document")
    #expect(failure(nested(200_000))?.kind == .tooDeep)
    #expect(failure(String(repeating: "{\"a\":", count: 200_000))?.kind == .tooDeep)
    #expect(failure(String(repeating: "[", count: 200_000))?.kind == .tooDeep)
  }

  @Test func deepestValuesCanBeUsed() throws {
    let open = String(repeating: "{\"a\":[", count: JSONText.depthLimit / 2)
    let close = String(repeating: "]}", count: JSONText.depthLimit / 2)
    let a = try JSONDocument(SourceText(open + "1" + close, name: "a"))
    let b = try JSONDocument(SourceText(open + " 1" + close, name: "b"))
    let c = try JSONDocument(SourceText(open + " 2" + close, name: "c"))
    #expect(a.source.value(a.root, equals: b.root, in: b.source))
    #expect(!a.source.value(a.root, equals: c.root, in: c.source))
    #expect(a.source.hash(of: a.root, seed: 1) == b.source.hash(of: b.root, seed: 1))
    #expect(b.source.json(of: b.root) == open + "1" + close)
  }

  /// The deepest values fit the smallest stack in use: 512 KiB, a secondary thread's on Apple systems.
  @Test func deepestValuesFitSmallStacks() async throws {
    let open = String(repeating: "{\"a\":[", count: JSONText.depthLimit / 2)
    let close = String(repeating: "]}", count: JSONText.depthLimit / 2)
    let a = try JSONDocument(SourceText(open + "1" + close, name: "a"))
    let b = try JSONDocument(SourceText(open + " 1" + close, name: "b"))
    let isEqual = await withCheckedContinuation { continuation in
      let thread = Thread {
        let isEqual = a.source.value(a.root, equals: b.root, in: b.source)
        let isHashed = a.source.hash(of: a.root, seed: 1) == b.source.hash(of: b.root, seed: 1)
        continuation.resume(returning: isEqual && isHashed && b.source.json(of: b.root) == open + "1" + close)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(isEqual)
  }

  /// RFC 8259, section 7: at the ends of the surrogates, alone and in pairs.
  @Test func surrogatesAreEscapedInPairs() throws {
    for (escape, scalar) in [
      ("\\ud7ff", 0xD7FF), ("\\ue000", 0xE000), ("\\uFFFF", 0xFFFF), ("\\ud800\\udc00", 0x10000),
      ("\\uD800\\uDFFF", 0x103FF), ("\\udbff\\udc00", 0x10FC00), ("\\udbff\\udfff", 0x10FFFF),
    ] as [(String, UInt32)] {
      let document = try JSONDocument(SourceText("\"\(escape)\"", name: "in"))
      let text = try #require(Unicode.Scalar(scalar).map { String(Character($0)) })
      #expect(document.source.string(of: document.root) == text, "\(escape)")
    }
    for escape in [
      "\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\ud800x", "\\ud800\\ud800", "\\ud800\\udbff", "\\ud800\\ue000",
      "\\udc00\\ud800", "\\ud800\\n",
    ] {
      #expect(failure("\"\(escape)\"")?.kind != nil, "\(escape)")
    }
  }

  @Test func manyNamesAreComparedToo() {
    let names = (0..<1_000).map { "\"n\($0)\":\($0)" }
    #expect(failure("{" + names.joined(separator: ",") + "}") == nil)
    let error = failure("{" + (names + ["\"n17\":0", "\"n3\":0"]).joined(separator: ",") + "}")
    #expect(error?.kind == .duplicateName)
    #expect(error?.problem == "the name \"n17\" occurs twice in one object")
    // Of many, in whatever order their hashes are, the first in the text is named.
    let twice = "{" + (names + names.reversed()).joined(separator: ",") + "}"
    #expect(failure(twice)?.problem == "the name \"n999\" occurs twice in one object")
    #expect(failure(twice)?.position?.offset == names.joined(separator: ",").utf8.count + 2)
  }

  @Test func textsThatEndTooEarlyAreMarked() {
    for text in [
      "", "[", "[1", "[1,", "{\"a", "{\"a\"", "{\"a\":", "tr", "-", "1e", "\"\\", "\"\\u1", "\"\\ud800",
      "\"\\ud800\\",
    ] {
      #expect(failure(text)?.isTruncated == true, "\(text)")
    }
    for text in ["]", "[1}", "{a", "trx", "01", "\"\\q", "\"\\udc00", "1 2"] {
      #expect(failure(text)?.isTruncated == false, "\(text)")
    }
  }
}
