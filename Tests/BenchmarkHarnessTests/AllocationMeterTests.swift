import BenchmarkHarness
import Testing

@Suite("Allocation meter")
struct AllocationMeterTests {
  /// Tells something only under `scripts/with-jemalloc swift test`; elsewhere that there is no meter.
  @Test("counts what a run allocates, nothing for one that allocates nothing")
  func counts() throws {
    guard let meter = AllocationMeter() else { return }
    #expect(meter.allocatorName.hasPrefix("jemalloc"))
    #expect(meter.count {} == AllocationCount(allocations: 0, bytes: 0))
    var total = 0
    let one = try #require(meter.count { total += [UInt8](repeating: 1, count: 100_000 + total).count })
    #expect(one.allocations == 1)
    #expect(one.bytes >= 100_000)
    #expect(total > 0)
  }
}
