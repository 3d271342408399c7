import Testing

@testable import SectionDiffCLI

@Suite("Recommendation") struct RecommendationTests {
  private func row(
    _ name: String, time: Double, bytes: Int? = nil, moves: Int = 0, deletes: Int = 0, infersMoves: Bool = true
  ) -> StrategyFigures {
    StrategyFigures(
      name: name, nanoseconds: time, spread: 0, comparisons: 1, hashes: 1, bytes: bytes, deletes: deletes,
      inserts: deletes, moves: moves, updates: 0, isMinimal: true, infersMoves: infersMoves)
  }

  private func choice(
    _ rows: [StrategyFigures], _ preference: Preference = .speed, noise: Double = 0
  ) throws -> Recommendation {
    try #require(Recommendation(among: rows, preferring: preference, noise: noise))
  }

  @Test("speed: the fastest, and by how much the others are slower")
  func fastest() throws {
    let choice = try choice([row("a", time: 200), row("b", time: 100)])
    #expect(choice.strategy == "b")
    #expect(choice.reason == "100 ns a diff, the fastest; a takes 2.00 × as long")
  }

  @Test("what the noise floor cannot tell apart is level: then the smaller answer, then the first")
  func level() throws {
    let rows = [row("a", time: 105), row("b", time: 100, moves: 3), row("c", time: 110)]
    #expect(try choice(rows).strategy == "b")
    #expect(try choice(rows, noise: 0.06).strategy == "a")
    #expect(try choice(rows, noise: 0.2).strategy == "a")
    #expect(try choice(rows, noise: 0.2).otherwise.contains("a quieter machine, if it told c and a apart"))
  }

  @Test("fewest changes: the smallest answer, however slow")
  func fewest() throws {
    let rows = [row("a", time: 100, moves: 5), row("b", time: 900, moves: 4)]
    let choice = try choice(rows, .fewestChanges)
    #expect(choice.strategy == "b")
    #expect(choice.reason == "4 deletes, inserts and moves, the fewest of the comparable answers")
    #expect(choice.otherwise.first == "--prefer speed: a, 100 ns a diff, the fastest; b takes 9.00 × as long")
  }

  @Test("memory: the fewest bytes, or by speed where they are unknown")
  func memory() throws {
    let known = try choice([row("a", time: 100, bytes: 5_000), row("b", time: 900, bytes: 4_000)], .memory)
    #expect(known.strategy == "b")
    #expect(known.reason == "4.00 kB a diff, the least of the comparable strategies")
    let unknown = try choice([row("a", time: 100), row("b", time: 900, bytes: 4_000)], .memory)
    #expect(unknown.strategy == "a")
    #expect(unknown.reason.hasPrefix("bytes are not known without jemalloc, so by speed: 100 ns a diff"))
  }

  @Test("an answer without moves takes part only where nothing moved")
  func comparable() throws {
    let moved = [
      row("a", time: 100, moves: 2, deletes: 1), row("m", time: 10, deletes: 3, infersMoves: false),
    ]
    #expect(try choice(moved).strategy == "a")
    #expect(
      try choice(moved).otherwise.first
        == "if a delete and an insert for each move is good enough: m, 10.0 × as fast")
    let unmoved = [row("a", time: 100, deletes: 3), row("m", time: 10, deletes: 3, infersMoves: false)]
    #expect(try choice(unmoved).strategy == "m")
  }

  @Test("ratios that were paired count, not the medians")
  func paired() throws {
    var rows = [row("a", time: 100), row("b", time: 150)]
    rows[1].toFirst = 0.5
    #expect(try choice(rows).strategy == "b")
  }

  @Test("without rows there is no advice")
  func empty() {
    #expect(Recommendation(among: [], preferring: .speed, noise: 0) == nil)
  }
}
