/// What earlier records have and the last one does not, so that no change of it can be found.
package struct HistoryEnd: Hashable, Sendable {
  /// Of which contender.
  package var key: DiffKey
  /// The count that ended, or `time`; `nil` where all of the contender did, or its input.
  var name: String?
  /// The input that ended: there is another one.
  package var input: HistoryRecord.Contender.Input?
  /// The commits in one of which it ended.
  package var commits: ClosedRange<Int>
  /// The blessing that accepts it.
  package var blessing: HistoryBlessing?

  /// As options and blessings name it: `removal` of a contender, `removal of ` and the name of what ended, or `input`.
  package var metric: String {
    input == nil ? name.map { AcceptedTrade.removalOfCount + $0 } ?? AcceptedTrade.removal : "input"
  }

  /// What has ended in a history, the latest first.
  ///
  /// The last record decides. Times, memory and instructions need a clock, an allocator or a tool, so of each that record decides
  /// which is the last one to have it, of any contender. Of a wrong answer nothing else is known, and nothing has ended.
  ///
  /// - Parameter records: records with the offsets of their commits, ascending, and with their inputs.
  static func ends(in records: [(commit: Int, record: HistoryRecord)]) -> [HistoryEnd] {
    let time = HistorySeries.Metric.timeName
    var ends: [HistoryEnd] = []
    var seen: Set<Part> = []
    var gone = Set(records.last?.record.measured.filter(\.isWrong).map(\.key) ?? [])
    // The commit of the record after this one: of any, and of those that have a time, or memory, or instructions.
    var next: [String?: Int] = [:]
    for (commit, record) in records.reversed() {
      var meters: Set<String?> = [nil]
      for contender in record.measured {
        let names =
          (contender.counts.keys + (contender.unsteady ?? [])).sorted()
          + (contender.times.isEmpty ? [] : [time])
        let parts =
          [Part(key: contender.key), Part(key: contender.key, input: contender.input)]
          + names.map { Part(key: contender.key, name: $0, better: contender.better($0)) }
        for part in parts {
          let isMeter = part.name.map { CountKind(rawValue: $0).isOfPlace } ?? false
          let meter = isMeter ? part.name : nil
          meters.insert(meter)
          guard seen.insert(part).inserted, let after = next[meter], !gone.contains(part.key) else { continue }
          if part == parts[0] { gone.insert(part.key) }
          ends.append(HistoryEnd(key: part.key, name: part.name, input: part.input, commits: (commit + 1)...after))
        }
      }
      for meter in meters { next[meter] = commit }
    }
    return ends
  }

  /// A contender, its input, or one of its counts.
  private struct Part: Hashable {
    let key: DiffKey
    var name: String?
    /// With another meaning it is another count.
    var better = Better.fewer
    var input: HistoryRecord.Contender.Input?
  }
}
