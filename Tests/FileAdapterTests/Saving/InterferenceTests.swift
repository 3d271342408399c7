import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// What another program does to the files of a store.
private enum Interference: CaseIterable, Sendable {
  case writesInPlace, replaces, empties, deletes, renamesAway, creates, removesTemporaries

  /// What the other program writes: a record that no one else does.
  static let theirs = 77

  /// Acts, and says whether there was anything to do.
  func act(
    on path: String, _ id: Int, beside spare: String, _ files: MemoryFiles, _ text: (Int, Int) -> String
  ) -> Bool {
    switch self {
    case .writesInPlace: files.put(path, text(id, Self.theirs), inPlace: true)
    case .replaces: files.put(path, text(id, Self.theirs))
    case .empties: files.put(path, "", inPlace: true)
    case .deletes: try? files.remove(path)
    case .renamesAway: try? files.rename(path, to: path + ".away")
    case .creates:
      guard files.bytes(spare) == nil else { return false }
      files.put(spare, text(8, Self.theirs))
    case .removesTemporaries:
      for path in files.paths where path.contains("section-diff") && !path.hasSuffix("journal") {
        try? files.remove(path)
      }
    }
    return true
  }
}

/// Between any two calls of a write, something happens. Whatever it is:
///
/// - no byte of another program is written over, unless the write says so;
/// - no record is in no place;
/// - what was reported as done is there, and what was reported as not done is not; else the error names it;
/// - the next reading shows what is there, and the next write leaves nothing lying about.
@Suite("Between any two calls of a write")
struct InterferenceTests {
  /// A way to write, with the files that it begins with.
  private struct Way: Sendable {
    let name: String
    let files: [String: String]
    let folders: [String]
    /// The file that others write to, and one that they make.
    let target: String
    let spare: String
    let batch: StoreBatch<Entry>
    let isFolder: Bool

    /// The record that others write.
    var written: Int { target.hasSuffix("3.json") ? 3 : 1 }

    func makeFiles() -> MemoryFiles { MemoryFiles(files.mapValues { Array($0.utf8) }, folders: folders, chunk: 16) }

    func store(_ files: any FileSystem) -> FileStore<Entry> {
      isFolder
        ? FileStore<Entry>(
          folder: "/d", coding: .json(), options: .creating, files: files, watcher: NoWatcher("test")
        ) { $0 == $1 }
        : FileStore<Entry>(
          path: "/a.json", coding: .codable(), options: .creating, files: files, watcher: NoWatcher("test")
        ) { $0 == $1 }
    }

    /// What the file of others holds then.
    func text(_ id: Int, _ version: Int) -> String {
      let record = #"{"id":\#(id),"version":\#(version)}"#
      return isFolder ? record : "[\(record),{\"id\":2,\"version\":0}]"
    }
  }

  private static let list = #"[{"id":1,"version":0},{"id":2,"version":0}]"#
  private static func record(_ id: Int) -> String { #"{"id":\#(id),"version":0}"# }
  private static let folder = ["/d/1.json": record(1), "/d/2.json": record(2), "/d/in/3.json": record(3)]

  private static let ways: [Way] = [
    Way(
      name: "a file", files: ["/a.json": list], folders: [], target: "/a.json", spare: "/b.json",
      batch: [.update(Entry(2, 1)), .insert(Entry(4))], isFolder: false),
    Way(
      name: "a new file", files: [:], folders: [], target: "/a.json", spare: "/b.json", batch: [.insert(Entry(4))],
      isFolder: false),
    Way(
      name: "one file of a folder", files: folder, folders: ["/d", "/d/in"], target: "/d/1.json", spare: "/d/8.json",
      batch: [.update(Entry(1, 1))], isFolder: true),
    Way(
      name: "a new file of a folder", files: folder, folders: ["/d", "/d/in"], target: "/d/1.json",
      spare: "/d/4.json", batch: [.insert(Entry(4))], isFolder: true),
    Way(
      name: "several files of a folder", files: folder, folders: ["/d", "/d/in"], target: "/d/1.json",
      spare: "/d/8.json",
      batch: [
        .update(Entry(1, 1)), .delete(2), .insert(Entry(4), at: .end(of: FolderSection("new"))),
        .deleteSection(SectionID(FolderSection("in"))),
      ], isFolder: true),
    Way(
      name: "a move that others write to", files: folder, folders: ["/d", "/d/in"], target: "/d/1.json",
      spare: "/d/in/1.json", batch: [.move(1, to: .end(of: FolderSection("in"))), .update(Entry(3, 1))], isFolder: true),
    Way(
      name: "a move and a file that others delete", files: folder, folders: ["/d", "/d/in"], target: "/d/in/3.json",
      spare: "/d/in/1.json", batch: [.update(Entry(3, 1)), .move(1, to: .end(of: FolderSection("in")))], isFolder: true),
  ]

  /// What the records on the disk are, by a store of their own: by identity, all versions of it.
  private func present(_ way: Way, _ files: MemoryFiles) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    for path in files.paths
    where path.hasSuffix(".json") || path.hasSuffix(".away") || path.contains(".section-diff-kept-") {
      guard let bytes = files.bytes(path) else { continue }
      let data = Data(bytes)
      let entries =
        (try? JSONDecoder().decode([Entry].self, from: data))
        ?? (try? JSONDecoder().decode(Entry.self, from: data)).map { [$0] } ?? []
      for entry in entries { found[entry.id, default: []].append(entry.version) }
    }
    return found
  }

  private struct Result {
    var error: StoreError?
    var before: [Int: [Int]] = [:]
    /// What was there when the other program acted.
    var atAct: [Int: [Int]] = [:]
    var after: [Int: [Int]] = [:]
    var hasActed = false
  }

  /// Commits, with something that happens before call number `number`.
  private func run(
    _ way: Way, _ files: MemoryFiles, _ faulty: FaultyFiles, before number: Int, _ act: @escaping @Sendable () -> Void
  ) async throws -> Result {
    let store = way.store(faulty)
    _ = try await store.fetch(.all)
    var result = Result(before: present(way, files))
    let left = Locked(number)
    let atAct = Locked<[Int: [Int]]?>(nil)
    faulty.before { _ in
      let isNow = left.withLock { left in
        left -= 1
        return left == -1
      }
      guard isNow else { return }
      atAct.set(self.present(way, files))
      act()
    }
    do {
      // A task of its own, for it may be cancelled.
      _ = try await Task { try await store.commit(way.batch) }.value
    } catch {
      result.error = error as? StoreError
    }
    faulty.before { _ in }
    result.hasActed = left.withLock { $0 < 0 }
    result.atAct = atAct.get() ?? [:]
    result.after = present(way, files)
    // The next reading shows what is there; a file that has just been emptied is awaited, and then believed.
    let shown = try? await store.fetch(.all)
    let alone = try? await way.store(files).fetch(.all)
    if let shown, let alone, files.bytes(way.target) != [] {
      #expect(shown == alone, "\(way.name), \(number): shown \(shown), there is \(alone)")
    }
    return result
  }

  private static let wanted: [String: [Int: Int?]] = [
    "a file": [2: 1, 4: 0], "a new file": [4: 0], "one file of a folder": [1: 1], "a new file of a folder": [4: 0],
    "several files of a folder": [1: 1, 2: nil, 4: 0, 3: nil], "a move that others write to": [1: 0, 3: 1],
    "a move and a file that others delete": [1: 0, 3: 1],
  ]

  /// Whether what the batch wants is in some state.
  private func isDone(_ way: Way, _ state: [Int: [Int]]) -> Bool {
    (Self.wanted[way.name] ?? [:]).allSatisfy { id, version in
      version.map { state[id] == [$0] } ?? (state[id] == nil)
    }
  }

  @Test("another program writes, empties, deletes, renames, or makes a file", arguments: ways.indices)
  func interference(index: Int) async throws {
    let way = Self.ways[index]
    var (runs, conflicts, unclear) = (0, 0, 0)
    for (offset, interference) in Interference.allCases.enumerated() {
      // In full before every call, otherwise before every fifth.
      for number in TestScale.isFull ? stride(from: 0, to: .max, by: 1) : stride(from: offset % 5, to: .max, by: 5) {
        let files = way.makeFiles()
        let hasActed = Locked(false)
        let result = try await run(way, files, FaultyFiles(files), before: number) {
          hasActed.set(interference.act(on: way.target, way.written, beside: way.spare, files, way.text))
        }
        guard result.hasActed else { break }
        runs += 1
        let place = "\(way.name): \(interference) before call \(number): \(String(describing: result.error)); \(result)"
        // What the other program has written is there.
        switch interference {
        case .writesInPlace, .replaces:
          #expect(result.after[way.written]?.contains(Interference.theirs) ?? false, "lost: \(place)")
        case .creates where hasActed.get():
          #expect(result.after[8]?.contains(Interference.theirs) ?? false, "lost: \(place)")
        case .creates, .empties, .deletes, .renamesAway, .removesTemporaries: break
        }
        // A record is in one place, unless others make its old file anew when it has moved.
        if interference != .renamesAway, interference != .creates, result.error == nil {
          for (id, versions) in result.after where id != way.written || !way.name.hasPrefix("a move") {
            #expect(versions.count == 1, "record \(id) is in two places: \(place)")
          }
        }
        // Nobody is in no place who was not removed.
        let removedByThem: Set<Int> =
          switch interference {
          case .empties, .deletes: way.isFolder ? [way.written] : [1, 2, 4]
          default: []
          }
        for id in result.before.keys where !removedByThem.contains(id) && Self.wanted[way.name]?[id] != .some(nil) {
          #expect(result.after[id] != nil, "record \(id) is nowhere: \(place)")
        }
        switch result.error?.effect {
        case nil, .everything:
          // A list that was written over as a whole, when it was done, is theirs.
          if !way.isFolder, isDone(way, result.atAct) { continue }
          for (id, version) in Self.wanted[way.name] ?? [:] where !removedByThem.contains(id) {
            guard let version else {
              #expect(result.after[id] == nil, "not gone: \(place)")
              continue
            }
            let versions = result.after[id] ?? []
            // What they wrote over what was written is theirs, and so is what moves with their content.
            let isTheirs =
              id == way.written && versions.contains(Interference.theirs)
              && (result.atAct[id]?.contains(version) ?? false)
            #expect(versions.contains(version) || isTheirs || interference == .renamesAway, "not there: \(place)")
          }
        case .nothing:
          conflicts += 1
          for (id, version) in Self.wanted[way.name] ?? [:] where version == nil && !removedByThem.contains(id) {
            #expect(result.after[id] != nil, "gone all the same: \(place)")
          }
          for (id, version) in Self.wanted[way.name] ?? [:] where version != nil && version != result.before[id]?.first
          {
            #expect(!(result.after[id] ?? []).contains(version ?? -1), "there all the same: \(place)")
          }
        case .unclear(let names):
          unclear += 1
          // What is not as it was and not as it should be is named: by the file of the record.
          for (id, version) in Self.wanted[way.name] ?? [:] where way.isFolder && interference != .renamesAway {
            let now = result.after[id] ?? []
            let isWanted = version.map { now == [$0] } ?? now.isEmpty
            if isWanted || now == result.before[id] ?? [] { continue }
            #expect(names.contains { $0.hasSuffix("/\(id).json") }, "record \(id) is not named: \(place)")
          }
          #expect(!names.isEmpty, "\(place)")
        }
        // The next write goes through, and leaves nothing lying about but what is kept for others.
        if interference == .empties, !way.isFolder { continue }
        _ = try? await way.store(files).commit([.insert(Entry(9))])
        let hidden = files.paths.filter { $0.contains("/.") && !$0.contains(".section-diff-kept-") }
        #expect(hidden.isEmpty && present(way, files)[9] == [0], "\(place): \(files.paths)")
      }
    }
    #expect(runs > (TestScale.isFull ? 100 : 20))
    print("\(way.name): \(runs) runs, \(conflicts) refused, \(unclear) unclear")
  }

  @Test("a call fails, or the task is cancelled", arguments: ways.indices)
  func failures(index: Int) async throws {
    let way = Self.ways[index]
    var (runs, refused, later) = (0, 0, 0)
    // 0 cancels the task; -1 is a call that does its work, and fails.
    for (offset, code) in [EIO, ENOSPC, EACCES, 0, -1].enumerated() {
      for number in TestScale.isFull ? stride(from: 0, to: .max, by: 1) : stride(from: offset % 5, to: .max, by: 5) {
        let files = way.makeFiles()
        let faulty = FaultyFiles(files)
        let result = try await run(way, files, faulty, before: number) {
          if code == 0 {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
          } else if code == -1 {
            faulty.failOnceDone { _ in EIO }
          } else {
            faulty.failOnce { _ in code }
          }
        }
        guard result.hasActed else { break }
        faulty.heal()
        runs += 1
        let place = "\(way.name): \(code) at call \(number): \(String(describing: result.error)); \(result)"
        switch result.error?.effect {
        case nil, .everything:
          later += 1
          // What waits in a journal is done by the next that reads.
          _ = try await way.store(files).fetch(.all)
          #expect(isDone(way, present(way, files)), "not there: \(place)")
        case .nothing:
          refused += 1
          #expect(result.after == result.before, "there all the same: \(place)")
        case .unclear(let names): #expect(!names.isEmpty, "\(place)")
        }
        try await way.store(files).commit([.insert(Entry(9))])
        #expect(files.paths.allSatisfy { !$0.contains("/.") }, "\(place): \(files.paths)")
      }
    }
    #expect(runs > (TestScale.isFull ? 60 : 10) && refused > 0)
    print("\(way.name): \(runs) failures, \(refused) refused, \(later) done")
  }

  @Test("another program acts, and the writer is killed a few calls later", arguments: ways.indices)
  func kills(index: Int) async throws {
    let way = Self.ways[index]
    var (runs, kept) = (0, 0)
    for (offset, interference) in [Interference.writesInPlace, .replaces].enumerated() {
      for later in 0..<4 {
        for number in TestScale.isFull ? stride(from: 0, to: .max, by: 1) : stride(from: offset, to: .max, by: 7) {
          let files = way.makeFiles()
          let result = try await run(way, files, FaultyFiles(files), before: number) {
            _ = interference.act(on: way.target, way.written, beside: way.spare, files, way.text)
            files.crash(after: later)
          }
          guard result.hasActed else { break }
          files.crash(after: .max)
          runs += 1
          let store = way.store(files)
          _ = try await store.fetch(.all)
          // What is kept is said once, by a write that is refused.
          do {
            try await store.commit([.insert(Entry(9))])
          } catch {
            #expect(error.kind == .conflict, "\(error)")
            try await store.commit([.insert(Entry(9))])
          }
          let after = present(way, files)
          let place =
            "\(way.name): \(interference) before call \(number), killed after \(later) more: \(after), \(files.paths)"
          #expect(after[way.written]?.contains(Interference.theirs) ?? false, "lost: \(place)")
          for id in result.before.keys where Self.wanted[way.name]?[id] != .some(nil) {
            #expect(after[id] != nil, "record \(id) is nowhere: \(place)")
          }
          let hidden = files.paths.filter { $0.contains("/.") }
          #expect(hidden.allSatisfy { $0.contains(".section-diff-kept-") }, "\(place)")
          kept += hidden.isEmpty ? 0 : 1
        }
      }
    }
    #expect(runs > (TestScale.isFull ? 100 : 20))
    print("\(way.name): \(runs) kills, \(kept) with a file that is kept")
  }
}
