internal import BenchmarkHarness
internal import RecordFormats
internal import SectionDiff

/// Reads what others wrote, and says what is wrong with it where something is.
enum BenchmarkRunReader {
  private static let advice = "measure again with a runner and --record"

  /// Reads a benchmark run.
  ///
  /// - Throws: a failure that names file, place and remedy.
  static func run(in source: SourceText) throws(Failure) -> BenchmarkRun {
    let run = try decoded(source, { try BenchmarkRun(json: $0) }) {
      "\(source.name): not a benchmark run: \($0); \(advice)"
    }
    try check(run, source.name)
    return run
  }

  /// Reads a value of JSON.
  ///
  /// - Throws: a failure that names file and place, by `problem` where it is JSON and no such value.
  static func decoded<Value>(
    _ source: SourceText, _ decode: ([UInt8]) throws -> Value, or problem: (String) -> String
  ) throws(Failure) -> Value {
    // Says line and column of what is no JSON; the decoder does not.
    _ = try reading { () throws(FormatError) in try JSONDocument(source) }
    do {
      return try decode(source.bytes(in: 0..<source.count))
    } catch {
      throw Failure(problem(description(of: error)))
    }
  }

  /// What a decoder found, with the path to the place: `workloads[0].table.rows[2].series: rounds is missing`.
  static func description(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ context: DecodingError.Context, _ more: [any CodingKey] = []) -> String {
      var text = ""
      for key in context.codingPath + more {
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += (text.isEmpty ? "" : ".") + key.stringValue
        }
      }
      return text.isEmpty ? "the value" : text
    }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context, [key])) is missing"
    case .typeMismatch(_, let context): "\(place(context)) is of another type"
    case .valueNotFound(_, let context): "\(place(context)) is null"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? context.debugDescription : "\(place(context)): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  /// No count and no time of a run is larger; sums of some are still numbers.
  private static let largest = 1 << 53

  /// Checks what the form alone does not say.
  private static func check(_ run: BenchmarkRun, _ name: String) throws(Failure) {
    guard !run.workloads.isEmpty else { throw Failure("\(name): the benchmark run holds no workloads; \(advice)") }
    guard VisibleText.escaped(run.environment.allocator) == run.environment.allocator else {
      throw Failure("\(name): the allocator's name has a character that cannot be shown; \(advice)")
    }
    var seen: Set<DiffKey> = []
    for workload in run.workloads where !seen.insert(workload.key(of: "")).inserted {
      throw Failure("\(name): \(workload.key(of: "")) occurs twice; \(advice)")
    }
    // A count may be there at some sizes only.
    let counted = Set(run.diffs.flatMap { key, _, row in (row.metrics ?? [:]).keys.map { [key.contender, $0] } })
    for (key, _, row) in run.diffs {
      guard seen.insert(key).inserted else { throw Failure("\(name): \(key) occurs twice; \(advice)") }
      let metrics = (row.metrics ?? [:]).keys.sorted()
      let picked = [row.answer?.receipt.strategy, row.answer?.receipt.picked].compactMap { $0 }
      let names = [key.workload, key.elements, key.contender] + metrics + picked
      for text in names + [row.wrong ?? ""] where VisibleText.escaped(text) != text {
        throw Failure("\(name): a name of \(key) has a character that cannot be shown; \(advice)")
      }
      if row.wrong != nil { continue }
      if let metric = metrics.first(where: { isReserved($0, of: row) }) {
        throw Failure("\(name): \(key) has a count of its own that is called \(metric); call it something else")
      }
      if let metric = row.better.keys.sorted().first(where: { !counted.contains([key.contender, $0]) }) {
        throw Failure(
          "\(name): \(key) says which \(VisibleText.shortened(metric, to: 60)) are better, and has no such count; \(advice)"
        )
      }
      guard !row.series.rounds.isEmpty else { throw Failure("\(name): \(key) has no times; \(advice)") }
      let times = row.series.rounds.flatMap { [$0.first, $0.second] }
      guard times.allSatisfy({ $0 >= 0 && $0 <= Double(largest) }) else {
        throw Failure("\(name): \(key) has a time that is not a positive number; \(advice)")
      }
      let changes = row.answer.map { Self.changes($0.counts) } ?? []
      // Before they are added up.
      if let count = changes.first(where: { !(0...largest).contains($0) }) {
        throw Failure("\(name): \(key) has \(count) changes; \(advice)")
      }
      for kind in CountKind.kinds(of: row) {
        if let count = kind.value(in: row), !(0...largest).contains(count) {
          throw Failure("\(name): \(key) has \(count) \(kind.rawValue); counts go from 0 to \(largest); \(advice)")
        }
      }
    }
  }

  /// Whether the name of a count is that of one that every row, or every diff, has.
  private static func isReserved(_ metric: String, of row: Measured) -> Bool {
    let kind = CountKind(rawValue: metric)
    if kind == .allocations || kind == .bytes { return row.allocations != nil }
    let isWord = [.wrong, .time, .instructions].contains(kind) || FigureName.isTaken(metric)
    return isWord || row.answer != nil && CountKind.diff.contains(kind)
  }

  private static func changes(_ counts: ChangeCounts) -> [Int] {
    [
      counts.deletes, counts.inserts, counts.moves, counts.updates, counts.sectionDeletes, counts.sectionInserts,
      counts.sectionMoves, counts.sectionUpdates,
    ]
  }
}
