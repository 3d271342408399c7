internal import RecordFormats
internal import StoreInterface

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A file that is looked at from time to time, and read again when it was written.
///
/// It is read into memory, so that other programs may write it in place. What is wrong with it is told once, and again
/// when something else is wrong.
struct PolledFile: WatchedSource {
  let name: String
  private let records: FileRecords

  /// Makes a source of a file.
  ///
  /// - Parameters:
  ///   - path: Where the file is; it need not be there yet.
  ///   - form: What its records have in common.
  ///   - interval: How long to wait from look to look.
  ///   - clock: What that is waited on.
  init(path: String, form: WatchedForm, every interval: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    name = path
    records = FileRecords(path: path, form: form, interval: interval, clock: clock, board: NoteBoard())
  }

  var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(records) }

  func notes() -> AsyncStream<WatchNote> { records.board.notes() }
}

/// The records of a file.
private struct FileRecords: DataStore {
  typealias Item = WatchedRecord
  typealias Request = WatchRequest

  let path: String
  let form: WatchedForm
  let interval: Duration
  let clock: any Clock<Duration>
  let board: NoteBoard

  func events(for request: WatchRequest) -> StoreEvents<WatchedRecord> {
    let (events, continuation) = StoreEvents<WatchedRecord>.makeStream()
    let task = Task { await follow(continuation) }
    continuation.onTermination { task.cancel() }
    return events
  }

  private func follow(_ continuation: StoreEvents<WatchedRecord>.Continuation) async {
    var observation = FileObservation(path: path, form: form)
    while !Task.isCancelled {
      let (outcome, event) = observation.look()
      if let event { continuation.yield(event) }
      if let trouble = observation.trouble {
        board.post(.health(.lost(reason: trouble.description)))
      } else if observation.hasAnswered {
        board.post(.health(.polling(reason: "the file is looked at every \(TimeSpan.text(interval))")))
      }
      board.post(.nextLook(in: interval, because: FileLooking.reason(outcome)))
      do { try await clock.sleep(for: interval) } catch { break }
    }
    continuation.finish()
  }
}

/// What one observer has seen of a file.
struct FileObservation {
  private let path: String
  private var reader: WatchedRecordReader
  private var looking = FileLooking()
  /// What was read last; nil before, and after something that could not be used.
  private var last: SourceText?
  /// What is wrong now.
  private(set) var trouble: Failure?
  /// Whether there was an answer.
  private(set) var hasAnswered = false

  /// Begins to observe a file.
  init(path: String, form: WatchedForm) {
    self.path = path
    reader = WatchedRecordReader(form: form)
  }

  /// Looks at the file, and reads it where it may be another.
  ///
  /// - Returns: What came of reading, nil where there was no need to; and what to tell, nil for nothing new.
  mutating func look() -> (outcome: FileLooking.Outcome?, event: StoreEvent<WatchedRecord>?) {
    if let stamp = FileStamp(path: path), !looking.shouldRead(stamp) { return (nil, nil) }
    let copy: (source: SourceText, before: FileStamp, after: FileStamp)
    do throws(Failure) {
      copy = try read()
    } catch {
      looking.missed()
      return (.failed, fail(.unavailable, error))
    }
    let (source, stamp) = (copy.source, copy.after)
    if copy.before != copy.after || source.count == 0 && (last?.count ?? 0) > 0 {
      if looking.patience(with: stamp) == .wait { return (.unfinished, nil) }
    }
    if trouble == nil, let last, last.count == source.count,
      last.hasByteOrderMark == source.hasByteOrderMark, last.equal(0..<last.count, to: 0..<source.count, of: source)
    {
      looking.read(stamp, at: FileStamp.now())
      return (.same, nil)
    }
    do throws(Failure) {
      let contents = try reader.contents(of: source)
      looking.read(stamp, at: FileStamp.now())
      last = source
      trouble = nil
      hasAnswered = true
      return (.changed, .replace(contents))
    } catch {
      if error.isTruncated, looking.patience(with: stamp) == .wait { return (.unfinished, nil) }
      looking.read(stamp, at: FileStamp.now())
      return (.failed, fail(.malformed, error))
    }
  }

  private mutating func fail(_ kind: StoreError.Kind, _ failure: Failure) -> StoreEvent<WatchedRecord>? {
    if trouble == failure { return nil }
    trouble = failure
    return .failed(StoreError(kind, failure.description))
  }

  /// Reads the whole file; the stamps tell whether it was written meanwhile.
  private func read() throws(Failure) -> (source: SourceText, before: FileStamp, after: FileStamp) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // The words for it are those of the other commands.
      let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
      return (source, FileStamp(), FileStamp())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let before = FileStamp(descriptor: descriptor)
    else { throw Failure("\(path): is not a regular file; name a file") }
    let source = try reading { [path] () throws(FormatError) in try SourceText(descriptor: descriptor, name: path) }
    return (source, before, FileStamp(descriptor: descriptor) ?? before)
  }
}
