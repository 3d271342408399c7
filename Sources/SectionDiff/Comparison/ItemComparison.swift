/// How a diff compares items: identity (is it the same item?) and content (has it changed?).
///
/// The ready-made ones are ``IdentifiableComparison``, ``ValueComparison`` and ``KeyedComparison``; write your own
/// where identities can be compared without being built, for example rows of a file.
///
/// Laws: identity is an equivalence relation; items with the same identity have equal hashes under one seed;
/// ``areIdentical(_:_:)`` implies ``haveSameIdentity(_:_:)``; an item is identical to itself. Snapshots in chunks that share
/// memory rest on the last one: what both hold in one place is not compared, as `==` of two arrays in the same memory looks
/// at no element.
public protocol ItemComparison<Item> {
  /// What is compared.
  associatedtype Item

  /// Whether `a` and `b` have the same identity and equal content.
  func areIdentical(_ a: Item, _ b: Item) -> Bool

  /// Whether `a` and `b` are the same item, whatever their content.
  func haveSameIdentity(_ a: Item, _ b: Item) -> Bool

  /// Whether two items of the same identity have equal content.
  func haveEqualContent(_ a: Item, _ b: Item) -> Bool

  /// A hash of the identity of `item`; equal for items of the same identity under the same seed.
  func identityHash(of item: Item, seed: Int) -> Int

  /// A cheaper hash of the identity of `item`, or `nil` where only ``identityHash(of:seed:)`` is right.
  ///
  /// Items of the same identity have equal fast hashes under one seed. As soon as one item of a diff has none, or many
  /// collide, the whole diff uses ``identityHash(of:seed:)``. All bits should depend on all of the identity. Without an
  /// implementation there is none; the ready-made comparisons have one for integers and for ASCII strings.
  func fastHash(of item: Item, seed: UInt64) -> UInt64?

  /// Whether ``areIdentical(_:_:)`` costs a few machine instructions and has no effect, so that a few more items may be
  /// compared than the answer needs. Without an implementation false; the ready-made comparisons by `==` say true for
  /// items that are plain bits.
  static var comparesInBatches: Bool { get }

  /// Whether items of one identity are to be expected in one list, as equal lines are in a text.
  ///
  /// Then more is done before an item is called moved: a sample of what was paired without hashes is looked at for repeats,
  /// because the walk takes copies as it meets them. Without an implementation false; ``ValueComparison`` says true.
  var expectsRepeats: Bool { get }

  /// The identity of `item` as an error message shows it.
  func describeIdentity(of item: Item) -> String

  /// The name under which a snapshot remembers that this identity was unique; `nil` to forget it.
  var identityName: IdentityName? { get }
}

extension ItemComparison {
  /// The same identity, then equal content.
  @inlinable
  public func areIdentical(_ a: Item, _ b: Item) -> Bool {
    haveSameIdentity(a, b) && haveEqualContent(a, b)
  }

  /// None.
  @inlinable public func fastHash(of item: Item, seed: UInt64) -> UInt64? { nil }

  /// False: items are compared one by one.
  @inlinable public static var comparesInBatches: Bool { false }

  /// False: identities are taken to be unique as long as no repeat is seen.
  @inlinable public var expectsRepeats: Bool { false }

  /// None: nothing is remembered.
  @inlinable public var identityName: IdentityName? { nil }
}

/// Identity by `id`, content by `==`.
///
/// Law of the element: equal items have equal ids. It lets a diff of unchanged items look at `==` alone.
public struct IdentifiableComparison<Item: Identifiable & Equatable>: ItemComparison, Sendable {
  /// Makes the comparison.
  @inlinable public init() {}

  /// Whether `a == b`.
  @inlinable public func areIdentical(_ a: Item, _ b: Item) -> Bool { a == b }
  /// Whether the ids are equal.
  @inlinable public func haveSameIdentity(_ a: Item, _ b: Item) -> Bool { a.id == b.id }
  /// Whether `a == b`.
  @inlinable public func haveEqualContent(_ a: Item, _ b: Item) -> Bool { a == b }
  /// The hash of the id.
  @inlinable public func identityHash(of item: Item, seed: Int) -> Int { item.id._rawHashValue(seed: seed) }
  /// A hash of the id, for integers and ASCII strings.
  @inlinable public func fastHash(of item: Item, seed: UInt64) -> UInt64? { FastHash.hash(item.id, seed: seed) }
  /// Whether items are plain bits.
  @inlinable public static var comparesInBatches: Bool { _isPOD(Item.self) }
  /// The id as text.
  @inlinable public func describeIdentity(of item: Item) -> String { "\(item.id)" }
  /// The name that all `Identifiable` comparisons share.
  @inlinable public var identityName: IdentityName? { .identifiable }
}

/// Items that are their own identity, such as strings and numbers: equal values are the same item, and content
/// never differs.
public struct ValueComparison<Item: Hashable>: ItemComparison, Sendable {
  /// Makes the comparison.
  @inlinable public init() {}

  /// Whether `a == b`.
  @inlinable public func areIdentical(_ a: Item, _ b: Item) -> Bool { a == b }
  /// Whether `a == b`.
  @inlinable public func haveSameIdentity(_ a: Item, _ b: Item) -> Bool { a == b }
  /// Always true.
  @inlinable public func haveEqualContent(_ a: Item, _ b: Item) -> Bool { true }
  /// The hash of the value.
  @inlinable public func identityHash(of item: Item, seed: Int) -> Int { item._rawHashValue(seed: seed) }
  /// A hash of the value, for integers and ASCII strings.
  @inlinable public func fastHash(of item: Item, seed: UInt64) -> UInt64? { FastHash.hash(item, seed: seed) }
  /// Whether items are plain bits.
  @inlinable public static var comparesInBatches: Bool { _isPOD(Item.self) }
  /// True: values may be equal.
  @inlinable public var expectsRepeats: Bool { true }
  /// The value as text.
  @inlinable public func describeIdentity(of item: Item) -> String { "\(item)" }
  /// The name that all value comparisons share.
  @inlinable public var identityName: IdentityName? { .value }
}

/// Identity by a closure or key path, content by a closure.
///
///     try differ.changeset(from: before, to: after, comparing: .by(\.sku))
///     let bySKU = KeyedComparison(by: \Product.sku, content: { $0.price == $1.price })
public struct KeyedComparison<Item, ID: Hashable>: ItemComparison {
  @usableFromInline let identity: (Item) -> ID
  @usableFromInline let content: (Item, Item) -> Bool
  /// A name of this very comparison, so that snapshots checked with it are known to be unique with it.
  public let identityName: IdentityName?

  /// Makes a comparison from what identifies an item and what says whether its content is equal.
  @inlinable
  public init(by identity: @escaping (Item) -> ID, content: @escaping (Item, Item) -> Bool) {
    self.identity = identity
    self.content = content
    self.identityName = .unique()
  }

  /// Whether the keys are equal.
  @inlinable public func haveSameIdentity(_ a: Item, _ b: Item) -> Bool { identity(a) == identity(b) }
  /// What the content closure says.
  @inlinable public func haveEqualContent(_ a: Item, _ b: Item) -> Bool { content(a, b) }
  /// The hash of the key.
  @inlinable public func identityHash(of item: Item, seed: Int) -> Int {
    identity(item)._rawHashValue(seed: seed)
  }
  /// A hash of the key, for integers and ASCII strings.
  @inlinable public func fastHash(of item: Item, seed: UInt64) -> UInt64? { FastHash.hash(identity(item), seed: seed) }
  /// The key as text.
  @inlinable public func describeIdentity(of item: Item) -> String { "\(identity(item))" }
}

extension KeyedComparison where Item: Equatable {
  /// Makes a comparison from what identifies an item; content is compared by `==`.
  @inlinable
  public init(by identity: @escaping (Item) -> ID) {
    self.init(by: identity, content: ==)
  }
}

extension ItemComparison {
  /// Items distinguished by a key path or closure; content is compared by `==`.
  ///
  /// For example, `differ.changeset(from: before, to: after, comparing: .by(\.sku))`.
  @inlinable
  public static func by<Element: Equatable, ID: Hashable>(_ identity: @escaping (Element) -> ID) -> Self
  where Self == KeyedComparison<Element, ID> {
    KeyedComparison(by: identity)
  }

  /// Items distinguished by a key path or closure; `content` says whether two items of one identity have equal content.
  @inlinable
  public static func by<Element, ID: Hashable>(
    _ identity: @escaping (Element) -> ID, content: @escaping (Element, Element) -> Bool
  ) -> Self where Self == KeyedComparison<Element, ID> {
    KeyedComparison(by: identity, content: content)
  }
}

extension ItemComparison {
  /// The fast hash, `nil` where it is missing; or the one of `Hasher`.
  @inlinable @inline(__always)
  func hash(of item: Item, isFast: Bool, seed: Int) -> UInt64? {
    if isFast { return fastHash(of: item, seed: UInt64(truncatingIfNeeded: seed)) }
    let hash = UInt64(UInt(bitPattern: identityHash(of: item, seed: seed)))
    // Where integers have 32 bits, the tag, which comes from the high half, needs some of them.
    return Int.bitWidth < 64 ? hash &* 0x9E37_79B9_7F4A_7C15 : hash
  }
}
