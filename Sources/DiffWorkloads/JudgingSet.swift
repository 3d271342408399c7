// Frozen. No threshold may be tuned on what stands here; a test fails when this file changes without a line in the
// change log that says why.

extension Catalogue {
  /// Further kinds, with other seeds and sizes, that thresholds are judged by and never tuned on.
  public static let judging: [Workload] = [
    edits("judge-pruned", "3 % out, nothing in", seed: 9_001, size: 70_000) { edits, size, generator in
      edits.removeRandom(size * 3 / 100, &generator)
    },
    edits("judge-ranked", "one row in seven climbs a little", seed: 9_002, size: 40_000) {
      edits, size, generator in
      for place in stride(from: 20, to: size, by: 7) {
        edits.remove(place..<place + 1)
        edits.insert(edits.row(at: place), before: place - 1 - generator.below(19))
      }
    },
    flat("judge-swapped-halves", "the halves change places, 2 % are exchanged", seed: 9_003, size: 60_000) {
      rows, size, generator in
      var edits = RowEdits(Array(rows.dropFirst(size / 2) + rows.prefix(size / 2)))
      edits.removeRandom(size / 50, &generator)
      edits.insertRandom(fresh(size / 50, after: size), &generator)
      return edits.result()
    },
    flat("judge-interleaved", "two lists are dealt into one", seed: 9_004, size: 50_000) { rows, size, _ in
      let half = size / 2
      return (0..<half).flatMap { [rows[$0], rows[half + $0]] } + rows.dropFirst(2 * half)
    },
    flat("judge-nearly-reversed", "reversed, then 1 % moved", seed: 9_005, size: 30_000) {
      rows, size, generator in
      var edits = RowEdits(rows.reversed())
      edits.moveRandom(size / 100, &generator)
      return edits.result()
    },
    flat("judge-insertion-sort", "the last 5 % are sorted in: a merge of new mail", seed: 9_006, size: 80_000) {
      rows, size, generator in
      let tail = size / 20
      var edits = RowEdits(Array(rows.prefix(size - tail)))
      edits.insertRandom(Array(rows.suffix(tail)), &generator)
      return edits.result()
    },
    Workload(
      "judge-log-lines", "lines of a log by frequency: few values, long tail; 1 % edited", seed: 9_007,
      size: 45_000, hasUniqueIDs: false
    ) {
      size, generator in
      func line(_ generator: inout SplitMix64) -> WorkloadRow {
        // Half of the lines are one of 16 values, the others one of 4096.
        WorkloadRow(id: generator.below(2) == 0 ? generator.below(16) : 16 + generator.below(4096))
      }
      let rows = (0..<size).map { _ in line(&generator) }
      var edits = RowEdits(rows)
      edits.removeRandom(size / 200, &generator)
      edits.insertRandom((0..<size / 200).map { _ in line(&generator) }, &generator)
      return WorkloadPair(old: WorkloadSide(rows: rows), new: WorkloadSide(rows: edits.result()))
    },
    Workload(
      "judge-source-text", "a program: blank lines and braces repeat, a function is rewritten", seed: 9_008,
      size: 20_000, hasUniqueIDs: false
    ) {
      size, generator in
      func line(_ index: Int, _ generator: inout SplitMix64) -> WorkloadRow {
        WorkloadRow(id: generator.below(4) == 0 ? generator.below(3) : 3 + index)
      }
      let rows = (0..<size).map { line($0, &generator) }
      let start = generator.below(max(1, size - size / 50))
      let body = (0..<size / 40).map { line(size + $0, &generator) }
      return WorkloadPair(
        old: WorkloadSide(rows: rows),
        new: WorkloadSide(rows: rows.prefix(start) + body + rows.dropFirst(start + size / 50)))
    },
    sectioned(
      "judge-week-view", "35 rows a section; rows go to the day before or after", rows: 35, seed: 9_009,
      size: 35_000
    ) {
      sections, _, generator in
      for index in sections.indices.dropLast() where generator.below(3) == 0 {
        guard let row = sections[index].rows.popLast() else { continue }
        sections[index + 1].rows.insert(row, at: 0)
      }
    },
    sectioned(
      "judge-archive", "a tenth of the sections goes, their rows are gathered in one new section", rows: 200,
      seed: 9_010, size: 60_000
    ) {
      sections, _, generator in
      let chosen = generator.choose(sections.count / 10, of: sections.count)
      let archived = sections.indices.filter { chosen[$0] }.flatMap { sections[$0].rows }
      sections =
        sections.indices.filter { !chosen[$0] }.map { sections[$0] } + [(key: 999_999, rows: archived)]
    },
    sectioned(
      "judge-board-sort", "every section is sorted, 2 % are new", rows: 500, seed: 9_011, size: 50_000
    ) {
      sections, size, generator in
      for index in sections.indices {
        sections[index].rows.sort { $0.id < $1.id }
        var edits = RowEdits(sections[index].rows)
        edits.insertRandom(fresh(10, after: size + 10 * index), &generator)
        sections[index].rows = edits.result()
      }
    },
    sectioned(
      "judge-tabs", "sections are dragged, one in twenty rows is updated", rows: 250, seed: 9_012,
      size: 25_000
    ) {
      sections, _, generator in
      for _ in 0..<min(5, sections.count) {
        let section = sections.remove(at: generator.below(sections.count))
        sections.insert(section, at: generator.below(sections.count + 1))
      }
      for index in sections.indices {
        var edits = RowEdits(sections[index].rows)
        edits.updateRandom(sections[index].rows.count / 20, &generator)
        sections[index].rows = edits.result()
      }
    },
    edits("judge-churn", "a third is exchanged in blocks of 30", seed: 9_013, size: 90_000) {
      edits, size, generator in
      for (block, start) in stride(from: 0, to: size, by: 90).enumerated() {
        edits.remove(start..<start + 30)
        for row in fresh(30, after: size + 30 * block) { edits.insert(row, before: start) }
        _ = generator.next()
      }
    },
    flat("judge-deck", "a perfect riffle of 8 piles", seed: 9_014, size: 16_000) { rows, size, _ in
      let pile = max(1, size / 8)
      return (0..<pile).flatMap { card in
        (0..<8).compactMap { $0 * pile + card < size ? rows[$0 * pile + card] : nil }
      } + rows.dropFirst(8 * pile)
    },
  ]
}
