public import SectionDiff

/// What a subscriber receives, and what an engine returns: the results before, the results after, and the changeset between
/// them.
///
///     for await update in controller.updates() {
///       try show(update.changeset, of: update.after)
///     }
///
/// For one subscriber, each update begins where the one before it ended: `before` is the former `after`, and
/// `before.applying(changeset)` is `after`. A subscriber's first one begins with no section at all.
public struct ResultsUpdate<Key: Hashable & Sendable, Item: Sendable, Header: Equatable & Sendable>: Sendable {
  /// Why there is an update.
  public enum Kind: Hashable, Sendable {
    /// The first update of a subscriber: all items, as inserts.
    case initial
    /// One or several changes, combined while the subscriber was busy.
    case change
    /// The requested revision is no longer known: all items, as inserts. Drop the old results.
    case reset
  }

  /// The number of this state of the results. It rises by one with every change of the results, so it rises by more than
  /// one from update to update where a slow subscriber gets several as one.
  @inlinable public var revision: Int { content.revision }
  /// Why there is an update.
  @inlinable public var kind: Kind { content.kind }
  /// The results that the subscriber has seen last.
  @inlinable public var before: Snapshot<Key, Item, Header> { content.before }
  /// The results now.
  @inlinable public var after: Snapshot<Key, Item, Header> { content.after }
  /// The changes that turn ``before`` into ``after``.
  @inlinable public var changeset: Changeset<Key, Item, Header> { content.changeset }

  @usableFromInline let content: Content

  /// What an update says, by reference: it goes through many hands, each of which would retain more than twenty arrays.
  @usableFromInline
  final class Content: Sendable {
    @usableFromInline let revision: Int
    @usableFromInline let kind: Kind
    @usableFromInline let before: Snapshot<Key, Item, Header>
    @usableFromInline let after: Snapshot<Key, Item, Header>
    @usableFromInline let changeset: Changeset<Key, Item, Header>
    @usableFromInline let changeCount: Int

    @inlinable
    init(
      revision: Int, kind: Kind, before: Snapshot<Key, Item, Header>,
      after: Snapshot<Key, Item, Header>, changeset: Changeset<Key, Item, Header>
    ) {
      self.revision = revision
      self.kind = kind
      self.before = before
      self.after = after
      self.changeset = changeset
      changeCount = changeset.changeCount
    }
  }

  init(_ content: Content) { self.content = content }

  /// Creates an update by hand.
  @inlinable
  public init(
    revision: Int, kind: Kind, before: Snapshot<Key, Item, Header>, after: Snapshot<Key, Item, Header>,
    changeset: Changeset<Key, Item, Header>
  ) {
    content = Content(revision: revision, kind: kind, before: before, after: after, changeset: changeset)
  }
}
