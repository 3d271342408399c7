import ConformanceKit
import SampleSupport
import SectionDiff
import TestScale
import Testing

// sample: own-algorithm
/// Pairs equal tokens in order of occurrence.
struct FirstCome: DiffAlgorithm {
  let name = "first-come"
  let allowsWalk = true
  let promises: DiffPromises = [.fewestMoves]

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() {
      offsets[input.old[offset], default: []].append(offset)
    }
    for offset in input.new.indices {
      guard try run.spend(1) else { break }
      if let old = offsets[input.new[offset]]?.popLast() {
        matching.pair(old: old, new: offset)
      }
    }
    return matching
  }
}
// end sample

// sample: own-algorithm-attempt
/// Tries a shortest script, and joins by identity where that takes too long.
struct ScriptFirst: DiffAlgorithm {
  let name = "script-first"
  let allowsWalk = false
  let promises: DiffPromises = [.fewestMoves]

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    let script = try run.withAllowance(4 * input.count) { run throws(CancellationError) in
      try MyersDiff().matching(of: input, in: &run)
    }
    if let script { return script }
    return try LISDiff().matching(of: input, in: &run)
  }
}
// end sample

// sample: own-algorithm-best
/// Takes the pairs that keep more items in place: those of Heckel, or those of the join.
struct BestOfTwo: DiffAlgorithm {
  let name = "best-of-two"
  let allowsWalk = false
  let promises: DiffPromises = [.fewestMoves]

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    guard try run.spend(input.count) else { return Matching(for: input, in: &run) }
    var best = try HeckelDiff().matching(of: input, in: &run)
    best.keepLongestRun()
    var joined = Matching(joining: input, in: &run)
    if joined.inPlaceCount(in: &run) > best.inPlaceCount(in: &run) { swap(&best, &joined) }
    run.giveBack(matching: &joined)
    return best
  }
}
// end sample

/// The samples of "Writing your own algorithm".
@Suite struct OwnAlgorithmSamples {
  @Test func use() throws {
    let print = Transcript()
    // sample: own-algorithm-use
    let diff = try Differ(algorithm: FirstCome())
      .diff(from: FlatSnapshot([1, 2, 3, 4]), to: FlatSnapshot([4, 1, 2, 5]))
    print(diff.changeset.counts)
    print(diff.receipt.strategy)
    // end sample
    try expect(print, shows: "own-algorithm-use")
  }

  @Test func alone() throws {
    let print = Transcript()
    // sample: own-algorithm-alone
    var run = DiffRun(strategy: "first-come", budget: DiffBudget(workUnits: 2))
    let matching = try FirstCome().matching(of: DiffInput(old: "abcd", new: "dcba"), in: &run)
    print(matching.old(of: 0) ?? -1, matching.old(of: 1) ?? -1, matching.old(of: 2) ?? -1)
    // end sample
    try expect(print, shows: "own-algorithm-alone")
  }

  @Test(.enabled(if: TestScale.isFull), arguments: [ScriptFirst(), BestOfTwo()] as [any DiffAlgorithm])
  func anAttemptIsProvedLikeAnyOther(_ algorithm: any DiffAlgorithm) {
    let report = AlgorithmConformance(of: algorithm, timeLimit: .seconds(30))
      .run(sequenceLength: 3, worldStride: 3_989, randomCases: 200)
    #expect(report.failures.isEmpty, "\(report)")
  }

  @Test func proof() throws {
    let print = Transcript()
    // sample: own-algorithm-proof
    let report = AlgorithmConformance(of: FirstCome(), timeLimit: .seconds(30))
      .run(sequenceLength: 3, worldStride: 1_999, randomCases: 200)
    print(report.failures.isEmpty ? "every law holds" : "\(report)")
    // end sample
    try expect(print, shows: "own-algorithm-proof")
  }
}
