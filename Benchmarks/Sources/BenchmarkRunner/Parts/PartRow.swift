import DiffWorkloads
import Synchronization

/// A row that can be written: what changes are made of, in these workloads.
protocol PartItem: Equatable, Identifiable, Codable, Sendable where ID == Int {
  init(_ row: WorkloadRow)
  var version: Int { get }
}

/// A row as it is.
struct PartRow: PartItem {
  let id: Int
  let version: Int

  init(_ row: WorkloadRow) { (id, version) = (row.id, row.version) }
}

/// The same row, whose comparisons are counted by itself.
struct CountedRow: PartItem {
  let id: Int
  let version: Int

  /// How often two of them were compared.
  static let comparisons = Atomic(0)

  init(_ row: WorkloadRow) { (id, version) = (row.id, row.version) }

  static func == (a: CountedRow, b: CountedRow) -> Bool {
    comparisons.add(1, ordering: .relaxed)
    return a.id == b.id && a.version == b.version
  }

  /// How often rows were compared by what `body` does.
  static func counting(_ body: () throws -> Int) rethrows -> [String: Int] {
    let before = comparisons.load(ordering: .relaxed)
    _ = try body()
    return ["comparisons": comparisons.load(ordering: .relaxed) - before]
  }
}
