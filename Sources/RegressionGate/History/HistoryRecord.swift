package import BenchmarkHarness

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a history keeps of one commit: the counts of every contender, and a few figures of its times.
package struct HistoryRecord: Hashable, Sendable, Codable {
  /// Where it was measured.
  package var environment: RunEnvironment
  /// What was measured, in the order of the benchmark run.
  package var measured: [Contender]

  /// One contender on one input.
  package struct Contender: Hashable, Sendable, Codable {
    /// Which one.
    package var key: DiffKey
    /// Its counts by name; empty for a floor.
    package var counts: [String: Int]
    /// The best time of each process, in nanoseconds a run.
    package var times: [Double]
    /// Its time by that of each floor, the median of the rounds of each process.
    package var ratios: [String: [Double]]
    /// The names of the counts that differed from process to process, ascending: they are left out of ``counts``, as no change
    /// of them could be told from chance. `nil` for none.
    package var unsteady: [String]?
    /// The least and the most that processes gave of each of these that all had; `nil` for none.
    package var bounds: [String: ClosedRange<Int>]?
    /// How large its input is; `nil` in records from before that was noted.
    package var input: Input?
    /// Whether other threads take part; `nil` where they do not.
    package var threads: Bool?
    /// Of which counts more is better; `nil` for none.
    package var better: [String: Better]?

    /// The items of an input.
    package struct Input: Hashable, Sendable, Codable, CustomStringConvertible {
      /// How many there are before the change.
      package var old: Int
      /// How many there are after it.
      package var new: Int

      package var description: String { old == new ? "\(old) items" : "\(old) items, then \(new)" }
    }
  }
}

extension HistoryRecord {
  /// Why benchmark runs make no record.
  package struct Unusable: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Puts the runs of one commit together, each of a process of its own.
  ///
  /// - Parameter commit: the commit, where that is known better than by the runs.
  /// - Throws: ``Unusable`` where they are not of one kind.
  package init(_ runs: [BenchmarkRun], of commit: String? = nil) throws(Unusable) {
    guard let first = runs.first else { throw Unusable(description: "there is no benchmark run") }
    environment = first.environment
    measured = []
    var places: [DiffKey: Int] = [:]
    // In how many runs each is.
    var found: [Int] = []
    for run in runs {
      let other = run.environment
      for (name, a, b) in [
        ("hosts", environment.host, other.host), ("toolchains", environment.toolchain, other.toolchain),
        ("allocators", environment.allocator, other.allocator), ("commits", environment.commit, other.commit),
      ] where a != b {
        throw Unusable(description: "runs of one record have two \(name): \(a) and \(b); record them one by one")
      }
      for (key, workload, row) in run.diffs where row.isJudged {
        let contender = Contender(key, row, of: workload)
        guard let place = places[key] else {
          places[key] = measured.count
          measured.append(contender)
          found.append(1)
          continue
        }
        found[place] += 1
        if let one = measured[place].input, let two = contender.input, one != two {
          throw Unusable(description: "\(key) has two inputs: \(one) in one run, and \(two) in another")
        }
        let names = Set(measured[place].counts.keys).union(measured[place].unsteady ?? []).intersection(
          contender.counts.keys)
        if let name = names.sorted().first(where: { measured[place].better($0) != contender.better($0) }) {
          throw Unusable(description: "more \(name) of \(key) are better in one run, and fewer in another")
        }
        measured[place].add(contender)
      }
    }
    for place in measured.indices where found[place] < runs.count { measured[place].loseCounts() }
    environment.commit = commit ?? environment.commit
    if measured.isEmpty { throw Unusable(description: "the benchmark run holds floors only; record contenders, too") }
  }

  /// One figure of one contender.
  package struct Figure: Hashable, Sendable {
    package let key: DiffKey
    package let name: String
  }

  /// What is known of each contender, or, besides, what differed from process to process. Of a wrong answer nothing is.
  package func figures(withUnsteady isWhole: Bool) -> [Figure] {
    measured.filter { !$0.isWrong }.flatMap { contender in
      let unsteady = isWhole ? contender.unsteady ?? [] : (contender.bounds ?? [:]).keys.sorted()
      let times = contender.times.isEmpty ? [] : [HistorySeries.Metric.timeName]
      return (contender.counts.keys + unsteady + times).map { Figure(key: contender.key, name: $0) }
    }
  }

  /// What was left out, a phrase for each count that differed from process to process.
  package var remarks: [String] {
    measured.flatMap { contender in
      (contender.unsteady ?? []).map { "left out: \($0) of \(contender.key), which differed from run to run" }
    }
  }
}

extension BenchmarkRun {
  /// Whether it is another one, given twice: the times of another process differ, but where a runner gives them all one number.
  package func isCopy(of other: BenchmarkRun) -> Bool {
    self == other && Set(diffs.flatMap { $0.row.series.rounds.flatMap { [$0.first, $0.second] } }).count > 1
  }
}

extension HistoryRecord.Contender {
  /// What is kept of a row.
  fileprivate init(_ key: DiffKey, _ row: Measured, of workload: WorkloadRun) {
    self.key = key
    input = Input(old: workload.old, new: workload.new)
    threads = row.usesThreads ? true : nil
    better = row.better.isEmpty ? nil : row.better
    counts = [:]
    // What a wrong answer cost says nothing.
    for kind in row.wrong == nil ? CountKind.kinds(of: row) : [.wrong] { counts[kind.rawValue] = kind.value(in: row) }
    let best = row.series.distribution.minimum
    times = best > 0 ? [best] : []
    ratios = [:]
    for floor in workload.table.rows where !floor.isJudged {
      let rounds = zip(row.series.rounds, floor.series.rounds).compactMap { time, floor in
        time.mean > 0 && floor.mean > 0 ? time.mean / floor.mean : nil
      }
      if !rounds.isEmpty { ratios[floor.name] = [SampleDistribution(rounds).median] }
    }
  }

  /// Adds what another process measured.
  fileprivate mutating func add(_ other: Self) {
    var unsteady = Set(self.unsteady ?? [])
    for name in Set(counts.keys).union(other.counts.keys) where counts[name] != other.counts[name] {
      switch (name, counts[name], other.counts[name]) {
      // An answer that is wrong once is wrong.
      case (CountKind.wrong.rawValue, let one?, let two?): counts[name] = max(one, two)
      // What else a process does falls into one run or the other.
      case (CountKind.instructions.rawValue, let one?, let two?): counts[name] = min(one, two)
      case (_, let one, let two?):
        if let known = one.map({ $0...$0 }) ?? bounds?[name] {
          bounds = bounds ?? [:]
          bounds?[name] = min(known.lowerBound, two)...max(known.upperBound, two)
        }
        unsteady.insert(name)
      default: unsteady.insert(name)
      }
    }
    // What one of the runs lacks has no bounds that all have.
    for name in (bounds ?? [:]).keys where other.counts[name] == nil { bounds?[name] = nil }
    better = (better ?? [:]).merging(other.better ?? [:]) { one, _ in one }
    if better?.isEmpty ?? false { better = nil }
    for name in unsteady { counts[name] = nil }
    self.unsteady = unsteady.isEmpty ? nil : unsteady.sorted()
    if bounds?.isEmpty ?? false { bounds = nil }
    threads = threads ?? other.threads
    times += other.times
    for (floor, values) in other.ratios { ratios[floor, default: []] += values }
  }

  /// Takes no count of it for exact: not all runs have it.
  fileprivate mutating func loseCounts() {
    let lost = counts.keys.filter { $0 != CountKind.wrong.rawValue }
    for name in lost { counts[name] = nil }
    let names = Set(unsteady ?? []).union(lost)
    unsteady = names.isEmpty ? nil : names.sorted()
    bounds = nil
  }

  /// A count, or the least and the most that runs gave of it.
  func range(of name: String) -> ClosedRange<Int>? { counts[name].map { $0...$0 } ?? bounds?[name] }

  /// Which of two figures of a count is better.
  func better(_ name: String) -> Better { better?[name] ?? .fewer }

  /// Whether its answer is wrong.
  var isWrong: Bool { counts[CountKind.wrong.rawValue] ?? 0 > 0 }

  /// What a figure that was read cannot be; `nil` where all is well.
  fileprivate var problem: String? {
    let ends = (bounds ?? [:]).flatMap { name, range in [(name, range.lowerBound), (name, range.upperBound)] }
    for (name, count) in counts.map({ ($0, $1) }) + ends where !(0...HistoryEntry.largestCount).contains(count) {
      return "\(count) \(name)"
    }
    if let name = bounds?.keys.first(where: { !(unsteady ?? []).contains($0) }) {
      return "bounds of \(name), which is steady"
    }
    if let input, min(input.old, input.new) < 0 { return "an input of \(input)" }
    if let name = unsteady?.first(where: { counts[$0] != nil }) { return "a count that differed: \(name)" }
    if let floor = ratios.first(where: \.value.isEmpty)?.key { return "no ratio to \(floor)" }
    if (times + ratios.values.flatMap { $0 }).contains(where: { !($0 > 0 && $0.isFinite) }) {
      return "a time that is not a positive number"
    }
    return nil
  }
}

/// One change that was accepted, with the reason.
package struct HistoryBlessing: Hashable, Sendable, Codable {
  /// Of which contender.
  package var key: DiffKey
  /// What changed: `time`, or the name of a count; or what ended, as ``HistoryEnd/metric`` has it.
  package var metric: String
  /// The last commit that was known to be before the change; `nil` where there was none.
  package var after: String?
  /// The commit by which it has happened.
  package var until: String
  /// The level after the change by that before it.
  package var ratio: Double?
  /// The standard error of the logarithm of that, when it was accepted.
  var error: Double?
  /// The level after the change, of a count.
  package var count: Int?
  /// Why it is accepted.
  package var reason: String
  /// The day in UTC.
  package var date: String

  /// Accepts a change of a series.
  package init(
    _ change: HistoryChange, of series: HistorySeries, after: String?, until: String, reason: String, date: String
  ) {
    self.init(series.key, series.metric.name, after: after, until: until, reason: reason, date: date)
    if series.isTimed {
      ratio = change.after / change.before
      error = (change.beforeVariance + change.afterVariance).squareRoot()
    } else {
      count = Int(change.after)
    }
  }

  /// Accepts that something has ended.
  package init(_ key: DiffKey, _ metric: String, after: String?, until: String, reason: String, date: String) {
    (self.key, self.metric, self.after, self.until) = (key, metric, after, until)
    (self.reason, self.date) = (reason, date)
  }

  /// Whether a change of a series is no worse than what was accepted. The level of a time is known as well as it was
  /// then, at best to 3 %, and one of instructions to what they differ by.
  func covers(_ change: HistoryChange, of series: HistorySeries) -> Bool {
    guard key == series.key, metric == series.metric.name else { return false }
    if series.isTimed {
      return change.after / change.before <= (ratio ?? 0) * (1 + max(0.03, ShiftSearch.slack(error: error ?? 0)))
    }
    return count.map { series.isBack(change.after, to: Double($0), isShared: change.isShared) } ?? false
  }

  /// Whether it is for the end of a series; what has a level is for a change.
  func covers(_ end: HistoryEnd) -> Bool { key == end.key && metric == end.metric && count == nil && ratio == nil }
}

/// All that a history keeps of one commit.
package struct HistoryEntry: Hashable, Sendable, Codable {
  /// The name of the form.
  package static let formatName = "section-diff-history/1"
  /// No count is larger.
  package static let largestCount = 1 << 53

  /// The name of the form that it was written in.
  package var format: String
  /// The commit, whole.
  package var commit: String
  /// What was measured; `nil` where there are blessings only.
  package var record: HistoryRecord?
  /// Changes that happened by this commit, and were accepted.
  package var blessings: [HistoryBlessing]

  /// Whether a later version of this program wrote it: then nothing is known of it but that.
  package var isLater: Bool {
    // A whole number from 1 on in digits alone, however large.
    let (name, digits) = (Self.formatName.dropLast(), format.utf8.dropFirst(Self.formatName.utf8.count - 1))
    return format != Self.formatName && format.hasPrefix(name) && !digits.isEmpty && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Makes an entry.
  package init(commit: String, record: HistoryRecord? = nil, blessings: [HistoryBlessing] = []) {
    format = Self.formatName
    self.commit = commit
    self.record = record
    self.blessings = blessings
  }

  /// The entry as one line of JSON, members in alphabetical order.
  ///
  /// - Throws: `EncodingError` when a figure is not a number.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Reads what ``json()`` writes, and checks it. Members that are not known say nothing; but in a blessing they may say that
  /// less is accepted.
  ///
  /// - Throws: `DecodingError` that says what is wrong.
  package init(json: [UInt8]) throws {
    func wrong(_ text: String) -> DecodingError {
      .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: text))
    }
    self.init(commit: "")
    let form = try JSONDecoder().decode(Form.self, from: Data(json))
    format = form.format
    if isLater { return }
    guard format == Self.formatName else { throw wrong("an entry in the form \(format), not \(Self.formatName)") }
    let entry = try JSONDecoder().decode(HistoryEntry.self, from: Data(json))
    for (names, blessing) in zip(form.blessings?.items ?? [], entry.blessings) {
      let key = names.members["key"]?.unknown(besides: Mirror(reflecting: blessing.key).children.compactMap(\.label))
      if let name = key ?? names.unknown(besides: Mirror(reflecting: blessing).children.compactMap(\.label)) {
        throw wrong("a blessing of \(blessing.key) has a member that is not known: \(name)")
      }
    }
    var seen: Set<DiffKey> = []
    for contender in entry.record?.measured ?? [] {
      guard seen.insert(contender.key).inserted else { throw wrong("\(contender.key) occurs twice") }
      if let problem = contender.problem { throw wrong("\(contender.key) has \(problem)") }
    }
    self = entry
  }

  /// What is looked at first.
  private struct Form: Decodable {
    let format: String
    let blessings: MemberNames?
  }
}
