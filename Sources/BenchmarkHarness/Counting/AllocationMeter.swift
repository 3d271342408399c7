/// Counts what a run allocates, where the process runs on jemalloc; `scripts/with-jemalloc` sees to that.
///
/// Requests are those of all threads, so nothing else may run meanwhile; bytes are those of the calling thread.
/// What it costs to read the counters is found once, on an empty run, and taken off.
public struct AllocationMeter {
  private let allocator: Jemalloc
  private let overhead: AllocationCount

  /// Makes a meter; `nil` where the process does not run on jemalloc.
  public init?() {
    guard let allocator = Jemalloc() else { return nil }
    self.allocator = allocator
    var overhead = AllocationCount(allocations: .max, bytes: .max)
    for _ in 0..<3 {
      guard let count = Self.count(with: allocator, {}) else { return nil }
      overhead.allocations = min(overhead.allocations, count.allocations)
      overhead.bytes = min(overhead.bytes, count.bytes)
    }
    self.overhead = overhead
  }

  /// The allocator, as benchmark runs name it.
  public var allocatorName: String { allocator.version.map { "jemalloc \($0)" } ?? "jemalloc" }

  /// What `body` allocates on this thread; `nil` when a counter cannot be read.
  ///
  /// - Throws: what `body` throws.
  public func count(_ body: () throws -> Void) rethrows -> AllocationCount? {
    try Self.count(with: allocator, body).map {
      AllocationCount(
        allocations: max(0, $0.allocations - overhead.allocations), bytes: max(0, $0.bytes - overhead.bytes))
    }
  }

  private static func count(
    with allocator: Jemalloc, _ body: () throws -> Void
  ) rethrows -> AllocationCount? {
    guard let requests = allocator.requests, let bytes = allocator.allocatedBytes else { return nil }
    try body()
    // Bytes first: reading the requests may itself allocate.
    guard let bytesAfter = allocator.allocatedBytes, let requestsAfter = allocator.requests else { return nil }
    return AllocationCount(allocations: requestsAfter - requests, bytes: bytesAfter - bytes)
  }
}

/// What one run asks the allocator for: the same in every run.
public struct AllocationCount: Hashable, Sendable, Codable {
  /// Requests for memory.
  public var allocations: Int
  /// Bytes given out for them.
  public var bytes: Int

  /// Makes a count.
  public init(allocations: Int, bytes: Int) {
    self.allocations = allocations
    self.bytes = bytes
  }
}
