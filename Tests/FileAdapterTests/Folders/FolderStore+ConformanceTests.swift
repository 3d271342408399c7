import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import Testing

/// Folder stores, in folders of their own.
private struct FolderHarness: StoreHarness {
  let folder: ScratchFolder
  let files = FaultyFiles()
  private let count = Locked(0)

  init() throws { folder = try ScratchFolder() }

  let capabilities: Set<StoreCapability> = [
    .inserts, .updates, .deletes, .refills, .transactions, .order, .writes, .failingCommits, .failingAnswers,
    .failingObservations, .observationCount,
  ]

  var everything: FileRequest<Entry> { .all }

  func makeStore(holding records: [Entry]) async throws -> FolderStore<Entry> {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let store = FolderStore<Entry>(
      path: folder("\(number)"), coding: .json(), options: .creating, files: files, watcher: systemWatcher()
    ) { $0 == $1 }
    try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: true)
    try await store.commit(Batch(records.map { .insert($0) }))
    return store
  }

  func record(_ number: Int, version: Int) -> Entry { Entry(number, version) }

  /// Only a reading looks for a journal.
  private func failNextReading(of store: FolderStore<Entry>) {
    let journal = store.path + "/" + ".section-diff-journal"
    files.failOnce { if case .status(journal, followingLinks: false) = $0 { EIO } else { nil } }
  }

  func failNextAnswer(of store: FolderStore<Entry>) async throws {
    failNextReading(of: store)
  }

  func failObservations(of store: FolderStore<Entry>) async throws {
    failNextReading(of: store)
    await store.sync()
    await store.sync()
  }

  func failNextCommit(to store: FolderStore<Entry>) async throws {
    files.failOnce { $0.makesFile ? ENOSPC : nil }
  }

  func observationCount(of store: FolderStore<Entry>) async throws -> Int { store.observationCount }
}

@Suite("Folder stores on trial")
struct FolderStoreConformanceTests {
  @Test("keep every law of stores")
  func laws() async {
    // Every commit waits for the disk; on a busy machine hundreds of them take minutes.
    let report = await StoreConformance.check(patience: .seconds(900)) { try FolderHarness() }
    #expect(report.isConforming, "\(report)")
    print("folder: \(report.score)")
  }
}
