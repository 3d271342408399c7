import ConformanceKit
import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

@Suite("Files that are half written or damaged")
struct FileStoreTornFilesTests {
  let folder: ScratchFolder
  let clock = ManualClock()

  init() throws { folder = try ScratchFolder() }

  private func store(_ name: String, _ watcher: HandWatcher = HandWatcher()) -> FileStore<Entry> {
    FileStore<Entry>(path: folder(name), coding: .codable(), clock: clock, files: SystemFiles(), watcher: watcher) {
      $0 == $1
    }
  }

  private static let whole: [RecordFormat: String] = [
    .ndjson: "{\"id\":1,\"version\":0}\n{\"id\":2,\"version\":0}\n",
    .json: "[{\"id\":1,\"version\":0},\n{\"id\":2,\"version\":0}]\n",
    .csv: "id,version\n1,0\n\"2\",0\n", .tsv: "id\tversion\n1\t0\n2\t0\n",
  ]

  @Test(
    "cut anywhere, a file keeps the last results or is read as what it says; never anything else",
    arguments: [RecordFormat.ndjson, .json, .csv, .tsv])
  func cutAnywhere(format: RecordFormat) async throws {
    let text = try #require(Self.whole[format])
    let name = "a.\(format.rawValue)"
    try folder.overwrite(name, text)
    let store = store(name)
    let events = store.events(for: .all)
    await store.watched()
    #expect(events.takeWaiting() == [.replace(.items([Entry(1), Entry(2)]))])
    for count in 0..<text.utf8.count {
      let part = String(decoding: text.utf8.prefix(count), as: UTF8.self)
      try folder.overwrite(name, part)
      if count == 0 { try await clock.goingOn { await store.sync() } } else { await store.sync() }
      let received = events.takeWaiting()
      let isReadable = (try? RecordDocument(SourceText(part, name: name), format: format)) != nil
      if !isReadable {
        // A torn line is awaited; what else cannot be read is said once, with its place.
        for event in received {
          guard case .failed(let error) = event else { Issue.record("\(part.debugDescription): \(event)"); continue }
          #expect(error.location?.hasPrefix(folder(name)) == true, "\(error)")
        }
        #expect(try await store.fetchIfPossible() ?? [Entry(1), Entry(2)] == [Entry(1), Entry(2)])
      } else if let records = Self.records(of: part, format) {
        #expect(try await store.fetch(.all).items == records, "\(part.debugDescription)")
        for event in received {
          if case .failed(let error) = event { Issue.record("\(part.debugDescription): \(error)") }
        }
      } else {
        guard case .failed? = received.first, received.count == 1 else {
          Issue.record("\(part.debugDescription): \(received)")
          continue
        }
        await #expect(throws: StoreError.self) { try await store.fetch(.all) }
      }
      try folder.overwrite(name, text)
      await store.sync()
      _ = events.takeWaiting()
      #expect(try await store.fetch(.all).items == [Entry(1), Entry(2)])
    }
  }

  /// What the start of a whole file says; `nil` where a row of it is cut off.
  private static func records(of part: String, _ format: RecordFormat) -> [Entry]? {
    if format == .json { return [Entry(1), Entry(2)] }
    let lines = (whole[format] ?? "").split(separator: "\n").dropFirst(format == .ndjson ? 0 : 1)
    var entries: [Entry] = []
    for line in part.split(separator: "\n").dropFirst(format == .ndjson ? 0 : 1) {
      guard let place = lines.firstIndex(of: line) else { return nil }
      entries.append(Entry(place - lines.startIndex + 1))
    }
    return entries
  }

  @Test("a log that grows in blocks shows its whole lines")
  func blocks() async throws {
    let log = (1...40).map { "{\"id\":\($0),\"version\":0}\n" }.joined()
    try folder.overwrite("a.ndjson", "")
    let store = store("a.ndjson")
    let observer = Observer(of: store.events(for: .all))
    await observer.received { !$0.events.isEmpty }
    var written = 0
    while written < log.utf8.count {
      let block = log.utf8.dropFirst(written).prefix(100)
      written += block.count
      try folder.append("a.ndjson", String(decoding: block, as: UTF8.self))
      await store.sync()
      let lines = log.utf8.prefix(written)
      let entries = (1...lines.count { $0 == 0x0A }).map { Entry($0) }
      await observer.received { $0.contents.items == entries }
      // A store that has read nothing yet shows as much, and nothing is written over it.
      let fresh = FileStore<Entry>(path: folder("a.ndjson"), options: .brief)
      #expect(try await fresh.fetch(.all).items == entries)
      if lines.last != 0x0A {
        let error = await #expect(throws: StoreError.self) { try await fresh.commit([.insert(Entry(99))]) }
        #expect(error?.kind == .unavailable)
      }
    }
    #expect(!observer.answer.events.contains { if case .failed = $0 { true } else { false } })
    #expect(try folder.text("a.ndjson") == log)
  }

  @Test("damage says what is wrong and where: file, line, column")
  func places() async throws {
    let cases: [(name: String, text: String, location: String)] = [
      ("a.ndjson", "{\"id\":1,\"version\":0}\n{\"id\":2,,}\n{\"id\":3,\"version\":0}\n", "2:9"),
      ("b.json", "[{\"id\":1,\n\"version\" 0}]", "2:11"),
      ("c.csv", "id,version\n1,0\n2\n", "3:1"),
      ("d.json", "[{\"id\":1,\"version\":\"x\"}]", "1:2"),
      ("e.csv", "id,version\n1,x\n", "2:1"),
      ("f.ndjson", "{\"id\":1,\"version\":0}\n{\"id\":1,\"version\":1}\n", "2:1"),
    ]
    for (name, text, location) in cases {
      try folder.overwrite(name, text)
      let store = store(name)
      let error = await #expect(throws: StoreError.self) { try await store.fetch(.all) }
      #expect(error?.kind == .malformed)
      #expect(error?.location == folder(name) + ":" + location, "\(String(describing: error))")
    }
  }

  @Test("a failure is said once, and the end of it is said, too")
  func saidOnce() async throws {
    try folder.overwrite("a.json", "[{\"id\":1,\"version\":0}]")
    let store = store("a.json")
    let events = store.events(for: .all)
    await store.watched()
    _ = events.takeWaiting()
    try folder.overwrite("a.json", "[{\"id\":1,")
    for _ in 0..<3 { await store.sync() }
    let failures = events.takeWaiting()
    #expect(failures.count == 1)
    // An observer that comes now receives the failure first, and then the last good records.
    let late = store.events(for: .all)
    let received = late.takeWaiting()
    #expect(received.count == 2)
    #expect(received.last == .replace(.items([Entry(1)])))
    try folder.overwrite("a.json", "[{\"id\":1,\"version\":0}]")
    await store.sync()
    #expect(events.takeWaiting() == [.replace(.items([Entry(1)]))])
  }

  @Test("a torn last line is awaited, and reported when it stays torn")
  func patience() async throws {
    let line = "{\"id\":1,\"version\":0}\n"
    try folder.overwrite("a.ndjson", line)
    let watcher = HandWatcher()
    let observer = Observer(of: store("a.ndjson", watcher).events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try folder.overwrite("a.ndjson", line + "{\"id\":2,")
    watcher.say(.changed)
    // As long as the patience lasts, nothing is said.
    while clock.now.offset < .seconds(4) {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
    #expect(observer.answer.events.count == 1)
    while observer.answer.events.count < 2 {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
    guard case .failed(let error)? = observer.answer.events.last else { Issue.record("no failure"); return }
    #expect(error.kind == .malformed)
    #expect(error.location == folder("a.ndjson") + ":2:9")
    try folder.append("a.ndjson", "\"version\":7}")
    watcher.say(.changed)
    while observer.contents.items != [Entry(1), Entry(2, 7)] {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
  }

  @Test("a file that was just emptied is about to be written; one that stays empty is empty")
  func emptied() async throws {
    try folder.overwrite("a.ndjson", "{\"id\":1,\"version\":0}\n")
    let watcher = HandWatcher()
    let store = store("a.ndjson", watcher)
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items == [Entry(1)] }
    try folder.overwrite("a.ndjson", "")
    watcher.say(.changed)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(30))
    try await clock.waitForSleepers()
    #expect(observer.contents.items == [Entry(1)])
    try folder.overwrite("a.ndjson", "{\"id\":2,\"version\":0}\n")
    watcher.say(.changed)
    while observer.contents.items != [Entry(2)] {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
    // One replacement of one record by another, and no emptiness between.
    #expect(observer.answer.events.count == 2, "\(observer.answer.events)")
    try folder.overwrite("a.ndjson", "")
    watcher.say(.changed)
    while observer.contents.items != [] {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
    // A new observer receives how it is.
    try folder.overwrite("a.ndjson", "{\"id\":3,\"version\":0}\n")
    #expect(try await store.fetch(.all).items == [Entry(3)])
    try folder.overwrite("a.ndjson", "")
    let last = try await clock.goingOn { try await store.fetch(.all).items }
    #expect(last == [])
  }

  @Test("nothing is written over a file that cannot be read")
  func refusedWrite() async throws {
    for (name, text) in [("a.ndjson", "{\"id\":1,"), ("b.json", "[{\"id\":1"), ("c.csv", "id\n\"1")] {
      try folder.overwrite(name, text)
      let store = FileStore<Entry>(path: folder(name), options: .brief)
      await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(9))]) }
      #expect(try folder.text(name) == text)
    }
    #expect(try folder.names == ["a.ndjson", "b.json", "c.csv"])
  }
}

extension FileStore where Item == Entry {
  /// The records, or `nil` where the file cannot be read.
  fileprivate func fetchIfPossible() async throws -> [Entry]? { try? await fetch(.all).items }
}
