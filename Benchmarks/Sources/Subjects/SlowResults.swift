import LiveResults
import SectionDiff

/// What live results must be, by the standard library's filter and sort.
enum SlowResults {
  /// Whether results show the records that pass the filter, by section and value, within a window.
  ///
  /// Records of one value have no order among each other, so values are compared place by place, and records one by one.
  static func areShown(
    _ results: LiveSubject.Results, of records: [LiveRecord], excluding digit: Int = 9, window: Range<Int>? = nil,
    by value: (LiveRecord) -> Int = \.rank
  ) -> Bool {
    let all = records.filter { $0.version % 10 != digit }
      .sorted { ($0.group, value($0)) < ($1.group, value($1)) }
    let expected = window.map { all[$0.clamped(to: all.indices)] } ?? all[...]
    let known = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    var place = expected.startIndex
    var seen: Set<Int> = []
    for section in results.sections {
      for record in section.items {
        guard place < expected.endIndex, record.group == section.key, known[record.id] == record,
          seen.insert(record.id).inserted, expected[place].group == record.group,
          value(expected[place]) == value(record)
        else { return false }
        place += 1
      }
    }
    return place == expected.endIndex
  }
}
