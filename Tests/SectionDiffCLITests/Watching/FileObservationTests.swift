import Foundation
import RecordFormats
import SectionDiff
import StoreInterface
import Testing

@testable import SectionDiffCLI

/// One look after another at a file that others write.
@Suite("What an observer sees of a file")
struct FileObservationTests {
  private let folder: Scratch
  private var path: String { folder.url.appendingPathComponent("notes.ndjson").path }

  init() throws { folder = try Scratch() }

  private func observation(_ format: RecordFormat = .ndjson) -> FileObservation {
    var rules = ComparisonRules()
    rules.id = format == .lines ? [] : ["id"]
    rules.duplicates = format == .lines ? .allow : .reject
    return FileObservation(path: path, form: WatchedForm(format: format, rules: rules))
  }

  private func ids(_ event: StoreEvent<WatchedRecord>?) -> [String]? {
    guard case .replace(let contents) = event else { return nil }
    return contents.items.map(\.id.text)
  }

  /// What came of a look that has nothing to tell; nil where it has.
  private func silence(
    _ look: (outcome: FileLooking.Outcome?, event: StoreEvent<WatchedRecord>?)
  ) -> FileLooking.Outcome?? {
    look.event == nil ? .some(look.outcome) : nil
  }

  @Test("a torn last line is awaited, and told when nothing comes")
  func torn() throws {
    try folder.write("notes.ndjson", "{\"id\":1}\n")
    var file = observation()
    #expect(ids(file.look().event) == ["1"])
    try folder.write("notes.ndjson", "{\"id\":1}\n{\"id\":")
    #expect(silence(file.look()) == .some(.unfinished))
    #expect(file.trouble == nil)
    // More comes.
    try folder.write("notes.ndjson", "{\"id\":1}\n{\"id\":2}\n")
    #expect(ids(file.look().event) == ["1", "2"])
    // Nothing comes.
    try folder.write("notes.ndjson", "{\"id\":1}\n{\"id\":")
    #expect(file.look().outcome == .unfinished)
    let look = file.look()
    guard look.outcome == .failed, case .failed(let error) = look.event else {
      Issue.record("\(look)")
      return
    }
    #expect(error.kind == .malformed && error.description.contains("notes.ndjson:2:"), "\(error)")
    // Once only.
    #expect(file.look().event == nil)
    #expect(file.look().event == nil)
  }

  @Test("damage in the middle is told at once")
  func damage() throws {
    try folder.write("notes.ndjson", "{\"id\":1}\n{\"id\" 2}\n{\"id\":3}\n")
    var file = observation()
    #expect(file.look().outcome == .failed)
    #expect(file.trouble?.description.contains("notes.ndjson:2:") == true)
    #expect(!file.hasAnswered)
    // The same file, whole again.
    try folder.write("notes.ndjson", "{\"id\":1}\n{\"id\":2}\n")
    #expect(ids(file.look().event) == ["1", "2"])
    #expect(file.trouble == nil && file.hasAnswered)
  }

  @Test("a file that becomes empty is looked at twice: it may be about to be written")
  func emptied() throws {
    try folder.write("notes.ndjson", "one\n")
    var file = observation(.lines)
    #expect(file.look().outcome == .changed)
    try folder.write("notes.ndjson", "")
    #expect(silence(file.look()) == .some(.unfinished))
    #expect(ids(file.look().event) == [])
    // An empty file is one from the beginning, too.
    var other = observation(.lines)
    #expect(ids(other.look().event) == [])
  }

  @Test("the same content is no news, whoever writes it; one byte is")
  func same() throws {
    try folder.write("notes.ndjson", "one\n")
    var file = observation(.lines)
    #expect(file.look().outcome == .changed)
    #expect(silence(file.look()) == .some(.same))
    try FileManager.default.removeItem(atPath: path)
    try folder.write("notes.ndjson", "one\n")
    #expect(silence(file.look()) == .some(.same))
    try folder.write("notes.ndjson", "onE\n")
    #expect(ids(file.look().event) == ["\"onE\""])
  }

  @Test("an old file is not read again until its stamp changes")
  func old() throws {
    try folder.write("notes.ndjson", "one\n")
    let age = { (seconds: Double) in
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
    }
    try age(1_000_000)
    var file = observation(.lines)
    #expect(file.look().outcome == .changed)
    #expect(silence(file.look()) == .some(nil))
    try age(1_000_001)
    #expect(silence(file.look()) == .some(.same))
    #expect(silence(file.look()) == .some(nil))
  }

  @Test("a file that goes and comes back is told of, and its records are the same objects")
  func gone() throws {
    var file = observation()
    #expect(file.look().outcome == .failed)
    #expect(file.trouble?.description.hasSuffix("no such file; check the path") == true)
    #expect(silence(file.look()) == .some(.failed))
    try folder.write("notes.ndjson", "{\"id\":1}\n")
    #expect(ids(file.look().event) == ["1"])
    try FileManager.default.removeItem(atPath: path)
    #expect(file.look().outcome == .failed)
    try folder.write("notes.ndjson", "{\"id\":1}\n")
    #expect(ids(file.look().event) == ["1"])
  }
}
