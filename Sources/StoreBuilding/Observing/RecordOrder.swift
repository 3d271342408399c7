/// A rule of the order of a request.
///
///     RecordRequest(sortedBy: [.descending(\.rank), .ascending(\.name)])
public typealias RecordOrder<Item> = SortRule<Item>

extension SortRule {
  /// Whether small values come first or last.
  public enum Direction: Hashable, Sendable {
    /// Small values first.
    case ascending
    /// Large values first.
    case descending
  }

  /// Orders records by a value that is taken from each.
  public init(
    _ value: @escaping @Sendable (Item) -> some Comparable & SendableMetatype, _ direction: Direction = .ascending
  ) {
    self = direction == .ascending ? .ascending(value) : .descending(value)
  }
}
