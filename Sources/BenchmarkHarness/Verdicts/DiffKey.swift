/// One diff of a record: which contender, on what.
public struct DiffKey: Hashable, Sendable, Codable {
  /// The workload's name.
  public var workload: String
  /// The requested size.
  public var size: Int
  /// The seed of its rows.
  public var seed: UInt64
  /// The kind of its elements.
  public var elements: String
  /// The contender's name.
  public var contender: String

  /// Makes a key.
  public init(workload: String, size: Int, seed: UInt64, elements: String, contender: String) {
    self.workload = workload
    self.size = size
    self.seed = seed
    self.elements = elements
    self.contender = contender
  }
}

extension BenchmarkRecord {
  /// Everything that was measured, in the order of the record.
  public var diffs: [(key: DiffKey, workload: WorkloadRecord, row: Measured)] {
    workloads.flatMap { workload in
      workload.table.rows.map { row in
        let key = DiffKey(
          workload: workload.name, size: workload.size, seed: workload.seed, elements: workload.elements,
          contender: row.name)
        return (key, workload, row)
      }
    }
  }
}
