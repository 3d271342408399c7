/// One diff of a benchmark run: which contender, on what.
package struct DiffKey: Hashable, Sendable, Codable {
  /// The workload's name.
  package var workload: String
  /// The requested size.
  package var size: Int
  /// The seed of its rows.
  package var seed: UInt64
  /// The kind of its elements.
  package var elements: String
  /// The contender's name.
  package var contender: String

  /// Makes a key.
  package init(workload: String, size: Int, seed: UInt64, elements: String, contender: String) {
    self.workload = workload
    self.size = size
    self.seed = seed
    self.elements = elements
    self.contender = contender
  }

  /// The same at any size.
  package var unsized: DiffKey {
    var key = self
    key.size = 0
    return key
  }
}

extension BenchmarkRun {
  /// Everything that was measured, in the order of the benchmark run.
  package var diffs: [(key: DiffKey, workload: WorkloadRun, row: Measured)] {
    workloads.flatMap { workload in
      workload.table.rows.map { (workload.key(of: $0.name), workload, $0) }
    }
  }
}

extension WorkloadRun {
  /// The key of one contender's diff.
  package func key(of contender: String) -> DiffKey {
    DiffKey(workload: name, size: size, seed: seed, elements: elements, contender: contender)
  }
}
