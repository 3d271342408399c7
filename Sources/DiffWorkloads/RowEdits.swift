/// Edits of a list of rows, carried out together in one pass.
struct RowEdits {
  private var isRemoved: [Bool]
  /// What arrives before each old offset: gap, order of arrival, row.
  private var arrivals: [(gap: Int, order: Int, row: WorkloadRow)] = []
  private var versions: [Int: Int] = [:]
  private let rows: [WorkloadRow]

  init(_ rows: [WorkloadRow]) {
    self.rows = rows
    isRemoved = [Bool](repeating: false, count: rows.count)
  }

  /// Removes `count` rows chosen at random; returns them.
  @discardableResult
  mutating func removeRandom(_ count: Int, _ generator: inout SplitMix64) -> [WorkloadRow] {
    let chosen = generator.choose(min(count, rows.count), of: rows.count)
    var removed: [WorkloadRow] = []
    for index in rows.indices where chosen[index] && !isRemoved[index] {
      isRemoved[index] = true
      removed.append(rows[index])
    }
    return removed
  }

  /// The row at an old offset.
  func row(at offset: Int) -> WorkloadRow { rows[offset] }

  /// Removes the rows in a range of offsets.
  mutating func remove(_ range: Range<Int>) {
    for index in range where rows.indices.contains(index) { isRemoved[index] = true }
  }

  /// Puts a row before the old offset `gap`.
  mutating func insert(_ row: WorkloadRow, before gap: Int) { arrivals.append((gap, arrivals.count, row)) }

  /// Puts rows at random offsets.
  mutating func insertRandom(_ added: [WorkloadRow], _ generator: inout SplitMix64) {
    for row in added { insert(row, before: generator.below(rows.count + 1)) }
  }

  /// Takes `count` rows out and puts each back at a random offset.
  mutating func moveRandom(_ count: Int, _ generator: inout SplitMix64) {
    var moved = removeRandom(count, &generator)
    generator.shuffle(&moved)
    insertRandom(moved, &generator)
  }

  /// Gives new content to `count` rows chosen at random.
  mutating func updateRandom(_ count: Int, _ generator: inout SplitMix64) {
    let chosen = generator.choose(min(count, rows.count), of: rows.count)
    for index in rows.indices where chosen[index] { versions[index] = rows[index].version + 1 }
  }

  /// The rows after all edits.
  func result() -> [WorkloadRow] {
    let arriving = arrivals.sorted { ($0.gap, $0.order) < ($1.gap, $1.order) }
    var result: [WorkloadRow] = []
    result.reserveCapacity(rows.count + arriving.count)
    var next = 0
    for index in 0...rows.count {
      while next < arriving.count, arriving[next].gap <= index {
        result.append(arriving[next].row)
        next += 1
      }
      if index < rows.count, !isRemoved[index] {
        var row = rows[index]
        row.version = versions[index] ?? row.version
        result.append(row)
      }
    }
    return result
  }
}

extension [WorkloadRow] {
  /// Rows with the ids `range`, in a random order, so that ids say nothing about their order.
  static func mixed(_ range: Range<Int>, _ generator: inout SplitMix64) -> [WorkloadRow] {
    var rows = range.map { WorkloadRow(id: $0) }
    generator.shuffle(&rows)
    return rows
  }
}
