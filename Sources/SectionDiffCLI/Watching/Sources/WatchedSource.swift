internal import StoreInterface

/// What `watch` follows: a store of the records of a file, a folder or an address, and how it fares.
///
/// This is the one place where kinds of sources differ. The results, the reports and the page see the store alone.
protocol WatchedSource: Sendable {
  /// What messages and the page call it.
  var name: String { get }

  /// The records, and what becomes of them. Trouble is an event of the store; the results stay.
  var store: AnyDataStore<WatchedRecord, WatchRequest> { get }

  /// How it fares: the present health first, then what changes, and why it looks again when it does. Each call is a
  /// subscription of its own, which ends when its task is cancelled; a slow one hears the newest.
  func notes() -> AsyncStream<WatchNote>
}

/// What is asked of a watched store: all there is.
struct WatchRequest: Hashable, Sendable {}
