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
