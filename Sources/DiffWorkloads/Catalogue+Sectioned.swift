extension Catalogue {
  /// Lists in sections; the size is the number of rows in all.
  public static let sectioned: [Workload] = [
    sectionEdits(
      "sections-edits", "1,000 rows a section, 1 % in and out: a contact list", rows: 1_000, seed: 201),
    sectionMoves(
      "sections-moves", "1,000 rows a section, 1 % to another: statuses change", rows: 1_000, seed: 202),
    sectionEdits(
      "small-sections-edits", "10 rows a section, 1 % in and out: a calendar", rows: 10, seed: 203),
    sectionMoves(
      "small-sections-moves", "10 rows a section, 1 % to another: appointments move", rows: 10, seed: 204),
    sectionEdits("one-section", "one section with all rows, 1 % in and out", rows: .max, seed: 205),
    sectioned("section-order", "100 sections in another order, rows as they were", rows: 1_000, seed: 206) {
      sections, _, generator in
      generator.shuffle(&sections)
    },
    sectioned("regroup", "the same rows under other keys: grouping by another field", rows: 1_000, seed: 207) {
      sections, _, generator in
      let count = sections.count
      var rows = sections.flatMap(\.rows)
      generator.shuffle(&rows)
      sections = chunked(rows, rows: 1_000).enumerated().map { (count + $0.offset, $0.element.rows) }
    },
    sectioned(
      "collapse", "half of the sections lose their rows and keep their header", rows: 1_000, seed: 208
    ) {
      sections, _, generator in
      let chosen = generator.choose(sections.count / 2, of: sections.count)
      for index in sections.indices where chosen[index] { sections[index].rows = [] }
    },
    Workload("expand", "half of the sections get their rows back", seed: 209, isSectioned: true) {
      size, generator in
      let sections = chunked(.mixed(0..<size, &generator), rows: 1_000)
      let chosen = generator.choose(sections.count / 2, of: sections.count)
      let old = sections.enumerated().map { ($0.element.key, chosen[$0.offset] ? [] : $0.element.rows) }
      return WorkloadPair(old: WorkloadSide(sections: old), new: WorkloadSide(sections: sections))
    },
    sectioned(
      "feed-refresh", "a feed by day: new rows on top, old days fall off, likes change", rows: 50, seed: 210
    ) {
      sections, size, generator in
      for index in sections.indices {
        var edits = RowEdits(sections[index].rows)
        edits.updateRandom(sections[index].rows.count / 5, &generator)
        sections[index].rows = edits.result()
      }
      let days = max(1, sections.count / 50)
      sections.removeLast(min(days, sections.count))
      for day in 0..<days {
        sections.insert((1_000_000 + day, fresh(50, after: size + day * 50)), at: 0)
      }
    },
    Workload(
      "kanban", "seven columns, 5 % of the cards move to the top of the next column", seed: 211,
      isSectioned: true
    ) {
      size, generator in
      let rows = [WorkloadRow].mixed(0..<size, &generator)
      let old = (0..<7).map { column in (column, rows.filter { $0.id % 7 == column }) }
      var new = old.map { ($0.0, [WorkloadRow]()) }
      for (column, cards) in old {
        for var card in cards {
          if column < 6, generator.below(20) == 0 {
            card.version += 1
            new[column + 1].1.insert(card, at: 0)
          } else {
            new[column].1.append(card)
          }
        }
      }
      return WorkloadPair(old: WorkloadSide(sections: old), new: WorkloadSide(sections: new))
    },
    Workload(
      "price-list", "20 aisles sorted by price; 5 % of the prices change and their rows are sorted in",
      seed: 212, isSectioned: true
    ) {
      size, generator in
      var prices = (0..<size).map { _ in generator.below(100_000) }
      func side(_ prices: [Int]) -> WorkloadSide {
        WorkloadSide(
          sections: (0..<20).map { aisle in
            let ids = stride(from: aisle, to: size, by: 20).sorted { (prices[$0], $0) < (prices[$1], $1) }
            return (aisle, ids.map { WorkloadRow(id: $0, version: prices[$0]) })
          })
      }
      let old = side(prices)
      let chosen = generator.choose(size / 20, of: size)
      for id in 0..<size where chosen[id] { prices[id] = generator.below(100_000) }
      return WorkloadPair(old: old, new: side(prices))
    },
  ]

  typealias Sections = [(key: Int, rows: [WorkloadRow])]

  /// The rows cut into sections of a fixed length, keyed from zero.
  static func chunked(_ rows: [WorkloadRow], rows length: Int) -> Sections {
    if rows.isEmpty { return [] }
    let length = min(length, rows.count)
    return stride(from: 0, to: rows.count, by: length).map { start in
      (start / length, Array(rows[start..<min(rows.count, start + length)]))
    }
  }

  /// A workload whose new sections are made of the old ones.
  static func sectioned(
    _ name: String, _ reason: String, rows length: Int, seed: UInt64, size: Int = 100_000,
    change: @escaping @Sendable (inout Sections, Int, inout SplitMix64) -> Void
  ) -> Workload {
    Workload(name, reason, seed: seed, size: size, isSectioned: true) { size, generator in
      let old = chunked(.mixed(0..<size, &generator), rows: length)
      var new = old
      change(&new, size, &generator)
      return WorkloadPair(old: WorkloadSide(sections: old), new: WorkloadSide(sections: new))
    }
  }

  static func sectionEdits(_ name: String, _ reason: String, rows length: Int, seed: UInt64) -> Workload {
    sectioned(name, reason, rows: length, seed: seed) { sections, size, generator in
      let isOut = generator.choose(size / 100, of: size)
      var rowsBefore = 0
      var arrivals = [[WorkloadRow]](repeating: [], count: sections.count)
      for row in fresh(size / 100, after: size) where !sections.isEmpty {
        arrivals[generator.below(sections.count)].append(row)
      }
      for index in sections.indices {
        var edits = RowEdits(sections[index].rows)
        for offset in sections[index].rows.indices {
          if isOut[rowsBefore + offset] { edits.remove(offset..<offset + 1) }
        }
        rowsBefore += sections[index].rows.count
        edits.insertRandom(arrivals[index], &generator)
        sections[index].rows = edits.result()
      }
    }
  }

  static func sectionMoves(_ name: String, _ reason: String, rows length: Int, seed: UInt64) -> Workload {
    sectioned(name, reason, rows: length, seed: seed) { sections, size, generator in
      let leaves = generator.choose(size / 100, of: size)
      var rowsBefore = 0
      var arrivals = [[WorkloadRow]](repeating: [], count: sections.count)
      var edits = sections.map { RowEdits($0.rows) }
      for index in sections.indices {
        for offset in sections[index].rows.indices {
          if leaves[rowsBefore + offset] {
            edits[index].remove(offset..<offset + 1)
            arrivals[generator.below(sections.count)].append(sections[index].rows[offset])
          }
        }
        rowsBefore += sections[index].rows.count
      }
      for index in sections.indices {
        edits[index].insertRandom(arrivals[index], &generator)
        sections[index].rows = edits[index].result()
      }
    }
  }
}
