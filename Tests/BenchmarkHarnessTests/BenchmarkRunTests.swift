import BenchmarkHarness
import SectionDiff
import Testing

@Suite("Records")
struct BenchmarkRunTests {
  private func record() throws -> BenchmarkRun {
    let clock = ManualClock()
    let harness = Harness(plan: SamplingPlan(maximumRounds: 3), clock: clock, meter: nil)
    let table = try harness.measure(
      [clock.contender("scan", taking: 1_000_000), clock.contender("lis", taking: 3_000_000)],
      against: ["scan"], noiseOf: "lis")
    return BenchmarkRun(
      environment: RunEnvironment(
        commit: "c0ffee", toolchain: "Swift", host: "a machine", allocator: "system", seed: 1,
        command: "section-diff advise", date: "2026-11-21"),
      workloads: [
        WorkloadRun(
          name: "mixed", size: 10, seed: 107, elements: "int", old: 10, new: 10, table: table,
          standardNanoseconds: nil)
      ])
  }

  @Test("a record is written and read again, the same bytes each time")
  func roundTrip() throws {
    let record = try record()
    let json = try record.json()
    #expect(try BenchmarkRun(json: json) == record)
    #expect(try BenchmarkRun(json: json).json() == json)
    let text = String(decoding: json, as: UTF8.self)
    for name in ["commit", "toolchain", "host", "allocator", "seed", "command", "date", "ratios", "noise"] {
      #expect(text.contains("\"\(name)\""))
    }
  }

  @Test("another form is refused by name")
  func otherForm() throws {
    var record = try record()
    record.format = "something/2"
    let json = try record.json()
    #expect(throws: DecodingError.self) { try BenchmarkRun(json: json) }
  }

  @Test("the environment of a run names everything, and no path of this machine")
  func environment() {
    let environment = RunEnvironment.current(seed: 5, command: ["/some/where/section-diff", "advise"])
    #expect(environment.command == "section-diff advise")
    #expect(environment.seed == 5)
    for text in [environment.commit, environment.toolchain, environment.host, environment.allocator] {
      #expect(!text.isEmpty)
    }
  }

  @Test("the day of a run is year, month and day")
  func day() throws {
    let date = try #require(RunEnvironment.current(seed: 5).date)
    #expect(date.wholeMatch(of: /20[0-9]{2}-[01][0-9]-[0-3][0-9]/) != nil, "\(date)")
  }

  @Test("a record without a day is read")
  func withoutDay() throws {
    var record = try record()
    record.environment.date = nil
    let json = try record.json()
    #expect(!String(decoding: json, as: UTF8.self).contains("\"date\""))
    #expect(try BenchmarkRun(json: json) == record)
  }
}
