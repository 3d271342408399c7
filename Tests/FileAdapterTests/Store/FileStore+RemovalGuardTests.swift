import ConformanceKit
import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import StoreTestSupport
import Testing

@Suite("File stores withhold the removal of many records")
struct FileStoreRemovalGuardTests {
  private static let header = "id,version\n"

  private let files = MemoryFiles()
  private let clock = ManualClock()

  private static func text(_ entries: some Sequence<Entry>, _ format: RecordFormat = .csv) -> String {
    switch format {
    case .json: "[" + entries.map { #"{"id":\#($0.id),"version":\#($0.version)}"# }.joined(separator: ",\n") + "]\n"
    case .ndjson: entries.map { #"{"id":\#($0.id),"version":\#($0.version)}"# + "\n" }.joined()
    default: header + entries.map { "\($0.id),\($0.version)\n" }.joined()
    }
  }

  private static func entries(_ range: Range<Int>, version: Int = 0) -> [Entry] { range.map { Entry($0, version) } }

  private func store(_ name: String = "/a.csv", _ options: FileOptions = FileOptions()) -> FileStore<Entry> {
    FileStore<Entry>(
      path: name, coding: .codable(), options: options, clock: clock, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
  }

  /// A store that has shown 500 records, and its observer.
  private func begun(
    _ options: FileOptions = FileOptions()
  ) async -> (store: FileStore<Entry>, events: StoreEvents<Entry>) {
    files.put("/a.csv", Self.text(Self.entries(0..<500)))
    let store = store("/a.csv", options)
    let events = store.events(for: .all)
    await store.watched()
    #expect(events.takeWaiting() == [.replace(.items(Self.entries(0..<500)))])
    return (store, events)
  }

  /// Reads what was written; an emptied file is awaited.
  private func synced(_ store: FileStore<some Any>) async {
    if files.bytes(store.path) == [] {
      _ = try? await clock.goingOn { await store.sync() }
    } else {
      await store.sync()
    }
  }

  private func deletes(_ events: [StoreEvent<Entry>]) -> Int {
    events.reduce(0) { sum, event in
      guard case .changes(let batch) = event else { return sum }
      return sum + batch.changes.count { if case .delete = $0 { true } else { false } }
    }
  }

  @Test("a file replaced by its header alone announces no deletes, until it is touched")
  func headerAlone() async throws {
    let (store, events) = await begun()
    files.put("/a.csv", Self.header)
    await synced(store)
    #expect(events.takeWaiting() == [])
    #expect(
      store.heldRemovals == HeldRemovals(count: 500, total: 500, names: ["0", "1", "2"], since: .zero))
    #expect(try await store.fetch(.all).items.count == 500, "a fetch has what observers hold")
    // The same bytes, read again, are no second answer.
    for _ in 0..<20 { await synced(store) }
    #expect(events.takeWaiting() == [] && store.heldRemovals != nil)
    files.touch("/a.csv")
    await synced(store)
    #expect(deletes(events.takeWaiting()) == 500)
    #expect(store.heldRemovals == nil)
    await synced(store)
    #expect(events.takeWaiting() == [], "once")
  }

  @Test("without the guard the header alone is 500 deletes")
  func off() async {
    let (store, events) = await begun(FileOptions(removalGuard: nil))
    files.put("/a.csv", Self.header)
    await synced(store)
    #expect(deletes(events.takeWaiting()) == 500)
  }

  @Test("additions and updates of such a file apply at once")
  func others() async {
    let (store, events) = await begun()
    files.put("/a.csv", Self.text([Entry(3, 7), Entry(900)]))
    await synced(store)
    let received = events.takeWaiting()
    #expect(deletes(received) == 0 && received.count == 1)
    guard case .changes(let batch)? = received.first else { Issue.record("\(received)"); return }
    #expect(Set(batch.changes.compactMap(\.key)) == [3, 900])
    #expect(store.heldRemovals?.count == 499)
  }

  @Test("a file that comes back has changed nothing", arguments: [false, true])
  func back(inPlace: Bool) async {
    let (store, events) = await begun()
    for wrong in [Self.header, Self.text(Self.entries(0..<100)), Self.text(Self.entries(200..<300))] {
      files.put("/a.csv", wrong, inPlace: inPlace)
      await synced(store)
      #expect(store.heldRemovals != nil)
    }
    files.put("/a.csv", Self.text(Self.entries(0..<500)), inPlace: inPlace)
    await synced(store)
    let received = events.takeWaiting()
    #expect(received == [])
    #expect(store.heldRemovals == nil)
  }

  @Test("a header that comes into an emptied file is no second answer")
  func emptiedThenBegun() async {
    let (store, events) = await begun()
    files.put("/a.csv", "", inPlace: true)
    await synced(store)
    files.put("/a.csv", Self.header, inPlace: true)
    await synced(store)
    for count in [50, 150, 300] {
      files.put("/a.csv", Self.text(Self.entries(0..<count)), inPlace: true)
      await synced(store)
    }
    #expect(deletes(events.takeWaiting()) == 0)
    files.put("/a.csv", Self.text(Self.entries(0..<500)), inPlace: true)
    await synced(store)
    #expect(events.takeWaiting() == [] && store.heldRemovals == nil)
  }

  @Test("a file that is still being written confirms nothing, flush by flush", arguments: [RecordFormat.csv, .ndjson])
  func growing(_ format: RecordFormat) async {
    let name = "/a.\(format.rawValue)"
    files.put(name, Self.text(Self.entries(0..<500), format))
    let store = store(name)
    let events = store.events(for: .all)
    await store.watched()
    await synced(store)
    _ = events.takeWaiting()
    // Written anew in place, the newest records first, in whole lines.
    for count in 1...20 {
      files.put(name, Self.text(Self.entries(900..<(900 + count)), format), inPlace: true)
      await synced(store)
    }
    #expect(deletes(events.takeWaiting()) == 0 && store.heldRemovals?.count == 500)
    files.put(name, Self.text(Self.entries(900..<920) + Self.entries(0..<500), format), inPlace: true)
    await synced(store)
    #expect(deletes(events.takeWaiting()) == 0 && store.heldRemovals == nil)
  }

  @Test("a continued file that is touched, or written once more, confirms")
  func grown() async {
    for isTouched in [true, false] {
      let (store, events) = await begun()
      files.put("/a.csv", Self.text(Self.entries(900..<901)), inPlace: true)
      await synced(store)
      files.put("/a.csv", Self.text(Self.entries(900..<902)), inPlace: true)
      await synced(store)
      #expect(deletes(events.takeWaiting()) == 0 && store.heldRemovals?.count == 500)
      if isTouched { files.touch("/a.csv") } else { files.put("/a.csv", Self.text(Self.entries(899..<902))) }
      await synced(store)
      #expect(deletes(events.takeWaiting()) == 500 && store.heldRemovals == nil)
    }
  }

  @Test("a new mode of the file is no second answer")
  func mode() async throws {
    let (store, events) = await begun()
    files.put("/a.csv", Self.header)
    await synced(store)
    let file = try files.open("/a.csv", for: .reading)
    try files.setPermissions(0o600, of: file)
    files.close(file)
    await synced(store)
    #expect(events.takeWaiting() == [] && store.heldRemovals != nil)
  }

  @Test("a program approves: the deletes are announced once")
  func approved() async throws {
    let (store, events) = await begun()
    files.put("/a.csv", Self.text(Self.entries(0..<20)))
    await synced(store)
    await store.approveRemovals()
    #expect(deletes(events.takeWaiting()) == 480)
    #expect(try await store.fetch(.all).items == Self.entries(0..<20))
    #expect(store.heldRemovals == nil)
    await store.approveRemovals()
    await synced(store)
    #expect(events.takeWaiting() == [])
  }

  @Test("a commit neither brings withheld records back nor deletes them: it is refused until the matter is settled")
  func commits() async throws {
    let (store, _) = await begun()
    files.put("/a.csv", Self.header)
    // The commit itself is the first to see the file.
    for _ in 0..<3 {
      let error = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(900))]) }
      #expect(error?.kind == .conflict, "\(String(describing: error))")
      #expect(error?.message == "others have removed 500 of 500 records, which is not confirmed yet")
      #expect(error?.location == "/a.csv" && error?.advice != nil)
      #expect(files.bytes("/a.csv") == Array(Self.header.utf8))
    }
    await store.approveRemovals()
    clock.advance(by: .milliseconds(100))
    try await store.commit([.insert(Entry(900))])
    #expect(files.bytes("/a.csv").map { String(decoding: $0, as: UTF8.self) } == Self.text([Entry(900)]))
  }

  @Test("the store's own commits are never withheld")
  func ownCommits() async throws {
    let (store, events) = await begun()
    try await store.commit(StoreBatch((0..<500).map { .delete($0) }))
    #expect(deletes(events.takeWaiting()) == 500)
    #expect(store.heldRemovals == nil)
  }

  @Test("nor are they where records have other identities once they have been written")
  func ownCommitsOfWholeRecords() async throws {
    files.put("/a.txt", (0..<100).map { "line \($0)\n" }.joined())
    let store = FileStore<FileRecord>(
      path: "/a.txt", coding: .raw(id: []), clock: clock, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
    let all = try await store.fetch(.all).items
    try await store.commit(StoreBatch(all.dropFirst(10).map { .delete($0.id) }))
    #expect(store.heldRemovals == nil)
    #expect(try await store.fetch(.all).items == Array(all.prefix(10)))
  }

  @Test("a file that is gone counts as emptied where that stands for no records; the header after it confirms nothing")
  func gone() async throws {
    let (store, events) = await begun(FileOptions(absence: .isEmpty))
    try files.remove("/a.csv")
    await synced(store)
    #expect(store.heldRemovals?.count == 500)
    files.put("/a.csv", Self.header)
    await synced(store)
    #expect(events.takeWaiting() == [] && store.heldRemovals?.count == 500)
    files.put("/a.csv", Self.header)
    await synced(store)
    #expect(deletes(events.takeWaiting()) == 500)
  }

  @Test("whole records as keys: edits of all lines pass, the loss of many does not")
  func wholeRecords() async {
    let lines = { (range: Range<Int>) in range.map { "line \($0)\n" }.joined() }
    files.put("/a.txt", lines(0..<100))
    let store = FileStore<FileRecord>(
      path: "/a.txt", coding: .raw(id: []), clock: clock, files: files, watcher: HandWatcher()
    ) { $0 == $1 }
    let events = store.events(for: .all)
    await store.watched()
    await synced(store)
    _ = events.takeWaiting()
    files.put("/a.txt", lines(500..<600))
    await synced(store)
    #expect(!events.takeWaiting().isEmpty && store.heldRemovals == nil)
    files.put("/a.txt", lines(500..<550))
    await synced(store)
    #expect(events.takeWaiting().isEmpty && store.heldRemovals?.count == 50)
  }

  // MARK: - The trial

  /// What stands in the file instead of all records, for a while.
  private enum Fault: CaseIterable {
    /// No bytes.
    case emptied
    /// No records: a header, `[]`.
    case bare
    /// Cut at the end of a line.
    case cutAtLine
    /// Cut anywhere.
    case cut
    /// Some of the records, as by a filter.
    case narrowed

    func text(_ entries: [Entry], _ format: RecordFormat, _ random: inout Generator) -> String {
      let whole = FileStoreRemovalGuardTests.text(entries, format)
      switch self {
      case .emptied: return ""
      case .bare: return FileStoreRemovalGuardTests.text([], format)
      case .cutAtLine:
        // More than the guard lets pass.
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.prefix(random.below(lines.count / 2)).map { $0 + "\n" }.joined()
      case .cut: return String(whole.prefix(random.below(whole.count / 2)))
      case .narrowed:
        let kept = random.below(entries.count / 2)
        return FileStoreRemovalGuardTests.text(entries.shuffled(using: &random).prefix(kept), format)
      }
    }
  }

  /// Runs a file through wrong versions, each followed by the right one, and counts the records that its observer lost.
  private func losses(seed: UInt64, _ rule: RemovalGuard?) async -> Int {
    var random = Generator(seed: seed)
    let format = [RecordFormat.csv, .ndjson, .json][random.below(3)]
    let name = "/\(seed).\(format.rawValue)"
    var entries = Self.entries(0..<(40 + random.below(100)))
    files.put(name, Self.text(entries, format))
    let store = store(name, FileOptions(removalGuard: rule))
    let events = store.events(for: .all)
    await store.watched()
    await synced(store)
    var answer = ObservedAnswer<Entry>()
    var losses = 0
    func listen() {
      for event in events.takeWaiting() {
        let before = Set(answer.contents.items.map(\.id))
        answer.apply(event)
        losses += before.subtracting(answer.contents.items.map(\.id)).count
      }
    }
    listen()
    for turn in 0..<4 {
      let inPlace = random.below(2) == 0
      let fault = Fault.allCases[random.below(Fault.allCases.count)]
      files.put(name, fault.text(entries, format, &random), inPlace: inPlace)
      for _ in 0...random.below(3) {
        await synced(store)
        listen()
      }
      // The right file again, with an edit and an addition.
      let place = random.below(entries.count)
      entries[place].version += 1
      entries.append(Entry(1_000 + turn))
      files.put(name, Self.text(entries, format), inPlace: inPlace)
      await synced(store)
      listen()
      #expect(answer.contents.items == entries, "seed \(seed), \(fault)")
      #expect(answer.violations.isEmpty, "seed \(seed): \(answer.violations)")
      #expect(store.heldRemovals == nil, "seed \(seed), \(fault)")
    }
    return losses
  }

  @Test("random runs over emptied, cut and narrowed files lose nothing; without the guard they do")
  func trial() async {
    var losses = (guarded: 0, unguarded: 0)
    for seed in 0..<randomRuns {
      losses.guarded += await self.losses(seed: UInt64(seed), RemovalGuard())
      if seed < 40 { losses.unguarded += await self.losses(seed: UInt64(seed), nil) }
    }
    #expect(losses.guarded == 0)
    #expect(losses.unguarded > 25 * min(randomRuns, 40))
    print(
      "files: \(losses.guarded) lost in \(randomRuns) guarded runs, \(losses.unguarded) in \(min(randomRuns, 40)) unguarded"
    )
  }
}
