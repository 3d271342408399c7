/// One rule of an order: by a value, ascending or descending, or by a comparison of one's own.
///
/// Several make an order: the first decides, the second decides ties, and so on; what all leave open is decided by
/// arrival, so that the order is total.
///
///     [.ascending(\.lastName), .ascending(\.firstName), .descending(\.age)]
public struct SortRule<Item>: Sendable {
  /// The order of two items.
  public enum Comparison: Sendable {
    /// The first comes before the second.
    case ascending
    /// Neither comes before the other.
    case same
    /// The second comes before the first.
    case descending
  }

  /// The order of two items under this rule.
  public let compare: @Sendable (Item, Item) -> Comparison
  /// The beginning of the value that the rule sorts by, where it sorts by one.
  @usableFromInline package let prefix: (@Sendable (Item) -> SortPrefix)?

  @inlinable
  init(
    comparing compare: @escaping @Sendable (Item, Item) -> Comparison, prefix: @escaping @Sendable (Item) -> SortPrefix
  ) {
    self.compare = compare
    self.prefix = prefix
  }

  /// Makes a rule from a comparison that is a strict weak order: irreflexive, transitive, and so is "neither before".
  @inlinable
  public init(comparing compare: @escaping @Sendable (Item, Item) -> Comparison) {
    self.compare = compare
    prefix = nil
  }

  /// Makes a rule from what says whether the first item comes before the second; `nil` where neither does.
  package init(deciding isBefore: @escaping @Sendable (Item, Item) -> Bool?) {
    compare = { isBefore($0, $1).map { $0 ? .ascending : .descending } ?? .same }
    prefix = nil
  }

  /// Makes a rule from what `sorted(by:)` takes: whether the first item comes before the second.
  @inlinable
  public init(by precedes: @escaping @Sendable (Item, Item) -> Bool) {
    compare = { precedes($0, $1) ? .ascending : precedes($1, $0) ? .descending : .same }
    prefix = nil
  }

  /// Smaller values first; those that are not a number last.
  @inlinable
  public static func ascending(_ value: @escaping @Sendable (Item) -> some Comparable & SendableMetatype) -> SortRule {
    SortRule(
      comparing: { a, b in Comparison(of: value(a), value(b)) }, prefix: { SortPrefix(of: value($0)) })
  }

  /// Larger values first; those that are not a number before them.
  @inlinable
  public static func descending(_ value: @escaping @Sendable (Item) -> some Comparable & SendableMetatype) -> SortRule {
    SortRule(
      comparing: { a, b in Comparison(of: value(b), value(a)) }, prefix: { SortPrefix(of: value($0)).reversed })
  }

  /// Smaller values first; items without a value before all others.
  @inlinable
  public static func ascending<Value: Comparable & SendableMetatype>(_ value: @escaping @Sendable (Item) -> Value?)
    -> SortRule
  {
    SortRule(
      comparing: { a, b in Comparison(of: value(a), value(b)) }, prefix: { SortPrefix(of: value($0)) })
  }

  /// Larger values first; items without a value after all others.
  @inlinable
  public static func descending<Value: Comparable & SendableMetatype>(_ value: @escaping @Sendable (Item) -> Value?)
    -> SortRule
  {
    SortRule(
      comparing: { a, b in Comparison(of: value(b), value(a)) }, prefix: { SortPrefix(of: value($0)).reversed })
  }
}

extension SortRule {
  /// Those for which it is false first.
  @inlinable
  public static func ascending(_ value: @escaping @Sendable (Item) -> Bool) -> SortRule {
    ascending { value($0) ? 1 : 0 }
  }

  /// Those for which it is true first.
  @inlinable
  public static func descending(_ value: @escaping @Sendable (Item) -> Bool) -> SortRule {
    descending { value($0) ? 1 : 0 }
  }
}

extension SortRule.Comparison {
  @inlinable
  package init<Value: Comparable>(of a: Value, _ b: Value) {
    self = a < b ? .ascending : b < a ? .descending : a == b ? .same : Self(ofUnordered: a, b)
  }

  /// Values that do not equal themselves, as those that are not a number, come after all others, as equals.
  @inlinable
  package init<Value: Equatable>(ofUnordered a: Value, _ b: Value) {
    switch (a == a, b == b) {
    case (true, false): self = .ascending
    case (false, true): self = .descending
    case (true, true), (false, false): self = .same
    }
  }

  /// `nil` comes first.
  @inlinable
  package init<Value: Comparable>(of a: Value?, _ b: Value?) {
    switch (a, b) {
    case (nil, nil): self = .same
    case (nil, _): self = .ascending
    case (_, nil): self = .descending
    case (let a?, let b?): self.init(of: a, b)
    }
  }
}

extension Array {
  /// What the first rule says that distinguishes two records: whether one comes before the other; `nil` where none does.
  @inlinable
  package func isOrdered<Item>(_ item: Item, before other: Item) -> Bool? where Element == SortRule<Item> {
    for rule in self {
      switch rule.compare(item, other) {
      case .ascending: return true
      case .descending: return false
      case .same: continue
      }
    }
    return nil
  }
}
