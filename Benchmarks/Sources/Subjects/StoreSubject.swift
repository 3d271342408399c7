import LiveResults
import MemoryAdapter
import SectionDiff
import StoreBuilding
public import StoreInterface
import Synchronization

/// A store whose changes a controller shows, and a subscriber of it: from a change of the store to the update in the
/// subscriber's hands, with the same records, changes and arrangement as ``LiveSubject``.
///
/// All tasks run on the calling thread: what waking other threads costs is left out.
public final class StoreSubject {
  private typealias Controller = ResultsController<MemoryStore<LiveRecord>, Int, LiveRecord, NoHeader>
  private typealias Update = ResultsUpdate<Int, LiveRecord, NoHeader>

  /// What the subscriber has received.
  private final class Received: Sendable {
    private let state = Mutex<(changes: Int, last: Update?)>((0, nil))

    func add(_ update: Update) {
      state.withLock { state in
        state.changes += update.changeset.changeCount
        state.last = update
      }
    }

    /// How many changes came since this was called last.
    func takeChanges() -> Int {
      state.withLock { state in
        defer { state.changes = 0 }
        return state.changes
      }
    }

    var last: Update? { state.withLock { $0.last } }
  }

  private let store: MemoryStore<LiveRecord>
  private let controller: Controller
  private let arrangement: LiveSubject.Engine.Arrangement
  private let received = Received()
  private let subscriber: Task<Void, Never>
  private var changes: LiveChanges

  /// - Parameters:
  ///   - size: The number of records.
  ///   - calls: Counts comparisons of records and of section keys; costs nothing where it is `nil`.
  public init(size: Int, counting calls: LiveSubject.Calls? = nil) throws {
    changes = LiveChanges(size: size, seed: LiveSubject.seed)
    arrangement = LiveSubject.arrangement(counting: calls)
    store = MemoryStore(changes.records)
    controller = Controller(store: store, request: .all, arrangement: arrangement)
    subscriber = try SerialTasks.run { [controller, received] in
      Task {
        await controller.load()
        for await update in controller.updates() { received.add(update) }
      }
    }
    _ = received.takeChanges()
  }

  deinit { subscriber.cancel() }

  /// Batches as those of ``LiveSubject/batches(of:number:)``.
  public func batches(of count: Int, number: Int) -> [StoreBatch<LiveRecord>] {
    changes.batches(of: count, number: number)
  }

  /// Changes the store, and returns when the subscriber has received what came of it.
  ///
  /// - Returns: The number of changes that it received.
  public func apply(_ batch: StoreBatch<LiveRecord>) throws -> Int {
    _ = try SerialTasks.run { [store] in try store.write(batch) }
    return received.takeChanges()
  }

  /// Whether what the subscriber has received last is what comes of filtering and sorting all records once more, with all
  /// batches run.
  public var shows: Bool {
    received.last.map { SlowResults.areShown($0.after, of: changes.records) } ?? false
  }

  /// Whether what the subscriber has received last are the results of what the store holds.
  public var isTrue: Bool {
    get throws {
      var rebuilt = LiveSubject.Engine(arrangement: arrangement)
      _ = try rebuilt.replace(with: store.contents)
      return received.last?.after == rebuilt.snapshot
    }
  }
}
