/// What every update of a subscriber keeps.
public enum UpdateLaw: String, Hashable, Sendable, CaseIterable {
  /// The first update says that it is the first, and begins with nothing; no later one does. One that resumes begins with
  /// what the subscriber had, or resets.
  case start
  /// Revisions rise: by one where nothing was missed, otherwise by one or more.
  case revision
  /// An update begins where the one before it ended.
  case chain
  /// The changes fit both snapshots, read by the definition of the coordinates.
  case coordinates
  /// `before.applying(changeset)` is `after`.
  case apply
  /// `after.applying(changeset.inverted)` is `before`.
  case inverse
  /// `newPath(for:)` and `oldPath(for:)` say where every item went.
  case paths
  /// Each stage of the changeset is legal for a list view, and the stages lead from `before` to `after`.
  case stages
  /// An update that is not the first has changes.
  case silence
}

/// A law that an update broke, and how.
public struct UpdateViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The law.
  public let law: UpdateLaw
  /// The revision of the update that broke it.
  public let revision: Int
  /// What is wrong, in a sentence.
  public let message: String

  /// The revision, the law, and the sentence.
  public var description: String { "revision \(revision), \(law.rawValue): \(message)" }
}
