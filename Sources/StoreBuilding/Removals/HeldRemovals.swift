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
