import DiffWorkloads
import StoreTestSupport
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

/// Random histories of counts, judged by the report and by ``PlainJudge``, which shares no code with it.
@Suite("Histories of benchmarks")
struct BenchmarkHistoriesTests {
  @Test("what a history says is what follows from its records: verdict, changes, ends, wrong answers")
  func histories() {
    let count = max(500, randomRuns * 5)
    var (different, verdicts, statuses, ends) = (0, [String: Int](), [String: Int](), [String: Int]())
    for seed in 0..<count where different < 5 {
      let history = RandomHistory(seed: UInt64(seed))
      let report = HistoryReport(records: history.records, blessings: history.blessings, last: history.last)
      let found = Self.facts(report)
      let expected = PlainJudge(records: history.records, blessings: history.blessings, last: history.last).facts
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
    for metric in ["removal", "input", "place", "removal of tokens", "removal of time", "removal of instructions"] {
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
      let name = end.place == nil ? "" : " of \(end.name ?? "")"
      facts.insert("\(end.key.contender) ended: \(end.metric)\(name)\(size) in \(end.commits), \(accepted)")
    }
    for series in report.pending {
      facts.insert("\(series.key.contender) \(series.metric.name) has \(series.points.count) of \(series.needed)")
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
  var last: Int?

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
    let commits = random.below(11)
    if chance(2) { last = commits - 1 }
    for commit in 0..<commits {
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
          let (one, two) = (value(), value())
          if chance(2) { contender.bounds = [name: min(one, two)...max(one, two)] }
        }
        return contender
      }
      records.append((commit, HistoryRecord(environment: environment, measured: measured)))
    }
    let ended = Self.names.map { "removal of " + $0 } + ["removal of time", "removal", "input", "place"]
    for _ in 0..<(random.below(3) * 25) {
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
  let last: Int?
  typealias Change = (before: Int, after: Int, at: Int, commits: ClosedRange<Int>, status: String, isShared: Bool)
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
    let places = ["time", "allocations", "instructions"]
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
        for isMore in [false, true] {
          let asked = its.filter { isMoreBetter($0, key, name) == isMore }
          let last = asked.last { has($0, key, name) }
          // What differs in the last record was exact before, or never.
          let ended = last == newest ? asked.last { value($0, key, name) != nil } : last
          if let ended, ended != newest { end(key, "removal of " + name, "", after: ended, among: Array(all)) }
        }
      }
    }
    for key in keys {
      for name in RandomHistory.names + ["time"] {
        let its = all.filter { value($0, key, name) != nil || contender($0, key)?.bounds?[name] != nil }
        let kinds = its.map { at -> [String] in
          let place = records[at].record.environment
          let size = input(at, key).map { "\($0.old)" } ?? "any"
          return [size, "\(isMoreBetter(at, key, name))"]
            + (places.contains(name) ? [place.host, place.allocator, place.toolchain] : [])
        }
        func figures(of kind: [String]) -> [(at: Int, value: Int)] {
          var points: [(at: Int, value: Int)] = []
          // The first was as near to the best of the second as its runs allow.
          var first: (at: Int, bounds: ClosedRange<Int>)?
          func settle(_ best: Int) {
            guard let (at, bounds) = first, points.isEmpty else { return }
            points = [(at, max(bounds.lowerBound, min(bounds.upperBound, best)))]
          }
          for (at, _) in zip(its, kinds).filter({ $0.1 == kind }) {
            if let exact = value(at, key, name) {
              settle(exact)
              points.append((at, exact))
            } else if let bounds = contender(at, key)?.bounds?[name] {
              settle(kind[1] == "true" ? bounds.upperBound : bounds.lowerBound)
              guard let level = points.last?.value else {
                first = (at, bounds)
                continue
              }
              // What was better before it became worse, and is reached again.
              let before = points.last { $0.value != level }?.value
              let isBack = before.map {
                kind[1] == "true" ? $0 > level && bounds.upperBound >= $0 : $0 < level && bounds.lowerBound <= $0
              }
              let wanted = isBack == true ? before ?? level : level
              let value = max(bounds.lowerBound, min(bounds.upperBound, wanted))
              if value != level { points.append((at, value)) }
            }
          }
          return points
        }
        for kind in Set(kinds) {
          let points = figures(of: kind)
          let needed = name == "time" ? 19 : 2
          if points.last?.at == all.last, !points.isEmpty {
            if points.count >= needed, name != "wrong" { isCompared = true }
            if points.count < needed { facts.insert("\(key.contender) \(name) has \(points.count) of \(needed)") }
            let elsewhere = Set(kinds).filter { $0 != kind && $0.prefix(2) == kind.prefix(2) }.map { figures(of: $0) }
            let others = elsewhere.flatMap { Self.points($0, isHere: false) }
            let both = (others + Self.points(points, isHere: true)).sorted { $0.at < $1.at }
            if points.count < needed, elsewhere.contains(where: { $0.count >= needed }),
              let move = both.indices.dropFirst().first(where: { both[$0].isHere && !both[$0 - 1].isHere })
            {
              end(key, "place", " of \(name)", after: both[move - 1].at, among: [both[move].at])
            }
          }
          let sign = kind[1] == "true" ? -1 : 1
          var changes: [Change] = []
          var level = points.first
          func hasThreads(_ at: Int) -> Bool { contender(at, key)?.threads == true }
          for (before, point) in zip(points, points.dropFirst()) {
            guard let known = level else { continue }
            let isShared = hasThreads(known.at) || hasThreads(point.at)
            if abs(point.value - known.value) > allowed(known.value, name, isShared) {
              let commits = (records[before.at].commit + 1)...records[point.at].commit
              changes.append((known.value, point.value, records[point.at].commit, commits, "open", isShared))
              level = point
            } else if hasThreads(known.at), !hasThreads(point.at) {
              level = point
            }
          }
          for (range, blessing) in blessings where blessing.key == key && blessing.metric == name {
            guard let level = blessing.count else { continue }
            let fit = changes.indices.filter {
              sign * changes[$0].after > sign * changes[$0].before
                && sign * changes[$0].after <= sign * level + allowed(level, name, changes[$0].isShared)
                && changes[$0].status == "open" && range.overlaps(changes[$0].commits)
            }
            func distance(_ index: Int) -> Int { abs(changes[index].commits.upperBound - range.upperBound) }
            guard let nearest = fit.min(by: { distance($0) < distance($1) }) else { continue }
            if name != "wrong" || !wrong.contains(key) { changes[nearest].status = "blessed" }
          }
          for (index, change) in changes.enumerated() {
            var status = change.status
            let isMore = sign * change.after > sign * change.before
            let isBack = changes[(index + 1)...].contains {
              sign * $0.after <= sign * change.before + allowed(change.before, name, change.isShared || $0.isShared)
            }
            if isMore, status == "open", isBack { status = "undone" }
            if isMore, status == "open" { isWorse = true }
            facts.insert(
              "\(key.contender) \(name) \(kind[0]): \(change.before) to \(change.after) in \(change.commits) at "
                + "\(change.at), \(status)")
          }
        }
      }
    }
    let isLast = last == nil || last == -1 || last == records.last?.commit
    facts.insert("verdict \(isWorse ? "regressed" : isOpen || !isCompared || !isLast ? "cannot tell" : "pass")")
    return facts
  }
  static func points(_ points: [(at: Int, value: Int)], isHere: Bool) -> [(at: Int, isHere: Bool)] {
    points.map { ($0.at, isHere) }
  }
}
