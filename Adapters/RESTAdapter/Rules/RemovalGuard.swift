/// Holds an answer back that would take away many records, until a second one agrees: for servers that now and then
/// answer with less than they have.
public struct RemovalGuard: Hashable, Sendable {
  /// An answer that takes away more than this share of the records is held: 0.5 is half of them.
  public var share: Double
  /// One that takes away no more records than this is not.
  public var leastCount: Int

  /// Makes a guard.
  public init(share: Double, leastCount: Int = 1) {
    self.share = share
    self.leastCount = leastCount
  }

  /// Whether an answer is to be held.
  ///
  /// - Parameters:
  ///   - removed: The keys that it takes away.
  ///   - count: How many records there are.
  ///   - earlier: The keys that the answer held before would have taken away. An answer agrees with it when it takes
  ///     away these, too.
  public func holds<Key: Hashable>(removed: Set<Key>, of count: Int, earlier: Set<Key>?) -> Bool {
    guard removed.count > leastCount, Double(removed.count) > share * Double(count) else { return false }
    guard let earlier else { return true }
    return !earlier.isSubset(of: removed)
  }
}
