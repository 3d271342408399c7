#if CommandLine
  import Foundation

  /// The built `section-diff`, run as a program.
  struct CommandLineTool {
    /// What a run left behind.
    struct Outcome {
      let status: Int32
      let isSignal: Bool
      let output: Data
      let errors: String

      var text: String { String(decoding: output, as: UTF8.self) }
      var errorLines: [Substring] { errors.split(separator: "\n", omittingEmptySubsequences: true) }
    }

    struct Missing: Error, CustomStringConvertible {
      let description: String
    }

    let executable: URL

    /// Finds the program in the build products, beside the tests.
    init() throws {
      var folders: [URL] = []
      if let path = ProcessInfo.processInfo.environment["SECTION_DIFF_BINARY"] {
        executable = URL(fileURLWithPath: path)
        return
      }
      folders.append(Bundle.main.bundleURL)
      folders.append(Bundle.main.bundleURL.deletingLastPathComponent())
      for bundle in Bundle.allBundles { folders.append(bundle.bundleURL.deletingLastPathComponent()) }
      if let path = CommandLine.arguments.first {
        folders.append(URL(fileURLWithPath: path).deletingLastPathComponent())
      }
      let candidates = folders.map { $0.appendingPathComponent("section-diff") }
      guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
      else {
        throw Missing(description: "no section-diff beside the tests; looked in \(folders.map(\.path))")
      }
      executable = found
    }

    /// Runs a program to its end, in a folder, with text on standard input.
    func run(
      _ arguments: [String], in folder: Scratch, input: String? = nil, environment: [String: String] = [:],
      program: String? = nil
    ) throws -> Outcome {
      let process = Process()
      process.executableURL = program.map { URL(fileURLWithPath: $0) } ?? executable
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      // Through files: a full pipe would stop the program.
      let name = ".run-\(UUID().uuidString)"
      let output = try folder.emptyFile(name + ".out")
      let errors = try folder.emptyFile(name + ".err")
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      if let input {
        try folder.write(name + ".in", input)
        process.standardInput = try FileHandle(forReadingFrom: folder.url.appendingPathComponent(name + ".in"))
      } else {
        process.standardInput = FileHandle.nullDevice
      }
      try process.run()
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal,
        output: try Data(contentsOf: output),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }
#endif
