#if CommandLine
  import RecordFormats
  import StoreInterface

  @testable import SectionDiffCLI

  /// A source whose readings a test gives it.
  final class ScriptedSource: WatchedSource {
    let name = "scripted"
    private let reader: Locked<WatchedRecordReader>
    private let records: Records

    private struct Records: DataStore {
      typealias Item = WatchedRecord
      typealias Request = WatchRequest

      let continuation: StoreEvents<WatchedRecord>.Continuation
      let stream: StoreEvents<WatchedRecord>

      func events(for request: WatchRequest) -> StoreEvents<WatchedRecord> { stream }
    }

    /// Makes a source for one observer.
    init(form: WatchedForm) {
      reader = Locked(WatchedRecordReader(form: form))
      let (stream, continuation) = StoreEvents<WatchedRecord>.makeStream()
      records = Records(continuation: continuation, stream: stream)
    }

    var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(records) }

    func notes() -> AsyncStream<WatchNote> { AsyncStream { $0.yield(.health(.live)) } }

    /// The source now holds this text.
    func read(_ text: String) throws {
      records.continuation.yield(
        .replace(try reader.withLock { reader in try reader.contents(of: SourceText(text, name: "scripted")) }))
    }

    func fail(_ message: String) { records.continuation.yield(.failed(StoreError(.malformed, message))) }

    func finish() { records.continuation.finish() }
  }
#endif
