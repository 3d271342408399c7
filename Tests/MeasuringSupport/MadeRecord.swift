package import BenchmarkHarness
internal import SectionDiff

/// Records that were never measured, for the gates.
package enum MadeRecord {
  /// A diff with an answer.
  package static func row(
    _ name: String, comparisons: Int = 100, hashes: Int = 10, moves: Int = 3, allocations: Int? = nil,
    times: [Double] = [100, 101, 99]
  ) -> Measured {
    var receipt = DiffReceipt(strategy: name)
    receipt.comparisons = comparisons
    receipt.hashes = hashes
    receipt.isMinimal = true
    var counts = ChangeCounts()
    counts.moves = moves
    return Measured(
      answer: DiffAnswer(counts: counts, receipt: receipt),
      allocations: allocations.map { AllocationCount(allocations: $0, bytes: 64 * $0) }, series: series(name, times),
      ratios: [:])
  }

  /// A floor.
  package static func floor(_ name: String, times: [Double]) -> Measured {
    Measured(answer: nil, allocations: nil, series: series(name, times), ratios: [:])
  }

  /// A record of the workload `mixed` at some sizes.
  package static func record(_ rows: [Int: [Measured]], host: String = "a machine", old: Int? = nil) -> BenchmarkRun {
    BenchmarkRun(
      environment: RunEnvironment(
        commit: "c0ffee", toolchain: "Swift", host: host, allocator: "system", seed: 1, command: "BenchmarkRunner"),
      workloads: rows.sorted { $0.key < $1.key }.map { size, rows in
        WorkloadRun(
          name: "mixed", size: size, seed: 107, elements: "int", old: old ?? size, new: size,
          table: MeasuredTable(rows: rows, noise: nil), standardNanoseconds: nil)
      })
  }

  private static func series(_ name: String, _ times: [Double]) -> TimeSeries {
    TimeSeries(name: name, rounds: times.map { TimeSeries.Round(first: $0, second: $0) })
  }
}
