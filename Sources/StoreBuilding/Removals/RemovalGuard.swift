/// Which removals a store withholds until they are confirmed: those of many records at once, as a truncated file, an
/// empty folder or a wrong answer of a server would bring.
///
/// Stores that read what others write guard by this from the start: an answer that would remove more than 10 records
/// and more than 10 % of them is taken without its removals. They are made when a second answer agrees, or when the
/// program approves them. The store's own writes are never guarded, nor is its first answer.
///
///     options.removalGuard = RemovalGuard(share: 0.5)              // more than half of the records, and more than 10
///     options.removalGuard = RemovalGuard(share: 0, leastCount: 0) // every removal
///     options.removalGuard = nil                                   // none
public struct RemovalGuard: Hashable, Sendable {
  /// A removal of no more than this share of the records is not withheld: 0.1 is a tenth of them.
  public var share: Double
  /// A removal of no more records than this is not withheld.
  public var leastCount: Int
  /// Whether a record counts as removed when another takes its place. Set this to false where a record is its own key,
  /// so that an edit is a removal and an addition: then only the loss in number counts.
  public var countsReplaced: Bool

  /// Makes a guard. A removal is withheld when it exceeds both bounds.
  ///
  /// - Parameters:
  ///   - share: The share of the records that may go at once.
  ///   - leastCount: The number of records that may go at once.
  ///   - countsReplaced: Whether a record counts as removed when another takes its place.
  public init(share: Double = 0.1, leastCount: Int = 10, countsReplaced: Bool = true) {
    self.share = share
    self.leastCount = leastCount
    self.countsReplaced = countsReplaced
  }

  /// Whether a removal is to be withheld.
  ///
  /// - Parameters:
  ///   - removed: How many records it removes.
  ///   - count: The number of records.
  public func withholds(_ removed: Int, of count: Int) -> Bool {
    // Rounded up: as numbers are kept, 0.29 of 100 is a little less than 29.
    removed > leastCount && Double(removed) > (share * Double(count)).nextUp
  }
}
