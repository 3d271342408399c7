import FileAdapter
import Foundation
import StoreBuilding
import StoreInterface

/// A large file: how long it takes, and how much memory at most.
@available(LiveSystems, *)
struct RecordsTrial {
  let folder: String
  let count: Int

  func run() async throws {
    for form in ["ndjson", "csv"] {
      let path = folder + "/large.\(form)"
      try write(path, form)
      let store = FileStore(path: path, id: ["id"])
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      print("\(form): \(count) records, \(size / 1_000_000) MB; memory before: \(peak()) MB")
      var events = store.events(for: .all).makeAsyncIterator()
      var start = ContinuousClock.now
      guard case .replace(let contents)? = await events.next(), contents.items.count == count else {
        throw TrialFailure("not all records were read")
      }
      report("first answer", since: start)
      let middle = contents.items[count / 2].id
      start = ContinuousClock.now
      try await store.commit([
        .update(try FileRecord(json: #"{"id":\#(middle.json),"name":"new","count":"0"}"#, id: ["id"]))
      ])
      report("commit of one update", since: start)
      guard case .changes(let batch)? = await events.next(), batch.changes.count == 1 else {
        throw TrialFailure("the update was not received alone")
      }
      start = ContinuousClock.now
      try append(path, form)
      guard case .changes(let other)? = await events.next(), other.changes.count == 1 else {
        throw TrialFailure("the append was not received alone")
      }
      report("append by another, received", since: start)
    }
  }

  private func report(_ what: String, since start: ContinuousClock.Instant) {
    print("  \(what): \(ContinuousClock.now - start), peak memory \(peak()) MB")
  }

  private func row(_ number: Int, _ form: String) -> String {
    form == "csv"
      ? "k\(number),name \(number),\(number % 97)\n"
      : #"{"id":"k\#(number)","name":"name \#(number)","count":\#(number % 97)}"# + "\n"
  }

  private func write(_ path: String, _ form: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
    else {
      throw TrialFailure("cannot write \(path)")
    }
    defer { try? file.close() }
    if form == "csv" { try file.write(contentsOf: Data("id,name,count\n".utf8)) }
    for start in stride(from: 0, to: count, by: 10_000) {
      let rows = (start..<min(count, start + 10_000)).map { row($0, form) }.joined()
      try file.write(contentsOf: Data(rows.utf8))
    }
  }

  private func append(_ path: String, _ form: String) throws {
    guard let file = FileHandle(forWritingAtPath: path) else { throw TrialFailure("cannot open \(path)") }
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(row(count, form).utf8))
  }

  /// The most memory that this process has had, in MB.
  private func peak() -> Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss / 1_000
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1_000_000
    #endif
  }
}
