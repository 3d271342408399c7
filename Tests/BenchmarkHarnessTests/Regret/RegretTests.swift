import BenchmarkHarness
import SectionDiff
import Testing

@Suite("Regret") struct RegretTests {
  /// A row with so many changes of each kind, `exchanged` of them both deletes and inserts, and such times.
  private func row(_ name: String, moves: Int, exchanged: Int = 0, updates: Int = 0, times: [Double]) -> Measured {
    var row = MadeRecord.row(name, moves: moves, times: times)
    row.answer?.counts.deletes = exchanged
    row.answer?.counts.inserts = exchanged
    row.answer?.counts.updates = updates
    return row
  }

  private func regret(_ rows: [Measured]) throws -> Regret {
    try #require(Regret(of: "adaptive", in: MadeRecord.record([1_000: rows]).workloads[0]))
  }

  @Test("the fastest of those with as few changes is the best, by paired ratios")
  func best() throws {
    // The machine is ten times slower in the second round; the ratios are 1.25 and 2 in every round.
    let regret = try regret([
      MadeRecord.floor("scan", times: [1, 10, 1]), row("adaptive", moves: 3, times: [100, 1_000, 100]),
      row("lis", moves: 3, times: [80, 800, 80]), row("heckel", moves: 3, times: [50, 500, 50]),
    ])
    #expect(regret.best == "heckel")
    #expect(regret.workload == "mixed")
    #expect(regret.size == 1_000)
    #expect(regret.ratio.median == 2)
    #expect(regret.ratio.interval.low == 2)
    #expect(regret.ratio.interval.high == 2)
    #expect(regret.ratio.rounds == 3)
  }

  @Test("a faster strategy with a larger answer is no candidate, one with a smaller answer is")
  func answers() throws {
    let rows = [
      row("adaptive", moves: 3, times: [100]), row("lis", moves: 2, times: [80]), row("heckel", moves: 4, times: [10]),
    ]
    #expect(try regret(rows).best == "lis")
    #expect(try regret(rows).ratio.median == 1.25)
    #expect(try regret([rows[0], rows[2]]).best == "adaptive")
    #expect(try regret([rows[0], rows[2]]).ratio.median == 1)
  }

  @Test("changes of all kinds count: updates, and those of sections")
  func kinds() throws {
    let adaptive = row("adaptive", moves: 3, updates: 1, times: [100])
    #expect(try regret([adaptive, row("lis", moves: 3, updates: 1, times: [50])]).best == "lis")
    #expect(try regret([adaptive, row("lis", moves: 3, updates: 2, times: [50])]).best == "adaptive")
    var sections = row("lis", moves: 3, times: [50])
    sections.answer?.counts.sectionMoves = 1
    #expect(try regret([adaptive, sections]).best == "lis")
    sections.answer?.counts.sectionMoves = 2
    #expect(try regret([adaptive, sections]).best == "adaptive")
  }

  @Test("a strategy without moves is judged by its own deletes and inserts")
  func withoutMoves() throws {
    let myers = row("myers", moves: 0, exchanged: 3, times: [10])
    #expect(try regret([row("adaptive", moves: 3, times: [100]), myers]).best == "adaptive")
    // Where nothing moved it needs no more than the others.
    #expect(try regret([row("adaptive", moves: 0, exchanged: 3, times: [100]), myers]).best == "myers")
    #expect(try regret([row("adaptive", moves: 0, exchanged: 3, times: [100]), myers]).ratio.median == 10)
  }

  @Test("of equals the strategy itself is named, then the one that stands first")
  func ties() throws {
    let adaptive = row("adaptive", moves: 3, times: [100])
    #expect(try regret([row("lis", moves: 3, times: [100]), adaptive]).best == "adaptive")
    let level = [row("lis", moves: 3, times: [50]), adaptive, row("heckel", moves: 3, times: [50])]
    #expect(try regret(level).best == "lis")
    #expect(try regret(level.reversed()).best == "heckel")
  }

  @Test("slower candidates leave a regret of exactly 1")
  func slower() throws {
    let regret = try regret([
      row("adaptive", moves: 3, times: [100, 90]), row("lis", moves: 3, times: [101, 91]),
    ])
    #expect(regret.best == "adaptive")
    #expect(regret.ratio.median == 1)
    #expect(regret.ratio.interval.low == 1)
    #expect(regret.ratio.interval.high == 1)
  }

  @Test("what did the work is reported")
  func picked() throws {
    var adaptive = row("adaptive", moves: 3, times: [100])
    adaptive.answer?.receipt.picked = "myers"
    #expect(try regret([adaptive]).picked == "myers")
  }

  @Test("without an answer or a time there is no regret, and no candidate")
  func missing() throws {
    func none(_ rows: [Measured]) -> Bool {
      Regret(of: "adaptive", in: MadeRecord.record([1_000: rows]).workloads[0]) == nil
    }
    #expect(none([]))
    #expect(none([row("lis", moves: 3, times: [100])]))
    #expect(none([MadeRecord.floor("adaptive", times: [100])]))
    #expect(none([row("adaptive", moves: 3, times: [])]))
    let adaptive = row("adaptive", moves: 3, times: [100])
    #expect(try regret([adaptive, MadeRecord.floor("scan", times: [1])]).best == "adaptive")
    #expect(try regret([adaptive, row("lis", moves: 3, times: [])]).best == "adaptive")
  }

  // MARK: - Over several workloads

  private func regret(_ workload: String, _ median: Double) -> Regret {
    let interval = ConfidenceInterval(low: median, high: median, confidence: 0.95)
    return Regret(
      workload: workload, size: 10, picked: "lis", best: "lis",
      ratio: PairedRatio(median: median, interval: interval, rounds: 1))
  }

  @Test("the mean is geometric, the worst is the largest, of equals the first")
  func summary() throws {
    let summary = try #require(RegretSummary([regret("a", 1), regret("b", 2), regret("c", 4), regret("d", 4)]))
    #expect(abs(summary.geometricMean - 2.378_414_230_005_442) < 1e-12)
    #expect(summary.worst.workload == "c")
    #expect(summary.regrets.map(\.workload) == ["a", "b", "c", "d"])
    #expect(abs(try #require(RegretSummary([regret("a", 1.5)])).geometricMean - 1.5) < 1e-12)
    #expect(RegretSummary([]) == nil)
  }
}
