/// Which removals a store withholds until they are confirmed: those of many records at once, as a truncated file, an
/// empty folder or a wrong answer of a server would bring.
///
/// Stores that read what others write guard by this from the start, by a ``RemovalHold`` each: an answer that would remove
/// more than 10 records and more than 10 % of them is taken without its removals. They are made when a second answer
/// agrees, or when the program approves them. The store's own writes are never guarded, nor is its first answer.
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

/// The removals that a store withholds now; see ``RemovalGuard``.
@available(LiveSystems, *)
public struct HeldRemovals: Hashable, Sendable {
  /// The number of records that the last answer would remove.
  public var count: Int
  /// The number of all records, including those.
  public var total: Int
  /// The keys of the first of them, in the order of the records.
  public var names: [String]
  /// Since when removals are withheld without a break, as the time since the store was made.
  public var since: Duration

  /// So many keys are named.
  static let namedCount = 3

  /// Makes a summary.
  public init(count: Int, total: Int, names: [String], since: Duration) {
    self.count = count
    self.total = total
    self.names = names
    self.since = since
  }
}

@available(LiveSystems, *)
extension HeldRemovals: CustomStringConvertible {
  /// As in `the removal of 480 of 500 records is withheld (keys 21, 22, 23 …)`.
  public var description: String {
    let keys = names.joined(separator: ", ") + (count > names.count ? " …" : "")
    return "the removal of \(count) of \(total) records is withheld (\(count == 1 ? "key" : "keys") \(keys))"
  }
}
