import ArgumentParser
import BenchmarkHarness
import Foundation

/// The file that a record is written to.
enum RecordFile {
  /// Writes a record; who waits for the file sees nothing or all of it.
  static func write(_ record: BenchmarkRecord, to path: String) throws {
    try Data(record.json()).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Reads a record.
  static func read(_ path: String) throws -> BenchmarkRecord {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError("\(path) cannot be read; give a file that --record wrote")
    }
    do { return try BenchmarkRecord(json: Array(data)) } catch {
      throw ValidationError("\(path) is no record; give a file that --record wrote: \(error)")
    }
  }
}
