/// Changes in order, applied as a whole or not at all, and folded to their net effect.
///
///     var batch = StoreBatch<Note>()
///     batch.insert(draft)
///     batch.update(renamed)
///     batch.delete(old.id)
///     try await store.commit(batch)
public struct StoreBatch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The changes, in the order in which they apply.
  public private(set) var changes: [StoreChange<Item>]
  /// Whether naming a record that does not exist refuses the whole batch: to update it, to move it, to place another
  /// beside it. Otherwise an update inserts, a placement is at the end, and a move does nothing.
  public var isStrict: Bool

  /// Makes an empty batch.
  public init() { self.init([]) }

  /// Makes a batch of changes.
  public init(_ changes: [StoreChange<Item>], isStrict: Bool = false) {
    self.changes = changes
    self.isStrict = isStrict
  }

  /// Whether there is no change.
  public var isEmpty: Bool { changes.isEmpty }

  /// Adds a change after the others.
  public mutating func append(_ change: StoreChange<Item>) { changes.append(change) }

  /// Puts a change in the place of another.
  package mutating func replaceChange(at offset: Int, with change: StoreChange<Item>) { changes[offset] = change }

  /// Adds the changes of another batch after these.
  public mutating func append(contentsOf other: StoreBatch) { changes.append(contentsOf: other.changes) }

  /// Adds an insert of a record.
  public mutating func insert(_ item: Item, at placement: StorePlacement<Item.ID> = .end) {
    changes.append(.insert(item, at: placement))
  }

  /// Adds an update of a record.
  public mutating func update(_ item: Item) { changes.append(.update(item)) }

  /// Adds a move of a record.
  public mutating func move(_ key: Item.ID, to placement: StorePlacement<Item.ID>) {
    changes.append(.move(key, to: placement))
  }

  /// Adds a delete of a record.
  public mutating func delete(_ key: Item.ID) { changes.append(.delete(key)) }

  /// Adds a refresh of a record whose content depends on other data.
  public mutating func refresh(_ key: Item.ID) { changes.append(.refresh(key)) }
}

extension StoreBatch: Equatable where Item: Equatable {}

extension StoreBatch: ExpressibleByArrayLiteral {
  /// Makes a batch of the changes listed.
  public init(arrayLiteral changes: StoreChange<Item>...) { self.init(changes) }
}
