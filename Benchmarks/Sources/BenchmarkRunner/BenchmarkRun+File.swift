import ArgumentParser
import BenchmarkHarness
import Foundation

/// The file that a benchmark run is written to.
extension BenchmarkRun {
  /// Reads a benchmark run.
  init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError("\(path) cannot be read; give a file that --record wrote")
    }
    do {
      self = try BenchmarkRun(json: Array(data))
    } catch {
      throw ValidationError("\(path) is no benchmark run; give a file that --record wrote: \(error)")
    }
  }

  /// Writes the run; who waits for the file sees nothing or all of it.
  func write(to path: String) throws { try Data(json()).write(to: URL(fileURLWithPath: path), options: .atomic) }
}
