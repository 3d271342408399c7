import RecordFormats
import Testing

@Suite struct LinesDocumentTests {
  @Test(arguments: [
    ("", [], false),
    ("\n", [""], true),
    ("a", ["a"], false),
    ("a\n", ["a"], true),
    ("a\nb", ["a", "b"], false),
    ("a\r\nb\r\n", ["a\r", "b\r"], true),
    ("a\rb", ["a", "b"], false),
    ("a\rb\r", ["a", "b"], true),
    ("\r", [""], true),
    ("\r\r", ["", ""], true),
    ("a\rb\n", ["a\rb"], true),
    ("\n\n", ["", ""], true),
    ("\u{FEFF}x\n", ["x"], true),
    ("a\u{2028}b\n", ["a\u{2028}b"], true),
  ])
  func linesEndAtLineFeedsOrWithoutAnyAtCarriageReturns(_ text: String, _ lines: [String], _ hasFinalNewline: Bool)
    throws
  {
    let document = try LinesDocument(SourceText(text, name: "in"))
    #expect((0..<document.count).map { document.source.string(of: document.value($0)) } == lines)
    #expect(document.endsWithNewline == hasFinalNewline)
  }

  @Test func longTextsAreSplitLikeShortOnes() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<300 {
      let pieces = ["a", "some longer words", "\r"] + (round % 3 == 0 ? [] : ["\n", "ü\n"])
      let text = random.text(pieces, upTo: 60)
      let lineEnd: UInt8 = text.utf8.contains(0x0A) ? 0x0A : 0x0D
      var expected = Array(text.utf8).split(separator: lineEnd, omittingEmptySubsequences: false).map {
        string(Array($0))
      }
      if expected.last == "" { expected.removeLast() }
      let document = try LinesDocument(SourceText(text, name: "in"))
      #expect((0..<document.count).map { document.source.string(of: document.value($0)) } == expected)
    }
  }

  @Test func invalidUTF8HasItsOffset() {
    for padding in [0, 1, 62, 63, 64, 65, 127, 200] {
      let bytes = [UInt8](repeating: 0x61, count: padding) + [0xE2, 0x82]
      let error = failure(bytes + [0x0A], .lines)
      #expect(
        error?.description
          == "in:1:\(padding + 1): invalid UTF-8 (byte 0xE2 at offset \(padding)); save the file as UTF-8")
      #expect(error?.isTruncated == false)
      #expect(failure(bytes, .lines)?.isTruncated == true)
    }
  }

  @Test func rawEqualityAndPositions() throws {
    let a = try LinesDocument(SourceText("x\ny\n", name: "a"))
    let b = try LinesDocument(SourceText("y\nx", name: "b"))
    #expect(a.rawEqual(0, 1, of: b))
    #expect(!a.rawEqual(0, 0, of: b))
    #expect(a.range(of: 2).isEmpty)
  }
}
