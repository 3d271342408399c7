import StoreInterface

/// Where a store is in a tree of stores: its name, and links to the store above and those below.
///
/// A tree does not keep its stores: a store that no one else holds leaves it.
public final class StoreBranch: Sendable {
  private struct Child {
    weak var store: (any DraftingStore)?
  }

  private struct Links: ~Copyable {
    weak var parent: (any DraftingStore)?
    var children: [Child] = []
  }

  /// The name of the store in errors.
  public let name: String
  private let links = Locked(Links())

  /// All trees are changed under this lock, one change after another: two changes that would form a cycle together cannot
  /// both find that they do not. Links are read without it.
  private static let changes = Locked(())

  /// Makes the branch of a store that is alone.
  public init(name: String) { self.name = name }

  var parent: (any DraftingStore)? { links.withLock { $0.parent } }
  var children: [any DraftingStore] { links.withLock { $0.children.compactMap(\.store) } }

  static func join(_ child: any DraftingStore, to parent: any DraftingStore) throws(StoreError) {
    try changes.withLock { _ throws(StoreError) in
      var above: (any DraftingStore)? = parent
      while let store = above {
        if store === child {
          let (below, over) = (child.branch.name, parent.branch.name)
          throw StoreError(
            .cycle,
            below == over && child === parent
              ? "the store \(below) cannot join itself"
              : "the store \(below) cannot join \(over), which is below it",
            at: "store \(below)", advice: "have \(over) leave its parent first")
        }
        above = store.branch.parent
      }
      if child.branch.parent === parent { return }
      unlink(child)
      child.branch.links.withLock { $0.parent = parent }
      parent.branch.links.withLock { links in
        links.children.removeAll { $0.store == nil }
        links.children.append(Child(store: child))
      }
    }
  }

  static func leave(_ child: any DraftingStore) {
    changes.withLock { _ in unlink(child) }
  }

  private static func unlink(_ child: any DraftingStore) {
    let parent = child.branch.links.withLock { links in
      let parent = links.parent
      links.parent = nil
      return parent
    }
    parent?.branch.links.withLock { links in links.children.removeAll { $0.store == nil || $0.store === child } }
  }
}
