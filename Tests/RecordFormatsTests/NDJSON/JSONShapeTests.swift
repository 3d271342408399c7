import Testing

@testable import RecordFormats

/// Records of the shape of the one before are read by a short cut; it must accept what ``JSONScanner`` accepts.
@Suite struct JSONShapeTests {
  /// Learns from the first line, then says which others have its shape and end where they should.
  private func shapes(_ first: String, _ others: [String]) -> [Bool] {
    let bytes = Array(([first] + others).joined(separator: "\n").utf8)
    var shape = JSONShape()
    shape.learn(0..<first.utf8.count, bytes.span)
    var start = first.utf8.count + 1
    return others.map { other in
      let end = shape.end(at: start, in: bytes.span)
      start += other.utf8.count + 1
      return end == start - 1
    }
  }

  @Test func valuesMayDifferNamesAndBracketsMayNot() {
    let found = shapes(
      "{\"id\":1, \"t\":[true,null],\"o\":{\"n\" : \"x\"}}",
      [
        "{\"id\":\"y\", \"t\":[-0.5e+3,false],\"o\":{\"n\" : null}}",
        "{\"id\":1, \"t\":[true,null],\"o\":{\"m\" : \"x\"}}",
        "{\"id\":1, \"t\":[true],\"o\":{\"n\" : \"x\"}}",
        "{\"id\":1,\"t\":[true,null],\"o\":{\"n\" : \"x\"}}",
        "{\"id\":{}, \"t\":[true,null],\"o\":{\"n\" : \"x\"}}",
      ])
    #expect(found == [true, false, false, false, false])
  }

  @Test(arguments: [
    ("\"\"", true), ("\"é東😀\"", true), ("\"a\\\"\\n\\\\\"", true), ("\"\\u0041\"", false), ("\"a\tb\"", false),
    ("\"open", false), ("0", true), ("-0", true), ("00", false), ("-", false), ("1.", false), ("1.5E-7", true),
    ("1e", false), (".5", false), ("+1", false), ("true", true), ("tru", false), ("True", false), ("false", true),
    ("falsy", false), ("null", true), ("nul", false), ("", false), ("x", false),
  ])
  func plainValues(_ value: String, _ isPlain: Bool) {
    #expect(shapes("{\"a\":1}", ["{\"a\":\(value)}"]) == [isPlain])
  }

  @Test func invalidUTF8IsLeftToTheScanner() {
    let bytes = Array("{\"a\":1}\n{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    var shape = JSONShape()
    shape.learn(0..<7, bytes.span)
    #expect(shape.end(at: 8, in: bytes.span) == nil)
  }

  @Test func learningPausesWhereRecordsHaveNoCommonShape() {
    let bytes = Array("{\"a\":1}".utf8)
    var shape = JSONShape()
    var learnt = 0
    for _ in 0..<640 {
      shape.learn(0..<bytes.count, bytes.span)
      var probe = shape
      if probe.end(at: 0, in: bytes.span) != nil { learnt += 1 }
    }
    #expect(learnt == 26)
  }
}
