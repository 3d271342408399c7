#if CommandLine
  import Foundation

  /// The built `section-diff` while it runs, its output in a pipe.
  final class RunningTool {
    private let process = Process()
    private let output = Pipe()
    private let errors: URL
    private var rest = Data()

    init(_ arguments: [String], in folder: Scratch) throws {
      process.executableURL = try CommandLineTool().executable
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.standardOutput = output
      errors = try folder.emptyFile(".errors-\(UUID().uuidString)")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits for the next line, without its end; nil at the end of the output.
    func line() throws -> String? {
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          defer { rest = Data(rest[(end + 1)...]) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        rest += more
      }
    }

    /// Waits for the next line of JSON.
    func object() throws -> [String: Any]? {
      try line().flatMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    /// What was said on standard error so far.
    var complaints: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    #if os(Linux)
      /// The processes that it has started and that run.
      func children() throws -> [pid_t] {
        let process = process.processIdentifier
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").flatMap { thread in
          try String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8).split(separator: " ")
            .compactMap { pid_t($0) }
        }
      }
    #endif

    /// Closes the reading end of the output.
    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// Sends a signal, if one is given, and waits for the end: the exit code, or nil where a signal ended it.
    func end(_ number: Int32? = nil) -> Int32? {
      if let number { kill(process.processIdentifier, number) }
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : nil
    }
  }
#endif
