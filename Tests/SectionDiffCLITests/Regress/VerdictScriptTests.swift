#if CommandLine && os(Linux)
  import Foundation
  import Testing

  /// Scripts that pass on the exit code of `section-diff regress`, where 1 says that something is worse.
  @Suite("Scripts with a verdict")
  struct VerdictScriptTests {
    @Test(
      "what they cannot do is 2, not a regression",
      arguments: [
        ["scripts/judge", "nosuchrev"], ["scripts/judge", "--since"], ["scripts/compare-revisions"],
        ["scripts/compare-revisions", "HEAD", "nosuchrev"], ["scripts/with-jemalloc"],
        ["scripts/trial", "GateSelfTest"],
        ["scripts/gate-selftest-live"], ["scripts/other-suites"],
        ["Tests/Fixtures/ChatSuite/gate", "HEAD", "nosuchrev"],
      ])
    func trouble(command: [String]) throws {
      var package = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { package.deleteLastPathComponent() }
      let folder = try Scratch()
      // A compiler that finds an error.
      try folder.writeScript("swift", "exit 1")
      let outcome = try CommandLineTool().run(
        Array(command.dropFirst()), in: folder,
        environment: [
          "PATH": "\(folder.url.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "SECTION_DIFF_BINARY": "",
        ], program: package.appendingPathComponent(command[0]).path)
      #expect(outcome.status == 2, "\(outcome.text)\(outcome.errors)")
    }
  }
#endif
