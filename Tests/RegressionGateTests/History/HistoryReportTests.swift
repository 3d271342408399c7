import Foundation
import MeasuringSupport
import TestScale
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

/// What the records of commits say together.
@Suite("History")
struct HistoryReportTests {
  private func run(
    _ rows: [Measured], host: String = "a machine", commit: String = "unknown"
  ) -> BenchmarkRun {
    var run = MadeRecord.record([100: rows], host: host)
    run.environment.commit = commit
    return run
  }

  private func history(_ rows: [[Measured]], hosts: [String]? = nil) throws -> [(commit: Int, record: HistoryRecord)] {
    try rows.enumerated().map { index, rows in
      (index, try HistoryRecord([run(rows, host: hosts?[index] ?? "a machine")]))
    }
  }

  private func trend(_ report: HistoryReport, _ metric: String) throws -> HistoryReport.Trend {
    try #require(report.trends.first { $0.series.metric.name == metric })
  }

  @Test("a floor that the last record lacks has ended: by another one, or alone, its times are others")
  func lostFloor() throws {
    let key = MadeRecord.record([100: [MadeRecord.row("lis")]]).diffs[0].key
    let environment = run([MadeRecord.row("lis")]).environment
    func report(_ floors: [[String]]) -> HistoryReport {
      HistoryReport(
        records: floors.enumerated().map { commit, floors in
          let ratios = Dictionary(uniqueKeysWithValues: floors.map { ($0, [2.0]) })
          let contender = HistoryRecord.Contender(key: key, counts: ["tokens": 1], times: [100], ratios: ratios)
          return (commit, HistoryRecord(environment: environment, measured: [contender]))
        })
    }
    let lost = report([["dict", "scan"], ["dict", "scan"], ["dict"]])
    #expect(lost.verdict == .cannotTell && lost.ends.map(\.metric) == ["removal of time by scan"])
    #expect(report([["dict"], ["dict", "scan"]]).verdict == .pass)
  }

  @Test("a count that differs from run to run is left out and named; a wrong answer stays, of instructions the fewest")
  func unsteady() throws {
    func row(_ comparisons: Int, _ allocations: Int?, instructions: Int) -> Measured {
      var row = MadeRecord.row("lis", comparisons: comparisons, allocations: allocations)
      row.metrics = ["instructions": instructions]
      return row
    }
    let record = try HistoryRecord([
      run([row(100, 1, instructions: 5_003)]), run([row(101, nil, instructions: 5_001)]),
      run([row(100, 1, instructions: 5_002)]),
    ])
    let lis = record.measured[0]
    #expect(lis.unsteady?.contains("comparisons") == true && lis.unsteady?.contains("allocations") == true)
    #expect(lis.counts["comparisons"] == nil && lis.counts["allocations"] == nil)
    #expect(lis.counts["moves"] != nil && lis.counts["instructions"] == 5_001 && lis.times.count == 3)
    #expect(record.remarks.contains("left out: comparisons of lis on mixed, 100 int, which differed from run to run"))
    let wrong = try HistoryRecord([
      run([row(1, nil, instructions: 1)]), run([Measured("lis", wrong: "it loses a row")]),
    ])
    #expect(wrong.measured[0].counts["wrong"] == 1)
    #expect(wrong.measured[0].unsteady?.contains("wrong") == false)

    let entry = HistoryEntry(commit: "c0ffee", record: record)
    #expect(try HistoryEntry(json: entry.json()) == entry)
    var broken = entry
    broken.record?.measured[0].counts["comparisons"] = 1
    #expect {
      try HistoryEntry(json: broken.json())
    } throws: {
      "\($0)".contains("a count that differed: comparisons")
    }
    // It is no point of a series, which goes on behind it.
    let steady = try HistoryRecord([run([row(100, 1, instructions: 5_000)])])
    let report = HistoryReport(records: [(0, steady), (1, record), (2, steady)])
    #expect(try trend(report, "comparisons").series.points.map(\.commit) == [0, 2])
    #expect(report.unsteady.first { $0.figure.name == "comparisons" }?.records == 1)
    #expect(report.verdict == .pass)
  }

  @Test(
    "instructions change once they add up to more than the gate allows; ten commits of 2 % at the first",
    .enabled(if: TestScale.isFull))
  func instructions() throws {
    // Another order of functions moves them by some tenths of a per cent.
    #expect(try changes((0..<1_000).map { 1_000_000 + $0 * 37 % 101 * 80 }).isEmpty)
    #expect(try changes((0..<100).map { 50_000 + $0 * 37 % 101 * 9 }).isEmpty)
    for share in [0.02, 0.003] {
      var count = 1_000_000.0
      let counts = (0..<70).map { number -> Int in
        if (60..<70).contains(number) { count *= 1 + share }
        return Int(count) + number * 37 % 11 * 100
      }
      let first = try #require(try changes(counts).first)
      #expect(first.isWorse && first.commits.upperBound <= 64 && first.commits.lowerBound >= 60, "\(first)")
    }
  }

  private func changes(_ counts: [Int]) throws -> [HistoryChange] {
    let records = try history(
      counts.map { count in
        var row = MadeRecord.row("lis")
        row.metrics = ["instructions": count]
        return [row]
      })
    return try trend(HistoryReport(records: records), "instructions").changes
  }

  @Test("instructions that are back at what is equal are a change undone; a little above that they are not")
  func undoneInstructions() throws {
    let up = [1_000_000, 1_020_000]
    #expect(try changes(up + [1_004_000, 1_004_000]).map(\.status) == [.undone, .open])
    #expect(try changes(up + [1_000_000, 1_000_000]).map(\.status) == [.undone, .open])
    #expect(try changes([1_000_000, 1_040_000, 1_020_000, 1_020_000]).map(\.status) == [.open, .open])
  }

  @Test("every change of a count is found, at its commit or at one that was not recorded before it")
  func counts() throws {
    var records = try history([100, 100, 101, 101, 99].map { [MadeRecord.row("lis", comparisons: $0)] })
    records.remove(at: 1)
    let changes = try trend(HistoryReport(records: records), "comparisons").changes
    #expect(changes.map(\.commits) == [1...2, 4...4])
    #expect(changes.map(\.before) == [100, 101] && changes.map(\.after) == [101, 99])
    #expect(changes.map(\.status) == [.undone, .open])
    #expect(HistoryReport(records: records).verdict == .pass)
    #expect(HistoryReport(records: Array(records.dropLast())).verdict == .regressed)
    #expect(HistoryReport(records: Array(records.prefix(1))).verdict == .cannotTell)
    #expect(HistoryReport(records: []).verdict == .cannotTell)
  }

  @Test("a record that says no size belongs to the input before it, and before the first one to that")
  func unknownInputs() throws {
    func report(_ olds: [Int?], _ comparisons: [Int]) throws -> HistoryReport {
      HistoryReport(
        records: try zip(olds, comparisons).enumerated().map { commit, parts in
          let run = MadeRecord.record([100: [MadeRecord.row("lis", comparisons: parts.1)]], old: parts.0 ?? 0)
          var record = try HistoryRecord([run])
          if parts.0 == nil { record.measured[0].input = nil }
          return (commit, record)
        })
    }
    func points(_ olds: [Int?]) throws -> [[Int]] {
      try report(olds, olds.map { _ in 1 }).trends.filter { $0.series.metric.name == "comparisons" }.map {
        $0.series.points.map(\.commit)
      }
    }
    #expect(try points([nil, nil]) == [[0, 1]])
    #expect(try points([nil, 10, nil, 20, nil]) == [[0, 1, 2], [3, 4]])
    // An input that comes back goes on where it was.
    #expect(try points([10, 20, 10]) == [[0, 2], [1]])
    #expect(try report([10, 20, 10], [5, 50, 6]).verdict == .regressed)
    let doubled = try report([10, 10, 20], [5, 5, 10])
    #expect(doubled.verdict == .cannotTell && doubled.ends.map(\.metric) == ["input"])
    #expect(doubled.ends.map(\.commits) == [2...2] && doubled.ends[0].input == .init(old: 10, new: 100))
    #expect(try report([nil, 20], [5, 5]).verdict == .pass)
  }

  @Test("instructions differ more where threads take part, before or after; a blessing has the same allowance")
  func threads() throws {
    func trend(_ counts: [Int], threads: Int?, blessed: Int? = nil) throws -> [HistoryChange] {
      let records = try counts.enumerated().map { number, count in
        var row = MadeRecord.row("lis")
        row.metrics = ["instructions": count]
        row.usesThreads = number == threads
        return (commit: number, record: try HistoryRecord([run([row])]))
      }
      var blessing = try Self.blessing()
      (blessing.metric, blessing.count) = ("instructions", blessed)
      return try self.trend(HistoryReport(records: records, blessings: [(1...1, blessing)]), "instructions").changes
    }
    #expect(try trend([1_000_000, 1_026_000], threads: nil).map(\.isWorse) == [true])
    for threads in [0, 1] { #expect(try trend([1_000_000, 1_026_000], threads: threads).isEmpty) }
    #expect(try trend([1_000_000, 1_050_001], threads: 0).map(\.status) == [.open])
    #expect(try trend([1_000_000, 1_140_000], threads: 0, blessed: 1_100_000).map(\.status) == [.blessed])
    #expect(try trend([1_000_000, 1_140_000], threads: nil, blessed: 1_100_000).map(\.status) == [.open])
    // Neither a later record nor an earlier one excuses those without threads.
    #expect(try trend([1_000_000, 1_026_000, 1_026_000], threads: 2).map(\.commits) == [1...1])
    #expect(try trend([1_000_000, 1_000_000, 1_026_000], threads: 0).map(\.commits) == [2...2])
    // Without a level nothing is accepted.
    #expect(try trend([0, 210], threads: nil, blessed: nil).map(\.status) == [.open])
  }

  @Test("what the last record lacks has ended, of all contenders or of one")
  func ends() throws {
    func report(_ rows: [[Measured]]) throws -> [String] {
      HistoryReport(records: try history(rows)).ends.map { "\($0.key.contender) \($0.metric) \($0.commits)" }
    }
    func row(_ name: String, allocations: Int?, times: [Double] = [1]) -> Measured {
      MadeRecord.row(name, allocations: allocations, times: times)
    }
    let (lis, heckel) = (row("lis", allocations: 1), row("heckel", allocations: 1))
    #expect(try report([[lis, heckel], [lis], [lis]]) == ["heckel removal 1...1"])
    #expect(try report([[lis, heckel], [lis], [lis, heckel]]) == [])
    let other = row("heckel", allocations: nil)
    #expect(
      try report([[lis, heckel], [lis, other]]) == [
        "heckel removal of allocations 1...1", "heckel removal of bytes 1...1",
      ])
    #expect(
      try report([[lis], [row("lis", allocations: nil, times: [0])]]) == [
        "lis removal of allocations 1...1", "lis removal of bytes 1...1", "lis removal of time 1...1",
      ])
    #expect(
      try report([[lis, heckel], [lis, row("heckel", allocations: 1, times: [])]]) == ["heckel removal of time 1...1"])
    #expect(try report([[lis], [Measured("lis", wrong: "it loses a row")]]) == [])
  }

  @Test("an answer that has become wrong is a regression")
  func wrong() throws {
    let records = try history([[MadeRecord.row("lis")], [Measured("lis", wrong: "it loses a row")]])
    let report = HistoryReport(records: records)
    #expect(try trend(report, "wrong").changes.count == 1)
    #expect(report.verdict == .regressed && report.wrong.map(\.contender) == ["lis"])
    var blessing = try Self.blessing()
    (blessing.metric, blessing.count) = ("wrong", 1)
    #expect(HistoryReport(records: records, blessings: [(1...1, blessing)]).verdict == .regressed)
    // It was wrong from the first on, and right again.
    #expect(HistoryReport(records: Array(records.dropFirst())).verdict == .regressed)
    let right = records.dropFirst() + [(2, records[0].record), (3, records[0].record)]
    #expect(HistoryReport(records: Array(right)).verdict == .pass)
  }

  /// The blessing of a change from 100 to 110 comparisons.
  static func blessing() throws -> HistoryBlessing {
    let run = MadeRecord.record([100: [MadeRecord.row("lis")]])
    let series = try #require(
      HistorySeries.series(of: [(0, try HistoryRecord([run]))]).first { $0.metric == .count("comparisons") })
    let change = HistoryChange(
      shape: .step, points: 1...1, commits: 1...1, before: 100, after: 110, status: .open, blessing: nil)
    return HistoryBlessing(change, of: series, after: "a", until: "b", reason: "why not", date: "2026-11-24")
  }

  @Test("a blessing accepts the change that it is for: not a larger one, no other series, no neighbour")
  func blessing() throws {
    func blessed(_ counts: [Int], _ commits: ClosedRange<Int>, metric: String = "comparisons") throws -> [[Bool]] {
      let records = try history(counts.map { [MadeRecord.row("lis", comparisons: $0, moves: $0)] })
      var blessing = try Self.blessing()
      blessing.metric = metric
      let report = HistoryReport(records: records, blessings: [(commits, blessing)])
      return try ["comparisons", "moves"].map { try trend(report, $0).changes.map { $0.status == .blessed } }
    }
    #expect(try blessed([100, 110, 110, 120], 1...1) == [[true, false], [false, false]])
    #expect(try blessed([100, 110, 110, 120], 1...1, metric: "moves") == [[false, false], [true, false]])
    #expect(try blessed([100, 110, 110, 120], 2...2) == [[false, false], [false, false]])
    // What happened in one of three commits turns out to be two changes: the later one is the nearest.
    #expect(try blessed([100, 105, 105, 110], 1...3) == [[false, true], [false, false]])
    // Measured again, it is larger than what was accepted.
    #expect(try blessed([100, 111], 1...1) == [[false], [false]])
  }

  @Test("what is measured elsewhere is not judged before there is enough of it there, which nobody passes unsaid")
  func places() throws {
    func report(_ hosts: String, accepts: ClosedRange<Int>? = nil, time: (Int) -> Double = { _ in 1 }) throws
      -> HistoryReport
    {
      let rows = hosts.indices.enumerated().map { [MadeRecord.row("lis", allocations: 1, times: [time($0.offset)])] }
      let blessing = try HistoryBlessing(
        Self.blessing().key, "place", after: nil, until: "", reason: "a new machine", date: "")
      return HistoryReport(
        records: try history(rows, hosts: hosts.map(String.init)),
        blessings: accepts.map { [(commits: $0, blessing: blessing)] } ?? [])
    }
    func ends(_ hosts: String) throws -> [String] {
      let report = try report(hosts)
      #expect(report.verdict == (report.ends.isEmpty ? .pass : .cannotTell))
      return report.ends.map { "\($0.metric) of \($0.of ?? "") \($0.commits)" }
    }
    let place = "a, system, Swift"
    #expect(try ends("aab") == ["place of allocations on \(place) 2...2", "place of bytes on \(place) 2...2"])
    #expect(try ends("aabb").isEmpty)
    // Back on a machine that was known.
    #expect(try ends("aaba").isEmpty)
    let long = String(repeating: "a", count: 19)
    #expect(try ends(long + "bb") == ["place of time on \(place) 19...19"])
    #expect(try ends(long + "bab") == ["place of time on \(place) 19...19"])
    #expect(try ends(long + String(repeating: "b", count: 19)).isEmpty)
    #expect(try ends(long + String(repeating: "b", count: 19) + "a").isEmpty)
    #expect(try report(long + "bb", accepts: 19...20).verdict == .pass)
    // Where none was judged, none has ended.
    #expect(try ends(String(repeating: "ab", count: 14)).isEmpty)
    #expect(try report(long + "bb", accepts: 20...20).verdict == .cannotTell)
    // What is worse is worse.
    #expect(try report(String(repeating: "a", count: 40) + "b") { $0 < 20 ? 1 : 2 }.verdict == .regressed)
  }

  @Test("times are judged from the nineteenth record on, and counts from the second; what waits is listed")
  func young() throws {
    func report(_ count: Int) throws -> HistoryReport {
      HistoryReport(records: try history((0..<count).map { _ in [MadeRecord.row("lis")] }))
    }
    #expect(ShiftSearch.fewestRecords == 19)
    let seven = try report(7)
    #expect(seven.verdict == .pass)
    #expect(
      seven.pending.map { "\($0.metric.name) \($0.points.count) of \($0.needed)" } == ["time 7 of 19"])
    #expect(try report(1).pending.contains { $0.metric.name == "comparisons" && $0.needed == 2 })
    // Where nothing but the time is looked at, nothing is judged.
    #expect(seven.filtered { _, metric in metric == "time" }.verdict == .cannotTell)
    let nineteen = try report(19)
    #expect(nineteen.pending.isEmpty && nineteen.filtered { _, metric in metric == "time" }.verdict == .pass)
    #expect(try trend(nineteen, "time").visibleStep != nil)
  }

  @Test("a count that differs from run to run is worse where the best run is, and else nobody can tell")
  func becomesUnsteady() throws {
    func report(_ counts: [[Int]]) throws -> HistoryReport {
      HistoryReport(
        records: try counts.enumerated().map { commit, counts in
          (commit, try HistoryRecord(counts.map { run([MadeRecord.row("lis", comparisons: $0)]) }))
        })
    }
    let worse = try report([[100], [130, 120]])
    #expect(worse.verdict == .regressed && worse.unsteady.first?.bounds == 120...130)
    #expect(try trend(worse, "comparisons").changes.map(\.after) == [120])
    let unclear = try report([[100], [90, 130], [80, 150]])
    #expect(unclear.verdict == .cannotTell && unclear.ends.map(\.metric) == ["removal of comparisons"])
    #expect(unclear.ends.map(\.commits) == [1...1])
    #expect(try report([[100], [90, 130], [100]]).verdict == .pass)
    #expect(try report([[100], [90, 130], [101]]).verdict == .regressed)
    // It was never exact.
    let never = try report([[90, 130], [80, 150]])
    #expect(never.ends.isEmpty && never.unsteady.first?.records == 2 && never.unsteady.first?.bounds == 80...150)
    #expect(try report([[90, 130], [100]]).verdict == .pass)
    let always = try report([[100, 200], [100, 210], [3_000, 4_000]])
    #expect(always.verdict == .regressed)
    #expect(try trend(always, "comparisons").changes.map(\.before) == [100])
    // What one of the runs has again is no more worse.
    let again = try trend(report([[100], [90, 95], [98, 105], [90, 110]]), "comparisons")
    #expect(again.changes.map(\.after) == [95, 98, 95] && again.changes[1].status == .undone)
  }

  @Test("where the last commits are not recorded nobody can tell, but what is worse is worse")
  func unrecorded() throws {
    let level = try history([100, 100].map { [MadeRecord.row("lis", comparisons: $0)] })
    #expect(HistoryReport(records: level, last: 1).verdict == .pass)
    let behind = HistoryReport(records: level, last: 3)
    #expect(behind.verdict == .cannotTell && behind.unrecorded == 2)
    let worse = try history([100, 110].map { [MadeRecord.row("lis", comparisons: $0)] })
    #expect(HistoryReport(records: worse, last: 3).verdict == .regressed)
  }

  @Test("memory and times of two machines are two series; what is compared is one")
  func machines() throws {
    let records = try history(
      [[MadeRecord.row("lis", allocations: 1)], [MadeRecord.row("lis", allocations: 2)]], hosts: ["one", "two"])
    let report = HistoryReport(records: records)
    func series(_ name: String) -> [Int] {
      report.trends.filter { $0.series.metric.name == name }.map(\.series.points.count)
    }
    #expect(series("comparisons") == [2])
    #expect(series("allocations") == [1, 1])
    #expect(series("time") == [1, 1])
    // None of what depends on the machine was judged, and so none has ended.
    #expect(report.verdict == .pass && report.ends.isEmpty)
    #expect(Set(report.pending.map(\.metric.name)) == ["allocations", "bytes", "time"])
    #expect(report.filtered { _, name in name == "allocations" }.verdict == .cannotTell)
  }

  @Test("a time is set against the floor that steadies it, or against none")
  func floors() throws {
    func rows(_ scan: (Int) -> Double, _ lis: (Int) -> Double) -> [[Measured]] {
      (0..<20).map { number in
        [
          MadeRecord.floor("noise", times: [Double(5 + number * 7 % 4)]),
          MadeRecord.floor("scan", times: [scan(number)]),
          MadeRecord.row("lis", times: [lis(number)]),
        ]
      }
    }
    // The machine has two speeds.
    let speeds = HistoryReport(
      records: try history(rows({ $0 % 3 == 0 ? 20 : 10 }, { $0 % 3 == 0 ? 200 : 100 })))
    #expect(try trend(speeds, "time").series.metric == .time(floor: "scan"))
    let steady = HistoryReport(records: try history(rows({ 10 + Double($0 % 3) }, { _ in 100 })))
    #expect(try trend(steady, "time").series.metric == .time(floor: nil))
  }

  @Test("the order of the values has no say in which floor steadies a time")
  func orderOfFloors() throws {
    let rows = (0..<40).map { number -> [Measured] in
      let machine = [1.0, 3, 2][number % 3]
      return [
        // Hardly moves from one to the next, but far in all.
        MadeRecord.floor("low, then high", times: [machine * (1 + 0.0025 * Double(number))]),
        MadeRecord.floor("here and there", times: [machine * (number % 2 == 0 ? 1 : 1.05)]),
        MadeRecord.row("lis", times: [machine * 100]),
      ]
    }
    let report = HistoryReport(records: try history(rows))
    #expect(try trend(report, "time").series.metric == .time(floor: "here and there"))
  }

  @Test("a time that grows for good is a change, with its level before and after")
  func times() throws {
    let times = (0..<40).map { number -> Double in
      let level: Double = number < 30 ? 1_000 : 1_100
      return level + Double(number * 7 % 5)
    }
    let records = try history(times.map { [MadeRecord.row("lis", times: [$0])] })
    let report = HistoryReport(records: records)
    let change = try #require(try trend(report, "time").changes.first)
    #expect(change.shape == .step && change.points == 30...30 && change.commits.contains(30) && change.isWorse)
    #expect(abs(change.before - 1_002) < 2 && abs(change.after - 1_102) < 2, "\(change)")
    #expect(report.verdict == .regressed)
  }

  /// The records of times with levels that each last for so long, and noise of 5 %.
  private func noisy(
    _ levels: [(count: Int, level: Double)], seed: Int
  ) throws -> [(commit: Int, record: HistoryRecord)] {
    try history(
      Noise.normal.series(levels, share: 0.05, seed: seed).map { [MadeRecord.row("lis", times: [exp($0)])] })
  }

  @Test("a slower time that is taken back is undone, as exactly as noise lets both levels be known; half of it is not")
  func takenBack() throws {
    for (last, expected) in [(1_000.0, HistoryChange.Status.undone), (1_150, .open)] {
      let right = try (0..<40).count { seed in
        let report = HistoryReport(records: try noisy([(20, 1_000), (20, 1_300), (20, last)], seed: seed))
        return try trend(report, "time").changes.first?.status == expected
      }
      #expect(right >= 39, "\(right) to \(last)")
    }
  }

  @Test("an accepted time stays accepted with each record more, and one that is larger is not accepted")
  func staysAccepted() throws {
    var (accepted, reopened, larger) = (0, 0, 0)
    for seed in 0..<40 {
      let records = try noisy([(30, 1_000), (30, 1_300)], seed: seed)
      let first = HistoryReport(records: Array(records.prefix(35)))
      guard let change = try trend(first, "time").changes.first else { continue }
      let series = try trend(first, "time").series
      let blessing = HistoryBlessing(change, of: series, after: "a", until: "b", reason: "why not", date: "2026-11-24")
      func verdict(_ records: [(commit: Int, record: HistoryRecord)]) -> Verdict {
        HistoryReport(records: records, blessings: [(change.commits, blessing)]).verdict
      }
      accepted += 1
      if (36...60).contains(where: { verdict(Array(records.prefix($0))) == .regressed }) { reopened += 1 }
      if verdict(try noisy([(30, 1_000), (30, 1_600)], seed: seed)) == .regressed { larger += 1 }
    }
    #expect(accepted >= 35 && reopened <= 1 && larger == accepted, "\(accepted), \(reopened), \(larger)")
  }

  @Test("commits are measured with neighbours far apart in time, each once")
  func order() {
    #expect(SpreadOrder.offsets(0) == [])
    #expect(SpreadOrder.offsets(1) == [0])
    #expect(SpreadOrder.offsets(2) == [1, 0])
    #expect(SpreadOrder.offsets(5).prefix(3) == [4, 0, 2])
    #expect(SpreadOrder.offsets(60) == SpreadOrder.offsets(60))
    // Of those that are measured one after the other hardly any are neighbours.
    let order = SpreadOrder.offsets(60)
    #expect(zip(order, order.dropFirst()).count { abs($0 - $1) <= 2 } < 6)
    for count in 0..<70 { #expect(SpreadOrder.offsets(count).sorted() == Array(0..<count)) }
  }
}
