public import StoreInterface

/// A store with drafts, of whatever items, that may be above and below others: ``commit()`` and ``discard()`` go for
/// the stores below it too.
///
///     try attachments.join(letters)
///     try await letters.commit()        // the attachments first, then the letters
public protocol DraftingStore: AnyObject, Sendable {
  /// Where the store is.
  var branch: StoreBranch { get }
  /// Whether the store itself has drafts.
  var hasDrafts: Bool { get }
  /// Writes the store's own drafts. Where that fails, they stay drafts.
  func commitOwnDrafts() async throws(StoreError)
  /// Takes the store's own drafts back.
  func discardOwnDrafts()
}

extension DraftingStore {
  /// The store above this one.
  public var parent: (any DraftingStore)? { branch.parent }

  /// The stores right below this one, in the order in which they joined.
  public var children: [any DraftingStore] { branch.children }

  /// Puts this store below another, in one step; it leaves the one that it was below before.
  ///
  /// - Throws: `StoreError.Kind.cycle`, and nothing is changed, where the other is below this one or is the same. The
  ///   message names both.
  public func join(_ parent: any DraftingStore) throws(StoreError) { try StoreBranch.join(self, to: parent) }

  /// Puts another store below this one, beside those that are; the same as its ``join(_:)``.
  public func addChild(_ child: any DraftingStore) throws(StoreError) { try StoreBranch.join(child, to: self) }

  /// Separates this store, with those below it, from the store above.
  public func leave() { StoreBranch.leave(self) }

  /// Writes the drafts of all stores below this one, children first, then its own.
  ///
  /// Each store's drafts are written as one batch. The first failure ends it: what was written before stays written, and
  /// what was not stays draft.
  public func commit() async throws(StoreError) {
    for child in children { try await child.commit() }
    try await commitOwnDrafts()
  }

  /// Discards the drafts of this store and of all below it.
  public func discard() {
    for child in children { child.discard() }
    discardOwnDrafts()
  }
}
