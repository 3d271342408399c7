/// How far an identity reaches.
public enum IdentityScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// An item found in another section is the same item: it moved.
  case global
  /// Identities count within their section only: leaving one is a delete and an insert.
  case section
}

/// What to do about items with the same identity in one snapshot (and ``IdentityScope``).
public enum DuplicatePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Equal identities are interchangeable; as many copies are kept as both sides have.
  case allow
  /// An error names the identity and every place that holds it.
  case reject
  /// All but the first are dropped before the diff, and counted.
  case keepFirst
  /// All but the last are dropped before the diff, and counted.
  case keepLast
}

/// A bound on the work that an algorithm may do, in units of about one comparison of two integers.
///
/// When the budget is spent the answer is still correct; only minimality is given up. Work is counted, not timed,
/// so that the same input gives the same answer on every machine.
public struct DiffBudget: Hashable, Sendable, Codable {
  /// The most units that may be spent.
  public var workUnits: Int

  /// A budget of so many units; negative counts as none at all.
  public init(workUnits: Int) { self.workUnits = max(0, workUnits) }

  /// No bound.
  public static let unlimited = DiffBudget(workUnits: .max)
}

extension DiffBudget {
  /// What a diff may spend unless told otherwise: far more than any linear strategy needs, and enough for Myers to
  /// be exact up to about ten thousand differences.
  public static let standard = DiffBudget(workUnits: 200_000_000)
}
