/// One criterion of an order: by a value of each record, or by a comparison.
///
///     RecordRequest(sortedBy: [RecordOrder(\.rank, .descending), RecordOrder(\.name)])
public struct RecordOrder<Item>: Sendable {
  /// Whether small values come first or last.
  public enum Direction: Hashable, Sendable {
    /// Small values first.
    case ascending
    /// Large values first.
    case descending
  }

  /// Whether a record comes before another; `nil` where neither does.
  let isBefore: @Sendable (Item, Item) -> Bool?

  init(deciding isBefore: @escaping @Sendable (Item, Item) -> Bool?) { self.isBefore = isBefore }

  /// Orders records by a value that is taken from each.
  public init<Value: Comparable & SendableMetatype>(
    _ value: @escaping @Sendable (Item) -> Value, _ direction: Direction = .ascending
  ) {
    isBefore = { a, b in
      let (first, second) = (value(a), value(b))
      if first == second { return nil }
      return (first < second) == (direction == .ascending)
    }
  }

  /// Orders records by a comparison: a strict weak order. Neither of two before the other is a tie.
  public init(by areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool) {
    isBefore = { a, b in
      if areInIncreasingOrder(a, b) { return true }
      return areInIncreasingOrder(b, a) ? false : nil
    }
  }
}
