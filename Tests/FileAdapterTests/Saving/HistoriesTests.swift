import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Two stores that write over the same files, a third program that writes to them by itself, and a store that reads, against
/// a model; in some commits a call fails, or the third program acts in the middle.
@Suite("Histories of two writers and a reader")
struct HistoriesTests {
  /// What a record is: its version, and the folder it is in.
  private struct Value: Hashable, Sendable {
    var version: Int
    var folder = ""
  }

  private final class Run {
    let isFolder: Bool
    let files: MemoryFiles
    let faulty: [FaultyFiles]
    let writers: [FileStore<Entry>]
    let reader: FileStore<Entry>
    var random: Generator
    var model: [Int: Value] = [:]
    /// What each writer has seen last.
    var seen: [[Int: Value]] = [[:], [:]]
    var lastVersion = 0
    var faults: [String] = []
    var log: [String] = []
    var counts = (done: 0, refused: 0, later: 0, unclear: 0)

    init(isFolder: Bool, seed: UInt64) {
      self.isFolder = isFolder
      random = Generator(seed: seed)
      files =
        isFolder
        ? MemoryFiles(
          ["/d/1.json": Run.bytes(1, 0), "/d/2.json": Run.bytes(2, 0), "/d/in/3.json": Run.bytes(3, 0)],
          folders: ["/d", "/d/in"])
        : MemoryFiles([
          "/a.json": Array("[".utf8) + Run.bytes(1, 0) + Array(",".utf8) + Run.bytes(2, 0) + Array("]".utf8)
        ])
      faulty = [FaultyFiles(files), FaultyFiles(files)]
      writers = faulty.map { Run.store($0, isFolder) }
      reader = Run.store(files, isFolder)
    }

    static func bytes(_ id: Int, _ version: Int) -> [UInt8] { Array(#"{"id":\#(id),"version":\#(version)}"#.utf8) }

    static func store(_ files: any FileSystem, _ isFolder: Bool) -> FileStore<Entry> {
      isFolder
        ? FileStore<Entry>(
          folder: "/d", coding: .json(), options: .creating, files: files, watcher: NoWatcher("test")
        ) { $0 == $1 }
        : FileStore<Entry>(
          path: "/a.json", coding: .codable(), options: .creating, files: files, watcher: NoWatcher("test")
        ) { $0 == $1 }
    }

    /// What a store of its own finds.
    func present(_ store: FileStore<Entry>) async throws -> [Int: Value] {
      let contents = try await store.fetch(.all)
      var found: [Int: Value] = [:]
      for section in contents.sections ?? [StoreSection(FolderSection.root, items: contents.items)] {
        let folder = section.id.key(as: FolderSection.self)?.path ?? ""
        for item in section.items { found[item.id] = Value(version: item.version, folder: folder) }
      }
      return found
    }

    func begin() async throws {
      model = try await present(Run.store(files, isFolder))
      for number in writers.indices { seen[number] = try await present(writers[number]) }
    }

    /// Changes of a batch that some writer makes, by what it has seen.
    func batch(_ writer: Int) -> (batch: StoreBatch<Entry>, wanted: [Int: Value?]) {
      var batch = StoreBatch<Entry>()
      var wanted: [Int: Value?] = [:]
      for _ in 0...random.below(3) {
        let id = 1 + random.below(6)
        guard wanted[id] == nil else { continue }
        let before = seen[writer][id]
        lastVersion += 1
        switch random.below(4) {
        case 0 where before != nil:
          batch.delete(id)
          wanted[id] = .some(nil)
        case 1 where before != nil && isFolder:
          let folder = ["", "in", "new"][random.below(3)]
          batch.move(id, to: .end(of: FolderSection(folder)))
          wanted[id] = before.map { Value(version: $0.version, folder: folder) }
        case 2 where isFolder && before == nil:
          let folder = ["", "in", "new"][random.below(3)]
          batch.insert(Entry(id, lastVersion), at: .end(of: FolderSection(folder)))
          wanted[id] = Value(version: lastVersion, folder: folder)
        default:
          if before == nil { batch.insert(Entry(id, lastVersion)) } else { batch.update(Entry(id, lastVersion)) }
          wanted[id] = Value(version: lastVersion, folder: before?.folder ?? "")
        }
      }
      return (batch, wanted)
    }

    /// Writes a record as another program does, which reads the files, and replaces or writes over one.
    func theirs(_ version: Int, _ choice: Int, inPlace: Bool) -> (id: Int, value: Value)? {
      if isFolder {
        let paths = files.paths.filter { $0.hasSuffix(".json") }
        guard !paths.isEmpty else { return nil }
        let path = paths[choice % paths.count]
        let name = FilePaths.name(of: path).dropLast(5)
        guard let id = Int(name) else { return nil }
        files.put(path, String(decoding: Run.bytes(id, version), as: UTF8.self), inPlace: inPlace)
        let folder = FilePaths.folder(of: path)
        return (id, Value(version: version, folder: folder == "/d" ? "" : String(folder.dropFirst(3))))
      }
      guard let bytes = files.bytes("/a.json"),
        var entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)),
        !entries.isEmpty
      else { return nil }
      let offset = choice % entries.count
      entries[offset].version = version
      let text = entries.map { String(decoding: Run.bytes($0.id, $0.version), as: UTF8.self) }.joined(separator: ",")
      files.put("/a.json", "[\(text)]", inPlace: inPlace)
      return (entries[offset].id, Value(version: version))
    }

    func step() async throws {
      let writer = random.below(2)
      if random.below(2) == 0 { seen[writer] = try await present(writers[writer]) }
      let (batch, planned) = batch(writer)
      let number = random.below(isFolder ? 120 : 40)
      let fault = random.below(3)
      lastVersion += 1
      let (theirVersion, choice, inPlace) = (lastVersion, random.below(10), random.below(2) == 0)
      let code = [EIO, ENOSPC, EACCES][random.below(3)]
      let left = Locked(number)
      let acted = Locked<(id: Int, value: Value)?>(nil)
      let run = Unchecked(self)
      faulty[writer].before { _ in
        guard
          left.withLock({
            $0 -= 1; return $0
          }) == -1
        else { return }
        if fault == 1 { run.value.faulty[writer].failOnce { _ in code } }
        if fault == 2 { acted.set(run.value.theirs(theirVersion, choice, inPlace: inPlace)) }
      }
      var error: StoreError?
      do { try await writers[writer].commit(batch) } catch let thrown { error = thrown }
      faulty[writer].before { _ in }
      faulty[writer].heal()
      let before = model
      // What moves takes its content along, seen or not, and what is written stays where others have moved it.
      let wanted = Dictionary(
        uniqueKeysWithValues: planned.map { id, want -> (Int, Value?) in
          guard let want, let known = seen[writer][id] else { return (id, want) }
          if want.version == known.version {
            return (id, before[id].map { Value(version: $0.version, folder: want.folder) })
          }
          return (id, Value(version: want.version, folder: before[id]?.folder ?? want.folder))
        })
      let after = try await present(Run.store(files, isFolder))
      let place = "\(batch.changes), fault \(fault) at \(number): \(String(describing: error)); \(before) to \(after)"
      log.append("writer \(writer): \(place); files \(files.paths)")
      func isAllowed(_ id: Int) -> Bool {
        let now = after[id]
        var allowed: Set<Value?> = []
        let want = wanted[id]
        switch error?.effect {
        case nil, .everything: allowed = [want ?? before[id]]
        case .nothing: allowed = [before[id]]
        case .unclear: allowed = [before[id], want ?? before[id]]
        }
        if let acted = acted.get(), acted.id == id {
          // The last one counts, and a moved record keeps what they have written. A write that is done came before theirs,
          // for otherwise it would have been a conflict.
          let isUpdate = (want ?? nil).map { $0.version != before[id]?.version } ?? false
          if want == nil || error?.effect == .nothing || error == nil && isUpdate { allowed = [] }
          allowed.insert(acted.value)
          if let folder = (want ?? nil)?.folder { allowed.insert(Value(version: acted.value.version, folder: folder)) }
        }
        return allowed.contains(now)
      }
      for id in Set(before.keys).union(after.keys).union(wanted.keys) where !isAllowed(id) {
        faults.append("record \(id): \(place)")
      }
      // Nothing is written over that the writer has not seen.
      if error == nil {
        for (id, want) in wanted where seen[writer][id]?.version != before[id]?.version {
          let isMove = want?.version == before[id]?.version
          if !isMove { faults.append("written over unseen, record \(id): \(place)") }
        }
      }
      switch error?.effect {
      case nil: counts.done += 1
      case .nothing: counts.refused += 1
      case .everything: counts.later += 1
      case .unclear: counts.unclear += 1
      }
      model = after
      // What the writer has read in vain cannot be known; what it shows must be what there is.
      seen[writer] = try await present(writers[writer])
      if seen[writer] != after { faults.append("the writer shows \(seen[writer]): \(place)") }
      let read = try await present(reader)
      if read != after { faults.append("the reader shows \(read): \(place)") }
    }
  }

  /// The run is used by one task, which waits meanwhile.
  private struct Unchecked: @unchecked Sendable {
    let value: Run
    init(_ value: Run) { self.value = value }
  }

  @Test("nothing is lost, and what is told is so", arguments: [false, true])
  func histories(isFolder: Bool) async throws {
    var counts = (done: 0, refused: 0, later: 0, unclear: 0)
    var lost = 0
    for seed in 0..<(randomRuns * 5) {
      let run = Run(isFolder: isFolder, seed: UInt64(seed))
      try await run.begin()
      for _ in 0..<8 where run.faults.isEmpty { try await run.step() }
      lost += run.faults.count
      if lost < 5 {
        for fault in run.faults { Issue.record("seed \(seed): \(fault)\n\(run.log.joined(separator: "\n"))") }
      }
      counts.done += run.counts.done
      counts.refused += run.counts.refused
      counts.later += run.counts.later
      counts.unclear += run.counts.unclear
    }
    #expect(lost == 0)
    #expect(counts.done > 0 && counts.refused > 0)
    print("\(isFolder ? "folders" : "files"): \(randomRuns * 5) histories, \(lost) lost; \(counts)")
  }
}
