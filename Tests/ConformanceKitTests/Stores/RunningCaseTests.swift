import Foundation
import Testing

@testable import ConformanceKit

@Suite("The case that is being tried")
struct RunningCaseTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("running-\(UUID())")

  @Test("of a run that ended in it is named by the next one of the same subject, once")
  func interrupted() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let before = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
      before.begin("answerFirst, seed 1")
      before.begin("requestLimit, seed 1")
    }
    #expect(RunningCase.interrupted(of: "Shelves", in: folder) == [])
    #expect(RunningCase.interrupted(of: "Shelf", in: folder) == ["Shelf: requestLimit, seed 1"])
    #expect(RunningCase.interrupted(of: "Shelf", in: folder) == [])
  }

  @Test("of a run that goes on is not named")
  func running() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let now = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
    now.begin("answerFirst, seed 1")
    #expect(RunningCase.interrupted(of: "Shelf", in: folder) == [])
    now.end()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  #if os(macOS) || os(Linux)
    @Test("is printed before the law is tried, and by the next run of a process that ended in it")
    func processes() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path
      let first = try await #require(
        processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        _ = await StoreConformance.check([.answerWhole]) { Ending() }
      }
      #expect(
        String(decoding: first.standardErrorContent, as: UTF8.self)
          .contains("trying TrialStore: answerWhole, seed 1\n"))
      let second = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        _ = await StoreConformance.check([.answerFirst]) { TrialHarness() }
      }
      #expect(
        String(decoding: second.standardErrorContent, as: UTF8.self)
          .contains("the process before ended while it tried TrialStore: answerWhole, seed 1\n"))
    }
  #endif
}

#if os(macOS) || os(Linux)
  /// Ends the process.
  private struct Ending: StoreHarness {
    let capabilities: Set<StoreCapability> = []
    let everything = TrialStore.Request.all

    func makeStore(holding records: [Card]) async throws -> TrialStore { exit(7) }

    func record(_ number: Int, version: Int) -> Card { Card(number, version) }
  }
#endif
