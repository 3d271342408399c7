import DiffWorkloads
import StoreTestSupport
import Testing

@testable import BenchmarkHarness

/// Random histories of counts, judged by the report and by ``PlainJudge``, which shares no code with it.
@Suite("Histories of benchmarks")
struct BenchmarkHistoriesTests {
  @Test("what a history says is what follows from its records: verdict, changes, ends, wrong answers")
  func histories() {
    let count = max(500, randomRuns * 5)
    var (different, verdicts, statuses, ends) = (0, [String: Int](), [String: Int](), [String: Int]())
    for seed in 0..<count where different < 5 {
      let history = RandomHistory(seed: UInt64(seed))
      let report = HistoryReport(records: history.records, blessings: history.blessings)
      let found = Self.facts(report)
      let expected = PlainJudge(records: history.records, blessings: history.blessings).facts
      if found != expected {
        different += 1
        Issue.record("seed \(seed): only in the report \(found - expected), only expected \(expected - found)")
      }
      verdicts[report.verdict.rawValue, default: 0] += 1
      for change in report.trends.flatMap(\.changes) where change.isWorse {
        statuses[change.status.rawValue, default: 0] += 1
      }
      for end in report.ends { ends[(end.blessing == nil ? "" : "accepted ") + end.metric, default: 0] += 1 }
    }
    // All of it happens.
    #expect(Set(verdicts.keys) == ["pass", "regressed", "cannot tell"], "\(verdicts)")
    #expect(Set(statuses.keys) == ["open", "blessed", "undone"], "\(statuses)")
    for metric in ["removal", "input", "removal of tokens", "removal of time", "removal of instructions"] {
      #expect(ends[metric] ?? 0 > 0 && ends["accepted " + metric] ?? 0 > 0, "\(metric): \(ends)")
    }
    print("histories of benchmarks: \(count), \(different) different; \(verdicts), \(statuses)")
  }

  /// All that a report says, a text for each.
  private static func facts(_ report: HistoryReport) -> Set<String> {
    var facts: Set<String> = ["verdict \(report.verdict.rawValue)"]
    for trend in report.trends {
      let series = trend.series
      let size = series.input.map { "\($0.old)" } ?? "any"
      for change in trend.changes {
        facts.insert(
          "\(series.key.contender) \(series.metric.name) \(size): \(Int(change.before)) to \(Int(change.after)) in "
            + "\(change.commits) at \(series.points[change.points.lowerBound].commit), \(change.status.rawValue)")
      }
    }
    for end in report.ends {
      let size = end.input.map { " \($0.old)" } ?? ""
      let accepted = end.blessing == nil ? "" : "accepted"
      facts.insert("\(end.key.contender) ended: \(end.metric)\(size) in \(end.commits), \(accepted)")
    }
    for key in report.wrong { facts.insert("\(key.contender) is wrong") }
    return facts
  }
}

extension Set<String> {
  fileprivate static func - (a: Self, b: Self) -> [String] { a.subtracting(b).sorted() }
}

/// A history of up to ten commits: contenders come, go and are renamed, their counts change and vanish, machines differ.
private struct RandomHistory {
  var records: [(commit: Int, record: HistoryRecord)] = []
  var blessings: [(commits: ClosedRange<Int>, blessing: HistoryBlessing)] = []

  static let names = ["tokens", "fields", "allocations", "instructions", "wrong"]
  static let values = [
    0, 1, 2, 2, 100, 102, 1_000_000, 1_009_000, 1_011_000, 1_026_000, 1_060_000, HistoryEntry.largestCount,
  ]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func chance(_ of: Int) -> Bool { random.below(of) == 0 }
    func value() -> Int { Self.values[random.below(Self.values.count)] }
    func key(_ contender: String) -> DiffKey {
      DiffKey(workload: "w", size: 1, seed: 0, elements: "e", contender: contender)
    }
    // How often anything happens differs from history to history.
    let calm = [2, 6, 20][random.below(3)]
    let isTimed = chance(2)
    var (host, allocator, toolchain) = ("a", "a", "a")
    var current: [HistoryRecord.Contender] = []
    func fresh(_ name: String) -> HistoryRecord.Contender {
      var counts: [String: Int] = ["wrong": 0]
      for name in Self.names.dropLast() where !chance(3) { counts[name] = value() }
      var made = HistoryRecord.Contender(key: key(name), counts: counts, times: [], ratios: [:])
      made.input = chance(3) ? nil : .init(old: 100, new: 100)
      return made
    }
    for name in ["x", "y"] { current.append(fresh(name)) }
    for commit in 0..<random.below(11) {
      if chance(calm * 2) { host = ["a", "b"][random.below(2)] }
      if chance(calm * 4) { allocator = ["a", "b"][random.below(2)] }
      if chance(calm * 4) { toolchain = ["a", "b"][random.below(2)] }
      if chance(calm * 2), !current.isEmpty { current.remove(at: random.below(current.count)) }
      let other = ["x", "y", "z"][random.below(3)]
      if chance(calm), !current.contains(where: { $0.key.contender == other }) { current.append(fresh(other)) }
      for index in current.indices {
        if chance(calm) { current[index].counts[Self.names[random.below(5)]] = nil }
        if chance(calm) { current[index].counts[Self.names[random.below(4)]] = value() }
        if chance(calm * 2) { current[index].better = chance(2) ? ["fields": .more] : nil }
        if chance(calm * 4) { current[index].threads = chance(2) ? true : nil }
        if chance(calm) { current[index].input = chance(3) ? nil : .init(old: chance(5) ? 200 : 100, new: 100) }
        if chance(calm) { current[index].times = isTimed && !chance(3) ? [100] : [] }
        if chance(calm * 2) { current[index].counts["wrong"] = 0 }
      }
      guard !chance(5) else { continue }
      let environment = RunEnvironment(
        commit: "", toolchain: toolchain, host: host, allocator: allocator, seed: 0, command: "")
      let measured = current.map { contender in
        var contender = contender
        if chance(calm * 4) {
          (contender.counts, contender.times) = (["wrong": 1], [])
        } else if chance(calm), let name = contender.counts.keys.sorted().first {
          contender.counts[name] = nil
          contender.unsteady = [name]
        }
        return contender
      }
      records.append((commit, HistoryRecord(environment: environment, measured: measured)))
    }
    let ended = Self.names.map { "removal of " + $0 } + ["removal of time", "removal", "input"]
    for _ in 0..<(random.below(3) * 10) {
      let isEnd = chance(2)
      let names = isEnd ? ended : Self.names + ["time"]
      var blessing = HistoryBlessing(
        key(["x", "y"][random.below(2)]), names[random.below(names.count)], after: nil, until: "", reason: "r",
        date: "d")
      if isEnd ? chance(10) : !chance(10) { blessing.count = value() }
      if chance(10) { blessing.ratio = 2 }
      let first = random.below(8)
      blessings.append((first...(first + random.below(8)), blessing))
    }
  }
}

/// What follows from records, looked up anew for each question, in a hundred lines.
private struct PlainJudge {
  let records: [(commit: Int, record: HistoryRecord)]
  let blessings: [(commits: ClosedRange<Int>, blessing: HistoryBlessing)]
  typealias Change = (before: Int, after: Int, at: Int, commits: ClosedRange<Int>, status: String)
  /// Times are constant here, and counted as 100.
  func value(_ at: Int, _ key: DiffKey, _ name: String) -> Int? {
    name == "time" ? contender(at, key)?.times.first.map { Int($0) } : contender(at, key)?.counts[name]
  }
  func contender(_ at: Int, _ key: DiffKey) -> HistoryRecord.Contender? {
    records[at].record.measured.first { $0.key == key }
  }
  func input(_ at: Int, _ key: DiffKey) -> HistoryRecord.Contender.Input? {
    ((0...at).reversed() + (at..<records.count)).lazy.compactMap { contender($0, key)?.input }.first
  }
  func has(_ at: Int, _ key: DiffKey, _ name: String) -> Bool {
    value(at, key, name) != nil || contender(at, key)?.unsteady?.contains(name) == true
  }
  func isMoreBetter(_ at: Int, _ key: DiffKey, _ name: String) -> Bool { contender(at, key)?.better?[name] == .more }
  func allowed(_ level: Int, _ name: String, _ isShared: Bool) -> Int {
    name != "instructions" ? 0 : max(200, isShared ? level / 20 : level / 100 + min(level / 100, 1_000))
  }
  var facts: Set<String> {
    var facts: Set<String> = []
    let all = records.indices
    let keys = Set(records.flatMap { $0.record.measured.map(\.key) })
    let meters = ["time", "allocations", "instructions"]
    let wrong = keys.filter { key in all.last.flatMap { value($0, key, "wrong") } ?? 0 > 0 }
    for key in wrong { facts.insert("\(key.contender) is wrong") }
    var (isWorse, isOpen, isCompared) = (!wrong.isEmpty, false, false)
    func end(_ key: DiffKey, _ metric: String, _ size: String, after: Int, among: [Int]) {
      let next = among.first { $0 > after } ?? after
      let commits = (records[after].commit + 1)...records[next].commit
      let isAccepted = blessings.contains { range, blessing in
        blessing.key == key && blessing.metric == metric && blessing.count == nil && blessing.ratio == nil
          && range.overlaps(commits)
      }
      if !isAccepted { isOpen = true }
      facts.insert("\(key.contender) ended: \(metric)\(size) in \(commits), \(isAccepted ? "accepted" : "")")
    }
    for key in keys.subtracting(wrong) {
      let its = all.filter { contender($0, key) != nil }
      guard let newest = its.last, newest == all.last else {
        end(key, "removal", "", after: its.last ?? 0, among: Array(all))
        continue
      }
      for old in Set(its.compactMap { input($0, key) }) where old != input(newest, key) {
        end(key, "input", " \(old.old)", after: its.last { input($0, key) == old } ?? 0, among: Array(all))
      }
      for name in RandomHistory.names + ["time"] {
        let asked = meters.contains(name) ? all.filter { at in keys.contains { has(at, $0, name) } } : Array(all)
        for isMore in [false, true] {
          let last = its.last { has($0, key, name) && isMoreBetter($0, key, name) == isMore }
          if let last, last != asked.last { end(key, "removal of " + name, "", after: last, among: asked) }
        }
      }
    }
    for key in keys {
      for name in RandomHistory.names + ["time"] {
        let its = all.filter { value($0, key, name) != nil }
        let kinds = its.map { at -> [String] in
          let place = records[at].record.environment
          let size = input(at, key).map { "\($0.old)" } ?? "any"
          return [size, "\(isMoreBetter(at, key, name))"]
            + (meters.contains(name) ? [place.host, place.allocator, place.toolchain] : [])
        }
        for kind in Set(kinds) {
          let points = zip(its, kinds).filter { $0.1 == kind }.map { (at: $0.0, value: value($0.0, key, name) ?? -1) }
          let isShared = points.contains { contender($0.at, key)?.threads == true }
          if points.count > 1 { isCompared = true }
          let sign = kind[1] == "true" ? -1 : 1
          var changes: [Change] = []
          for (before, point) in zip(points, points.dropFirst()) {
            let level = changes.last?.after ?? points[0].value
            guard abs(point.value - level) > allowed(level, name, isShared) else { continue }
            let commits = (records[before.at].commit + 1)...records[point.at].commit
            changes.append((level, point.value, records[point.at].commit, commits, "open"))
          }
          for (range, blessing) in blessings where blessing.key == key && blessing.metric == name {
            guard let level = blessing.count else { continue }
            let most = sign * level + allowed(level, name, isShared)
            let fit = changes.indices.filter {
              sign * changes[$0].after > sign * changes[$0].before && sign * changes[$0].after <= most
                && changes[$0].status == "open" && range.overlaps(changes[$0].commits)
            }
            func distance(_ index: Int) -> Int { abs(changes[index].commits.upperBound - range.upperBound) }
            guard let nearest = fit.min(by: { distance($0) < distance($1) }) else { continue }
            if name != "wrong" || !wrong.contains(key) { changes[nearest].status = "blessed" }
          }
          for (index, change) in changes.enumerated() {
            var status = change.status
            let isMore = sign * change.after > sign * change.before
            let bound = sign * change.before + allowed(change.before, name, isShared)
            let isBack = changes[(index + 1)...].contains { sign * $0.after <= bound }
            if isMore, status == "open", isBack { status = "undone" }
            if isMore, status == "open" { isWorse = true }
            facts.insert(
              "\(key.contender) \(name) \(kind[0]): \(change.before) to \(change.after) in \(change.commits) at "
                + "\(change.at), \(status)")
          }
        }
      }
    }
    facts.insert("verdict \(isWorse ? "regressed" : isOpen || !isCompared ? "cannot tell" : "pass")")
    return facts
  }
}
