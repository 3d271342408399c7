import BenchmarkHarness
import MeasuringSupport
import SectionDiff
import Testing

@Suite("Regret") struct StrategyRegretTests {
  /// A row with so many changes of each kind, `exchanged` of them both deletes and inserts, and such times.
  private func row(_ name: String, moves: Int, exchanged: Int = 0, updates: Int = 0, times: [Double]) -> Measured {
    var row = MadeRecord.row(name, moves: moves, times: times)
    row.answer?.counts.deletes = exchanged
    row.answer?.counts.inserts = exchanged
    row.answer?.counts.updates = updates
    return row
  }

  private func regret(_ rows: [Measured]) throws -> StrategyRegret {
    try #require(StrategyRegret(of: "adaptive", in: MeasuredTable(rows: rows, noise: nil)))
  }

  @Test("the fastest of those with as few changes is the best, by paired ratios")
  func best() throws {
    // The machine is ten times slower in the second round; the ratios are 1.25 and 2 in every round.
    let regret = try regret([
      MadeRecord.floor("scan", times: [1, 10, 1]), row("adaptive", moves: 3, times: [100, 1_000, 100]),
      row("lis", moves: 3, times: [80, 800, 80]), row("heckel", moves: 3, times: [50, 500, 50]),
    ])
    #expect(regret.best == "heckel")
    #expect(regret.timeRatio.median == 2)
    #expect(regret.timeRatio.interval.low == 2)
    #expect(regret.timeRatio.interval.high == 2)
    #expect(regret.timeRatio.rounds == 3)
  }

  @Test("a faster strategy with a larger answer is no candidate, one with a smaller answer is")
  func answers() throws {
    let rows = [
      row("adaptive", moves: 3, times: [100]), row("lis", moves: 2, times: [80]), row("heckel", moves: 4, times: [10]),
    ]
    #expect(try regret(rows).best == "lis")
    #expect(try regret(rows).timeRatio.median == 1.25)
    #expect(try regret([rows[0], rows[2]]).best == "adaptive")
    #expect(try regret([rows[0], rows[2]]).timeRatio.median == 1)
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
    #expect(try regret([row("adaptive", moves: 0, exchanged: 3, times: [100]), myers]).timeRatio.median == 10)
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
    #expect(regret.timeRatio.median == 1)
    #expect(regret.timeRatio.interval.low == 1)
    #expect(regret.timeRatio.interval.high == 1)
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
      StrategyRegret(of: "adaptive", in: MeasuredTable(rows: rows, noise: nil)) == nil
    }
    #expect(none([]))
    #expect(none([row("lis", moves: 3, times: [100])]))
    #expect(none([MadeRecord.floor("adaptive", times: [100])]))
    #expect(none([row("adaptive", moves: 3, times: [])]))
    let adaptive = row("adaptive", moves: 3, times: [100])
    #expect(try regret([adaptive, MadeRecord.floor("scan", times: [1])]).best == "adaptive")
    #expect(try regret([adaptive, row("lis", moves: 3, times: [])]).best == "adaptive")
  }

  // MARK: - Size

  @Test("size is the changes over the fewest of all strategies, whatever their times")
  func size() throws {
    let rows = [
      row("adaptive", moves: 6, exchanged: 2, times: [100]), row("lis", moves: 4, exchanged: 2, times: [900]),
      row("myers", moves: 0, exchanged: 5, times: []), row("heckel", moves: 4, exchanged: 2, times: [1]),
    ]
    let regret = try regret(rows)
    #expect(regret.changes == 10)
    #expect(regret.fewest == 8)
    #expect(regret.smallest == "lis", "of equals the first")
    #expect(regret.sizeRatio == 1.25)
    // One without times counts, too: a count needs none.
    let counted = try self.regret([rows[0], row("myers", moves: 0, exchanged: 2, times: [])])
    #expect(counted.smallest == "myers" && counted.sizeRatio == 2.5)
  }

  @Test("the strategy itself is the smallest where none has fewer changes; no change counts as one")
  func smallest() throws {
    let level = try regret([row("lis", moves: 3, times: [1]), row("adaptive", moves: 3, times: [1])])
    #expect(level.smallest == "adaptive" && level.sizeRatio == 1)
    let none = try regret([row("adaptive", moves: 8, times: [1]), row("lis", moves: 0, times: [1])])
    #expect(none.fewest == 0 && none.sizeRatio == 8)
    let nothing = try regret([row("adaptive", moves: 0, times: [1])])
    #expect(nothing.sizeRatio == 1)
  }

  @Test("changes that were counted anew are for size alone")
  func counted() throws {
    let rows = [row("adaptive", moves: 4, times: [100]), row("lis", moves: 4, times: [50])]
    let counts = ["adaptive": ChangeCounts(moves: 3), "lis": ChangeCounts(moves: 4), "other": ChangeCounts(moves: 2)]
    let regret = try #require(
      StrategyRegret(of: "adaptive", in: MeasuredTable(rows: rows, noise: nil), counted: counts))
    #expect(regret.timeRatio.median == 2 && regret.best == "lis")
    #expect(regret.changes == 3 && regret.fewest == 2 && regret.smallest == "other")
  }

  // MARK: - Over several inputs

  private func regret(_ time: Double, changes: Int, of fewest: Int) throws -> StrategyRegret {
    try regret([
      row("adaptive", moves: changes, times: [time]), row("lis", moves: changes, times: [1]),
      row("heckel", moves: fewest, times: [1_000]),
    ])
  }

  @Test("means are geometric, the worst is the largest, of equals the first")
  func summary() throws {
    let regrets = try [(1.0, 8, 2), (2, 2, 2), (4, 8, 4), (4, 8, 2)].map { try regret($0, changes: $1, of: $2) }
    let summary = try #require(RegretSummary(regrets))
    #expect(abs(summary.meanTime - 2.378_414_230_005_442) < 1e-12)
    #expect(abs(summary.meanSize - 2.378_414_230_005_442) < 1e-12)
    #expect(summary.slowest == 2)
    #expect(summary.largest == 0)
    #expect(summary.regrets.map(\.changes) == [8, 2, 8, 8])
    let single = try regret(1.5, changes: 1, of: 1)
    #expect(abs(try #require(RegretSummary([single])).meanTime - 1.5) < 1e-12)
    #expect(RegretSummary([]) == nil)
  }
}
