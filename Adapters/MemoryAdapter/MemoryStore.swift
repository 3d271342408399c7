public import StoreInterface

/// A store in memory: records by key, in the order in which they arrived or were placed, in one list or in sections kept by
/// hand; read, changed and observed from any task or thread.
///
///     let store = MemoryStore([Note(id: 1, text: "milk")])
///     try store.edit { edits in
///       try edits.append(Note(id: 2, text: "bread"))
///       edits.remove(1)
///     }
///
/// A change, by key or by offset, costs O(log *n*) for each observation that is in progress.
public final class MemoryStore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  let state: Locked<MemoryState<Item>>

  /// Makes a store of records.
  ///
  /// - Parameters:
  ///   - contents: The records, in order: one list, or sections. What the store is at first it stays: a list, or sections.
  ///     A record or section that comes a second time is where it came first.
  ///   - dependencies: What a record depends on besides itself, by its content alone: what ``refresh(dependingOn:)`` is
  ///     called with. Called while the store is busy; it must not use it.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  public init(
    _ contents: StoreContents<Item>, dependencies: (@Sendable (Item) -> [DependencyKey])? = nil,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.haveEqualContent = haveEqualContent
    state = Locked(MemoryState(contents, dependencies: dependencies))
  }

  /// Whether records are in manually ordered sections, which is so for good.
  public var keepsSections: Bool { state.withLock { $0.records.keepsSections } }

  /// The number of records.
  public var count: Int { state.withLock { $0.records.count } }

  /// All current records, as a value.
  public var contents: StoreContents<Item> { state.withLock { $0.records.contents } }

  /// The record with a key, or `nil`.
  public subscript(key: Item.ID) -> Item? { state.withLock { $0.records.item(for: key) } }

  /// The current answer to a request, as a value.
  public func contents(for request: MemoryRequest<Item>) -> StoreContents<Item> {
    state.withLock { state in
      AnswerView(of: state.records, rule: request.rule, haveEqualContent: haveEqualContent).contents(of: state.records)
    }
  }

  /// The number of active observations.
  public var observationCount: Int { state.withLock { $0.observations.count } }

  /// How many records were looked at so far, for whatever reason: judged, compared, walked over.
  package var visits: Int { state.withLock { $0.visits } }
}

extension MemoryStore where Item: Equatable {
  /// Makes a store of records in one list.
  public convenience init(_ items: [Item] = [], dependencies: (@Sendable (Item) -> [DependencyKey])? = nil) {
    self.init(.items(items), dependencies: dependencies) { $0 == $1 }
  }

  /// Makes a store that has manually ordered sections.
  public convenience init(
    sections: [StoreSection<Item>], dependencies: (@Sendable (Item) -> [DependencyKey])? = nil
  ) {
    self.init(.sections(sections), dependencies: dependencies) { $0 == $1 }
  }
}
