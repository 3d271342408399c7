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

  /// The first clash in a list of keys, or `nil` when they are distinct.
  @inlinable
  init?<Key: Hashable>(in keys: [Key]) {
    var places: [Key: Int] = [:]
    places.reserveCapacity(keys.count)
    for (index, key) in keys.enumerated() {
      if let first = places.updateValue(index, forKey: key) {
        self.first = first
        self.second = index
        return
      }
    }
    return nil
  }
}
