#if CommandLine
  import Foundation
  import RecordFormats
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// `patch(1)` turns OLD into NEW with the unified output.
  @Suite struct UnifiedReportTests {
    private static var patchProgram: String? {
      ["/usr/bin/patch", "/bin/patch", "/usr/local/bin/patch", "/opt/homebrew/bin/patch"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func report(_ old: String, _ new: String, _ strategy: Strategy) throws -> [UInt8] {
      let rules = ComparisonRules()
      let diff = try RecordDiff(
        RecordPair(
          old: try RecordFile(SourceText(old, name: "old"), format: .lines, rules: rules),
          new: try RecordFile(SourceText(new, name: "new"), format: .lines, rules: rules)),
        rules: rules, strategy: strategy, budget: .standard)
      return try UnifiedReport.report(diff, oldName: "file.txt", newName: "file.txt")
    }

    @Test(.enabled(if: patchProgram != nil, "needs patch(1): apt-get install patch"))
    func patchAcceptsRandomFiles() throws {
      let program = try #require(Self.patchProgram)
      let tool = try CommandLineTool()
      let folder = try Scratch()
      for seed in 0..<120 {
        var generator = SeededGenerator(seed: UInt64(seed))
        var lines = (0..<generator.below(60)).map { _ in line(&generator) }
        let old = mark(&generator) + text(lines, &generator)
        for _ in 0..<generator.below(8) {
          let place = generator.below(lines.count + 1)
          switch generator.below(3) {
          case 0: lines.insert(line(&generator), at: place)
          case 1: if place < lines.count { lines.remove(at: place) }
          default:
            if place < lines.count {
              lines.insert(lines.remove(at: place), at: generator.below(lines.count + 1))
            }
          }
        }
        let new = mark(&generator) + text(lines, &generator)
        // Without LF, CR would end the lines.
        if [old, new].contains(where: { !$0.utf8.contains(0x0A) && $0.utf8.contains(0x0D) }) { continue }
        let strategy = Strategy.all[seed % Strategy.all.count]
        let unified = try report(old, new, strategy)
        try folder.write("file.txt", old)
        try folder.write("changes.diff", Data(unified))
        if unified.isEmpty {
          // A byte-order mark alone is no difference.
          #expect(old.drop { $0 == "\u{FEFF}" } == new.drop { $0 == "\u{FEFF}" }, "seed \(seed)")
          continue
        }
        let outcome = try tool.run(
          ["--batch", "--fuzz=0", "--no-backup-if-mismatch", "file.txt", "changes.diff"], in: folder,
          program: program)
        #expect(outcome.status == 0, "seed \(seed): \(outcome.text) \(outcome.errors)")
        // patch removes a file that becomes empty.
        let result = (try? folder.read("file.txt")) ?? Data()
        #expect(
          result == Data(new.utf8), "seed \(seed) \(strategy)\n\(String(decoding: unified, as: UTF8.self))")
      }
    }

    private func line(_ generator: inout SeededGenerator) -> String {
      ["", "a", "b", "c", "same", "- x", "+ y", "@@ -1 +1 @@", "--- a", "\\ No", "cr\r", "é", " "][
        generator.below(13)]
    }

    private func mark(_ generator: inout SeededGenerator) -> String { generator.isOne(in: 4) ? "\u{FEFF}" : "" }

    private func text(_ lines: [String], _ generator: inout SeededGenerator) -> String {
      guard let last = lines.last else { return "" }
      return lines.joined(separator: "\n") + (last.isEmpty || !generator.isOne(in: 3) ? "\n" : "")
    }

    /// The mark stays at the start of the file, whatever comes before the line that had it.
    @Test(arguments: [
      ("\u{FEFF}a\nb\n", "\u{FEFF}x\na\nb\n", "@@ -1,2 +1,3 @@\n-\u{FEFF}a\n+\u{FEFF}x\n+a\n b\n"),
      ("\u{FEFF}a\nb\n", "\u{FEFF}b\n", "@@ -1,2 +1 @@\n-\u{FEFF}a\n-b\n+\u{FEFF}b\n"),
      ("\u{FEFF}a\n", "a\n", ""),
    ])
    func aByteOrderMarkStaysAtTheStart(_ old: String, _ new: String, _ hunk: String) throws {
      let unified = String(decoding: try report(old, new, .lis), as: UTF8.self)
      #expect(unified == (hunk.isEmpty ? "" : "--- file.txt\n+++ file.txt\n" + hunk))
    }

    /// Three lines stand around each change, as `diff -u` has them; hunks that touch are one.
    @Test(arguments: 1...9)
    func hunksThatTouchAreOne(_ gap: Int) throws {
      func lines(_ mark: String) -> String {
        let between = (0..<gap).map { "between \($0)" }
        return (["a", "b", "c", "d", "first" + mark] + between + ["second" + mark, "w", "x", "y", "z"])
          .map { $0 + "\n" }.joined()
      }
      let unified = String(decoding: try report(lines(""), lines("!"), .lis), as: UTF8.self)
      let headers = unified.split(separator: "\n").filter { $0.hasPrefix("@@") }
      if gap <= 6 {
        #expect(headers == ["@@ -2,\(8 + gap) +2,\(8 + gap) @@"])
      } else {
        #expect(headers == ["@@ -2,7 +2,7 @@", "@@ -\(3 + gap),7 +\(3 + gap),7 @@"])
      }
    }

    @Test func linesThatEndInCRAreRefused() {
      let error = #expect(throws: Failure.self) { try report("a\n", "a\rb\r", .lis) }
      #expect(error?.description.hasPrefix("new: its lines end in CR") == true)
    }

    @Test func aLostNewlineIsAChange() throws {
      let unified = String(decoding: try report("a\nb\n", "a\nb", .adaptive), as: UTF8.self)
      #expect(
        unified == "--- file.txt\n+++ file.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n")
    }

    @Test func emptyFilesHaveLineZero() throws {
      #expect(String(decoding: try report("", "a\n", .lis), as: UTF8.self).contains("@@ -0,0 +1 @@\n+a\n"))
      #expect(String(decoding: try report("a\n", "", .lis), as: UTF8.self).contains("@@ -1 +0,0 @@\n-a\n"))
    }
  }
#endif
