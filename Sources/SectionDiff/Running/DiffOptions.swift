/// What to do about items with the same identity in one snapshot (and ``IdentityScope``).
public enum DuplicatePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Items of one identity are interchangeable; as many copies are kept as both sides have. Those of equal content are
  /// paired first, then in order of occurrence.
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
public struct DiffBudget: Hashable, Sendable {
  /// The most units that may be spent; negative counts as none at all.
  public var workUnits: Int {
    didSet {
      workUnits = max(0, workUnits)
      isStated = true
    }
  }
  /// Whether someone chose it: then it alone bounds what an algorithm attempts.
  private(set) var isStated: Bool

  /// A budget of so many units; negative counts as none at all.
  public init(workUnits: Int) { self.init(workUnits: workUnits, isStated: true) }

  private init(workUnits: Int, isStated: Bool) {
    self.workUnits = max(0, workUnits)
    self.isStated = isStated
  }

  /// No bound.
  public static let unlimited = DiffBudget(workUnits: .max)
}

extension DiffBudget {
  /// What a diff may spend unless a budget is stated: far more than any linear strategy needs, and enough for Myers to
  /// be exact up to about ten thousand differences.
  ///
  /// It differs from a budget of as many units that is stated: under this one ``AdaptiveDiff`` gives up a shortest
  /// script early.
  public static let standard = DiffBudget(workUnits: 200_000_000, isStated: false)
}

extension DiffBudget: Codable {
  private enum CodingKeys: CodingKey { case workUnits, isStated }

  /// Reads a budget; one that is not stated says so.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      workUnits: try values.decode(Int.self, forKey: .workUnits),
      isStated: try values.decodeIfPresent(Bool.self, forKey: .isStated) ?? true)
  }

  /// Writes the units, and for ``standard`` that no one stated them.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(workUnits, forKey: .workUnits)
    if !isStated { try values.encode(isStated, forKey: .isStated) }
  }
}
