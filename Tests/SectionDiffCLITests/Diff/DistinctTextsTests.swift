#if CommandLine
  import Foundation
  import RecordFormats
  import SectionDiff
  import TestScale
  import Testing

  @testable import SectionDiffCLI

  /// The report never shows equal texts for different values, nor one name for different keys.
  @Suite("Distinct texts") struct DistinctTextsTests {
    /// What text may be made of: marks that combine, marks that are not drawn, control characters, and what the report
    /// itself writes.
    private static let pieces = [
      "a", "b", "X", "…", "\\", "\\n", "\n", "\t", "\u{1B}", "\u{202E}", "\u{2066}", "é", "e\u{301}", "\u{301}", "K",
      "\u{212A}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{A0}", " ", "🇸🇪", "🇳🇴", "👩‍👧", "👩", " → ", "\"", ", ", ": ", "1",
      "null",
      "\\u{e9}", "\r\n", "가", "\u{1100}\u{1161}",
    ]

    private func text(_ generator: inout SeededGenerator, upTo count: Int) -> String {
      (0..<generator.below(count + 1)).map { _ in Self.pieces[generator.below(Self.pieces.count)] }.joined()
    }

    /// A text and one that differs from it in one place, or altogether.
    private func pair(_ generator: inout SeededGenerator) -> (String, String) {
      let before = text(&generator, upTo: generator.isOne(in: 3) ? 200 : 30)
      let after = text(&generator, upTo: generator.isOne(in: 3) ? 200 : 30)
      let (a, b) = (text(&generator, upTo: 2), text(&generator, upTo: 2))
      return generator.isOne(in: 4) ? (before, after) : (before + a + after, before + b + after)
    }

    private func isSafe(_ text: String) -> Bool { VisibleText.escaped(text) == text }

    @Test("random pairs of different texts, at random widths, are never shown alike", .enabled(if: TestScale.isFull))
    func texts() {
      var generator = SeededGenerator(seed: 6)
      for _ in 0..<5_000 {
        let (a, b) = pair(&generator)
        if a.utf8.elementsEqual(b.utf8) { continue }
        let limit = generator.isOne(in: 5) ? nil : 8 + generator.below(100)
        let (x, y) = VisibleText.pair(a, b, to: limit)
        #expect(x != y, "\(limit ?? 0): \(a.debugDescription) \(b.debugDescription)")
        #expect(isSafe(x) && isSafe(y))
        if let limit { #expect(x.count <= limit && y.count <= limit, "\(limit): \(x) \(y)") }
      }
    }

    @Test("the first difference is in view, wherever it is")
    func inView() {
      let start = String(repeating: "x", count: 300)
      for place in [0, 1, 39, 40, 58, 59, 60, 61, 299] {
        let (a, b) = (
          start.prefix(place) + "a" + start.dropFirst(place), start.prefix(place) + "b" + start.dropFirst(place)
        )
        let (x, y) = VisibleText.pair(String(a), String(b), to: 60)
        #expect(x.contains("a") && y.contains("b") && x.count == 60 && y.count == 60, "\(place): \(x) \(y)")
        #expect(x.replacing("a", with: "b") == y)
      }
      #expect(VisibleText.pair(start, start + "y", to: 10) == ("…xxxxxxxx", "…xxxxxxxxy"))
      #expect(VisibleText.pair("short", "shorter", to: 10) == ("short", "shorter"))
    }

    @Test("characters that look the same are written by their numbers")
    func alike() {
      #expect(VisibleText.pair("caf\u{E9}", "cafe\u{301}", to: nil) == ("caf\\u{e9}", "cafe\\u{301}"))
      #expect(VisibleText.pair("a b", "a\u{A0}b", to: nil) == ("a b", "a\\u{a0}b"))
      #expect(VisibleText.pair("ab", "a\u{200B}b", to: nil) == ("ab", "a\\u{200b}b"))
      #expect(VisibleText.pair("é", "è", to: nil) == ("é", "è"))
    }

    private func value(_ json: String) throws -> SourcedValue {
      let document = try JSONDocument(SourceText(json, name: "value"))
      return SourcedValue(value: document.root, source: document.source)
    }

    private func json(_ generator: inout SeededGenerator) -> String {
      let text = text(&generator, upTo: 3)
      return switch generator.below(6) {
      case 0: ["1", "1.0", "null", "true", "-1", "10"][generator.below(6)]
      case 1: "[\(JSONText.literal(text))]"
      case 2: "{\(JSONText.literal(text)):1}"
      case 3: JSONText.literal("[\(JSONText.literal(text))]")
      default: JSONText.literal(text)
      }
    }

    @Test("values of every kind: a change never reads X → X")
    func values() throws {
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<5_000 {
        let (old, new) = (try value(json(&generator)), try value(json(&generator)))
        if old.equals(new) { continue }
        let limit = generator.isOne(in: 3) ? nil : 8 + generator.below(60)
        // By bytes: a mark that combines with the space before it hides the arrow among characters.
        let text = Array(ValueText.change(from: old, to: new, limit: limit).utf8)
        let arrows = text.ranges(of: Array(" → ".utf8))
        #expect(!arrows.isEmpty)
        #expect(
          !arrows.contains { text[..<$0.lowerBound] == text[$0.upperBound...] },
          "\(String(decoding: text, as: UTF8.self))")
      }
    }

    @Test("different keys, of one field or several, have different names")
    func keys() throws {
      var generator = SeededGenerator(seed: 8)
      var names: [[UInt8]: String] = [:]
      for parts in [1, 2, 3] {
        for _ in 0..<5_000 {
          let list = (0..<parts).map { _ in json(&generator) }
          let values = try list.map { try value($0) }
          let key = parts == 1 ? values[0].json : "[" + values.map(\.json).joined(separator: ",") + "]"
          let name = ValueText.name(values)
          #expect(isSafe(name))
          let known = names.updateValue(key, forKey: Array("\(parts) \(name)".utf8))
          #expect(known == nil || known == key, "\(name): \(known ?? "") \(key)")
          // What the watch shows is the same.
          if parts > 1 { #expect(ValueText.shown(json: Array(key.utf8), isText: false) == name) }
        }
      }
    }

    @Test("records without a key that have other members have other names")
    func members() throws {
      let texts = try [
        #"{"a":1,"b":"x, c: y"}"#, #"{"a":1,"b":"x","c":"y"}"#, #"{"a":1,"b":"x"}"#, #"{"a":1,"c":"x"}"#,
        #"{"a":1,"b: x":1}"#, #"{"a":1,"b":""}"#, #"{"a":1}"#, #"{"a":"1"}"#,
      ].map { json in
        let record = try value(json)
        return ValueText.fields(record.source.memberFields(of: record.value))
      }
      #expect(Set(texts).count == texts.count, "\(texts)")
    }

    // MARK: - The report

    private func report(_ old: String, _ new: String, _ rules: ComparisonRules, limit: Int?) throws -> String {
      let pair = RecordPair(
        old: try RecordFile(SourceText(old, name: "old"), format: .csv, rules: rules),
        new: try RecordFile(SourceText(new, name: "new"), format: .csv, rules: rules))
      let diff = try RecordDiff(pair, rules: rules, strategy: .adaptive, budget: .standard)
      let palette = Palette(isColoured: false, valueLimit: limit)
      return String(
        decoding: try TextReport.report(diff, view: .identity, palette: palette, withReceipt: false), as: UTF8.self)
    }

    private let long = String(repeating: "https://example.org/", count: 10)

    @Test("a file or pipe gets everything; a terminal sees where two long values differ")
    func longValues() throws {
      var rules = ComparisonRules()
      rules.id = ["id"]
      let (old, new) = ("id,url\n1,\(long)abc\n", "id,url\n1,\(long)abd\n")
      #expect(try report(old, new, rules, limit: nil).hasPrefix("  ~ 1  url: \(long)abc → \(long)abd\n"))
      let cut = try report(old, new, rules, limit: 60)
      #expect(cut.contains("abc → …") && cut.contains("abd\n"), "\(cut)")
      #expect(cut.split(separator: "\n")[0].count < 140)
    }

    @Test("records whose keys share a long beginning keep their own names, on a terminal too")
    func longNames() throws {
      for id in [["id"], []] {
        var rules = ComparisonRules()
        rules.id = id
        let rows = (1...4).map { "\(long)\($0)" }
        for limit in [nil, 60] {
          let text = try report("id\n", "id\n" + rows.map { $0 + "\n" }.joined(), rules, limit: limit)
          #expect(rows.allSatisfy { text.contains("  + \($0)\n") }, "\(text)")
        }
      }
    }

    @Test("a command in a pipe cuts nothing, of watch either")
    func pipe() throws {
      let folder = try Scratch()
      try folder.write("old.csv", "id,url\n\(long)1,\(long)abc\n")
      try folder.write("new.csv", "id,url\n\(long)1,\(long)abd\n")
      let tool = try CommandLineTool()
      let diff = try tool.run(["diff", "old.csv", "new.csv", "--id", "id", "--color", "always"], in: folder)
      #expect(diff.text.contains("\(long)abc → \(long)abd") && !diff.text.contains("…"))
      let watch = try tool.run(["watch", "old.csv", "--once", "--id", "id"], in: folder)
      #expect(watch.text.contains("+ \(long)1  url: \(long)abc\n"))
    }

    @Test("a patch that does not fit shows two different values")
    func misfit() throws {
      let folder = try Scratch()
      try folder.write("old.csv", "id,url\n1,\(long)abc\n")
      try folder.write("new.csv", "id,url\n1,\(long)abd\n")
      try folder.write("other.csv", "id,url\n1,\(long)abe\n")
      let tool = try CommandLineTool()
      let patch = try tool.run(["diff", "old.csv", "new.csv", "--id", "id", "--format", "json"], in: folder)
      try folder.write("p.json", patch.output)
      let outcome = try tool.run(["apply", "p.json", "other.csv"], in: folder)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("abe\", expected ") && outcome.errors.contains("abc\""), "\(outcome.errors)")
    }
  }
#endif
