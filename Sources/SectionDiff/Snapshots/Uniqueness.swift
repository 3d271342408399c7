/// Whether identities are compared across sections.
public enum IdentityScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// An item found in another section is the same item: it moved.
  case global
  /// Identities count within their section only: leaving one is a delete and an insert.
  case section
}

/// What is known about repeats in a snapshot: nothing, or that a named identity is unique within a scope.
@usableFromInline
struct Uniqueness: Sendable, Equatable {
  /// The identity that was checked; `nil` when nothing is known.
  @usableFromInline var identity: IdentityName?
  /// Whether it was unique over all sections (and so within each), not only within each.
  @usableFromInline var isGlobal: Bool

  @inlinable
  init(identity: IdentityName?, isGlobal: Bool) {
    self.identity = identity
    self.isGlobal = isGlobal
  }

  @inlinable static var unknown: Uniqueness { Uniqueness(identity: nil, isGlobal: false) }

  /// Whether `identity` is known to be unique within `scope`.
  @inlinable
  func covers(_ identity: IdentityName?, in scope: IdentityScope) -> Bool {
    guard let known = self.identity, let identity else { return false }
    return known == identity && (isGlobal || scope == .section)
  }
}

/// The name of a way to compare identities, so that a snapshot can remember which one it was checked for.
///
/// Two names are equal only when they certainly mean the same identity.
public struct IdentityName: Sendable, Equatable {
  @usableFromInline enum Name: Sendable, Equatable {
    case identifiable
    case value
    case custom(Token)
  }

  /// An object whose address is the name; held, so that the address is not given to another one.
  @usableFromInline
  final class Token: Sendable, Equatable {
    @usableFromInline init() {}

    @usableFromInline
    static func == (a: Token, b: Token) -> Bool { a === b }
  }

  @usableFromInline let name: Name

  @inlinable
  init(name: Name) { self.name = name }

  /// The `id` of an `Identifiable` type.
  @inlinable public static var identifiable: IdentityName { IdentityName(name: .identifiable) }

  /// The value itself, for `Hashable` items.
  @inlinable public static var value: IdentityName { IdentityName(name: .value) }

  /// A name that is equal to itself and to its copies alone.
  @inlinable public static func unique() -> IdentityName { IdentityName(name: .custom(Token())) }
}

/// Two sections of one snapshot that have the same key.
@usableFromInline
struct SectionClash: Sendable, Equatable {
  @usableFromInline let first: Int
  @usableFromInline let second: Int

  @inlinable
  init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }

  /// The first clash in a list of keys, or `nil` when they are distinct.
  ///
  /// - Complexity: O(*s*) expected, *s* being the number of keys: one comparison a key where they are numbers or texts in
  ///   ascending order; else one hash a key.
  @inlinable
  init?<Key: Hashable>(in keys: [Key]) {
    if Self.ascend(keys) { return nil }
    if keys.count <= 8 {
      // So few are sooner compared than hashed.
      for second in keys.indices.dropFirst() {
        for first in 0..<second where keys[first] == keys[second] {
          self.init(first: first, second: second)
          return
        }
      }
      return nil
    }
    var firsts: [Key: Int] = [:]
    firsts.reserveCapacity(keys.count)
    for (second, key) in keys.enumerated() {
      if let first = firsts.updateValue(second, forKey: key) {
        self.init(first: first, second: second)
        return
      }
    }
    return nil
  }

  /// Whether the keys are numbers or texts that ascend; they are then distinct. Looks no further than the first that does not.
  @inlinable
  static func ascend<Key: Hashable>(_ keys: [Key]) -> Bool {
    if Key.self == Int.self, let keys = keys as? [Int] { return ascendComparably(keys) }
    if Key.self == String.self, let keys = keys as? [String] { return ascendComparably(keys) }
    return false
  }

  @inlinable
  static func ascendComparably<Key: Comparable>(_ keys: [Key]) -> Bool {
    for index in keys.indices.dropFirst() where keys[index - 1] >= keys[index] { return false }
    return true
  }
}
