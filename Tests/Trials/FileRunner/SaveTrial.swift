import FileAdapter
import Foundation
import StoreBuilding
import StoreInterface

/// Replaces a file again and again, as editors do; after each time the store says what it holds now.
@available(LiveSystems, *)
struct SaveTrial {
  let folder: String
  let count: Int

  func run() async throws {
    let path = folder + "/saves.ndjson"
    try replace(path, version: 0)
    let store = FileStore<Entry>(path: path, options: FileOptions(timing: WatchTiming(quiet: .milliseconds(1))))
    var events = store.events(for: .all).makeAsyncIterator()
    var shown = try await next(&events)
    let start = ContinuousClock.now
    let patience = Patience(what: "\(2 * count) saves")
    defer { patience.end() }
    for version in 1...count {
      try replace(path, version: version)
      while shown != version { shown = try await next(&events) }
      patience.reach(version)
    }
    print("\(count) replace-saves, each received, in \(ContinuousClock.now - start); health: \(store.health)")
    // Without waiting in between: what is received last is what was written last.
    for version in (count + 1)...(2 * count) { try replace(path, version: version) }
    while shown != 2 * count { shown = try await next(&events) }
    print("\(count) replace-saves without a pause: the last was received")
  }

  private func next(_ events: inout StoreEvents<Entry>.Iterator) async throws -> Int {
    switch await events.next() {
    case .replace(let contents)?: return contents.items.first?.version ?? -1
    case .changes(let batch)?:
      guard case .update(let entry)? = batch.changes.first else { throw TrialFailure("received \(batch)") }
      return entry.version
    case .failed(let error)?: throw error
    case nil: throw TrialFailure("the events ended")
    }
  }

  private func replace(_ path: String, version: Int) throws {
    let line = #"{"id":1,"version":\#(version),"text":""}"# + "\n"
    try Data(line.utf8).write(to: URL(fileURLWithPath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw TrialFailure("cannot rename") }
  }
}
