#if CommandLine
  internal import StoreInterface

  /// What `watch` follows: a store of the records of a file, a folder or an address, and the status of it.
  ///
  /// This is the one place where kinds of sources differ. The results, the reports and the page see the store alone.
  @available(LiveSystems, *)
  protocol WatchedSource: Sendable {
    /// What messages and the page call it.
    var name: String { get }

    /// The records, and what becomes of them. Trouble is an event of the store; the results stay.
    var store: AnyDataStore<WatchedRecord, WatchRequest> { get }

    /// What is wrong with a part of it although there is an answer; nil where nothing is.
    var lastError: StoreError? { get }

    /// Its status: the present health first, then what changes, and why it looks again when it does. Each call is a
    /// subscription of its own, which ends when its task is cancelled; a slow one receives the newest.
    func notes() -> AsyncStream<WatchNote>
  }

  @available(LiveSystems, *)
  extension WatchedSource {
    /// Nothing: an answer is there as a whole or not at all.
    var lastError: StoreError? { nil }
  }

  /// The request to a watched store: all there is.
  struct WatchRequest: Hashable, Sendable {}

  /// A store whose whole contents are requested.
  @available(LiveSystems, *)
  struct WholeStore<Base: DataStore>: DataStore where Base.Item == WatchedRecord {
    let base: Base
    let all: Base.Request

    func events(for request: WatchRequest) -> Base.Events { base.events(for: all) }

    func fetch(_ request: WatchRequest) async throws(StoreError) -> StoreContents<WatchedRecord> {
      try await base.fetch(all)
    }
  }

  extension StoreError {
    /// Has a failure, which says itself where, count as a malformed source.
    static func naming<Result>(_ body: () throws(Failure) -> Result) throws(StoreError) -> Result {
      do throws(Failure) {
        return try body()
      } catch {
        throw StoreError(.malformed, error.description)
      }
    }
  }

  @available(LiveSystems, *)
  extension AsyncStream where Element == WatchNote {
    /// The notes of two streams, as they come.
    static func joined(_ first: AsyncStream, _ second: AsyncStream) -> AsyncStream {
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
        let task = Task {
          await withDiscardingTaskGroup { group in
            for stream in [first, second] {
              group.addTask { for await note in stream { continuation.yield(note) } }
            }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    /// Notes of what a store says of itself, each one that is news.
    static func notes<Source: AsyncSequence & Sendable>(
      of source: Source, _ notes: @escaping @Sendable (Source.Element) -> [WatchNote]
    ) -> AsyncStream where Source.Element: Sendable {
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
        let task = Task {
          var health: WatchNote?
          var held = WatchNote.held(nil)
          // An error would end the notes, as the end does.
          do {
            for try await element in source {
              for note in notes(element) {
                switch note {
                case .health:
                  if note == health { continue }
                  health = note
                case .held:
                  if note == held { continue }
                  held = note
                case .nextLook: break
                }
                continuation.yield(note)
              }
            }
          } catch {}
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }
#endif
