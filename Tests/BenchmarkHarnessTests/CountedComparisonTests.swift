import DiffWorkloads
import SectionDiff
import Testing

@testable import BenchmarkHarness

/// What a diff does with its elements, counted by the comparison and not by the diff.
@Suite("Counted comparisons")
struct CountedComparisonTests {
  @Test(
    "answers are the same as without, and what is counted is what the receipt reports, or more",
    arguments: Catalogue.quick)
  func counted(workload: Workload) throws {
    let pair = workload.pair(size: 1_000)
    let old = pair.old.snapshot(of: IntElement.self, from: ())
    let new = pair.new.snapshot(of: IntElement.self, from: ())
    for strategy in DiffStrategy.all {
      let differ = Differ(algorithm: strategy.algorithm)
      let plain = try differ.diff(from: old, to: new)
      let counted = CountedComparison(base: IdentifiableComparison<IntElement>())
      let result = try differ.diff(from: old, to: new, comparing: counted)
      #expect(result.changeset.identity == plain.changeset.identity)
      #expect(result.receipt == plain.receipt)
      #expect(counted.calls.comparisons > 0)
      #expect(counted.calls.hashes >= plain.receipt.hashes, "\(strategy)")
    }
  }

  @Test("a suite's diffs have both as counts of their own")
  func suite() throws {
    let pair = try #require(Catalogue.workload("few-moves")).pair(size: 200)
    let input = BenchmarkInput.diffs(
      from: pair.old.snapshot(of: IntElement.self, from: ()), to: pair.new.snapshot(of: IntElement.self, from: ()))
    for contender in input.contenders {
      let counts = try #require(try contender.counts?())
      #expect(Set(counts.keys) == ["element comparisons", "element hashes"])
      #expect(try counts == contender.counts?())
    }
  }
}
