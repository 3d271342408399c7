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

    /// Writes a shell script that can be executed, and returns its path.
    ///
    /// Another process writes it. A descriptor of this one would be inherited by programs that other tests start at that
    /// moment, and what is open for writing cannot be executed: ETXTBSY.
    @discardableResult
    func writeScript(_ name: String, _ body: String) throws -> String {
      try write(name + ".text", "#!/bin/sh\n\(body)\n")
      let path = url.appendingPathComponent(name).path
      let copying = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [path + ".text", path])
      copying.waitUntilExit()
      guard copying.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      return path
    }

    func read(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

    func emptyFile(_ name: String) throws -> URL {
      try write(name, Data())
      return url.appendingPathComponent(name)
    }
  }
#endif
