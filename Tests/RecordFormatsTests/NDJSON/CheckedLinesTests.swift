import Testing

@testable import RecordFormats

/// A file that is read beside another one is read as it would be alone, errors included.
@Suite struct CheckedLinesTests {
  private static let pieces = [
    "{\"id\":1}", "{\"id\":2,\"s\":\"é\"}", " {\"id\":3}\t", "{\"id\":4,\"o\":{\"a\":[1,{}]}}", "", "  ",
    "{\"id\":5}\r",
    "{\"id\":6,\"s\":\"\\u00e9\\n\"}", "{\"id\":1}",
  ]
  private static let wrong = [
    "{\"id\":1,\"id\":2}", "{\"id\":01}", "[1]", "{\"id\":1} x", "{\"id\":\"a", "{\"s\":\"\\x\"}",
  ]

  private struct Reading: Equatable {
    var ranges: [Range<Int>] = []
    var error: FormatError?

    init(_ bytes: [UInt8], beside other: JSONRecords?) {
      do {
        let records = try JSONRecords(SourceText(bytes, name: "in"), isNDJSON: true, resembling: other)
        ranges = (0..<records.count).map { records.range(of: $0) }
      } catch {
        self.error = error
      }
    }
  }

  private func edited(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var lines = lines
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: lines.insert(Self.wrong.randomElement(using: &random) ?? "", at: place)
      case 1, 2, 3: lines.insert(Self.pieces.randomElement(using: &random) ?? "", at: place)
      default: if place < lines.count { lines.remove(at: place) }
      }
    }
    return lines
  }

  @Test(arguments: 0..<4)
  func readsAsItWouldAlone(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var failures = 0
    for _ in 0..<2_000 {
      let lines = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }
      let ending = Bool.random(using: &random) ? "\n" : ""
      let other = try JSONRecords(
        SourceText(lines.joined(separator: "\n") + ending, name: "other"), isNDJSON: true)
      var bytes = Array((edited(lines, &random).joined(separator: "\n") + ending).utf8)
      if Int.random(in: 0..<4, using: &random) == 0, let place = bytes.indices.randomElement(using: &random) {
        bytes[place] = [0x22, 0x0A, 0x5C, 0x7D, 0x80, 0x30].randomElement(using: &random) ?? 0
      }
      let alone = Reading(bytes, beside: nil)
      if alone.error != nil { failures += 1 }
      #expect(Reading(bytes, beside: other) == alone, "\(string(bytes))")
    }
    #expect(failures > 200 && failures < 1_800)
  }

  @Test func linesAreFoundAgainBesideEdits() throws {
    let lines = (0..<100).map { "{\"id\":\($0)}" }
    let old = Array(lines.joined(separator: "\n").utf8)
    // Two gone, one changed, one come.
    var changed = lines
    changed[40] = "{\"id\":1040}"
    changed.insert("{\"id\":2000}", at: 20)
    changed.removeSubrange(5..<7)
    let new = Array(changed.joined(separator: "\n").utf8)
    var starts = OffsetIndex()
    var start = 0
    for line in lines {
      starts.append(start)
      start += line.utf8.count + 1
    }
    var checked = CheckedLines(starts)
    var missed: [String] = []
    start = 0
    for line in changed {
      let length = checked.length(at: start, in: new.span, old.span)
      if length == nil { missed.append(line) } else { #expect(length == line.utf8.count + 1) }
      start += line.utf8.count + 1
    }
    // The last line has no end to compare.
    #expect(missed == ["{\"id\":2000}", "{\"id\":1040}", "{\"id\":99}"])
  }

  @Test func theSearchEndsWhereNothingIsFound() {
    var starts = OffsetIndex()
    for place in 0..<10 { starts.append(place * 2) }
    let old = [UInt8](repeating: UInt8(ascii: "a"), count: 20)
    let new = [UInt8](repeating: UInt8(ascii: "b"), count: 1_000)
    var checked = CheckedLines(starts)
    for offset in 0..<400 { #expect(checked.length(at: offset, in: new.span, old.span) == nil) }
    #expect(checked.length(at: 0, in: old.span, old.span) == nil)
  }
}
