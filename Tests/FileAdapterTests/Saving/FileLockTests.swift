import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import Testing

@Suite("Locks")
struct FileLockTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("one at a time has it, and nothing is left of it")
  func exclusive() throws {
    let path = folder("a.json")
    let first = try #require(try FileLock.attempt(for: path, in: SystemFiles()))
    #expect(try FileLock.attempt(for: path, in: SystemFiles()) == nil)
    first.release()
    let second = try #require(try FileLock.attempt(for: path, in: SystemFiles()))
    #expect(try FileLock.attempt(for: path, in: SystemFiles()) == nil)
    second.release()
    #expect(try folder.names.isEmpty)
  }

  @Test("a lock on a file that was taken away meanwhile counts for nothing")
  func takenAway() throws {
    let path = folder("a.json")
    let files = FaultyFiles()
    // Between opening the lock file and locking it, its holder gives it back.
    let first = try #require(try FileLock.attempt(for: path, in: SystemFiles()))
    let isDone = Locked(false)
    files.before { call in
      guard case .lock = call,
        isDone.withLock({ done in
          defer { done = true }; return !done
        })
      else { return }
      first.release()
    }
    let second = try #require(try FileLock.attempt(for: path, in: files))
    #expect(try FileLock.attempt(for: path, in: SystemFiles()) == nil)
    second.release()
  }

  @Test("without flock the name is the lock: kept from others, broken when its process is dead")
  func byName() throws {
    let path = folder("a.json")
    func files(_ number: Int32, machine: String = "here", running: Set<Int32>) -> FaultyFiles {
      let files = FaultyFiles()
      files.fail { $0 == .lock ? ENOLCK : nil }
      files.pretendToBe(ProcessMark(number: number, start: "1", machine: machine), running: running)
      return files
    }
    let first = try #require(try FileLock.attempt(for: path, in: files(1, running: [1])))
    #expect(try FileLock.attempt(for: path, in: files(2, running: [1, 2])) == nil)
    // Of another machine nobody knows what runs there.
    #expect(try FileLock.attempt(for: path, in: files(2, machine: "there", running: [2])) == nil)
    let second = try #require(try FileLock.attempt(for: path, in: files(2, running: [2])))
    // What is another's by now is not given back.
    first.release()
    #expect(try FileLock.attempt(for: path, in: files(3, running: [2, 3])) == nil)
    second.release()
    // The other name stays: a machine whose file system knows `flock` may have it.
    #expect(try folder.names == [".a.json.lock"])
  }

  @Test("a lock by name of an earlier start of the machine is broken; one among other processes is not judged")
  func boots() throws {
    let path = folder("a.json")
    func files(_ number: Int32, boot: String, namespace: String = "pid:[1]") -> FaultyFiles {
      let files = FaultyFiles()
      files.fail { $0 == .lock ? ENOLCK : nil }
      files.pretendToBe(
        ProcessMark(number: number, start: "1", machine: "here", boot: boot, namespace: namespace), running: [])
      return files
    }
    _ = try #require(try FileLock.attempt(for: path, in: files(1, boot: "x")))
    #expect(try FileLock.attempt(for: path, in: files(2, boot: "x", namespace: "pid:[2]")) == nil)
    _ = try #require(try FileLock.attempt(for: path, in: files(2, boot: "y", namespace: "pid:[2]")))
    let last = try #require(try FileLock.attempt(for: path, in: files(3, boot: "y", namespace: "pid:[2]")))
    last.release()
    #expect(try folder.names == [".a.json.lock"])
    // What this process says of itself.
    let own = SystemFiles().process
    #expect(SystemFiles().isRunning(own))
    #expect(!own.machine.contains(own.boot) || own.boot.isEmpty)
  }

  @Test("a lock by name is there whole or not at all, whatever fails while it is made")
  func whole() throws {
    let path = folder("a.json")
    for fault: FaultyFiles.Fault in [
      { $0 == .write ? EIO : nil }, { if case .link = $0 { EIO } else { nil } },
      { if case .open(_, .creatingForAll) = $0 { EACCES } else { nil } },
    ] {
      let files = FaultyFiles()
      files.fail { $0 == .lock ? ENOLCK : fault($0) }
      #expect(throws: SystemError.self) { try FileLock.attempt(for: path, in: files) }
      #expect(try folder.names == [".a.json.lock"])
    }
    // Each lock has its name only when what it holds is written.
    let files = FaultyFiles()
    files.fail { $0 == .lock ? ENOLCK : nil }
    files.before { [folder] call in
      if case .write = call { #expect((try? folder.names)?.contains(".a.json.lock-by-name") == false) }
    }
    let lock = try #require(try FileLock.attempt(for: path, in: files))
    #expect(try folder.text(".a.json.lock-by-name").split(separator: "\n", omittingEmptySubsequences: false).count == 7)
    lock.release()
  }

  @Test("where other machines lock the file, too, its name stays")
  func shared() throws {
    let files = FaultyFiles()
    files.poll(because: "changes on NFS may be made by other machines")
    let lock = try #require(try FileLock.attempt(for: folder("a.json"), in: files))
    #expect(try FileLock.attempt(for: folder("a.json"), in: files) == nil)
    lock.release()
    #if os(Linux)
      #expect(try folder.names == [".a.json.lock"])
    #endif
    let again = try #require(try FileLock.attempt(for: folder("a.json"), in: SystemFiles()))
    again.release()
    #expect(try folder.names.isEmpty)
  }

  @Test("of two who find a stale lock only one gets it")
  func race() throws {
    let path = folder("a.json")
    @Sendable func files(_ number: Int32) -> FaultyFiles {
      let files = FaultyFiles()
      files.fail { $0 == .lock ? ENOLCK : nil }
      files.pretendToBe(ProcessMark(number: number, start: "1", machine: "here"), running: [2, 3])
      return files
    }
    _ = try #require(try FileLock.attempt(for: path, in: files(1)))
    let slow = files(2)
    let fast = Locked<FileLock?>(nil)
    let hasRun = Locked(false)
    slow.before { call in
      // Just before the slow one takes the stale lock away, the fast one has done so and made its own.
      guard case .link(let claim) = call, claim.contains("-claim-"),
        hasRun.withLock({ done in
          defer { done = true }; return !done
        })
      else { return }
      let lock = try? FileLock.attempt(for: path, in: files(3))
      fast.withLock { $0 = lock ?? nil }
    }
    let late = try FileLock.attempt(for: path, in: slow)
    #expect(fast.withLock { $0 } != nil)
    #expect(late == nil)
    #expect(try FileLock.attempt(for: path, in: files(2)) == nil)
    fast.withLock { $0 }?.release()
    #expect(try folder.names == [".a.json.lock"])
  }

  @Test("a process that dies while breaking a stale lock leaves one that can be broken")
  func deadBreaker() throws {
    let path = folder("a.json")
    func files(_ number: Int32) -> FaultyFiles {
      let files = FaultyFiles()
      files.fail { $0 == .lock ? ENOLCK : nil }
      files.pretendToBe(ProcessMark(number: number, start: "1", machine: "here"), running: [3])
      return files
    }
    _ = try #require(try FileLock.attempt(for: path, in: files(1)))
    let dying = files(2)
    // From its claim on nothing works any more.
    dying.before { call in
      if case .remove(let path) = call, path.hasSuffix("-by-name") { dying.fail { _ in EIO } }
    }
    _ = try? FileLock.attempt(for: path, in: dying)
    #expect(try folder.names.contains { $0.contains("-claim-") })
    let lock = try #require(try FileLock.attempt(for: path, in: files(3)))
    #expect(try FileLock.attempt(for: path, in: files(3)) == nil)
    lock.release()
    #expect(try !folder.names.contains { $0.contains("-claim-") || $0.hasSuffix("-by-name") })
  }

  @Test("a writer waits for the lock, as long as its patience lasts")
  func patience() async throws {
    let clock = ManualClock()
    try folder.overwrite("a.json", "[]")
    let store = FileStore<Entry>(
      path: folder("a.json"), coding: .codable(), clock: clock, files: SystemFiles(), watcher: HandWatcher()
    ) { $0 == $1 }
    _ = try await store.fetch(.all)
    let lock = try #require(try FileLock.attempt(for: folder("a.json"), in: SystemFiles()))
    let refused = Task { _ = try await store.commit([.insert(Entry(1))]) }
    while clock.now.offset < .seconds(10) {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
    }
    let error = await #expect(throws: StoreError.self) { try await refused.value }
    #expect(error?.kind == .unavailable)
    let written = Task { _ = try await store.commit([.insert(Entry(2))]) }
    try await clock.waitForSleepers()
    lock.release()
    clock.advanceToNextDeadline()
    try await written.value
    #expect(try await store.fetch(.all).items == [Entry(2)])
  }
}
