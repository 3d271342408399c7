import Foundation
import MeasuringSupport
import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

/// What is kept of the runs of one commit, and how it is written.
@Suite("History: a record")
struct HistoryRecordTests {
  private func run(
    _ rows: [Measured], host: String = "a machine", commit: String = "unknown"
  ) -> BenchmarkRun {
    var run = MadeRecord.record([100: rows], host: host)
    run.environment.commit = commit
    return run
  }

  @Test("a record keeps counts, the best time of each process, and its median by each floor")
  func record() throws {
    let first = run([
      MadeRecord.floor("scan", times: [10, 20]),
      MadeRecord.row("lis", comparisons: 7, allocations: 3, times: [100, 80]),
    ])
    let second = run([
      MadeRecord.floor("scan", times: [10, 10]),
      MadeRecord.row("lis", comparisons: 7, allocations: 3, times: [90, 110]),
    ])
    let record = try HistoryRecord([first, second])
    #expect(record.measured.count == 1, "a floor is no contender")
    let lis = record.measured[0]
    #expect(lis.counts["comparisons"] == 7 && lis.counts["allocations"] == 3 && lis.counts["wrong"] == 0)
    #expect(lis.times == [80, 90])
    #expect(lis.ratios == ["scan": [7, 10]])
  }

  @Test("runs that do not belong together are refused, with the reason")
  func unusable() throws {
    func problem(_ runs: [BenchmarkRun]) -> String {
      do {
        _ = try HistoryRecord(runs)
        return ""
      } catch { return error.description }
    }
    let one = run([MadeRecord.row("lis")])
    #expect(problem([]) == "there is no benchmark run")
    #expect(problem([one, run([MadeRecord.row("lis")], host: "another")]).contains("two hosts: a machine and another"))
    #expect(problem([run([MadeRecord.floor("scan", times: [1])])]).contains("floors only"))
    var directed = MadeRecord.row("lis")
    directed.metrics = ["hits": 1]
    let fewer = run([directed])
    directed.better = ["hits": .more]
    #expect(
      problem([fewer, run([directed])])
        == "more hits of lis on mixed, 100 int are better in one run, and fewer in another")
    #expect(problem([run([directed]), run([directed])]).isEmpty)
  }

  @Test("what one of several runs lacks is not exact, and has no bounds, in whatever order the runs come")
  func lacking() throws {
    func row(_ tokens: Int?) -> Measured {
      var row = MadeRecord.row("lis", comparisons: 7)
      row.metrics = tokens.map { ["tokens": $0] } ?? [:]
      if tokens != nil { row.better = ["tokens": .more] }
      return row
    }
    for order in [[1, 900, nil], [1, nil, 900], [nil, 1, 900], [nil, 900, 1], [900, nil, nil], [1, nil, 1]] as [[Int?]]
    {
      let lis = try HistoryRecord(order.map { run([row($0)]) }).measured[0]
      #expect(lis.unsteady == ["tokens"] && lis.bounds == nil && lis.counts["tokens"] == nil, "\(order)")
      #expect(lis.better == ["tokens": .more] && lis.counts["comparisons"] == 7, "\(order)")
    }
    #expect(try HistoryRecord([1, 900, 4].map { run([row($0)]) }).measured[0].bounds == ["tokens": 1...900])
    let parts = try HistoryRecord([run([row(1), MadeRecord.row("myers", comparisons: 3)]), run([row(1)])])
    let myers = try #require(parts.measured.first { $0.key.contender == "myers" })
    #expect(myers.counts["comparisons"] == nil && myers.unsteady?.contains("comparisons") == true)
    #expect(parts.remarks.contains("left out: comparisons of myers on mixed, 100 int, which differed from run to run"))
  }

  @Test("an entry comes back as it was written; one that is damaged is refused with the place")
  func entry() throws {
    let record = try HistoryRecord([run([MadeRecord.floor("scan", times: [10]), MadeRecord.row("lis")])])
    let blessing = try HistoryReportTests.blessing()
    let entry = HistoryEntry(commit: "c0ffee", record: record, blessings: [blessing])
    let json = try entry.json()
    #expect(try HistoryEntry(json: json) == entry)
    #expect(try HistoryEntry(json: json).json() == json)
    #expect(json.count { $0 == 0x0A } == 1, "one line")
    let text = String(decoding: json, as: UTF8.self)
    for (part, other, words) in [
      ("section-diff-history/1", "section-diff-history/0", "an entry in the form section-diff-history/0"),
      ("\"comparisons\":100", "\"comparisons\":-1", "-1 comparisons"),
      ("\"scan\":[10]", "\"scan\":[]", "no ratio to scan"),
      ("\"times\":[99]", "\"times\":[-1]", "a time that is not a positive number"),
    ] {
      #expect(text.contains(part))
      #expect {
        try HistoryEntry(json: Array(text.replacingOccurrences(of: part, with: other).utf8))
      } throws: {
        "\($0)".contains(words)
      }
    }
    // A floor may be slower, and a time less than a nanosecond.
    for (part, other) in [("\"times\":[99]", "\"times\":[0.5]"), ("\"scan\":[10]", "\"scan\":[0.1]")] {
      _ = try HistoryEntry(json: Array(text.replacingOccurrences(of: part, with: other).utf8))
    }
  }

  @Test("an entry of a later form is known to be one, whatever else it holds; a form of another name is none")
  func laterForms() throws {
    for name in ["2", "10", "9999999999999999999999999999"].map({ "section-diff-history/" + $0 }) {
      let entry = try HistoryEntry(json: Array("{\"format\":\"\(name)\",\"record\":7,\"commit\":[]}".utf8))
      #expect(entry.isLater && entry.format == name && entry.record == nil && entry.blessings.isEmpty)
    }
    for name in [
      "section-diff-history/0", "section-diff-history/two", "section-diff-suite/2", "section-diff-history/2 ",
      "section-diff-history/+2", "section-diff-history/-2", "section-diff-history/2.0", "section-diff-history/02",
      "section-diff-history/", "section-diff-history/1.0",
    ] {
      #expect(throws: DecodingError.self) {
        try HistoryEntry(json: Array("{\"format\":\"\(name)\",\"commit\":\"c\",\"blessings\":[]}".utf8))
      }
    }
  }

  @Test("a record keeps the sizes of the inputs and who uses threads; one of before is read, and written as it was")
  func inputs() throws {
    var row = MadeRecord.row("lis")
    row.usesThreads = true
    let both = MadeRecord.record([100: [MadeRecord.row("heckel"), row]], old: 90)
    let record = try HistoryRecord([both])
    #expect(record.measured.map(\.input) == [.init(old: 90, new: 100), .init(old: 90, new: 100)])
    #expect(record.measured.map(\.threads) == [nil, true])
    let json = try HistoryEntry(commit: "c", record: record).json()
    #expect(try HistoryEntry(json: json).record == record)
    var before = record
    for index in before.measured.indices { (before.measured[index].input, before.measured[index].threads) = (nil, nil) }
    let old = try HistoryEntry(commit: "c", record: before).json()
    let text = String(decoding: old, as: UTF8.self)
    #expect(!text.contains("input") && !text.contains("threads"))
    #expect(try HistoryEntry(json: old).json() == old)
    #expect(throws: HistoryRecord.Unusable.self) {
      try HistoryRecord([both, MadeRecord.record([100: [MadeRecord.row("lis")]], old: 80)])
    }
  }

  @Test("what a history keeps is as its schema describes")
  func history() throws {
    let schema = try JSONSchema(named: "section-diff-history-1")
    let run = MadeRecord.record([5: [MadeRecord.floor("scan", times: [10]), MadeRecord.row("lis")]])
    let blessing = try HistoryReportTests.blessing()
    for entry in [
      HistoryEntry(commit: "c0ffee", record: try HistoryRecord([run]), blessings: [blessing]),
      HistoryEntry(commit: "c0ffee"),
    ] {
      #expect(schema.problem(in: try JSONSerialization.jsonObject(with: Data(entry.json()))) == nil)
    }
    let least =
      "{\"format\":\"section-diff-history/1\",\"commit\":\"c\",\"record\":{\"environment\":{},\"measured\":[]},\"blessings\":[]}"
    #expect(schema.problem(in: try JSONSerialization.jsonObject(with: Data(least.utf8))) == nil)
    #expect(try HistoryEntry(json: Array(least.utf8)).record?.environment.host == RunEnvironment.unknown)
    #expect(
      schema.problem(
        in: try JSONSerialization.jsonObject(
          with: Data("{\"format\":\"section-diff-history/1\",\"commit\":\"c\"}".utf8)))
        == "the value has no blessings")
  }
}
