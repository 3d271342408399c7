import BenchmarkHarness
import FileAdapter
import Foundation
import MemoryAdapter
import RESTAdapter
import RecordFormats
import StoreInterface
import Subjects
import Synchronization

/// A note of a store.
private struct PartNote: Codable, Hashable, Identifiable, Sendable {
  var id: Int
  var title: String

  init(_ id: Int, version: Int = 0) {
    self.id = id
    title = "note \(id), version \(version)"
  }
}

/// What the stores of this package take: a commit to memory and to a file, a line that another program appends, a poll whose
/// answer has not changed.
enum StoreParts {
  /// Ten changes at a time.
  private static let changes = 10
  private static let sizes = [500, 2_000, 8_000]

  static var benchmarks: [Benchmark] {
    [
      Benchmark(
        "stores", "a commit to memory and to a file, a line appended, a poll answered by 304", elements: "note",
        size: sizes[1], sizes: sizes
      ) { size, _ in
        PartBenchmarks.input(
          items: size,
          [
            memory(size: size), PartBenchmarks.threaded(commit(size: size)),
            PartBenchmarks.threaded(append(size: size)), PartBenchmarks.threaded(poll(size: size)),
          ])
      }
    ]
  }

  private static func notes(_ size: Int) -> [PartNote] { (0..<size).map { PartNote($0) } }

  /// The next batch: other notes each time, evenly over all of them.
  private static func batch(_ turn: Int, size: Int) -> StoreBatch<PartNote> {
    StoreBatch((0..<changes).map { .update(PartNote(($0 * size / changes + turn) % size, version: turn)) })
  }

  /// All notes after so many batches, one by one.
  private static func notes(_ size: Int, afterBatches turns: Int) -> [PartNote] {
    var notes = notes(size)
    for turn in 0..<turns {
      for change in 0..<changes {
        let id = (change * size / changes + turn + 1) % size
        notes[id] = PartNote(id, version: turn + 1)
      }
    }
    return notes
  }

  // MARK: - Memory

  private static func memory(size: Int) -> Contender {
    let name = "memory commit"
    final class Running {
      let store: MemoryStore<PartNote>
      private let size: Int
      private var turn = 0

      init(size: Int) {
        store = MemoryStore(StoreParts.notes(size))
        self.size = size
      }

      func step() throws -> Int {
        turn += 1
        let batch = StoreParts.batch(Plant.active == .memoryWrong ? turn + 1 : turn, size: size)
        if Plant.active == .memoryInAFunction { return try inAFunction(batch) }
        if Plant.active == .memoryCopying {
          return try store.write(batch).updated.count + store.contents.items.count * 0
        }
        return try store.write(batch).updated.count
      }

      @inline(never)
      private func inAFunction(_ batch: StoreBatch<PartNote>) throws -> Int { try store.write(batch).updated.count }
    }
    let running = Lazily { Running(size: size) }
    return Contender(name) {
      let running = Running(size: size)
      for _ in 0..<2 {
        try PartBenchmarks.check(running.step() == changes, name, "not every change is reported")
      }
      try PartBenchmarks.check(
        running.store.contents.items == notes(size, afterBatches: 2), name, "it does not hold what was written")
    } counts: {
      [:]
    } run: {
      try running.value.step()
    }
  }

  // MARK: - Files

  /// A folder that goes with the process.
  private enum Scratch {
    static let folder: URL = {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("section-diff-\(UUID().uuidString)")
      atexit { try? FileManager.default.removeItem(at: Scratch.folder) }
      return folder
    }()

    /// A file with this content that no one else has.
    static func file(_ ending: String, _ content: [UInt8]) throws -> URL {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appendingPathComponent("\(UUID().uuidString).\(ending)")
      try Data(content).write(to: file)
      return file
    }
  }

  private static func lines(_ notes: [PartNote], _ format: RecordFormat) -> [UInt8] {
    var writer = JSONRecordsWriter(format: format)
    for note in notes {
      writer.append { $0 += Array("{\"id\":\(note.id),\"title\":\"\(note.title)\"}".utf8) }
    }
    writer.finish()
    return writer.output
  }

  private static func commit(size: Int) -> Contender {
    let name = "file commit"
    final class Running {
      let file: URL
      let store: FileStore<PartNote>
      private let size: Int
      private var turn = 0

      init(size: Int) throws {
        file = try Scratch.file("json", StoreParts.lines(StoreParts.notes(size), .json))
        store = FileStore(path: file.path)
        self.size = size
      }

      func step() throws -> Int {
        turn += 1
        let batch = StoreParts.batch(Plant.active == .commitWrong ? turn + 1 : turn, size: size)
        let outcome = try Blocking.value { [store] in try await store.commit(batch) }
        if Plant.active == .commitReadingBack {
          let document = try RecordDocument(SourceText(path: file.path), format: .json)
          return outcome.updated.count + document.count * 0
        }
        return outcome.updated.count
      }
    }
    let running = Lazily { try Running(size: size) }
    return Contender(name) {
      let running = try Running(size: size)
      for _ in 0..<2 {
        try PartBenchmarks.check(running.step() == changes, name, "not every change is reported")
      }
      let found = try JSONDecoder().decode([PartNote].self, from: Data(contentsOf: running.file))
      try PartBenchmarks.check(
        found == notes(size, afterBatches: 2), name, "the file does not hold what was written")
    } counts: {
      let running = try Running(size: size)
      _ = try running.step()
      return ["file bytes": try Data(contentsOf: running.file).count]
    } run: {
      try running.value.step()
    }
  }

  private static func append(size: Int) -> Contender {
    let name = "file append"
    final class Running {
      let store: FileStore<PartNote>
      private let file: URL
      private var next: Int

      init(size: Int) throws {
        file = try Scratch.file("ndjson", StoreParts.lines(StoreParts.notes(size), .ndjson))
        store = FileStore(path: file.path)
        next = size
        try Blocking.value { [store] in await store.sync() }
      }

      /// Another program appends a line; the store reads it.
      func step() throws -> Int {
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        let note = PartNote(Plant.active == .appendWrong ? next + 1 : next)
        try handle.write(contentsOf: Data(StoreParts.lines([note], .ndjson)))
        try handle.close()
        next += 1
        if Plant.active == .appendReadTwice {
          let again = FileStore<PartNote>(path: file.path)
          try Blocking.value { await again.sync() }
        }
        return try Blocking.value { [store] in
          await store.sync()
          return try await store.fetch(.all).items.count
        }
      }
    }
    let running = Lazily { try Running(size: size) }
    return Contender(name) {
      let running = try Running(size: size)
      try PartBenchmarks.check(running.step() == size + 1, name, "the line is not read")
      let items = try Blocking.value { [store = running.store] in try await store.fetch(.all).items }
      try PartBenchmarks.check(
        items == notes(size) + [PartNote(size)], name, "it does not hold what is in the file")
    } counts: {
      [:]
    } run: {
      try running.value.step()
    }
  }

  // MARK: - Polls

  /// A server whose answer never changes, and that says so to those who have it.
  private final class SteadyServer: HTTPTransport {
    private let body: [UInt8]
    private let answered = Mutex((requests: 0, bodies: 0))

    init(size: Int) { body = lines(notes(Plant.active == .pollWrong ? size - 1 : size), .json) }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPExchange {
      let tag = "\"1\""
      let isKnown = request.fields["If-None-Match"] == tag && Plant.active != .pollsWithoutValidator
      answered.withLock { answered in
        answered.requests += 1
        answered.bodies += isKnown ? 0 : 1
      }
      let fields: HTTPFields = ["Content-Type": "application/json", "ETag": tag]
      return HTTPExchange(
        head: HTTPResponseHead(status: isKnown ? 304 : 200, fields: fields), body: isKnown ? [] : body)
    }

    var counts: [String: Int] { answered.withLock { ["requests": $0.requests, "bodies": $0.bodies] } }
  }

  /// How a poll has come to its end.
  private final class Outcome: Sendable {
    private let state = Mutex<String?>("it has not come to its end")

    func end(_ failure: String?) { state.withLock { $0 = failure } }

    var failure: String? { state.withLock { $0 } }
  }

  private static func poll(size: Int) -> Contender {
    let name = "poll, 304"
    final class Running {
      let server: SteadyServer
      let store: RESTStore<PartNote>

      init(size: Int) throws {
        guard let address = URL(string: "https://records.example/notes") else { throw URLError(.badURL) }
        server = SteadyServer(size: size)
        store = RESTStore(polling: RESTSource(address, format: .json()), transport: server)
        _ = try step()
      }

      /// All tasks run on this thread, so that the same is done in every run.
      func step() throws -> Int {
        let outcome = Outcome()
        _ = try SerialTasks.run { [store] in
          Task {
            do {
              try await store.refresh()
              outcome.end(nil)
            } catch {
              outcome.end("\(error)")
            }
          }
        }
        if let failure = outcome.failure { throw VerificationFailure("poll, 304", failure) }
        return store.health.polls
      }
    }
    let running = Lazily { try Running(size: size) }
    return Contender(name) {
      let running = try Running(size: size)
      _ = try running.step()
      let items = try Blocking.value { [store = running.store] in try await store.fetch(.all).items }
      try PartBenchmarks.check(items == notes(size), name, "it does not hold what the server has")
    } counts: {
      let running = try Running(size: size)
      _ = try running.step()
      return running.server.counts
    } run: {
      try running.value.step()
    }
  }
}
