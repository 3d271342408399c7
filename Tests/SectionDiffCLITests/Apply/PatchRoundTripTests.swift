#if CommandLine
  import Foundation
  import RecordFormats
  import SectionDiff
  import TestScale
  import Testing

  @testable import SectionDiffCLI

  /// What `diff` writes, `apply` turns into NEW, and back into OLD: every format, view, strategy and policy.
  @Suite struct PatchRoundTripTests {
    @Test(arguments: RecordFormat.allCases)
    func patchesLeadForthAndBack(_ format: RecordFormat) throws {
      // SECTION_DIFF_ROUNDS makes a longer run of it.
      let rounds =
        ProcessInfo.processInfo.environment["SECTION_DIFF_ROUNDS"].flatMap { Int($0) } ?? TestScale.count(40, quick: 10)
      for seed in 0..<rounds {
        var files = RandomFiles(seed: UInt64(seed), format: format)
        let pair = files.pair()
        let strategy = Strategy.all[seed % Strategy.all.count]
        for view in ChangeView.allCases {
          do {
            // Every fifth runs out of its budget: longer, and still right.
            let budget = seed % 5 == 0 ? DiffBudget(workUnits: seed % 20) : .standard
            try check(pair, format, strategy, view, budget)
          } catch {
            Issue.record(
              "\(format) seed \(seed) \(strategy) \(view): \(error)\nold: \(pair.old)\nnew: \(pair.new)\n\(pair.rules)"
            )
            return
          }
        }
      }
    }

    private struct Mismatch: Error, CustomStringConvertible {
      let description: String
    }

    private func check(
      _ pair: RandomFiles.Pair, _ format: RecordFormat, _ strategy: Strategy, _ view: ChangeView,
      _ budget: DiffBudget
    ) throws {
      let old = SourceText(pair.old, name: "old")
      let new = SourceText(pair.new, name: "new")
      let diff = try compare(old, new, format, pair.rules, strategy, budget)
      try PatchProof.run(diff, view: view)
      let bytes = try PatchWriter.patch(diff, view: view, withReceipt: true)
      let patch = try Patch(SourceText(bytes, name: "patch"))
      try expect(
        try PatchApplier.output(of: patch, to: old, isReversed: false), isLike: new, pair, format,
        "forth \(String(decoding: bytes, as: UTF8.self))")
      try expect(
        try PatchApplier.output(of: patch, to: new, isReversed: true), isLike: old, pair, format,
        "back \(String(decoding: bytes, as: UTF8.self))")
    }

    private func compare(
      _ old: SourceText, _ new: SourceText, _ format: RecordFormat, _ rules: ComparisonRules,
      _ strategy: Strategy, _ budget: DiffBudget = .standard
    ) throws -> RecordDiff {
      try RecordDiff(
        RecordPair(
          old: try RecordFile(old, format: format, rules: rules),
          new: try RecordFile(new, format: format, rules: rules)),
        rules: rules, strategy: strategy, budget: budget)
    }

    private func expect(
      _ output: [UInt8], isLike expected: SourceText, _ pair: RandomFiles.Pair, _ format: RecordFormat,
      _ way: String
    ) throws {
      let result = SourceText(output, name: "result")
      if format == .lines || format == .sections {
        guard result.string(in: 0..<result.count) == expected.string(in: 0..<expected.count),
          result.count == expected.count
        else { throw Mismatch(description: "\(way): \(result.string(in: 0..<result.count))") }
        return
      }
      // Fields that were not compared keep their old values, so a sort by them may differ; none of the pairs does that.
      let again = try compare(result, expected, format, pair.rules, .lis)
      guard !again.isChanged else {
        throw Mismatch(
          description:
            "\(way): \(result.string(in: 0..<result.count))\n\(again.result.changeset.identity.counts)")
      }
      if pair.isWhole, let columns = again.pair.new.document.columns {
        guard again.pair.old.document.columns == columns else { throw Mismatch(description: "\(way): columns") }
      }
    }
  }
#endif
