#if CommandLine
  import BenchmarkHarness
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  @Suite("Advice") struct AdviceTests {
    private func input(_ contenders: [Contender], _ standard: StandardDifference.Cost) -> MeasuredInput {
      MeasuredInput(
        title: "a test", members: [("workload", "\"x\"")], elements: "int", oldCount: 1, newCount: 1,
        comparison: "one", dictionary: "two", contenders: contenders,
        standardContender: Contender(Floors.standardName) { 1 }, standard: { standard })
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

    @Test("a wrong answer is reported in one line, and nothing is timed")
    func verification() throws {
      var runs = 0
      let wrong = Contender("heckel", check: { throw VerificationFailure("heckel", "it is not even close") }) { 1 }
      let input = input(contenders { runs += 1 } + [wrong], .stopped)
      #expect(throws: Failure("the answer of heckel is wrong: it is not even close; please report this")) {
        try Advice(on: input, preferring: .speed, with: harness)
      }
      #expect(runs == 0)
    }

    @Test("the standard library is never left out, whatever it costs")
    func standard() throws {
      func advice(_ cost: StandardDifference.Cost) throws -> (row: String, json: String) {
        let advice = try Advice(on: input(contenders(), cost), preferring: .speed, with: harness)
        let row = advice.text.split(separator: "\n").first { $0.hasPrefix("stdlib ") }
        return (String(try #require(row)), String(decoding: advice.json, as: UTF8.self))
      }
      let stopped = try advice(.stopped)
      #expect(stopped.row.contains("> 20 s"))
      #expect(stopped.json.contains(",\"stdlib\":null}"))
      let slow = try advice(.estimated(3e10))
      #expect(slow.row.contains("> 20 s"))
      #expect(slow.json.contains(",\"stdlib\":null}"))
      let large = try advice(.estimated(6e9))
      #expect(large.row.contains("≈ 6.00 s"))
      #expect(large.json.contains(",\"stdlib\":null}"))
      let once = try advice(.measured(4e9))
      #expect(once.row.contains("4.00 s"))
      #expect(once.json.contains(",\"stdlib\":4000000000}"))
      // Quick enough for rounds: the figure is theirs, not that of the one run before.
      let quick = try advice(.measured(9e8))
      #expect(!quick.json.contains("900000000"))
      #expect(!quick.json.contains(",\"stdlib\":null}"))
    }

    /// A clock that only the contenders move.
    private final class SimulatedClock: NanosecondClock {
      var now = 0
    }

    /// Advice on two strategies, the default the slower one by three tenths, on a machine where chance multiplies each time
    /// by up to `noise`.
    private func advice(noise: Double) throws -> Advice {
      let clock = SimulatedClock()
      var generator = SeededGenerator(seed: 15)
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
        contender("adaptive", 1.3e6), contender("heckel", 1e6), contender("myers", 2e7),
      ]
      let harness = Harness(plan: SamplingPlan(), clock: clock, meter: nil)
      return try Advice(on: input(contenders, .stopped), preferring: .speed, with: harness)
    }

    @Test("simulated times: a quiet machine tells two strategies apart")
    func quiet() throws {
      let advice = try advice(noise: 1.02)
      #expect(advice.recommendation.strategy == "heckel")
      #expect(advice.recommendation.undecided == [])
      #expect(advice.text.contains("\nRecommended: heckel (--favor speed)\n  Why: 1.01 ms a diff, the fastest; "))
      let json = String(decoding: advice.json, as: UTF8.self)
      #expect(json.contains(",\"recommended\":\"heckel\",\"reason\":\"1.01 ms a diff"))
      #expect(json.hasSuffix(",\"undecided\":[]}\n"))
    }

    @Test("simulated times: a noisy machine hides the difference, and it says so")
    func noisy() throws {
      let advice = try advice(noise: 8)
      #expect(advice.recommendation.strategy == "adaptive")
      #expect(advice.recommendation.undecided == ["adaptive", "heckel"])
      let text = advice.text
      #expect(
        text.contains("\nRecommended: adaptive (--favor speed; cannot tell which is the fastest)\n  Why: cannot tell ")
      )
      #expect(text.contains("\n  What would change it: a quieter machine: "))
      let json = String(decoding: advice.json, as: UTF8.self)
      #expect(json.contains(",\"recommended\":\"adaptive\",\"reason\":\"cannot tell which is the fastest: "))
      #expect(json.hasSuffix(",\"undecided\":[\"adaptive\",\"heckel\"]}\n"))
    }

    @Test("progress names what is done, and its share grows to the whole")
    func progress() throws {
      var steps: [(what: String, share: Double)] = []
      _ = try Advice(on: input(contenders(), .stopped), preferring: .speed, with: harness) { steps.append(($0, $1)) }
      #expect(steps.first?.what == "timing the standard library's difference")
      #expect(steps.contains { $0.what == "checking the answer of adaptive" })
      let shares = steps.filter { $0.what == "timing" }.map(\.share)
      #expect(shares.count == 2 && shares == shares.sorted() && shares.allSatisfy { 0 <= $0 && $0 <= 1 })
      #expect(ProgressBar.text("timing", 0.5) == "[############............] timing")
      #expect(ProgressBar.text("timing", 7) == "[########################] timing")
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
#endif
