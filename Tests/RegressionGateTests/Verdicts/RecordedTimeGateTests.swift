import BenchmarkHarness
import MeasuringSupport
import RegressionGate
import Testing

@Suite("Recorded times")
struct RecordedTimeGateTests {
  /// Thirty rounds about a time, a few per cent up and down.
  private func record(_ time: Double, floor: Double = 1_000, rounds: Int = 30, host: String = "a machine")
    -> BenchmarkRun
  {
    let times = (0..<rounds).map { time * (1 + Double($0 * 7 % 11) / 200) }
    let floors = [Double](repeating: floor, count: rounds)
    return MadeRecord.record(
      [1_000: [MadeRecord.floor(Floors.dictionaryName, times: floors), MadeRecord.row("lis", times: times)]], host: host
    )
  }

  private func gate(_ base: BenchmarkRun, _ head: BenchmarkRun) -> RecordedTimeGate {
    RecordedTimeGate(ComparisonPlan(base: base, head: head, besides: [.time]), threshold: 0.1)
  }

  @Test("equal times pass, and so do those of an hour in which all was slower")
  func level() {
    #expect(gate(record(100), record(100)).verdict == .pass)
    let slowHour = gate(record(100), record(300, floor: 3_000))
    #expect(slowHour.verdict == .pass && slowHour.reasons.isEmpty)
  }

  @Test("a slow-down is never called from records")
  func slower() {
    let gate = gate(record(100), record(150))
    #expect(gate.verdict == .cannotTell)
    #expect(gate.reasons.first?.contains("fresh confirmation") == true)
    #expect(gate.findings.first?.ratio?.interval.contains(1.5) == true)
  }

  @Test("times of other hosts say nothing, and why")
  func hosts() {
    let gate = gate(record(100), record(100, host: "another machine"))
    #expect(gate.verdict == nil && gate.findings.isEmpty)
    #expect(gate.reasons == ["the hosts differ: a machine and another machine"])
    // As they were recorded before hosts had the name of the processor: it may be another one.
    let before = self.gate(record(100, host: "Linux, 2 cores"), record(100, host: "Linux, 2 cores, AMD EPYC"))
    #expect(before.reasons == ["the hosts differ: Linux, 2 cores and Linux, 2 cores, AMD EPYC"])
  }

  @Test("too few rounds, and none beside a floor, say so, and are no verdict")
  func few() {
    let brief = gate(record(100, rounds: 4), record(100, rounds: 4))
    #expect(brief.verdict == nil && brief.reasons.first?.contains("in too few rounds") == true)
    let bare = MadeRecord.record([1_000: [MadeRecord.row("lis")]])
    #expect(gate(bare, bare).verdict == nil)
    #expect(gate(bare, bare).reasons.first?.contains("beside a floor, such as scan") == true)
  }

  @Test("times that vary too much are no verdict, unless they look slower")
  func noisy() {
    func record(_ factor: Double) -> BenchmarkRun {
      let times = (0..<30).map { factor * (100 + Double($0 * 7 % 30) * 4) }
      let floors = [Double](repeating: 1_000, count: 30)
      return MadeRecord.record(
        [1_000: [MadeRecord.floor(Floors.scanName, times: floors), MadeRecord.row("lis", times: times)]])
    }
    let level = gate(record(1), record(1))
    #expect(level.verdict == nil && level.reasons.first?.contains("1 of 1 recorded times vary too much") == true)
    let slower = gate(record(1), record(3))
    #expect(
      slower.verdict == .cannotTell && slower.reasons.first?.contains("1 of 1 recorded times look slower") == true)
  }

  @Test(
    "one of many that is ten times as slow is not passed over, though there are too few rounds for an interval")
  func extreme() {
    func record(_ factor: Double) -> BenchmarkRun {
      let rows = (0..<60).map { number in
        MadeRecord.row("row \(number)", times: (0..<6).map { (number == 7 ? factor : 1) * (100 + Double($0)) })
      }
      let floors = [Double](repeating: 1_000, count: 6)
      return MadeRecord.record([1_000: [MadeRecord.floor(Floors.scanName, times: floors)] + rows])
    }
    let slower = gate(record(1), record(10))
    #expect(slower.findings.allSatisfy { $0.ratio == nil })
    #expect(slower.verdict == .cannotTell && slower.findings.filter(\.isSuspect).map(\.key.contender) == ["row 7"])
    #expect(gate(record(1), record(1)).verdict == nil && gate(record(10), record(1)).verdict == nil)
  }

  @Test("dict is a floor only where there is no other")
  func dictionary() {
    func record(_ time: Double, dict: Double) -> BenchmarkRun {
      let times = (0..<30).map { time * (1 + Double($0 * 7 % 11) / 200) }
      func floor(_ name: String, _ time: Double) -> Measured {
        MadeRecord.floor(name, times: [Double](repeating: time, count: 30))
      }
      return MadeRecord.record(
        [1_000: [floor(Floors.dictionaryName, dict), floor(Floors.scanName, 10), MadeRecord.row("lis", times: times)]])
    }
    // By dict, which the load has inflated, it would be level.
    #expect(gate(record(100, dict: 400), record(150, dict: 600)).verdict == .cannotTell)
    #expect(gate(record(100, dict: 400), record(100, dict: 600)).verdict == .pass)
  }

  @Test("times are set against a floor that both have, not against the first of each")
  func floors() {
    func record(_ time: Double, _ floors: [(String, Double)]) -> BenchmarkRun {
      let times = (0..<30).map { time * (1 + Double($0 * 7 % 11) / 200) }
      let rows = floors.map { MadeRecord.floor($0.0, times: [Double](repeating: $0.1, count: 30)) }
      return MadeRecord.record([1_000: rows + [MadeRecord.row("lis", times: times)]])
    }
    let base = record(500, [("bytes", 100)])
    // By the first floors it would look faster.
    let slower = gate(base, record(2_500, [("words", 1_000), ("bytes", 100)]))
    #expect(slower.verdict == .cannotTell)
    #expect(slower.findings.first?.ratio?.interval.contains(5) == true)
    #expect(gate(base, record(500, [("words", 1_000), ("bytes", 100)])).verdict == .pass)
    // Without one that both have nothing is ruled out, and still ten times as slow is not passed over.
    #expect(gate(base, record(500, [("words", 1_000)])).verdict == nil)
    #expect(gate(base, record(5_000, [("words", 1_000)])).verdict == .cannotTell)
  }
}
