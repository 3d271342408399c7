import ArgumentParser
import BenchmarkHarness
import Foundation

/// The file that a benchmark run is written to.
enum RecordFile {
  /// Writes a benchmark run; who waits for the file sees nothing or all of it.
  static func write(_ run: BenchmarkRun, to path: String) throws {
    try Data(run.json()).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Reads a benchmark run.
  static func read(_ path: String) throws -> BenchmarkRun {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError("\(path) cannot be read; give a file that --record wrote")
    }
    do { return try BenchmarkRun(json: Array(data)) } catch {
      throw ValidationError("\(path) is no benchmark run; give a file that --record wrote: \(error)")
    }
  }
}
