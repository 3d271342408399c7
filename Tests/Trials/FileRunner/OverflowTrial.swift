@testable import FileAdapter
import Foundation
@testable import StoreBuilding
@testable import StoreInterface

/// Floods a tiny inotify queue: what was lost is made up for by looking.
@available(LiveSystems, *)
struct OverflowTrial {
  let folder: String
  let count: Int

  private static let limit = "/proc/sys/fs/inotify/max_queued_events"

  func run() async throws {
    guard let old = FileManager.default.contents(atPath: Self.limit), setLimit(Data("4\n".utf8)) else {
      print("skipped: \(Self.limit) may not be written")
      return
    }
    defer { _ = setLimit(old) }
    let path = folder + "/flood.json"
    let watcher = CountingWatcher()
    try write(path, 0)
    var options = FileOptions(timing: WatchTiming(quiet: .milliseconds(1)))
    options.watcher = watcher
    let store = FileStore<Entry>(path: path, options: options)
    var events = store.events(for: .all).makeAsyncIterator()
    _ = await events.next()
    // The queue has its size from when it was made.
    guard setLimit(old), FileManager.default.contents(atPath: Self.limit) == old else {
      throw TrialFailure("\(Self.limit) is not what it was: write \(String(decoding: old, as: UTF8.self)) to it")
    }
    let patience = Patience(what: "\(count) floods")
    defer { patience.end() }
    for round in 1...count {
      patience.reach(round)
      // Other names, far more than the queue holds, then the file itself.
      for number in 0..<200 {
        let other = folder + "/other-\(number % 10)"
        _ = FileManager.default.createFile(atPath: other, contents: nil)
      }
      try write(path, round)
      var isReceived = false
      while !isReceived {
        switch await events.next() {
        case .changes(let batch)?:
          isReceived = batch.changes.contains {
            if case .update(let entry) = $0 { entry.version == round } else { false }
          }
        case .replace(let contents)?: isReceived = contents.items.first?.version == round
        case .failed(let error)?: throw error
        case nil: throw TrialFailure("the events ended")
        }
      }
    }
    print("\(count) floods of a queue of 4 events, \(watcher.overflows) overflows received, no change missed")
    if watcher.overflows == 0 { throw TrialFailure("the queue did not overflow") }
  }

  /// Writes the limit of the system; such a file takes one write at its start for each time that it is opened.
  private func setLimit(_ bytes: Data) -> Bool {
    guard let file = FileHandle(forWritingAtPath: Self.limit) else { return false }
    defer { try? file.close() }
    return (try? file.write(contentsOf: bytes)) != nil
  }

  private func write(_ path: String, _ version: Int) throws {
    try Data(#"[{"id":1,"version":\#(version),"text":""}]"#.utf8).write(to: URL(fileURLWithPath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw TrialFailure("cannot rename") }
  }
}

/// The system's watcher, counting overflows.
@available(LiveSystems, *)
private final class CountingWatcher: FileWatcher {
  private let count = Locked(0)

  var overflows: Int { count.withLock { $0 } }

  func watch(
    _ steps: [ResolvedPath.Step], report: @escaping @Sendable (WatchSignals) -> Void
  ) throws(WatchFailure) -> StopWatching {
    try systemWatcher().watch(steps) { [count] signals in
      if signals.contains(.overflowed) { count.withLock { $0 += 1 } }
      report(signals)
    }
  }
}
