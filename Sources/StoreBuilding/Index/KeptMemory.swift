/// What lists that are emptied after each run of changes keep for the next one.
@usableFromInline
package enum KeptMemory {
  /// A list of at most so many elements keeps its memory; a longer one gives it back, so that a large batch leaves none behind.
  @inlinable package static var capacity: Int { 1_024 }
}
