import SectionDiff
import Testing

@testable import BenchmarkHarness

@Suite("Recommendation") struct RecommendationTests {
  private func row(
    _ name: String, time: Double, bytes: Int? = nil, moves: Int = 0, deletes: Int = 0, infersMoves: Bool = true
  ) -> StrategyFigures {
    StrategyFigures(
      name: name, nanoseconds: time, spread: 0, comparisons: 1, hashes: 1, bytes: bytes,
      counts: ChangeCounts(deletes: deletes, inserts: deletes, moves: moves), isMinimal: true,
      infersMoves: infersMoves)
  }

  private func choice(
    _ rows: [StrategyFigures], _ preference: Advisor.Preference = .speed, noise: Double? = 0
  ) throws -> Recommendation {
    try #require(Recommendation(among: rows, preferring: preference, noise: noise))
  }

  @Test("speed: the fastest, and by how much the others are slower")
  func fastest() throws {
    let choice = try choice([row("a", time: 200), row("b", time: 100)])
    #expect(choice.strategy == "b")
    #expect(choice.reason == "100 ns a diff, the fastest; a takes 2.00 × as long")
  }

  @Test("on a quiet machine what is within 3 % is level: then the smaller answer, then the first")
  func level() throws {
    let rows = [row("a", time: 105), row("b", time: 100, moves: 3), row("c", time: 102)]
    #expect(try choice(rows).strategy == "c")
    #expect(try choice(rows).undecided == [])
    #expect(try choice([row("a", time: 105), row("b", time: 100, moves: 3), row("c", time: 110)]).strategy == "b")
  }

  @Test("where chance hides the difference it cannot tell, and recommends the default and not by speed")
  func noisy() throws {
    let rows = [row("a", time: 130), row("b", time: 100, moves: 3), row("c", time: 101), row("d", time: 900)]
    let noisy = try choice(rows, noise: 0.4)
    #expect(noisy.strategy == "a")
    #expect(noisy.undecided == ["a", "b", "c"])
    #expect(
      noisy.reason == """
        cannot tell which is the fastest: by chance alone times differ by 40.0 % here, and these do not differ by more: \
        a 1.30 ×, b 1.00 ×, c 1.01 ×; a, the default, takes 130 ns a diff
        """)
    #expect(
      noisy.otherwise.first == """
        a quieter machine: end what else runs on it, and run this again; differences above 40.0 % can be detected now, above \
        3.0 % at best
        """)
    // What is slower than chance explains is never recommended, default or not.
    let without = try choice(rows, noise: 0.2)
    #expect(without.strategy == "b" && without.undecided == ["b", "c"])
    #expect(without.reason.contains("b, the fastest as measured, takes 100 ns a diff; its answer is large: "))
    #expect(try choice(rows).strategy == "c" && choice(rows).undecided == [])
  }

  @Test("where nobody knows what chance does it cannot tell, and recommends the fastest as measured")
  func unknown() throws {
    let unknown = try choice([row("a", time: 300), row("b", time: 100), row("c", time: 900)], noise: nil)
    #expect(unknown.strategy == "b" && unknown.undecided == ["a", "b", "c"])
    #expect(
      unknown.reason == """
        cannot tell which is the fastest: in fewer than 6 rounds nobody knows how far times differ by chance alone; as \
        measured: a 3.00 ×, b 1.00 ×, c 9.00 ×; b, the fastest as measured, takes 100 ns a diff
        """)
    #expect(unknown.otherwise.first == "more rounds: 6 of each at least, in which all take turns")
    #expect(try choice([row("a", time: 300)], noise: nil).undecided == [])
  }

  @Test("a strategy and adaptive that picked it are one: noise is no doubt")
  func picked() throws {
    var rows = [row("adaptive", time: 110), row("lis", time: 100), row("heckel", time: 900)]
    rows[0].picked = "lis"
    let choice = try choice(rows, noise: 0.2)
    #expect(choice.strategy == "adaptive" && choice.undecided == [])
  }

  @Test("fewest changes: the smallest answer, however slow")
  func fewest() throws {
    let rows = [row("a", time: 100, moves: 5), row("b", time: 900, moves: 4)]
    let choice = try choice(rows, .fewestChanges)
    #expect(choice.strategy == "b")
    #expect(choice.reason == "4 changes, the fewest of the comparable answers")
    #expect(
      choice.otherwise.first == "--favor speed: a, 100 ns a diff, the fastest; b takes 9.00 × as long; "
        + "its answer is large: 1.25 × the fewest changes, 4")
  }

  @Test("balance: the fastest of those with at most 1.15 times the fewest changes, and what was left out")
  func balance() throws {
    let rows = [row("a", time: 300, moves: 115), row("b", time: 900, moves: 100), row("c", time: 100, moves: 116)]
    let choice = try choice(rows, .balance)
    #expect(choice.strategy == "a")
    #expect(
      choice.reason == """
        300 ns a diff, the fastest; b takes 3.00 × as long; left out for more than 1.15 × the fewest changes, 100: c 1.16 ×
        """)
    #expect(
      choice.otherwise.contains(
        """
        --favor speed: c, 100 ns a diff, the fastest; a takes 3.00 × as long; b takes 9.00 × as long; its answer is large: \
        1.16 × the fewest changes, 100
        """))
    // Where all answers are small, it is by speed and says no more.
    let small = try self.choice(Array(rows.prefix(2)), .balance)
    #expect(small.reason == "300 ns a diff, the fastest; b takes 3.00 × as long")
    #expect(try self.choice(rows, .speed).strategy == "c")
  }

  @Test("no answer that is too large is recommended, even where chance hides its time")
  func noisyBalance() throws {
    let rows = [row("a", time: 100, moves: 200), row("b", time: 130, moves: 100), row("c", time: 120, moves: 100)]
    let choice = try choice(rows, .balance, noise: 0.5)
    #expect(choice.undecided == ["b", "c"])
    #expect(choice.strategy == "c")
  }

  @Test("an empty answer is no reason to divide by nothing")
  func emptyAnswers() throws {
    #expect(try choice([row("a", time: 200), row("b", time: 100)], .balance).strategy == "b")
    #expect(try choice([row("a", time: 200), row("b", time: 100, moves: 2)], .balance).strategy == "a")
  }

  @Test("memory: the fewest bytes, or by speed where they are unknown")
  func memory() throws {
    let known = try choice([row("a", time: 100, bytes: 5_000), row("b", time: 900, bytes: 4_000)], .memory)
    #expect(known.strategy == "b")
    #expect(known.reason == "4.00 kB a diff, the least of the comparable strategies")
    let unknown = try choice([row("a", time: 100), row("b", time: 900, bytes: 4_000)], .memory)
    #expect(unknown.strategy == "a")
    #expect(unknown.reason.hasPrefix("bytes of a were not counted, so by speed: 100 ns a diff"))
    let none = try choice([row("a", time: 100), row("b", time: 900)], .memory)
    #expect(none.reason.hasPrefix("bytes were not counted, so by speed: 100 ns a diff"))
  }

  @Test("an answer without moves takes part only where nothing moved")
  func comparable() throws {
    let moved = [
      row("a", time: 100, moves: 2, deletes: 1), row("m", time: 10, deletes: 3, infersMoves: false),
    ]
    #expect(try choice(moved).strategy == "a")
    #expect(
      try choice(moved).otherwise.first
        == "if a delete and an insert for each move are acceptable: m, 10.0 × as fast")
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
