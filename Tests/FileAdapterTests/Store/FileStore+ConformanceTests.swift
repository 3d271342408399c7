import ConformanceKit
import FileAdapter
import Foundation
import RecordFormats
import StoreInterface
import TestScale
import Testing

/// File stores of every format, in folders of their own.
private struct FileHarness: StoreHarness {
  let format: RecordFormat
  let folder: ScratchFolder
  let files = FaultyFiles()
  private let count = Locked(0)

  init(_ format: RecordFormat) throws {
    self.format = format
    folder = try ScratchFolder()
  }

  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .placements, .requests, .writes, .failingCommits,
    .failingAnswers, .failingObservations, .drafts, .observationCount,
  ]

  var everything: RecordRequest<Entry> { .all }

  func makeStore(holding records: [Entry]) async throws -> FileStore<Entry> {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let store = FileStore<Entry>(
      path: folder("\(number).\(format.rawValue)"), format: format, coding: .codable(), options: .creating,
      files: files,
      watcher: systemWatcher()
    ) { $0 == $1 }
    try await store.commit(StoreBatch(records.map { .insert($0) }))
    return store
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(number, version) }

  func failNextAnswer(of store: FileStore<Entry>) async throws {
    files.failOnce { if case .status(store.path, followingLinks: true) = $0 { EIO } else { nil } }
  }

  func failObservations(of store: FileStore<Entry>) async throws {
    files.failOnce { if case .status(store.path, followingLinks: true) = $0 { EIO } else { nil } }
    await store.sync()
    await store.sync()
  }

  func failNextCommit(to store: FileStore<Entry>) async throws {
    files.failOnce { $0.makesFile ? ENOSPC : nil }
  }

  func observationCount(of store: FileStore<Entry>) async throws -> Int { store.observationCount }
}

/// File stores that are changed by others alone: each change is a whole new file in the place of the old one.
private struct OthersHarness: StoreHarness {
  let folder: ScratchFolder
  private let count = Locked(0)
  private let records = Locked<[String: [Entry]]>([:])

  init() throws { folder = try ScratchFolder() }

  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests,
  ]
  var everything: RecordRequest<Entry> { .all }

  func makeStore(holding entries: [Entry]) async throws -> AnyDataStore<Entry, RecordRequest<Entry>> {
    let name = count.withLock { count in
      count += 1
      return "\(count).ndjson"
    }
    try save(as: name) { $0 = entries }
    current.withLock { $0 = name }
    return AnyDataStore(FileStore<Entry>(path: folder(name), options: .brief))
  }

  private let current = Locked("")

  /// One at a time: others would take turns, too.
  private func save(as name: String, _ change: (inout [Entry]) throws -> Void) throws {
    try records.withLock { records in
      try change(&records[name, default: []])
      let lines = (records[name] ?? []).map { #"{"id":\#($0.id),"version":\#($0.version)}"# + "\n" }
      try folder.replace(name, lines.joined())
    }
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(number, version) }

  func change(_ change: StoreChange<Entry>, in store: AnyDataStore<Entry, RecordRequest<Entry>>) async throws {
    try await transact([change], in: store)
  }

  func refill(_ store: AnyDataStore<Entry, RecordRequest<Entry>>, with entries: [Entry]) async throws {
    try save(as: current.withLock { $0 }) { $0 = entries }
  }

  func transact(_ batch: StoreBatch<Entry>, in store: AnyDataStore<Entry, RecordRequest<Entry>>) async throws {
    try save(as: current.withLock { $0 }) { entries in
      for change in batch.changes {
        switch change {
        case .insert(let entry, _), .update(let entry):
          if let place = entries.firstIndex(where: { $0.id == entry.id }) {
            entries[place] = entry
          } else {
            entries.append(entry)
          }
        case .delete(let key): entries.removeAll { $0.id == key }
        default: throw MissingCapability(.sections)
        }
      }
    }
  }
}

@Suite("File stores on trial")
struct FileStoreConformanceTests {
  @Test(
    "keep every law of stores, in a format that was added, too",
    arguments: TestScale.share(of: [RecordFormat.json, .ndjson, .csv, .tsv, .pairs(.row), .pairs(.object)], every: 6))
  func formats(format: RecordFormat) async {
    // Every commit waits for the disk; on a busy machine hundreds of them take minutes.
    let report = await StoreConformance.check(
      patience: .seconds(900),
      effort: TestScale.isFull
        ? .standard : StoreTrialEffort(changes: 12, writers: 2, observers: 2, changesPerWriter: 5)
    ) { try FileHarness(format) }
    #expect(report.isConforming, "\(report)")
    print("\(format): \(report.score)")
  }

  @Test("keep them when the file is changed by others")
  func others() async {
    // Every commit waits for the disk; on a busy machine hundreds of them take minutes.
    let report = await StoreConformance.check(
      patience: .seconds(900),
      effort: TestScale.isFull
        ? .standard : StoreTrialEffort(changes: 12, writers: 2, observers: 2, changesPerWriter: 5)
    ) { try OthersHarness() }
    #expect(report.isConforming, "\(report)")
    print("changed by others: \(report.score)")
  }
}
