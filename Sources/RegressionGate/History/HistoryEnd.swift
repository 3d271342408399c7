package import BenchmarkHarness

/// What earlier records have and the last one does not, so that no change of it can be found.
package struct HistoryEnd: Hashable, Sendable {
  /// Of which contender.
  package var key: DiffKey
  /// The count that ended, or `time`; `nil` where all of the contender did, or its input.
  package var name: String?
  /// The input that ended: there is another one.
  package var input: HistoryRecord.Contender.Input?
  /// Where it was measured before: it goes on elsewhere, with too few records to be judged there.
  package var place: RunEnvironment?
  /// The commits in one of which it ended.
  package var commits: ClosedRange<Int>
  /// The blessing that accepts it.
  package var blessing: HistoryBlessing?

  /// As options and blessings name it: `removal` of a contender, `removal of ` and the name of what ended, `input`, or `place`.
  package var metric: String {
    if place != nil { return "place" }
    return input == nil ? name.map { FigureName.removalOfCount + $0 } ?? FigureName.removal : FigureName.input
  }

  /// Of what the input or the place ended: the input's size, or the figure and where it was measured.
  package var of: String? {
    place.map { "\(name ?? "") on \($0.host), \($0.allocator), \($0.toolchain)" } ?? input?.description
  }

  /// What has ended in a history, the latest first.
  ///
  /// The last record decides. A count that differs between its runs has ended where it was exact before. Of a wrong answer nothing
  /// else is known, and nothing has ended.
  ///
  /// - Parameter records: records with the offsets of their commits, ascending, and with their inputs.
  static func ends(in records: [(commit: Int, record: HistoryRecord)]) -> [HistoryEnd] {
    var ends: [HistoryEnd] = []
    var seen: Set<Part> = []
    var gone = Set(records.last?.record.measured.filter(\.isWrong).map(\.key) ?? [])
    // The commit of the record after this one.
    var next: Int?
    for (commit, record) in records.reversed() {
      for contender in record.measured {
        let key = contender.key
        func part(_ name: String, isExact: Bool) -> Part {
          Part(key: key, name: name, better: contender.better(name), isExact: isExact)
        }
        let time = HistorySeries.Metric.timeName
        let times = contender.times.isEmpty ? [] : [time] + contender.ratios.keys.sorted().map { "\(time) by \($0)" }
        let exact = contender.counts.keys.sorted() + times
        let parts =
          [Part(key: key), Part(key: key, input: contender.input)] + exact.map { part($0, isExact: true) }
          + (exact + (contender.unsteady ?? [])).map { part($0, isExact: false) }
        for one in parts {
          guard seen.insert(one).inserted, let next, !gone.contains(key) else { continue }
          if one == parts[0] { gone.insert(key) }
          // It ends once.
          if let name = one.name { seen.insert(part(name, isExact: !one.isExact)) }
          ends.append(HistoryEnd(key: key, name: one.name, input: one.input, commits: (commit + 1)...next))
        }
      }
      next = commit
    }
    return ends
  }

  /// A contender, its input, or one of its counts: where it is exact, or wherever it is.
  private struct Part: Hashable {
    let key: DiffKey
    var name: String?
    /// With another meaning it is another count.
    var better = Better.fewer
    var isExact = false
    var input: HistoryRecord.Contender.Input?
  }
}

extension HistoryEnd {
  /// The end of a series where it was measured before, if it was judged there; of what was measured in the last record.
  ///
  /// - Parameter all: the series of the history.
  init?(before series: HistorySeries, among all: [HistorySeries]) {
    let others = all.filter { series.isSame($0) && $0.environment.place != series.environment.place }
    // Ascending; of the same commit there is one record.
    let points = (others + [series]).flatMap { one in one.points.map { (commit: $0.commit, series: one) } }
      .sorted { $0.commit < $1.commit }
    guard others.contains(where: { $0.points.count >= series.needed }),
      let move = zip(points, points.dropFirst()).first(where: {
        $0.series.environment.place != series.environment.place
          && $1.series.environment.place == series.environment.place
      })
    else { return nil }
    self.init(
      key: series.key, name: series.metric.name, place: move.0.series.environment,
      commits: (move.0.commit + 1)...move.1.commit)
  }
}
