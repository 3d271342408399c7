#if CommandLine
  import Foundation
  import RecordFormats
  import SampleSupport
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// The counts of real data agree with those of an independent script, and patches lead forth and back.
  @Suite
  struct RealDataTests {
    struct Known: CustomTestStringConvertible {
      let old: String
      let new: String
      let id: String
      let section: String
      let deletes: Int
      let inserts: Int
      let updates: Int
      var testDescription: String { "\(old) → \(new)" }
    }

    static let known = [
      Known(
        old: "sp500-2023-10-06", new: "sp500-2026-08-08", id: "Symbol", section: "GICS Sector", deletes: 57,
        inserts: 57, updates: 110),
      Known(
        old: "sp500-2024-07-17", new: "sp500-2026-08-08", id: "Symbol", section: "GICS Sector", deletes: 41,
        inserts: 41, updates: 63),
      Known(
        old: "navaids-2022", new: "navaids-2026", id: "id", section: "iso_country", deletes: 13, inserts: 0,
        updates: 194),
      Known(
        old: "navaids-2026-07", new: "navaids-2026", id: "id", section: "iso_country", deletes: 1, inserts: 0,
        updates: 1),
    ]

    @Test(arguments: known)
    func countsAgree(_ known: Known) throws {
      var rules = ComparisonRules()
      rules.id = [known.id]
      rules.sectionBy = known.section
      rules.duplicates = .reject
      let old = try SourceText(path: TestData.url(of: known.old + ".csv").path)
      let new = try SourceText(path: TestData.url(of: known.new + ".csv").path)
      func compare(_ a: SourceText, _ b: SourceText) throws -> RecordDiff {
        try RecordDiff(
          RecordPair(
            old: try RecordFile(a, format: .csv, rules: rules),
            new: try RecordFile(b, format: .csv, rules: rules)),
          rules: rules, strategy: .adaptive, budget: .standard)
      }
      let diff = try compare(old, new)
      let counts = diff.counts(.identity)
      #expect(counts.deletes == known.deletes)
      #expect(counts.inserts == known.inserts)
      #expect(counts.updates == known.updates)
      for view in ChangeView.allCases {
        let bytes = try PatchWriter.patch(diff, view: view, withReceipt: false)
        let patch = try Patch(SourceText(bytes, name: "patch"))
        let forth = SourceText(try PatchApplier.output(of: patch, to: old, isReversed: false), name: "forth")
        #expect(try !compare(forth, new).isDifferent, "\(view)")
        let back = SourceText(try PatchApplier.output(of: patch, to: new, isReversed: true), name: "back")
        #expect(try !compare(back, old).isDifferent, "\(view)")
      }
    }
  }
#endif
