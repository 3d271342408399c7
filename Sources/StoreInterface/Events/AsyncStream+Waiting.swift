extension AsyncStream where Element: Sendable {
  /// Waits for the next element, without an iterator that is kept.
  ///
  /// It waits on `actor` where the system can do that (macOS 15, iOS 18, and all systems but Apple's), and else on the
  /// executor that tasks share.
  package func next(isolation actor: isolated (any Actor)?) async -> Element? {
    // All iterators of a stream take from the same elements.
    var iterator = makeAsyncIterator()
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { return await iterator.next(isolation: actor) }
    return await iterator.next()
  }
}
