import FileAdapter
import Foundation
import Testing

/// A folder for one test, which goes with it.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    // In memory where that can be had: saving waits for the disk, and these tests save thousands of times.
    let memory = "/dev/shm"
    let base =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    path = base + "/section-diff-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file as an editor does: a new one takes its place.
  func replace(_ name: String, _ text: String) throws {
    let temporary = self("\(UUID().uuidString).new")
    try write(temporary, text)
    guard rename(temporary, self(name)) == 0 else { throw POSIXError(.EIO) }
  }

  /// Writes over a file, as a shell does.
  func overwrite(_ name: String, _ text: String) throws { try write(self(name), text) }

  /// Writes behind a file's end.
  func append(_ name: String, _ text: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: self(name)))
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }

  /// What a file holds, a byte-order mark included.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  private func write(_ path: String, _ text: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil) else { throw POSIXError(.EIO) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    defer { try? file.close() }
    try file.write(contentsOf: Data(text.utf8))
  }
}
