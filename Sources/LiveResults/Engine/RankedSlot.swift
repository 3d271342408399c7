/// A record in an index, by its slot, beside what is known of its place in the order: most comparisons of a search need
/// nothing else, and the record stays out of the cache.
@usableFromInline
struct RankedSlot: Sendable {
  /// The record.
  @usableFromInline let slot: Int32
  /// The beginning of the value that the first rule of the order sorts by.
  @usableFromInline let prefix: SortPrefix

  @inlinable
  init(_ slot: Int32, _ prefix: SortPrefix) {
    self.slot = slot
    self.prefix = prefix
  }
}
