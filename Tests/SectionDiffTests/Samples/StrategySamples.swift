import SampleSupport
import SectionDiff
import Testing

/// The samples of "Choosing an algorithm" and of the pages of the algorithms.
@Suite struct StrategySamples {
  @Test func choosing() throws {
    let print = Transcript()
    // sample: choosing
    let before = FlatSnapshot(["a", "b", "c", "d", "e"])
    let after = FlatSnapshot(["d", "e", "a", "b", "x"])
    let strategies: [any DiffAlgorithm] = [AdaptiveDiff(), LISDiff(), HeckelDiff(), MyersDiff()]
    for algorithm in strategies {
      let diff = try Differ(algorithm: algorithm).diff(from: before, to: after)
      print("\(algorithm.name): \(diff.changeset.counts), by \(diff.receipt.picked)")
    }
    // end sample
    try expect(print, shows: "choosing")
  }

  @Test func adaptiveBudget() throws {
    let print = Transcript()
    // sample: adaptive-budget
    let old = FlatSnapshot((0..<600).map { $0 * $0 / 11 % 50 })
    let new = FlatSnapshot((0..<600).map { $0 * $0 / 13 % 50 })
    for budget in [DiffBudget(workUnits: 10_000), .standard] {
      let diff = try Differ(budget: budget).diff(from: old, to: new)
      print("\(diff.receipt.picked): \(diff.changeset.counts); \(diff.receipt.reason)")
    }
    // end sample
    try expect(print, shows: "adaptive-budget")
  }

  @Test func favoring() throws {
    let print = Transcript()
    // sample: favoring
    let old = FlatSnapshot((0..<600).map { $0 * $0 / 11 % 50 })
    let new = FlatSnapshot((0..<600).map { $0 * $0 / 13 % 50 })
    for goal in AdaptiveDiff.Goal.allCases {
      let diff = try Differ(algorithm: AdaptiveDiff(favoring: goal)).diff(from: old, to: new)
      print("\(goal.rawValue): \(diff.changeset.changeCount) changes, minimal: \(diff.receipt.isMinimal)")
    }
    // end sample
    try expect(print, shows: "favoring")
  }

  @Test func readable() throws {
    let print = Transcript()
    // sample: readable
    let old = ["{", "  one()", "}", "{", "  three()", "}"]
    let new = ["{", "  one()", "}", "{", "  two()", "}", "{", "  three()", "}"]
    let diff = try Differ().diff(from: FlatSnapshot(old), to: FlatSnapshot(new))
    for drawn in [diff, diff.readable()] {
      print(drawn.changeset.identity.inserts.map { new[$0.item] })
    }
    // end sample
    try expect(print, shows: "readable")
  }

  @Test func heckel() throws {
    let print = Transcript()
    // sample: heckel
    let old = ["a", "b", "c", "d", "e", "f"]
    let new = ["d", "e", "f", "a", "b", "c"]
    let changes = try Differ(algorithm: HeckelDiff()).changeset(from: old, to: new)
    print(changes.counts)
    // end sample
    try expect(print, shows: "heckel")
  }

  @Test func myers() throws {
    let print = Transcript()
    // sample: myers
    let changes = try Differ(algorithm: MyersDiff())
      .changeset(from: Array("ABCABBA"), to: Array("CBABAC"))
    print(changes.counts)
    // end sample
    try expect(print, shows: "myers")
  }

  @Test func longestRun() throws {
    let print = Transcript()
    // sample: longest-run
    let changes = try Differ(algorithm: LISDiff())
      .changeset(from: ["a", "b", "c", "d", "e"], to: ["c", "a", "b", "e", "d"])
    print(changes)
    // end sample
    try expect(print, shows: "longest-run")
  }

  @Test func adaptive() throws {
    let print = Transcript()
    // sample: adaptive
    let keyed = try Differ().diff(from: FlatSnapshot([1, 2, 3, 4]), to: FlatSnapshot([4, 3, 2, 1]))
    print("keys:", keyed.receipt.picked)
    let text = try Differ().diff(
      from: FlatSnapshot(Array("abcabbacabcab")), to: FlatSnapshot(Array("cbabaccbbaacc")))
    print("text:", text.receipt.picked)
    // end sample
    try expect(print, shows: "adaptive")
  }
}
