import DiffWorkloads
import MeasuringSupport
import SectionDiff
import TestScale
import Testing

@testable import BenchmarkHarness

@Suite("Advice") struct AdviceTests {
  private func input(_ contenders: [Contender], _ standard: StandardDifference.Cost) -> BenchmarkInput {
    var input = BenchmarkInput(
      items: 1, contenders.filter(\.isJudged), floors: contenders.filter { !$0.isJudged })
    input.standard = BenchmarkInput.Standard(contender: Contender(Floors.standardName) { 1 }, cost: { _ in standard })
    return input
  }

  private var subject: Advice.Subject {
    Advice.Subject(
      title: "a test", members: [("workload", "\"x\"")], elements: "int", oldCount: 1, newCount: 1, comparison: "one",
      dictionary: "two", verified: "by a test")
  }

  private var answer: DiffAnswer {
    DiffAnswer(counts: .init(moves: 2), receipt: .init(strategy: "adaptive"))
  }

  private var harness: Harness<SystemClock> {
    Harness(
      plan: SamplingPlan(minimumRounds: 2, maximumRounds: 2, shortestTime: 0), clock: SystemClock(), meter: nil)
  }

  private func contenders(timed: @escaping () -> Void = {}) -> [Contender] {
    let answer = answer
    return [
      Contender(Floors.scanName) { 1 }, Contender(Floors.dictionaryName) { 1 },
      Contender("adaptive", check: { answer }) {
        timed()
        return 1
      },
    ]
  }

  @Test("where the first has a wrong answer, the next one tells what a ratio is worth")
  func wrongFirst() throws {
    let wrong = Contender("heckel", check: { throw VerificationFailure("heckel", "it is not even close") }) { 1 }
    let advice = try Advice(on: input([wrong] + contenders(), .stopped), subject, preferring: .speed, with: harness)
    #expect(advice.noise != nil && advice.noiseName == "adaptive")
    #expect(advice.rows.first?.toFirst == 1)
  }

  @Test("what a runner measured is not said to favor what was not passed to it")
  func recorded() throws {
    var row = MadeRecord.row("adaptive")
    row.answer?.receipt.picked = "lis"
    let run = MadeRecord.record([5: [row]])
    let advice = try Advice(run.workloads[0], by: run.environment, subject, preferring: .speed)
    #expect(advice.description.contains("\nadaptive picked lis.\n"), "\(advice)")
  }

  @Test("two algorithms of one name are refused")
  func doubles() async throws {
    let all = DiffStrategy.all.map(\.algorithm)
    let list = try #require(Catalogue.workload("identical")).pair(size: 2).old.snapshot(of: IntElement.self, from: ())
    let error = await #expect(throws: SuiteUsageError.self) {
      _ = try await Advisor(among: all + all).advise(from: list, to: list)
    }
    #expect(error?.description.hasPrefix("two algorithms are called ") == true)
  }

  @Test("a wrong answer is called wrong, is not timed, and is never recommended")
  func verification() throws {
    var runs = 0
    let wrong = Contender("heckel", check: { throw VerificationFailure("heckel", "it is not even close") }) {
      runs += 1
      return 1
    }
    let advice = try Advice(on: input(contenders() + [wrong], .stopped), subject, preferring: .speed, with: harness)
    #expect(runs == 0)
    #expect(advice.recommended == "adaptive")
    let lines = advice.description.split(separator: "\n")
    #expect(lines.contains { $0.split(separator: " ") == ["heckel", "wrong"] })
    #expect(lines.contains("heckel is wrong and was not timed: it is not even close."))
    #expect(advice.wrong == [VerificationFailure("heckel", "it is not even close")])
    let error = #expect(throws: Advice.NothingToRecommend.self) {
      try Advice(on: input([wrong], .stopped), subject, preferring: .speed, with: harness)
    }
    #expect(error?.wrong == advice.wrong)
    #expect(error?.description == "the answer of heckel is wrong: it is not even close")
  }

  @Test("the standard library is never left out, whatever it costs")
  func standard() throws {
    func advice(_ cost: StandardDifference.Cost) throws -> (row: String, nanoseconds: Double?) {
      let advice = try Advice(on: input(contenders(), cost), subject, preferring: .speed, with: harness)
      let row = advice.description.split(separator: "\n").first { $0.hasPrefix("stdlib ") }
      return (String(try #require(row)), try #require(advice.floors.last).nanoseconds)
    }
    let stopped = try advice(.stopped)
    #expect(stopped.row.contains("> 20 s") && stopped.nanoseconds == nil)
    let slow = try advice(.estimated(3e10))
    #expect(slow.row.contains("> 20 s") && slow.nanoseconds == nil)
    let large = try advice(.estimated(6e9))
    #expect(large.row.contains("≈ 6.00 s") && large.nanoseconds == nil)
    let once = try advice(.measured(4e9))
    #expect(once.row.contains("4.00 s") && once.nanoseconds == 4e9)
    // Quick enough for rounds: the figure is theirs, not that of the one run before.
    let quick = try #require(try advice(.measured(9e8)).nanoseconds)
    #expect(quick < 9e8)
  }

  /// A clock that only the contenders move.
  private final class SimulatedClock: NanosecondClock {
    var now = 0
  }

  /// Advice on two strategies, the default the slower one by a share, on a machine where chance multiplies each time by up
  /// to `noise`.
  private func advice(
    slower: Double, noise: Double, seed: UInt64 = 15, beside rivals: [Measured] = []
  ) throws -> Advice {
    let clock = SimulatedClock()
    var generator = SplitMix64(seed: seed)
    let answer = answer
    func contender(_ name: String, _ time: Double, isFloor: Bool = false) -> Contender {
      let run: () throws -> Int = {
        clock.now += Int(time * (1 + (noise - 1) * Double(generator.below(1_001)) / 1_000))
        return 1
      }
      return isFloor ? Contender(name, run: run) : Contender(name, check: { answer }, run: run)
    }
    let contenders = [
      contender(Floors.scanName, 1e5, isFloor: true), contender(Floors.dictionaryName, 4e5, isFloor: true),
      contender("adaptive", 1e6 * (1 + slower)), contender("heckel", 1e6), contender("myers", 2e7),
    ]
    let harness = Harness(
      plan: SamplingPlan(shortestTime: 0, settledTime: 0), clock: clock, meter: nil,
      bootstrap: Bootstrap(resamples: 100))
    return try Advice(
      on: input(contenders, .stopped), subject, preferring: .speed, with: harness, beside: rivals)
  }

  @Test("a rival's rounds are its own: they are not paired with these, its median time is compared")
  func rival() throws {
    // The first rounds, which would be paired, are the quick ones.
    let times = [Double](repeating: 5e5, count: 20) + [Double](repeating: 2e6, count: 30)
    let advice = try advice(slower: 0, noise: 1, beside: [MadeRecord.row("theirs", moves: 2, times: times)])
    let theirs = try #require(advice.rows.last)
    #expect(theirs.name == "theirs" && theirs.isForeign && theirs.toFirst == nil && theirs.timeRegret == 2)
    #expect(advice.rows.dropLast().map(\.timeRegret) == [1, 1, 20])
    #expect(advice.recommended != "theirs")
    let quick = [Double](repeating: 2e6, count: 20) + [Double](repeating: 5e5, count: 60)
    let quicker = try self.advice(slower: 0, noise: 1, beside: [MadeRecord.row("theirs", moves: 2, times: quick)])
    #expect(quicker.recommended == "theirs" && quicker.rows.last?.timeRegret == 1)
    #expect(quicker.rows.dropLast().map(\.timeRegret) == [2, 2, 40])
    // One that needs more changes is as small as nobody's answer.
    let large = try self.advice(slower: 0, noise: 1, beside: [MadeRecord.row("theirs", moves: 3, times: quick)])
    #expect(large.rows.dropLast().map(\.timeRegret) == [1, 1, 20] && large.rows.last?.isMinimal == false)
  }

  @Test("a rival of whose noise nothing is known may be the fastest, and never is the one that is recommended")
  func unknownRival() throws {
    for (times, isKnown) in [
      ([38e3], false), ([Double](repeating: 38e3, count: 5), false), ([Double](repeating: 0, count: 50), false),
      ([Double](repeating: 38e3, count: 6), true),
      // Some are as slow as these.
      ([Double](repeating: 38e3, count: 13) + [Double](repeating: 2e6, count: 12), false),
    ] {
      let advice = try advice(slower: 0.3, noise: 1, beside: [MadeRecord.row("theirs", moves: 2, times: times)])
      #expect((advice.recommended == "theirs") == isKnown, "\(times): \(advice)")
      #expect(advice.undecided.contains("theirs") != isKnown, "\(times): \(advice)")
      #expect(advice.description.contains("cannot tell which is the fastest") != isKnown)
      #expect(!advice.description.contains("nan") && !advice.description.contains("inf"), "\(advice)")
    }
  }

  @Test("simulated times: a quiet machine tells two strategies apart, in the rounds that there are")
  func quiet() throws {
    let advice = try advice(slower: 0.3, noise: 1.02)
    #expect(advice.recommended == "heckel" && advice.undecided == [])
    #expect(advice.rows.map(\.rounds) == [25, 25, 12])
    #expect(advice.description.contains("\nRecommended: heckel (--favor speed)\n  Why: 1.01 ms a diff, the fastest; "))
  }

  @Test(
    "simulated times: what the first rounds cannot tell, more rounds do, of those that are too close",
    .enabled(if: TestScale.isFull))
  func decided() throws {
    var extended = 0
    for seed in 1...6 {
      let advice = try advice(slower: 0.15, noise: 8, seed: UInt64(seed))
      // Never the slower one, unless it says that it cannot tell.
      #expect(advice.recommended == "heckel" || advice.undecided == ["adaptive", "heckel"])
      let rounds = advice.rows.map(\.rounds)
      #expect(rounds[0] == rounds[1] && rounds[2] <= 25)
      if rounds[0] > 25 { extended += 1 }
      if rounds[0] > 25, advice.undecided.isEmpty { #expect(!advice.description.contains("cannot tell")) }
      // What the choice costs is that of the rounds that the times are of.
      if rounds[0] > 25, let ratio = advice.rows[1].toFirst {
        #expect(abs(advice.rows[0].timeRegret / max(1, 1 / ratio) - 1) < 0.01, "\(advice.rows[0])")
        #expect(abs(advice.rows[1].timeRegret / max(1, ratio) - 1) < 0.01, "\(advice.rows[1])")
      }
    }
    #expect(extended > 0)
  }

  @Test("simulated times: what no rounds can tell, it says")
  func noisy() throws {
    let advice = try advice(slower: 0.05, noise: 40)
    #expect(advice.recommended == "adaptive")
    #expect(advice.undecided == ["adaptive", "heckel"])
    #expect(advice.reason.hasPrefix("cannot tell which is the fastest: "))
    // All rounds that it takes have been taken.
    #expect(advice.rows[0].rounds > 100)
    let text = advice.description
    #expect(
      text.contains("\nRecommended: adaptive (--favor speed; cannot tell which is the fastest)\n  Why: cannot tell ")
    )
    #expect(text.contains("\n  What would change it: a quieter machine: "))
  }

  /// Advice on what another program measured: contenders whose times chance multiplies by 0.8 to 1.2, and no noise floor.
  private func recorded(
    _ times: [Double], rounds: Int, ofLast: Int? = nil, seed: UInt64, floor: PairedRatio? = nil
  ) throws -> Advice {
    var generator = SplitMix64(seed: seed)
    func time(_ time: Double) -> Double { time * (0.8 + 0.4 * Double(generator.below(1_001)) / 1_000) }
    let rows = times.enumerated().map { number, typical in
      Measured(
        answer: answer, allocations: nil,
        series: TimeSeries(
          name: "contender \(number)",
          rounds: (0..<(number == times.count - 1 ? ofLast ?? rounds : rounds)).map { _ in
            TimeSeries.Round(first: time(typical), second: time(typical))
          }), ratios: [:],
        bootstrap: Bootstrap(resamples: 1))
    }
    var run = MadeRecord.record([1_000: rows])
    run.workloads[0].table.noise = floor
    return try Advice(run.workloads[0], by: run.environment, subject, preferring: .speed)
  }

  @Test(
    "without a noise floor: of equals no winner is called, what is twice as fast is",
    arguments: TestScale.isFull ? [6, 12, 25, 50] : [12])
  func withoutFloor(rounds: Int) throws {
    let seeds = 1...100
    let equals = try seeds.map { try recorded(Array(repeating: 1e6, count: 6), rounds: rounds, seed: UInt64($0)) }
    #expect(equals.count { !$0.undecided.isEmpty } >= 95)
    for advice in equals where !advice.undecided.isEmpty {
      #expect(advice.description.contains("; cannot tell which is the fastest)"))
    }
    let faster = try seeds.map { try recorded([1e6, 1e6, 1e6, 1e6, 1e6, 5e5], rounds: rounds, seed: UInt64($0)) }
    #expect(faster.count { $0.recommended == "contender 5" && $0.undecided.isEmpty } >= 95)
  }

  @Test("without a noise floor, and in too few rounds, it cannot tell")
  func tooFewRounds() throws {
    let advice = try recorded([1e6, 5e5], rounds: 5, seed: 1)
    #expect(advice.undecided == ["contender 0", "contender 1"] && advice.recommended == "contender 1")
    #expect(try recorded([1e6], rounds: 1, seed: 1).undecided.isEmpty)
    // One with few rounds beside others, and a floor with many.
    let many = TimeSeries(name: "floor", rounds: Array(repeating: .init(first: 1, second: 1), count: 25))
    let one = try recorded([1e6, 5e5], rounds: 25, ofLast: 1, seed: 1, floor: PairedRatio(many, to: many))
    #expect(one.undecided.contains("contender 1") && one.recommended == "contender 0", "\(one)")
    // A floor of as few is none, whatever it claims.
    for rounds in 1...5 {
      let series = TimeSeries(name: "floor", rounds: Array(repeating: .init(first: 1, second: 1), count: rounds))
      let floor = PairedRatio(series, to: series)
      #expect(try !recorded([1e6, 9e5], rounds: rounds, seed: 1, floor: floor).undecided.isEmpty)
    }
  }

  @Test("the table is 100 columns wide or less, whatever the figures; the wide one has all columns")
  func width() throws {
    var advice = try advice(slower: 0.3, noise: 1.02)
    func table(_ isWide: Bool) -> [Substring] {
      advice.text(isWide: isWide).split(separator: "\n").filter { line in
        ["strategy", "adaptive", "heckel", "myers"].contains { line.hasPrefix($0 + " ") && line.hasSuffix("yes") }
          || line.hasSuffix("minimal?")
      }
    }
    let columns = table(true)[0].split(separator: " ").filter { $0 != "×" }
    #expect(
      columns == [
        "strategy", "time", "spread", "scan", "dict", "stdlib", "comparisons", "hashes", "allocations", "bytes", "time",
        "regret", "size", "regret", "deletes", "inserts", "moves", "updates", "minimal?",
      ])
    for count in [1, 12_345, 1_234_567, 123_456_789] {
      for index in advice.rows.indices {
        advice.rows[index].counts = ChangeCounts(deletes: count, inserts: count, moves: count, updates: count)
        advice.rows[index].isMinimal = true
      }
      #expect(table(false).count == 4)
      #expect(table(false).allSatisfy { $0.count <= 100 })
      #expect(table(false)[0].hasPrefix("strategy") && table(false)[0].hasSuffix("minimal?"))
    }
  }

  @Test("what is no diff has its own counts for columns")
  func parsers() throws {
    let parsers = ["quick", "slow"].map { name in
      Contender(name, verify: {}, counts: { ["tokens": 1_234] }) { name == "quick" ? 1 : (0..<50_000).reduce(0, ^) }
    }
    let advice = try Advice(
      on: BenchmarkInput(items: 7, parsers), subject, preferring: .balance, with: harness)
    let lines = advice.description.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains(["contender", "time", "spread", "allocations", "bytes", "tokens"]))
    #expect(lines.contains { $0.first == "quick" && $0.last == "1,234" })
    #expect(!advice.description.contains("regret") && !advice.description.contains("deletes"))
    #expect(advice.alternatives.allSatisfy { !$0.contains("changes") })
  }

  @Test("progress names what is done, and its share grows to the whole; it may stop all by an error")
  func progress() throws {
    var steps: [(what: String, share: Double)] = []
    _ = try Advice(on: input(contenders(), .stopped), subject, preferring: .speed, with: harness) {
      steps.append(($0, $1))
    }
    #expect(steps.first?.what == "timing the standard library's difference")
    #expect(steps.contains { $0.what == "checking the answer of adaptive" })
    // A first answer is there before the rounds are.
    let timing = steps.filter { $0.what.hasPrefix("timing;") }
    #expect(timing.allSatisfy { $0.what.hasPrefix("timing; so far adaptive ") })
    let shares = timing.map(\.share)
    #expect(shares.count == 2 && shares == shares.sorted() && shares.allSatisfy { 0 <= $0 && $0 <= 1 })
    #expect(throws: CancellationError.self) {
      try Advice(on: input(contenders(), .stopped), subject, preferring: .speed, with: harness) { what, _ in
        if what.hasPrefix("timing;") { throw CancellationError() }
      }
    }
  }

  @Test("figures are short and the same everywhere")
  func figures() {
    #expect(Figures.grouped(1_234_567) == "1,234,567")
    #expect(Figures.grouped(-999) == "-999")
    #expect(Figures.short(0.012345) == "0.0123")
    #expect(Figures.short(1.2345) == "1.23")
    #expect(Figures.short(12.345) == "12.3")
    #expect(Figures.short(1234.5) == "1,235" || Figures.short(1234.5) == "1,234")
    #expect(Figures.short(0) == "0")
    #expect(Figures.short(.nan) == "–")
    #expect(Figures.time(850) == "850 ns")
    #expect(Figures.time(12_300) == "12.3 µs")
    #expect(Figures.time(3_410_000) == "3.41 ms")
    #expect(Figures.time(1_200_000_000) == "1.20 s")
    #expect(Figures.bytes(850) == "850 B")
    #expect(Figures.bytes(3_410_000) == "3.41 MB")
    #expect(Figures.percent(0.0213) == "2.1 %")
    #expect(Figures.json(0.5, places: 4) == "0.5")
    #expect(Figures.json(2, places: 4) == "2")
    #expect(Figures.json(.infinity, places: 4) == "null")
    #expect(Figures.json(nil, places: 0) == "null")
    #expect(Figures.json(1e300, places: 0) == "\(Int.max)")
  }
}
