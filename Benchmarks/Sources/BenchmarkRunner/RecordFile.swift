import BenchmarkHarness
import Foundation

/// The file that a record is written to.
enum RecordFile {
  /// Writes a record; whoever waits for the file sees nothing or all of it.
  static func write(_ record: BenchmarkRecord, to path: String) throws {
    try Data(record.json()).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Reads a record.
  static func read(_ path: String) throws -> BenchmarkRecord {
    try BenchmarkRecord(json: Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }
}
