import Foundation
import Testing

@testable import ConformanceKit

@Suite("The case that is being tried")
struct RunningCaseTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("running-\(UUID())")

  /// The number of a process that has ended.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exit 0"]
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  @Test("of a process that ended in it is named by the next one, once")
  func interrupted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = RunningCase(of: "Shelf", isAnnounced: false, folder: folder, process: try endedProcess())
    before.begin("answerFirst, seed 1")
    before.begin("requestLimit, seed 1")
    #expect(RunningCase.interrupted(in: folder) == ["Shelf: requestLimit, seed 1"])
    #expect(RunningCase.interrupted(in: folder) == [])
  }

  @Test("of a process that runs is not named")
  func running() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
    now.begin("answerFirst, seed 1")
    #expect(RunningCase.interrupted(in: folder) == [])
    now.end()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
