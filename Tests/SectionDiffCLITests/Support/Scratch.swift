#if CommandLine
  import Foundation

  /// A folder of one test, gone with it.
  final class Scratch: Sendable {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appendingPathComponent("section-diff-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

    func write(_ name: String, _ data: Data) throws { try data.write(to: url.appendingPathComponent(name)) }

    func read(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

    func emptyFile(_ name: String) throws -> URL {
      try write(name, Data())
      return url.appendingPathComponent(name)
    }
  }
#endif
