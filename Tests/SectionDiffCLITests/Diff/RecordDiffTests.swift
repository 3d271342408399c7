#if CommandLine
  import RecordFormats
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// What runs on two files, and how it is told.
  @Suite struct RecordDiffTests {
    private func diff(_ old: String, _ new: String, duplicates: DuplicatePolicy = .reject) throws -> RecordDiff {
      var rules = ComparisonRules()
      rules.id = ["id"]
      rules.duplicates = duplicates
      let files = try [("old", old), ("new", new)].map {
        try RecordFile(SourceText($0.1, name: $0.0), format: .csv, rules: rules)
      }
      return try RecordDiff(
        RecordPair(old: files[0], new: files[1]), rules: rules, strategy: .standard, budget: .standard)
    }

    /// `advise` measured every strategy with a policy that looks for repeats, while `diff` had looked before.
    @Test func whatIsAdvisedIsWhatRuns() throws {
      let unique = try diff("id,v\n1,a\n2,b\n", "id,v\n2,b\n1,c\n")
      #expect(unique.rules.duplicates == .reject)
      for strategy in Strategy.all {
        let differ = unique.differ(strategy, .standard)
        #expect(differ.duplicates == .allow && differ.algorithm.name == strategy.algorithm.name)
      }
      let copies = try diff("id,v\n1,a\n1,b\n", "id,v\n1,a\n", duplicates: .keepFirst)
      #expect(copies.differ(.standard, .standard).duplicates == .keepFirst)
    }

    /// A reader who has enough, such as `head`, ends the report; until then it comes in parts.
    @Test func theReportEndsWithItsReader() throws {
      let rows = 0..<20_000
      let old = "id,v\n" + rows.map { "\($0),a\n" }.joined()
      let new = "id,v\n" + rows.map { "\($0),b\n" }.joined()
      let diff = try diff(old, new)
      for most in [1, 3] {
        var parts = 0
        try TextReport.write(diff, view: .identity, palette: Palette(isColoured: false), withReceipt: true) { bytes in
          #expect(bytes.count < 70_000)
          parts += 1
          return parts < most
        }
        #expect(parts == most)
      }
    }
  }
#endif
