public import SectionDiff
public import StoreBuilding
public import StoreInterface

/// Which section an item is in, in which order the sections are, and what they show above their items.
///
///     Sectioning.none                                                     // one section, even when it is empty
///     Sectioning.by(\.city)                                               // ascending by city
///     Sectioning.by(\.state, order: .arrival, declared: [.todo, .done])   // as declared, then as they come
///     Sectioning.byStore(String.self)                                     // those that the store keeps by hand
public struct Sectioning<Item: Sendable, Key: Hashable & Sendable, Header: Equatable & Sendable>: Sendable {
  @usableFromInline
  enum Source: Sendable {
    case single(Key)
    case key(@Sendable (Item) -> Key)
    case store(@Sendable (SectionID) -> Key?)
  }

  @usableFromInline
  enum Headers: Sendable {
    case ofKey(@Sendable (Key) -> Header)
    case ofStore(@Sendable (Key, SectionHeader?) -> Header?)
  }

  @usableFromInline let source: Source
  @usableFromInline let order: SectionOrder<Key>
  @usableFromInline let headers: Headers
  /// Sections that are shown even when they are empty.
  @usableFromInline let declared: [Key]

  @inlinable
  init(source: Source, order: SectionOrder<Key>, headers: Headers, declared: [Key]) {
    self.source = source
    self.order = order
    self.headers = headers
    self.declared = declared
  }
}

extension Sectioning {
  /// Whether these are the manually ordered sections of the store.
  @inlinable
  var isByStore: Bool {
    if case .store = source { true } else { false }
  }
}

/// In which order sections are.
public struct SectionOrder<Key: Sendable>: Sendable {
  /// The order of two keys; `nil` when arrival alone decides.
  @usableFromInline let compare: (@Sendable (Key, Key) -> SortRule<Key>.Comparison)?
  /// Whether two keys that are not equal may be at the same place, so that arrival must decide.
  @usableFromInline let mayTie: Bool

  @inlinable
  init(compare: (@Sendable (Key, Key) -> SortRule<Key>.Comparison)?, mayTie: Bool) {
    self.compare = compare
    self.mayTie = mayTie
  }

  /// Declared sections as they were declared, then the others by the earliest arrival among their items.
  @inlinable
  public static var arrival: SectionOrder { SectionOrder(compare: nil, mayTie: true) }

  /// By a rule for keys; ties go by the earliest arrival among their items.
  @inlinable
  public static func by(_ order: SortRule<Key>) -> SectionOrder {
    SectionOrder(compare: order.compare, mayTie: true)
  }
}

extension SectionOrder where Key: Comparable {
  /// Smaller keys first.
  @inlinable
  public static var ascending: SectionOrder {
    SectionOrder(compare: { SortRule.Comparison(of: $0, $1) }, mayTie: false)
  }

  /// Larger keys first.
  @inlinable
  public static var descending: SectionOrder {
    SectionOrder(compare: { SortRule.Comparison(of: $1, $0) }, mayTie: false)
  }
}

extension Sectioning where Key == Unsectioned, Header == NoHeader {
  /// Exactly one section, even when it is empty.
  @inlinable
  public static var none: Sectioning {
    Sectioning(
      source: .single(Unsectioned()), order: .arrival, headers: .ofKey { _ in NoHeader() },
      declared: [Unsectioned()])
  }
}

extension Sectioning {
  /// Sections by a key of the item, each with a header made from its key. Empty sections vanish unless declared.
  @inlinable
  public static func by(
    _ key: @escaping @Sendable (Item) -> Key, order: SectionOrder<Key>, declared: [Key] = [],
    header: @escaping @Sendable (Key) -> Header
  ) -> Sectioning {
    Sectioning(source: .key(key), order: order, headers: .ofKey(header), declared: declared)
  }

  /// The manually ordered sections of the store, in its order, empty ones too; each with a header made from its key and
  /// from the header that the store gives it.
  ///
  /// A section key of another type than `Key`, and a header that `header` returns `nil` for, fail the answer with
  /// `StoreError.Kind.unexpectedSection`.
  @inlinable
  public static func byStore(
    _ type: Key.Type = Key.self, header: @escaping @Sendable (Key, SectionHeader?) -> Header?
  ) -> Sectioning {
    Sectioning(
      source: .store { $0.key(as: Key.self) }, order: .arrival, headers: .ofStore(header), declared: [])
  }
}

extension Sectioning where Key: Comparable {
  /// Sections by a key of the item, in ascending order, each with a header made from its key.
  @inlinable
  public static func by(
    _ key: @escaping @Sendable (Item) -> Key, declared: [Key] = [], header: @escaping @Sendable (Key) -> Header
  ) -> Sectioning {
    .by(key, order: .ascending, declared: declared, header: header)
  }
}

extension Sectioning where Header == NoHeader {
  /// Sections by a key of the item. Empty sections vanish unless declared.
  @inlinable
  public static func by(
    _ key: @escaping @Sendable (Item) -> Key, order: SectionOrder<Key>, declared: [Key] = []
  ) -> Sectioning {
    .by(key, order: order, declared: declared) { _ in NoHeader() }
  }

  /// The manually ordered sections of the store, in its order, empty ones too; their headers are not shown.
  @inlinable
  public static func byStore(_ type: Key.Type = Key.self) -> Sectioning {
    .byStore(type) { _, _ in NoHeader() }
  }

  /// Sections by an optional key of the item, in ascending order, items without a key first.
  @inlinable
  public static func by<Value: Comparable>(
    _ key: @escaping @Sendable (Item) -> Value?, declared: [Value?] = []
  ) -> Sectioning where Key == Value? {
    .by(
      key,
      order: SectionOrder(
        compare: { (a: Value?, b: Value?) in SortRule<Value?>.Comparison(of: a, b) }, mayTie: false),
      declared: declared)
  }
}

extension Sectioning where Key: Comparable, Header == NoHeader {
  /// Sections by a key of the item, in ascending order. Empty sections vanish unless declared.
  @inlinable
  public static func by(_ key: @escaping @Sendable (Item) -> Key, declared: [Key] = []) -> Sectioning {
    .by(key, order: .ascending, declared: declared)
  }
}

extension Sectioning where Header: ExpressibleByNilLiteral {
  /// The manually ordered sections of the store, with its headers of type `Content`; none where it gives none.
  @inlinable
  public static func byStore<Content: Equatable & Sendable>(
    _ type: Key.Type = Key.self, headers content: Content.Type
  ) -> Sectioning where Header == Content? {
    .byStore(type) { _, header in
      guard let header else { return .some(nil) }
      return header.content(as: Content.self).map(Optional.some)
    }
  }
}
