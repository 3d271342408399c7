import SampleSupport
import SectionDiff
import Testing

/// The samples of "Budgets, cancellation and receipts".
@Suite struct BudgetSamples {
  @Test func budget() throws {
    let print = Transcript()
    // sample: budget
    let old = FlatSnapshot(0..<5_000)
    let new = FlatSnapshot((0..<5_000).reversed())
    let differ = Differ(algorithm: MyersDiff(), budget: DiffBudget(workUnits: 100_000))
    let diff = try differ.diff(from: old, to: new)
    print("minimal:", diff.receipt.isMinimal, "budget spent:", diff.receipt.budgetExhausted)
    print("correct:", try old.applying(diff.changeset) == new)
    // end sample
    try expect(print, shows: "budget")
  }

  @Test func receipt() throws {
    let print = Transcript()
    // sample: receipt
    let before = FlatSnapshot(0..<1_000)
    let after = FlatSnapshot(Array(0..<500) + [5_000] + Array(500..<1_000))
    let receipt = try Differ().diff(from: before, to: after).receipt
    print("hashes:", receipt.hashes, "prefix:", receipt.trimmedPrefix, "suffix:", receipt.trimmedSuffix)
    // end sample
    try expect(print, shows: "receipt")
  }

  @Test func cancellation() async throws {
    let print = Transcript()
    // sample: cancellation
    let old = FlatSnapshot(0..<100_000)
    let new = FlatSnapshot((0..<100_000).reversed())
    let differ = Differ(algorithm: MyersDiff(), budget: .unlimited)
    let search = Task { try await differ.concurrentDiff(from: old, to: new) }
    search.cancel()
    do {
      _ = try await search.value
    } catch {
      print(error)
    }
    // end sample
    try expect(print, shows: "cancellation")
  }
}
