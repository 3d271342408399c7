import BenchmarkHarness
import Testing

/// Requests for memory are counted over all threads, so what is counted here must run alone.
@Suite("Allocation meter", .serialized)
struct AllocationMeterTests {
  private static let isAlone = CommandLine.arguments.contains { $0.contains("AllocationMeter") }

  @Test(
    "counts what a run allocates, and nothing for one that allocates nothing",
    .enabled(
      if: isAlone && AllocationMeter() != nil,
      "needs jemalloc and nothing beside it: scripts/with-jemalloc swift test --filter AllocationMeter"))
  func counts() throws {
    let meter = try #require(AllocationMeter())
    #expect(meter.allocatorName.hasPrefix("jemalloc"))
    #expect(meter.count {} == AllocationCount(allocations: 0, bytes: 0))
    var total = 0
    for length in [16, 5_000, 100_000, 10_000_000] {
      let one = try #require(meter.count { total += [UInt8](repeating: 1, count: length + total % 2).count })
      #expect(one.allocations == 1, "\(length) bytes")
      // Rounded up to a size class, which is at most a quarter more, plus the array's header.
      #expect(one.bytes >= length && one.bytes <= (length + 64) * 5 / 4, "\(length) bytes")
      #expect(meter.count { for _ in 0..<7 { total += [UInt8](repeating: 1, count: length).count } }?.allocations == 7)
    }
    #expect(total > 0)
  }

  @Test("where the allocator is not jemalloc there is no meter, and counts are unknown instead of wrong")
  func absence() throws {
    let clock = ManualClock()
    let harness = Harness(plan: SamplingPlan(maximumRounds: 3), clock: clock)
    let row = try #require(try harness.measure([clock.contender("a", taking: 1_000_000)])["a"])
    #expect((row.allocations == nil) == (AllocationMeter() == nil))
  }
}
