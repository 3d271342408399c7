/// The changes that turn one snapshot into another.
///
/// A changeset is self-contained: besides positions it holds the items deleted and inserted and both values of
/// those updated, so it can be applied, inverted, composed, encoded and sent. In memory it may hold the two
/// snapshots instead, which costs nothing; equality looks at positions and items alone.
///
/// Coordinates: deletes are addressed in the **old** snapshot, inserts in the **new** one, moves and updates in
/// **both**. No address refers to a state in between.
///
/// For example:
///
///     let changes = try Differ().changeset(from: before, to: after)
///     try before.applying(changes) == after        // true
///     for change in try changes.changes { print(change) }
public struct Changeset<Key: Hashable, Item, Header: Equatable> {
  /// What happened, item by item: rows of deleted and inserted sections are listed, and a row that left a dead
  /// section for a living one is a move.
  public let identity: ChangeList

  @usableFromInline var payload: Payload<Key, Item, Header>

  /// What the changeset was made under; composition goes by it, equality does not.
  @usableFromInline var rules: ChangesetRules

  @inlinable
  init(identity: ChangeList, payload: Payload<Key, Item, Header>, rules: ChangesetRules) {
    self.identity = identity
    self.payload = payload
    self.rules = rules
  }
}

/// What counts as the same item, and whether one that is found elsewhere has moved.
@usableFromInline
struct ChangesetRules: Sendable, Codable {
  @usableFromInline var scope: IdentityScope
  @usableFromInline var infersMoves: Bool

  @inlinable
  init(scope: IdentityScope, infersMoves: Bool) {
    self.scope = scope
    self.infersMoves = infersMoves
  }
}

extension Changeset {
  /// The number of changes of all kinds, in the identity view; known before any stage is built.
  ///
  /// - Complexity: O(1).
  @inlinable public var changeCount: Int { identity.counts.total }

  /// How many changes of each kind, in the identity view.
  @inlinable public var counts: ChangeCounts { identity.counts }

  /// Whether nothing changed.
  @inlinable public var isEmpty: Bool { identity.isEmpty }
}

extension Changeset: Sendable where Key: Sendable, Item: Sendable, Header: Sendable {}

/// A changeset between two plain lists.
public typealias FlatChangeset<Item> = Changeset<Unsectioned, Item, NoHeader>

/// A changeset between two snapshots whose sections have a key and items, and nothing else.
public typealias SectionedChangeset<Key: Hashable, Item> = Changeset<Key, Item, NoHeader>
