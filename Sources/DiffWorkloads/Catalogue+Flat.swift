extension Catalogue {
  /// Lists without sections.
  public static let flat: [Workload] = [
    Workload("identical", "nothing changed: the floor of every diff", seed: 101) { size, generator in
      let side = WorkloadSide(rows: .mixed(0..<size, &generator))
      return WorkloadPair(old: side, new: side)
    },
    flat("append", "1 % new rows at the end: a log", seed: 102) { rows, size, _ in
      rows + fresh(size / 100, after: size)
    },
    flat("prepend", "1 % new rows at the start: a timeline", seed: 103) { rows, size, _ in
      fresh(size / 100, after: size) + rows
    },
    edits("sparse-edits", "1 % in and 1 % out, anywhere: what most refreshes look like", seed: 104) {
      edits, size, generator in
      edits.removeRandom(size / 100, &generator)
      edits.insertRandom(fresh(size / 100, after: size), &generator)
    },
    edits("updates", "10 % of the rows have new content: prices, counters", seed: 105) {
      edits, size, generator in
      edits.updateRandom(size / 10, &generator)
    },
    edits("few-moves", "1 % of the rows move: a ranking", seed: 106) { edits, size, generator in
      edits.moveRandom(size / 100, &generator)
    },
    edits("mixed", "1 % in, 1 % out, 1 % moved, 3 % updated: a refresh of 6 rows in 100", seed: 107) {
      edits, size, generator in
      edits.removeRandom(size / 100, &generator)
      edits.insertRandom(fresh(size / 100, after: size), &generator)
      edits.moveRandom(size / 100, &generator)
      edits.updateRandom(size * 3 / 100, &generator)
    },
    edits("busy", "a sixth each inserted, deleted, moved: half of a busy list", seed: 121) {
      edits, size, generator in
      edits.removeRandom(size / 6, &generator)
      edits.insertRandom(fresh(size / 6, after: size), &generator)
      edits.moveRandom(size / 6, &generator)
    },
    flat("first-to-last", "one row from the first place to the last: naive moves report all", seed: 108) {
      rows, _, _ in
      Array(rows.dropFirst() + rows.prefix(1))
    },
    flat("block-move", "a tenth of the rows move as one block: drag and drop of a group", seed: 109) {
      rows, size, generator in
      let length = size / 10
      let start = generator.below(max(1, size - length + 1))
      let block = rows.dropFirst(start).prefix(length)
      var rest = Array(rows.prefix(start) + rows.dropFirst(start + length))
      rest.insert(contentsOf: block, at: generator.below(rest.count + 1))
      return rest
    },
    flat("rotate", "the first third goes to the end: a carousel", seed: 110) { rows, size, _ in
      Array(rows.dropFirst(size / 3) + rows.prefix(size / 3))
    },
    flat("reverse", "the order is reversed: sorting the other way", seed: 111) { rows, _, _ in rows.reversed()
    },
    flat("shuffle", "a random order: sorting by another column", seed: 112) { rows, _, generator in
      var rows = rows
      generator.shuffle(&rows)
      return rows
    },
    flat("chunk-shuffle", "blocks of 100 rows in a random order: pages that arrive out of order", seed: 113) {
      rows, size, generator in
      var chunks = stride(from: 0, to: size, by: 100).map { rows[$0..<min(size, $0 + 100)] }
      generator.shuffle(&chunks)
      return chunks.flatMap { $0 }
    },
    Workload("replace-all", "nothing in common: another account logs in", seed: 114) { size, generator in
      WorkloadPair(
        old: WorkloadSide(rows: .mixed(0..<size, &generator)),
        new: WorkloadSide(rows: .mixed(size..<2 * size, &generator)))
    },
    edits("filter-out", "half of the rows go: a filter is set", seed: 115) { edits, size, generator in
      edits.removeRandom(size / 2, &generator)
    },
    Workload("filter-in", "half of the rows come back: a filter is cleared", seed: 116) { size, generator in
      let rows = [WorkloadRow].mixed(0..<size, &generator)
      var edits = RowEdits(rows)
      edits.removeRandom(size / 2, &generator)
      return WorkloadPair(old: WorkloadSide(rows: edits.result()), new: WorkloadSide(rows: rows))
    },
    Workload("refilter", "one filter for another: half stays, half is exchanged", seed: 117) {
      size, generator in
      let rows = [WorkloadRow].mixed(0..<size * 3 / 2, &generator)
      return WorkloadPair(
        old: WorkloadSide(rows: rows.filter { $0.id % 3 != 0 }),
        new: WorkloadSide(rows: rows.filter { $0.id % 3 != 1 }))
    },
    repeats(
      "repeats-20", "about 20 copies of each value, 5 % edited: tags, log lines", copies: 20, seed: 118),
    repeats(
      "repeats-200", "about 200 copies of each value, 5 % edited: status codes", copies: 200, seed: 119),
    edits("bursts", "ten bursts of neighbours come, ten go: batches from a server", seed: 120) {
      edits, size, generator in
      let length = max(1, size / 1000)
      for burst in 0..<min(10, size) {
        let start = generator.below(size)
        edits.remove(start..<start + length)
        let gap = generator.below(size + 1)
        for row in fresh(length, after: size + burst * length) { edits.insert(row, before: gap) }
      }
    },
  ]

  /// `count` rows that no old side holds.
  static func fresh(_ count: Int, after size: Int) -> [WorkloadRow] {
    (size..<size + count).map { WorkloadRow(id: $0) }
  }

  /// A workload whose new rows are made of the old ones.
  static func flat(
    _ name: String, _ reason: String, seed: UInt64, size: Int = 100_000,
    change: @escaping @Sendable ([WorkloadRow], Int, inout SplitMix64) -> [WorkloadRow]
  ) -> Workload {
    Workload(name, reason, seed: seed, size: size) { size, generator in
      let rows = [WorkloadRow].mixed(0..<size, &generator)
      return WorkloadPair(
        old: WorkloadSide(rows: rows), new: WorkloadSide(rows: change(rows, size, &generator)))
    }
  }

  /// A workload of scattered edits.
  static func edits(
    _ name: String, _ reason: String, seed: UInt64, size: Int = 100_000,
    change: @escaping @Sendable (inout RowEdits, Int, inout SplitMix64) -> Void
  ) -> Workload {
    flat(name, reason, seed: seed, size: size) { rows, size, generator in
      var edits = RowEdits(rows)
      change(&edits, size, &generator)
      return edits.result()
    }
  }

  /// A workload of repeated ids of which a twentieth is edited: half out, half in.
  static func repeats(_ name: String, _ reason: String, copies: Int, seed: UInt64) -> Workload {
    Workload(name, reason, seed: seed, hasUniqueIDs: false) { size, generator in
      let values = max(1, size / copies)
      let rows = (0..<size).map { _ in WorkloadRow(id: generator.below(values)) }
      var edits = RowEdits(rows)
      edits.removeRandom(size / 40, &generator)
      edits.insertRandom(
        (0..<size / 40).map { _ in WorkloadRow(id: generator.below(values)) }, &generator)
      return WorkloadPair(old: WorkloadSide(rows: rows), new: WorkloadSide(rows: edits.result()))
    }
  }
}
