/// Compares two snapshots: a strategy and the rules it works under.
///
/// For example:
///
///     let changes = try Differ().changeset(from: before, to: after)
///     let careful = Differ(algorithm: LISDiff(), duplicates: .reject)
///     let result = try careful.diff(from: before, to: after)
///     print(result.receipt.comparisons, result.changeset.counts)
///
/// Lists that are not sectioned can be given as arrays:
///
///     try Differ().changeset(from: [1, 2, 3], to: [1, 3]).identity.deletes.first     // [0, 1]
public struct Differ: Sendable {
  /// The most items that a snapshot may have: positions of both together fit into 32 bits.
  public static let maximumItemCount = SectionOffsets.maximumItemCount

  /// The algorithm that matches old and new positions.
  public var algorithm: any DiffAlgorithm
  /// What to do about items of the same identity.
  public var duplicates: DuplicatePolicy
  /// Whether identities are compared across sections.
  public var scope: IdentityScope
  /// The most work that the algorithm may do.
  public var budget: DiffBudget
  /// How the front works.
  @usableFromInline package var frontLimits = FrontLimits()

  /// Makes a differ.
  ///
  /// - Parameters:
  ///   - algorithm: The strategy; by default it is picked by the input.
  ///   - duplicates: What to do about repeated identities; by default they are allowed.
  ///   - scope: Whether an item found in another section is the same item; by default it is.
  ///   - budget: The most work the algorithm may do; by default ``DiffBudget/standard``, of which ``AdaptiveDiff`` takes
  ///     little for a shortest script. It takes what it needs of any other.
  public init(
    algorithm: any DiffAlgorithm = AdaptiveDiff(), duplicates: DuplicatePolicy = .allow,
    scope: IdentityScope = .global, budget: DiffBudget = .standard
  ) {
    self.algorithm = algorithm
    self.duplicates = duplicates
    self.scope = scope
    self.budget = budget
  }
}

/// The answer of a diff: a changeset, the snapshots it refers to, and a receipt.
public struct Diff<Key: Hashable, Item, Header: Equatable> {
  /// The old snapshot that positions refer to: the one given, less what the duplicate policy dropped.
  public let old: Snapshot<Key, Item, Header>
  /// The new snapshot that positions refer to: the one given, less what the duplicate policy dropped.
  public let new: Snapshot<Key, Item, Header>
  /// The changes that turn ``old`` into ``new``.
  public let changeset: Changeset<Key, Item, Header>
  /// The receipt: what the diff cost.
  public let receipt: DiffReceipt

  @inlinable
  init(
    old: Snapshot<Key, Item, Header>, new: Snapshot<Key, Item, Header>,
    changeset: Changeset<Key, Item, Header>, receipt: DiffReceipt
  ) {
    self.old = old
    self.new = new
    self.changeset = changeset
    self.receipt = receipt
  }
}

extension Diff: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}
