import Foundation
import SectionDiff
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

  @Test("is named by one process only, where two have opened the file of a run that ended")
  func opened() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file: URL
    do {
      let before = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
      before.begin("answerFirst, seed 1")
      file = before.file
    }
    let handles = try [FileHandle(forReadingFrom: file), FileHandle(forReadingFrom: file)]
    #expect(RunningCase.interrupted(of: "Shelf", in: file, opened: handles[0]) == "Shelf: answerFirst, seed 1")
    #expect(RunningCase.interrupted(of: "Shelf", in: file, opened: handles[1]) == nil)
  }

  @Test("of nothing tried yet leaves no file behind for the next run; a run that goes on keeps its own")
  func empty() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do { _ = RunningCase(of: "Shelf", isAnnounced: false, folder: folder) }
    do { RunningCase(of: "Rack", isAnnounced: false, folder: folder).begin("answerFirst, seed 1") }
    let now = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    #expect(RunningCase.interrupted(of: "Books", in: folder) == [])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left.count == 2)
    #expect(left.first?.hasPrefix("Rack-") == true)
    #expect(left.last == now.file.lastPathComponent)
    now.end()
  }

  @Test("is written in a folder of the user's own")
  func ownFolder() {
    #expect(RunningCase.folder.lastPathComponent == "ConformanceKit-\(getuid())")
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

  @Test("is written whole, whatever was written before")
  func lengths() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = RunningCase(of: "Shelf", isAnnounced: false, folder: folder)
    for name in ["a case with a long name", "short", String(repeating: "x", count: 5_000), "last"] {
      before.begin(name)
      let text = try String(contentsOf: before.file, encoding: .utf8)
      #expect(text.trimmingCharacters(in: .newlines) == "Shelf: \(name)".prefix(1_024))
    }
  }

  #if os(macOS) || os(Linux)
    @Test("is printed by the next run, where the process ended in it")
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
      #expect(!String(decoding: first.standardErrorContent, as: UTF8.self).contains("ConformanceKit: "))
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

    @Test("is missed where it cannot be written down, which is said")
    func noFolder() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        // What stands in the way cannot be written to by any user, root included.
        try Data().write(to: RunningCase.folder)
        _ = await StoreConformance.check([.answerFirst]) { TrialHarness() }
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("cases of TrialStore cannot be written down in \(path)/ConformanceKit-\(getuid()), so"))
    }

    @Test("of a store is printed by the trap that ends the process")
    func trapsOfStores() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        _ = await StoreConformance.check([.answerFirst]) { TrialHarness() }
        _ = await StoreConformance.check([.answerWhole], seed: 7) { Ending(byTrap: true) }
      }
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("ConformanceKit: the process ends while it tries TrialStore: answerWhole, seed 7\n"))
      #expect(text.components(separatedBy: "ConformanceKit: ").count == 2, "nothing else is printed: \(text)")
    }

    @Test("of each run at the same time is printed by a trap, as long as it goes on")
    func manyNotices() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let notices = (0..<20).map { _ in TrapNotice() }
        #expect(notices.count { $0 == nil } == 4)
        for (number, notice) in notices.enumerated() { notice?.set("case \(number)") }
        notices[3]?.clear()
        notices[5]?.set("another case " + String(repeating: "x", count: 5_000))
        withExtendedLifetime(notices) { abort() }
      }
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      let expected = [0, 1, 2, 4].map { "case \($0)" } + ["another case"] + (6..<16).map { "case \($0)" }
      #expect(lines.suffix(15).map { $0.prefix { $0 != "x" }.trimmingCharacters(in: .whitespaces) } == expected)
    }

    @Test("of an algorithm that traps is printed by the trap and by the next run")
    func traps() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path
      let first = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        _ = AlgorithmConformance(of: TrialAlgorithm.trapping).run(sequenceLength: 2, randomCases: 0)
      }
      // The first pair of sequences of which neither end is equal, so that the algorithm is asked at all.
      let name = "trapping: 0:[0 0]  →  0:[1], allow, global"
      #expect(
        String(decoding: first.standardErrorContent, as: UTF8.self)
          .contains("ConformanceKit: the process ends while it tries \(name)\n"))
      let second = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [path = path as String] in
        setenv("TMPDIR", path, 1)
        let base = TrialAlgorithm.firstCome
        let mended = TrialAlgorithm(name: "trapping", body: base.body)
        _ = AlgorithmConformance(of: mended).run(sequenceLength: 1, worldStride: 50_000, randomCases: 0)
      }
      #expect(
        String(decoding: second.standardErrorContent, as: UTF8.self)
          .contains("the process before ended while it tried \(name)\n"))
    }
  #endif
}

#if os(macOS) || os(Linux)
  /// Ends the process.
  private struct Ending: StoreHarness {
    var byTrap = false
    let capabilities: Set<StoreCapability> = []
    let everything = TrialStore.Request.all

    func makeStore(holding records: [Card]) async throws -> TrialStore {
      if byTrap { preconditionFailure("a store that traps") }
      exit(7)
    }

    func record(_ number: Int, version: Int) -> Card { Card(number, version) }
  }
#endif
