import ConformanceKit
import FileAdapter
import Foundation
import StoreInterface
import StoreTestSupport
import TestScale
import Testing

/// What a folder store asks of the system while nothing happens; time stands still but for the test.
@Suite("A folder store that idles")
struct FileStoreFolderIdleTests {
  let folder: ScratchFolder
  private let clock = ManualClock()
  private let files = FaultyFiles()
  private let count = 1_500
  private let heartbeat = Duration.seconds(1)

  init() throws {
    folder = try ScratchFolder()
    for id in 0..<count { try write(id) }
    // Long ago, so that its times are telling.
    files.setAhead(seconds: 10)
  }

  private func write(_ id: Int, version: Int = 0) throws {
    try folder.overwrite("\(id + 10_000).json", #"{"id":\#(id),"version":\#(version)}"#)
  }

  private func begin(_ watcher: any FileWatcher) async -> (store: FileStore<Entry>, observer: Observer<Entry>) {
    let store = FileStore<Entry>(
      folder: folder.path, coding: .json(), options: FileOptions(timing: WatchTiming(heartbeat: heartbeat)),
      clock: clock, files: files, watcher: watcher
    ) { $0 == $1 }
    let observer = Observer(of: store.events(for: .all))
    await observer.received { $0.contents.items.count == count }
    return (store, observer)
  }

  /// Moves the clock to the next deadline, and waits until the store has done what was due then and sleeps again. While it
  /// idles, it sleeps on one timer.
  private func step() async throws {
    try await clock.waitForSleepers()
    #expect(clock.sleeperCount == 1)
    clock.advanceToNextDeadline()
    try await clock.waitForSleepers()
  }

  /// Lets time go by, from deadline to deadline.
  private func idle(seconds: Int) async throws {
    let end = clock.now.advanced(by: .seconds(seconds))
    while clock.now < end { try await step() }
  }

  /// Lets time go by until the store reads the file of record 7, and waits until the observer has its new version.
  ///
  /// - Returns: How long it took until the file was read.
  private func wait(_ observer: Observer<Entry>, for version: Int) async throws -> Duration {
    let start = clock.now
    // Not until the observer has it: the clock must not run on while that is under way.
    while !files.calls.contains(where: {
      if case .open(let path, _) = $0 { path.hasSuffix("10007.json") } else { false }
    }) {
      try await step()
    }
    let time = start.duration(to: clock.now)
    await observer.received { $0.contents.items.contains(Entry(7, version)) }
    return time
  }

  @Test("where the system reports changes, a minute costs a few looks at all files, not 120")
  func listening() async throws {
    let (_, observer) = await begin(HandWatcher())
    files.forgetCalls()
    try await idle(seconds: 60)
    // 15 s are between two looks at 1,500 files, so there are five of them at most.
    let calls = files.calls.count
    #expect(calls < 6 * count, "\(calls) calls; they were \(2 * 60 * count) and more")
    print("a minute of listening to \(count) files: \(calls) calls")
    // What the system does not report is found all the same.
    files.forgetCalls()
    try write(7, version: 1)
    let time = try await wait(observer, for: 1)
    #expect(time <= .seconds(17))
  }

  @Test(
    "where the store polls, folders are looked at each time, and all files in the time that they pay for",
    .enabled(if: TestScale.isFull))
  func polling() async throws {
    let (_, observer) = await begin(NoWatcher("by choice"))
    files.forgetCalls()
    try await idle(seconds: 60)
    // 1.5 s are between two looks at 1,500 files: every other second.
    let calls = files.calls.count
    #expect(calls < 32 * count, "\(calls) calls; they were \(2 * 60 * count) and more")
    print("a minute of polling \(count) files: \(calls) calls")
    files.forgetCalls()
    // A file that is replaced changes the times of its folder, which is seen at the next poll.
    try folder.replace("10007.json", #"{"id":7,"version":1}"#)
    #expect(try await wait(observer, for: 1) < .milliseconds(1_100))
    // One that is written in place does not.
    files.forgetCalls()
    try write(7, version: 2)
    #expect(try await wait(observer, for: 2) <= .milliseconds(3_100))
  }
}
