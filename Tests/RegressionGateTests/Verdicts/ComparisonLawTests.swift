import BenchmarkHarness
import RegressionGate
import DiffWorkloads
import Foundation
import SectionDiff
import TestScale
import Testing

/// Random pairs of runs, against a judge that is slow and plain.
@Suite("What is compared: random pairs of runs")
struct ComparisonLawTests {
  /// A row as the judge sees it.
  struct Row {
    var workload = "a"
    var size = 10
    var seed: UInt64 = 1
    var elements = "int"
    var name = "x"
    var items = (old: 10, new: 10)
    var isWrong = false
    var counts: [String: Int] = [:]
    var better: [String: Better] = [:]
    var allocations: Int?
    var time = 100.0

    var place: String { "\(workload)/\(size)/\(seed)/\(elements)/\(name)" }
    var family: String { "\(workload)/\(seed)/\(elements)/\(name)" }

    /// All that is counted, by name.
    var all: [String: Int] {
      var all = counts
      if let allocations { (all["allocations"], all["bytes"]) = (allocations, 8 * allocations) }
      return all
    }

    var run: WorkloadRun {
      let rounds = time.isNaN ? [] : [TimeSeries.Round(first: time, second: time)]
      var row = Measured(
        answer: nil, metrics: isWrong ? [:] : counts,
        allocations: allocations.map { AllocationCount(allocations: $0, bytes: 8 * $0) },
        series: TimeSeries(name: name, rounds: rounds), ratios: [:], bootstrap: Bootstrap(resamples: 1))
      if isWrong { (row.wrong, row.allocations) = ("wrong", nil) }
      row.better = better
      return WorkloadRun(
        name: workload, size: size, seed: seed, elements: elements, old: items.old, new: items.new,
        table: MeasuredTable(rows: [row], noise: nil), standardNanoseconds: nil)
    }
  }

  /// Two sides, and how they are compared.
  struct Pair {
    var base: [Row]
    var head: [Row]
    var places = (base: ["h", "t", "system"], head: ["h", "t", "system"])
    var isPaired = false
    var isAllowed = false
    var isTimed = false
  }

  // MARK: The judge

  /// What is to be found: a verdict, what is a gap, and what is worse.
  struct Judgement: Equatable {
    var verdict = Verdict.pass
    var gaps: Set<String> = []
    var worse: Set<String> = []
  }

  static func judge(_ pair: Pair) -> Judgement {
    var result = Judgement()
    var compared = 0
    var points: [String: [(size: Int, base: Int, head: Int, better: Better)]] = [:]
    let isOtherPlace = !pair.isPaired && pair.places.base != pair.places.head
    let isPlaceGap = isOtherPlace && !pair.isAllowed
    for row in pair.head where row.isWrong { result.worse.insert(row.place) }
    let places = Set((pair.base + pair.head).map(\.place))
    for place in places {
      let base = pair.base.filter { $0.place == place }
      let head = pair.head.filter { $0.place == place }
      if base.isEmpty {
        if head.contains(where: \.isWrong) { compared += 1 }
        continue
      }
      if !base.contains(where: \.isWrong), base.count > 1 || head.count > 1 {
        result.gaps.insert(place)
        continue
      }
      if head.isEmpty {
        result.gaps.insert(place)
        continue
      }
      if (base + head).contains(where: \.isWrong) {
        compared += 1
        continue
      }
      let (old, new) = (base[0], head[0])
      if old.items != new.items {
        result.gaps.insert(place)
        continue
      }
      compared += 1
      if isPlaceGap, pair.isTimed { result.gaps.insert(place + " time") }
      for (name, before) in old.all {
        let isMemory = name == "allocations" || name == "bytes"
        guard let after = new.all[name] else {
          let isMetered = pair.head.contains { !$0.isWrong && $0.allocations != nil }
          if !isMemory || isMetered || !isOtherPlace { result.gaps.insert("\(place) \(name)") }
          continue
        }
        let better = new.better[name] ?? .fewer
        if (old.better[name] ?? .fewer) != better {
          result.gaps.insert("\(place) \(name)")
        } else if isMemory, isOtherPlace {
          if isPlaceGap { result.gaps.insert("\(place) \(name)") }
        } else {
          points["\(new.family) \(name)", default: []].append((new.size, before, after, better))
          if better == .fewer ? after > before : after < before { result.worse.insert("\(place) \(name)") }
        }
      }
    }
    for (name, points) in points {
      let sorted = points.sorted { $0.size < $1.size }
      guard sorted.count >= 3, let first = sorted.first, let last = sorted.last, last.size >= 8 * first.size else {
        continue
      }
      func slope(_ values: [Int]) -> Double {
        let xs = sorted.map { log(Double($0.size)) }
        let ys = values.map { log(Double(max($0, first.size))) }
        let (x, y) = (xs.reduce(0, +) / Double(xs.count), ys.reduce(0, +) / Double(ys.count))
        return zip(xs, ys).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / xs.reduce(0) { $0 + ($1 - x) * ($1 - x) }
      }
      let rise = slope(sorted.map(\.head)) - slope(sorted.map(\.base))
      let isWorse = last.better == .fewer ? rise > 0.15 && last.head > last.base : -rise > 0.15 && last.head < last.base
      if isWorse { result.worse.insert("growth of \(name)") }
    }
    if !result.worse.isEmpty {
      result.verdict = .regressed
    } else if !result.gaps.isEmpty || compared == 0 {
      result.verdict = .cannotTell
    }
    return result
  }

  // MARK: The gates

  static func gates(_ pair: Pair) -> Judgement {
    func run(_ rows: [Row], _ place: [String]) -> BenchmarkRun {
      BenchmarkRun(
        environment: RunEnvironment(
          commit: "c", toolchain: place[1], host: place[0], allocator: place[2], seed: 1, command: "suite"),
        workloads: rows.map(\.run))
    }
    func place(_ key: DiffKey) -> String { "\(key.workload)/\(key.size)/\(key.seed)/\(key.elements)/\(key.contender)" }
    let plan = ComparisonPlan(
      base: run(pair.base, pair.places.base), head: run(pair.head, pair.places.head), isPaired: pair.isPaired,
      allowsOtherHost: pair.isAllowed, besides: pair.isTimed ? [.time] : [])
    let (counts, growth) = (CountGate(plan), GrowthGate(plan))
    var result = Judgement()
    result.verdict = .combined([plan.verdict, counts.verdict] + [growth.verdict].compactMap { $0 })
    result.gaps = Set(plan.gaps.map { gap in place(gap.key) + (gap.kind.map { " \($0.rawValue)" } ?? "") })
    result.worse = Set(plan.wrong.map { place($0.key) })
    for finding in counts.findings where finding.isWorse && finding.kind != .wrong {
      result.worse.insert("\(place(finding.key)) \(finding.kind?.rawValue ?? "")")
    }
    for finding in growth.judged where finding.isWorse {
      let key = finding.key
      result.worse.insert(
        "growth of \(key.workload)/\(key.seed)/\(key.elements)/\(key.contender) \(finding.kind?.rawValue ?? "")")
    }
    return result
  }

  // MARK: Random pairs

  /// A suite, and what may become of it: dropped, added, renamed, doubled, wrong, of another input, elsewhere, …
  static func pair(_ random: inout SplitMix64) -> Pair {
    var rows: [Row] = []
    for workload in ["a", "b"].prefix(1 + random.below(2)) {
      for elements in ["int", "text"].prefix(1 + random.below(2)) {
        for name in ["x", "y", "z"].prefix(1 + random.below(3)) {
          let power = random.below(3)
          for size in [10, 100, 1_000].prefix(1 + random.below(3)) {
            var row = Row(workload: workload, size: size, elements: elements, name: name, items: (size, size))
            row.counts["work"] = power == 0 ? 7 : power == 1 ? 3 * size : size * size / 10
            if random.below(3) == 0 { (row.counts["hits"], row.better["hits"]) = (2 * size, .more) }
            if random.below(3) == 0 { row.allocations = 5 }
            rows.append(row)
          }
        }
      }
    }
    var pair = Pair(base: rows, head: rows)
    (pair.isPaired, pair.isAllowed, pair.isTimed) = (random.below(3) == 0, random.below(3) == 0, random.below(2) == 0)
    for _ in 0..<random.below(4) { change(&pair, &random) }
    return pair
  }

  private static func change(_ pair: inout Pair, _ random: inout SplitMix64) {
    let isHead = random.below(3) > 0
    var rows = isHead ? pair.head : pair.base
    defer { if isHead { pair.head = rows } else { pair.base = rows } }
    guard !rows.isEmpty else { return }
    let place = random.below(rows.count)
    let counts = [0, 1, 7, 30, 9_007_199_254_740_992]
    switch random.below(18) {
    case 0: rows.remove(at: place)
    case 1: rows.removeAll { $0.elements == "text" }
    case 2: rows.removeAll { $0.size == [10, 100, 1_000][random.below(3)] }
    case 3: rows[place].name = "renamed"
    case 4: rows.append(rows[place])
    case 5: rows[place].isWrong = true
    case 6: rows[place].time = .nan
    case 7: rows[place].counts["work"] = counts[random.below(counts.count)]
    case 8: rows[place].counts = [:]
    case 9: rows[place].items.new += 1
    case 10: rows[place].seed = 2
    case 11: rows[place].allocations = random.below(2) == 0 ? nil : 6
    case 12: for index in rows.indices { rows[index].allocations = nil }
    case 13: rows[place].better["work"] = .more
    case 14: rows[place].counts["hits"] = counts[random.below(counts.count)]
    case 15: rows[place].counts["more"] = 1
    case 16:
      let part = random.below(3)
      if isHead { pair.places.head[part] = "other" } else { pair.places.base[part] = "other" }
    default:
      for index in rows.indices where rows[index].name == "x" {
        rows[index].counts["work"] = rows[index].size * rows[index].size
      }
    }
  }

  @Test("each pair is judged as by the plain judge")
  func law() {
    var random = SplitMix64(seed: 36)
    var verdicts: [Verdict: Int] = [:]
    var different = 0
    let pairs = TestScale.count(100_000, quick: 2_000)
    for number in 0..<pairs {
      let pair = Self.pair(&random)
      let (right, found) = (Self.judge(pair), Self.gates(pair))
      verdicts[right.verdict, default: 0] += 1
      if right == found { continue }
      different += 1
      if different < 4 { Issue.record("pair \(number): \(pair)\nright: \(right)\nfound: \(found)") }
    }
    #expect(different == 0)
    // The pairs are of all kinds.
    #expect(Verdict.allCases.allSatisfy { verdicts[$0, default: 0] > pairs / 10 }, "\(verdicts)")
    print("\(pairs) pairs of runs, \(different) different; \(verdicts)")
  }
}
