public import StoreInterface

/// Records by key in order, and their observers: what a store is built on.
///
/// The records are in one list, or in sections kept by hand. Each observer has a request of its own, with a filter, an
/// order and a limit, and receives the whole answer first, then every change of it. The records are changed by edits, by
/// batches, and by replacing them with what was read elsewhere; every observer receives the fewest changes that its
/// answer needs.
///
///     final class SongStore: WritableDataStore {
///       private let songs = ObservedRecords<Song>()
///       private let table: SongTable
///
///       func events(for request: RecordRequest<Song>) -> StoreEvents<Song> { songs.events(for: request) }
///
///       func commit(_ batch: StoreBatch<Song>) async throws(StoreError) -> BatchOutcome<Song> {
///         try await songs.commit(batch) { outcome in try await table.write(outcome) }
///       }
///
///       func tableChanged() async {
///         try? await songs.reload { .items(try await table.all()) }
///       }
///     }
///
/// Records that were made without contents wait to be loaded: so do their observers, until ``replace(with:partialFailure:)-(StoreContents<Item>,_)`` or
/// ``reload(_:)`` brings the first contents.
///
/// All methods may be called from any task or thread. A slow observer delays no one: its changes wait, and where they
/// have become too many, it receives the whole answer instead.
public final class ObservedRecords<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let state: Locked<ObservedState<Item>>
  let upkeep = Locked(Upkeep())
  /// Held by one commit or reload at a time.
  let mutex = AsyncMutex()

  /// Makes records that wait to be loaded, or are there already.
  ///
  /// - Parameters:
  ///   - contents: The records, in order: one list, or sections. Without any, observers wait. A record or section that
  ///     comes a second time is where it came first.
  ///   - dependencies: What a record depends on besides itself, by its content alone: what ``refresh(dependingOn:)`` is
  ///     called with. Called while the records are busy; it must not use them.
  ///   - haveEqualContent: Whether two versions of one record are the same to the users of the store.
  @inlinable
  public convenience init(
    _ contents: StoreContents<Item>? = nil, dependencies: (@Sendable (Item) -> [DependencyKey])? = nil,
    haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.init(ObservedState(contents, dependencies: dependencies, haveEqualContent: haveEqualContent))
  }

  @usableFromInline
  init(_ state: ObservedState<Item>) { self.state = Locked(state) }

  deinit { upkeep.withLock { $0.task }?.cancel() }
}

extension ObservedRecords where Item: Equatable {
  /// Makes records that wait to be loaded, or are there already; equal records have equal content.
  @inlinable
  public convenience init(
    _ contents: StoreContents<Item>? = nil, dependencies: (@Sendable (Item) -> [DependencyKey])? = nil
  ) {
    self.init(contents, dependencies: dependencies) { $0 == $1 }
  }
}

// MARK: - Reading

extension ObservedRecords {
  /// Whether the records were loaded, or were there from the start.
  public var isLoaded: Bool { state.withLock { $0.freshness != .never } }

  /// Whether records are in sections kept by hand.
  public var keepsSections: Bool { state.withLock { $0.records.keepsSections } }

  /// The number of records.
  public var count: Int { state.withLock { $0.records.count } }

  /// All records; none before they were loaded.
  public var contents: StoreContents<Item> { state.withLock { $0.records.contents } }

  /// The record with a key, or `nil`.
  public subscript(key: Item.ID) -> Item? { state.withLock { $0.records.item(for: key) } }

  /// The current answer to a request.
  ///
  /// - Complexity: O(*n*) calls of the filter for *n* records, and O(*m* log *m*) comparisons for *m* that match.
  public func contents<Request: MatchingRequest<Item>>(for request: Request) -> StoreContents<Item> {
    contents(for: RecordRequest(request))
  }

  /// The current answer to a request.
  public func contents(for request: RecordRequest<Item>) -> StoreContents<Item> {
    state.withLock { state in
      AnswerView(of: state.records, for: request, haveEqualContent: state.haveEqualContent).contents(of: state.records)
    }
  }

  /// The records as they are, to be compared with others; `nil` before they were loaded.
  package var ordered: OrderedRecords<Item>? { state.withLock { $0.freshness == .never ? nil : $0.records } }

  /// How many records were looked at so far, for whatever reason: judged, compared, walked over.
  package var visits: Int { state.withLock { $0.visits } }
}
