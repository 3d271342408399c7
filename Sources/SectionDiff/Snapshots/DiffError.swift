/// Why a diff gave no answer, or a changeset or an edit was not carried out.
public enum DiffError: Error, Hashable, Sendable {
  /// Items with one identity occur more than once, and the policy is ``DuplicatePolicy/reject``: every such identity of
  /// both snapshots.
  case duplicateItems([DuplicateItem])
  /// Two sections of one snapshot have the same key.
  case duplicateSection(key: String, side: Side, first: Int, second: Int)
  /// More items than 32-bit positions can count.
  case tooManyItems(count: Int, side: Side)
  /// An algorithm returned a matching that pairs what is not equal, or one position twice, or one that is not there.
  case invalidMatching(strategy: String, reason: String)
  /// The diff was cancelled.
  case cancelled
  /// A changeset does not belong to the snapshot, or to the changeset, that it was put together with: what does not fit,
  /// where, and what was expected, in one line.
  case changesetMismatch(String)
  /// No section of a snapshot has this key.
  case unknownSection(key: String)

  /// The snapshot.
  public enum Side: String, Hashable, Sendable, Codable {
    /// The old snapshot.
    case old
    /// The new snapshot.
    case new
  }

  /// An identity that occurs more than once.
  public struct DuplicateItem: Hashable, Sendable {
    /// The identity, as text.
    public let identity: String
    /// The snapshot that holds it.
    public let side: Side
    /// Every path where it is, in order.
    public let paths: [ItemPath]

    /// Makes a description of one repeated identity.
    public init(identity: String, side: Side, paths: [ItemPath]) {
      self.identity = identity
      self.side = side
      self.paths = paths
    }
  }
}

extension DiffError: CustomStringConvertible {
  /// What is wrong, where, and what to do, in one line.
  public var description: String {
    switch self {
    case .duplicateItems(let items):
      let sides = [Side.old, .new].compactMap { side -> String? in
        let repeated = items.filter { $0.side == side }
        guard let first = repeated.first else { return nil }
        let paths = first.paths.map(\.description).joined(separator: ", ")
        let more = repeated.count > 1 ? " (and \(repeated.count - 1) more identities)" : ""
        return "identity \(first.identity) occurs more than once in the \(side.rawValue) snapshot, at \(paths)\(more)"
      }
      if sides.isEmpty { return "duplicate identities" }
      return sides.joined(separator: ", and ")
        + "; make identities unique or choose the policy allow, keepFirst or keepLast"
    case .duplicateSection(let key, let side, let first, let second):
      return "section key \(key) occurs twice in the \(side.rawValue) snapshot, at \(first) and \(second); "
        + "merge the two sections or give them different keys"
    case .tooManyItems(let count, let side):
      return "the \(side.rawValue) snapshot has \(count) items; a diff takes at most \(SectionOffsets.maximumItemCount)"
    case .invalidMatching(let strategy, let reason):
      return "the algorithm \(strategy) returned an invalid matching: \(reason)"
    case .cancelled:
      return "the diff was cancelled"
    case .changesetMismatch(let reason):
      return reason
    case .unknownSection(let key):
      return "there is no section with the key \(key); insert it first"
    }
  }
}
