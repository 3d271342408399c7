/// A law that every changeset keeps, whatever the algorithm; the last two are of the algorithm itself.
public enum Law: String, Hashable, Sendable, CaseIterable {
  /// The engine accepts what the algorithm answers, and the diff throws only what it must.
  case contract
  /// What a duplicate policy promises: refusals name every place, reductions drop the right items.
  case duplicates
  /// Read by the definition of the coordinates, the changes fit both snapshots: every kept item is the same item, and
  /// changed content is named exactly where it changed.
  case coordinates
  /// `old.applying(changes) == new`.
  case apply
  /// `new.applying(changes.inverted) == old`.
  case inverse
  /// `a→b` composed with `b→c` turns `a` into `c`; without repeats, by exactly the fewest changes.
  case composition
  /// `diff(x, x)` is empty.
  case silence
  /// Equal inputs give equal changesets, byte for byte once encoded, where the encoder orders keys.
  case determinism
  /// Equal inputs give equal receipts, and the receipt counts what the changeset holds.
  case receipts
  /// Deletes + kept = all old items; inserts + kept = all new items; as many are kept as the algorithm promises.
  case completeness
  /// The fewest changes, where promised.
  case minimality
  /// A changeset decodes to an equal one.
  case roundTrip
  /// The batch view follows from the identity view.
  case views
  /// Each stage is legal for a list view, the snapshots lead from old to new, and there are as few as possible.
  case stages
  /// The single steps, of sections and of rows, name places that are there, show each row once and lead from old to new.
  case oneAtATime
  /// `newPath(for:)` and `oldPath(for:)` say where every item went.
  case paths
  /// Kept items named to `refreshing` are updates, although equal, and keep the other laws.
  case refreshing
  /// An algorithm spends units as it works, and stops when the budget is spent or the diff is cancelled.
  case budget
  /// An algorithm answers before the time limit of the trial.
  case ending

  /// The offset in the order of declaration.
  var ordinal: Int { Self.ordinals[self] ?? 0 }

  private static let ordinals = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
}

/// A law that was broken, and how.
public struct LawViolation: Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: Law
  /// What is wrong, in a sentence.
  public let message: String

  /// The law, then the sentence.
  public var description: String { "\(law.rawValue): \(message)" }
}
