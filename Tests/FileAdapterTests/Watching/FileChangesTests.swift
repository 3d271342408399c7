import ConformanceKit
import FileAdapter
import Foundation
import Testing

/// Time stands still but for the test; files are real.
@Suite("The changes of a file, for stores of one's own")
struct FileChangesTests {
  let folder: ScratchFolder
  let clock = ManualClock()
  let files = FaultyFiles()

  init() throws {
    folder = try ScratchFolder()
    // What was looked at is old enough to be distinguished from what is written later.
    files.setAhead(seconds: 10)
  }

  private func changes(_ names: String..., watcher: any FileWatcher) -> FileChanges {
    var changes = FileChanges(of: names.map { folder($0) }, clock: clock)
    changes.files = files
    changes.watcher = watcher
    return changes
  }

  /// Lets time go by from deadline to deadline until there is an element.
  private func advance(_ changes: inout FileChanges.Iterator) async throws -> FileHealth? {
    let clock = clock
    let time = Task {
      while !Task.isCancelled {
        try await clock.waitForSleepers()
        clock.advanceToNextDeadline()
        await Task.yield()
      }
    }
    defer { time.cancel() }
    return await changes.next()
  }

  @Test("the first element comes when listening has begun, and one for each save")
  func saves() async throws {
    try folder.replace("a.db", "0")
    var changes = FileChanges(of: [folder("a.db")]).makeAsyncIterator()
    #if os(Linux) || canImport(Darwin)
      #expect(await changes.next() == .live)
    #else
      #expect(await changes.next() != nil)
    #endif
    for version in 1...20 {
      if version.isMultiple(of: 2) {
        try folder.replace("a.db", "\(version)")
      } else {
        try folder.overwrite("a.db", "\(version)")
      }
      #expect(await changes.next() != nil)
    }
  }

  /// A second write within the clock's grain leaves no trace in what the system says of the file.
  @Test("what was written just now may have been written again, though it looks the same")
  func withinTheGrain() async throws {
    // The clock is behind, so that the file is never old enough.
    files.setAhead(seconds: -10)
    try folder.replace("a.db", "0")
    let watcher = HandWatcher()
    var changes = changes("a.db", watcher: watcher).makeAsyncIterator()
    #expect(await changes.next() == .live)
    for _ in 0..<3 {
      watcher.say(.changed)
      #expect(try await advance(&changes) == .live)
    }
  }

  @Test("any of several files, and one that is made later beside them")
  func several() async throws {
    try folder.replace("a.db", "0")
    var changes = FileChanges(of: [folder("a.db"), folder("a.db-wal")], timing: .brief).makeAsyncIterator()
    #expect(await changes.next() != nil)
    try folder.overwrite("a.db-wal", "1")
    #expect(await changes.next() != nil)
    try folder.append("a.db-wal", "2")
    #expect(await changes.next() != nil)
    try folder.remove("a.db-wal")
    #expect(await changes.next() != nil)
  }

  @Test("what a link leads to, and the link when it is led elsewhere")
  func links() async throws {
    try folder.replace("one", "1")
    try folder.replace("two", "2")
    try FileManager.default.createSymbolicLink(atPath: folder("a.db"), withDestinationPath: "one")
    let watcher = HandWatcher()
    var changes = changes("a.db", watcher: watcher).makeAsyncIterator()
    #expect(await changes.next() == .live)
    try folder.replace("one", "longer")
    watcher.say(.changed)
    #expect(try await advance(&changes) == .live)
    try FileManager.default.createSymbolicLink(atPath: folder("next"), withDestinationPath: "two")
    #expect(rename(folder("next"), folder("a.db")) == 0)
    watcher.say(.changed)
    #expect(try await advance(&changes) == .live)
    // It listens where the link leads now.
    try folder.replace("two", "longer")
    while watcher.attempts < 2 {
      try await clock.waitForSleepers()
      clock.advanceToNextDeadline()
      await Task.yield()
    }
    watcher.say(.changed)
    #expect(try await advance(&changes) == .live)
  }

  @Test("changes that come before an element was taken are joined, and names that do not matter yield nothing")
  func joined() async throws {
    try folder.replace("a.db", "0")
    let watcher = HandWatcher()
    var changes = changes("a.db", watcher: watcher).makeAsyncIterator()
    #expect(await changes.next() == .live)
    let start = clock.now
    // Nothing has changed: no element, however often somebody says so.
    for _ in 0..<10 { watcher.say(.changed) }
    try await clock.waitForSleepers()
    for _ in 0..<10 { clock.advanceToNextDeadline() }
    for version in 1...5 {
      try folder.replace("a.db", String(repeating: "x", count: version + 1))
      watcher.say(.changed)
    }
    #expect(try await advance(&changes) == .live)
    #expect(clock.now >= start.advanced(by: .milliseconds(30)))
    // The five were one: the next element is that of the next save.
    files.before { [folder, files] call in
      guard case .status(folder("a.db"), _) = call else { return }
      files.before { _ in }
      try? folder.replace("a.db", "another, longer than those before")
    }
    #expect(try await advance(&changes) == .live)
    #expect(try folder.text("a.db") == "another, longer than those before")
  }

  @Test("where the system does not report changes, the times of the files are looked at")
  func polling() async throws {
    try folder.replace("a.db", "0")
    var changes = changes("a.db", watcher: NoWatcher("by choice")).makeAsyncIterator()
    #expect(await changes.next() == .polling("by choice"))
    for version in 1...5 {
      let start = clock.now
      try folder.replace("a.db", String(repeating: "x", count: version + 1))
      #expect(try await advance(&changes) == .polling("by choice"))
      #expect(start.duration(to: clock.now) >= .milliseconds(30))
    }
    files.poll(because: "changes on NFS may be made by other machines")
    let watcher = HandWatcher()
    var remote = self.changes("a.db", watcher: watcher).makeAsyncIterator()
    #expect(await remote.next() == .polling("changes on NFS may be made by other machines"))
    #expect(watcher.attempts == 0)
  }

  @Test("a folder that goes is lost, and one element says that it is back")
  func folderLost() async throws {
    let inner = folder("in")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try folder.replace("in/a.db", "0")
    let watcher = HandWatcher()
    var changes = changes("in/a.db", watcher: watcher).makeAsyncIterator()
    #expect(await changes.next() == .live)
    try FileManager.default.removeItem(atPath: inner)
    watcher.say(.lost)
    var health = try await advance(&changes)
    if health == .live { health = try await advance(&changes) }
    guard case .lost? = health else {
      Issue.record("\(String(describing: health))")
      return
    }
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try folder.replace("in/a.db", "1")
    health = try await advance(&changes)
    if case .lost? = health { health = try await advance(&changes) }
    #expect(health == .live)
  }

  @Test("a task that is cancelled ends the sequence and the listening; so does an iterator that is released")
  func ends() async throws {
    try folder.replace("a.db", "0")
    let watcher = HandWatcher()
    let changes = changes("a.db", watcher: watcher)
    let (begun, first) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in changes { first.yield() }
    }
    for await _ in begun { break }
    task.cancel()
    await task.value
    await watcher.stopped()
    do {
      var iterator = changes.makeAsyncIterator()
      #expect(await iterator.next() == .live)
    }
    await watcher.stopped()
    #expect(watcher.attempts == 2)
  }
}
