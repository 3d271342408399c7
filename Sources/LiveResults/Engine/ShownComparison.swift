public import SectionDiff

/// Identity by `id`, content by the arrangement's rule.
@usableFromInline
struct ShownComparison<Shown: Identifiable & Sendable>: ItemComparison, Sendable {
  @usableFromInline let looksEqual: @Sendable (Shown, Shown) -> Bool

  @inlinable
  init(looksEqual: @escaping @Sendable (Shown, Shown) -> Bool) { self.looksEqual = looksEqual }

  @inlinable
  func haveSameIdentity(_ a: Shown, _ b: Shown) -> Bool { a.id == b.id }

  @inlinable
  func haveEqualContent(_ a: Shown, _ b: Shown) -> Bool { looksEqual(a, b) }

  @inlinable
  func identityHash(of item: Shown, seed: Int) -> Int { item.id._rawHashValue(seed: seed) }

  @inlinable
  func describeIdentity(of item: Shown) -> String { "\(item.id)" }
}
