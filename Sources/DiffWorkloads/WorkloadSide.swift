public import SectionDiff

/// An item of a workload: who it is, and a number that represents its content.
public struct WorkloadRow: Hashable, Sendable {
  /// The identity.
  public var id: Int
  /// The content.
  public var version: Int

  /// Makes a row.
  public init(id: Int, version: Int = 0) {
    self.id = id
    self.version = version
  }
}

/// One side of a workload: sections of rows.
public struct WorkloadSide: Hashable, Sendable {
  /// The key of each section, and its rows.
  public var sections: [(key: Int, rows: [WorkloadRow])]

  /// Makes a side of sections.
  public init(sections: [(key: Int, rows: [WorkloadRow])]) { self.sections = sections }

  /// Makes a side of one section.
  public init(rows: [WorkloadRow]) { sections = [(0, rows)] }

  /// Makes a side of one section of rows that were never updated.
  public init(ids: [Int]) { self.init(rows: ids.map { WorkloadRow(id: $0) }) }

  /// The number of rows in all sections.
  public var count: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Whether both have the same keys and the same rows.
  public static func == (a: WorkloadSide, b: WorkloadSide) -> Bool {
    a.sections.count == b.sections.count
      && zip(a.sections, b.sections).allSatisfy { $0.key == $1.key && $0.rows == $1.rows }
  }

  /// Feeds keys and rows.
  public func hash(into hasher: inout Hasher) {
    for section in sections {
      hasher.combine(section.key)
      hasher.combine(section.rows)
    }
  }

  /// The side as a snapshot of elements of the given kind.
  public func snapshot<Element: WorkloadElement>(
    of type: Element.Type, from pool: Element.Pool
  ) -> Snapshot<Int, Element, NoHeader> {
    Snapshot(
      sections: sections.map { section in
        SnapshotSection(section.key, items: section.rows.map { Element(row: $0, from: pool) })
      })
  }
}

/// Both sides of a workload.
public struct WorkloadPair: Hashable, Sendable {
  /// The snapshot before.
  public var old: WorkloadSide
  /// The snapshot after.
  public var new: WorkloadSide

  /// Makes a pair.
  public init(old: WorkloadSide, new: WorkloadSide) {
    self.old = old
    self.new = new
  }
}
