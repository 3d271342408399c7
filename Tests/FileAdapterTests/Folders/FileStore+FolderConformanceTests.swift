import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import TestScale
import Testing

/// Folder stores, in folders of their own.
private struct FolderHarness: StoreHarness {
  let folder: ScratchFolder
  let files = FaultyFiles()
  private let count = Locked(0)

  init() throws { folder = try ScratchFolder() }

  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .requests, .writes, .failingCommits, .failingAnswers,
    .failingObservations, .observationCount,
  ]

  var everything: RecordRequest<Entry> { .all }

  func makeStore(holding records: [Entry]) async throws -> FileStore<Entry> {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let store = FileStore<Entry>(
      folder: folder("\(number)"), coding: .json(), options: .creating, files: files, watcher: systemWatcher()
    ) { $0 == $1 }
    try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: true)
    try await store.commit(StoreBatch(records.map { .insert($0) }))
    return store
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(number, version) }

  /// Only a reading looks for a journal.
  private func failNextReading(of store: FileStore<Entry>) {
    let journal = store.path + "/" + ".section-diff-journal"
    files.failOnce { if case .status(journal, followingLinks: false) = $0 { EIO } else { nil } }
  }

  func failNextAnswer(of store: FileStore<Entry>) async throws {
    failNextReading(of: store)
  }

  func failObservations(of store: FileStore<Entry>) async throws {
    failNextReading(of: store)
    await store.sync()
    await store.sync()
  }

  func failNextCommit(to store: FileStore<Entry>) async throws {
    files.failOnce { $0.makesFile ? ENOSPC : nil }
  }

  func observationCount(of store: FileStore<Entry>) async throws -> Int { store.observationCount }
}

@Suite("Folder stores on trial")
struct FileStoreFolderConformanceTests {
  @Test("keep every law of stores")
  func laws() async {
    // Every commit waits for the disk; on a busy machine hundreds of them take minutes.
    let report = await StoreConformance.check(
      patience: .seconds(900),
      effort: TestScale.isFull
        ? .standard : StoreTrialEffort(changes: 12, writers: 2, observers: 2, changesPerWriter: 5)
    ) { try FolderHarness() }
    #expect(report.isConforming, "\(report)")
    print("folder: \(report.score)")
  }
}
