#if CommandLine
  import Foundation
  import TestScale
  import Testing

  /// What `--favor` and `--max-work` do on a text whose shortest script is costly: a few thousand lines of a few dozen, in
  /// no order.
  @Suite struct FavorTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      var generator = SeededGenerator(seed: 4)
      for name in ["old.txt", "new.txt"] {
        let lines = (0..<3_000).map { _ in "word \(Int.random(in: 0..<60, using: &generator))\n" }
        try folder.write(name, lines.joined())
      }
    }

    private struct Answer {
      let changes: Int
      let work: Int
      let isMinimal: Bool
      let favor: String?
    }

    private func answer(_ options: String...) throws -> Answer { try answer(options) }

    /// What `diff` answers under these options; the answer is applied and compared.
    private func answer(_ options: [String]) throws -> Answer {
      let outcome = try tool.run(
        ["diff", "old.txt", "new.txt", "--format", "json", "--check", "--explain"] + options, in: folder)
      #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
      let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
      let counts = try #require(object["counts"] as? [String: Int])
      let receipt = try #require(object["receipt"] as? [String: Any])
      return Answer(
        changes: counts.values.reduce(0, +), work: try #require(receipt["workSpent"] as? Int),
        isMinimal: try #require(receipt["isMinimal"] as? Bool), favor: receipt["favor"] as? String)
    }

    private func explanation(_ options: String...) throws -> String {
      try tool.run(["diff", "old.txt", "new.txt", "--format", "summary", "--explain"] + options, in: folder).text
    }

    @Test func eachGoalIsWorthItsWork() throws {
      let exact = try answer("--strategy", "myers-moves", "--max-work", "1000000000000")
      let fewest = try answer("--favor", "fewest-changes")
      let balance = try answer("--favor", "balance")
      let speed = try answer("--favor", "speed")
      #expect(fewest.changes == exact.changes)
      #expect(speed.changes > fewest.changes, "otherwise the text is no test")
      #expect(balance.changes >= fewest.changes)
      #expect(speed.work < balance.work)
      #expect([fewest.favor, balance.favor, speed.favor] == ["fewest-changes", "balance", "speed"])
      let usual = try answer()
      #expect(usual.favor == "balance" && usual.changes == balance.changes && usual.work == balance.work)
      #expect(exact.favor == nil, "the others have no choice")
    }

    @Test(.enabled(if: TestScale.isFull), arguments: ["balance", "speed", "fewest-changes"])
    func maxWorkBoundsEveryGoal(goal: String) throws {
      for units in [0, 1, 1_000, 100_000] {
        let answer = try answer("--favor", goal, "--max-work", "\(units)")
        #expect(answer.work <= units)
        #expect(!answer.isMinimal)
      }
    }

    @Test(.enabled(if: TestScale.isFull)) func aLargeMaxWorkLiftsTheBound() throws {
      let large = ["--max-work", "1000000000000"]
      let exact = try answer(["--strategy", "myers-moves"] + large)
      #expect(try answer(["--favor", "fewest-changes"] + large).changes == exact.changes)
      #expect(try answer(["--favor", "fewest-changes", "--max-work", "20000"]).changes > exact.changes)
      let lifted = try answer(large)
      #expect(lifted.changes == exact.changes)
      #expect(try answer(["--max-work", "20000"]).changes > lifted.changes)
    }

    @Test func theReceiptSaysWhatToDoForFewerChanges() throws {
      let speed = try explanation("--favor", "speed")
      #expect(speed.contains("picked by adaptive, favoring speed\n"), "\(speed)")
      #expect(
        speed.contains(
          "answer: may have more changes than necessary; --favor fewest-changes searches for the fewest\n"), "\(speed)")
      let bounded = try explanation("--favor", "fewest-changes", "--max-work", "10000")
      #expect(bounded.contains("(raise --max-work)"), "\(bounded)")
      let exact = try explanation("--strategy", "myers-moves", "--max-work", "1000000000000")
      #expect(exact.contains("answer: as few changes as the strategy promises\n"), "\(exact)")
      let heckel = try explanation("--strategy", "heckel")
      #expect(heckel.contains("--strategy adaptive --favor fewest-changes searches for the fewest\n"), "\(heckel)")
    }

    @Test(
      arguments: [
        ["--favor", "luck"], ["--favor", "memory"], ["--favor", "fewest-changes", "--strategy", "lis"],
        ["--strategy", "myers-moves", "--favor", "balance"],
      ])
    func wrongUsage(_ options: [String]) throws {
      let outcome = try tool.run(["diff", "old.txt", "new.txt"] + options, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
    }

    @Test func myersMovesIsAStrategy() throws {
      try folder.write("short-old.txt", "a\nb\nc\na\nb\nb\na\n")
      try folder.write("short-new.txt", "c\nb\na\nb\na\nc\n")
      let arguments = ["diff", "short-old.txt", "short-new.txt", "--format", "summary", "--strategy"]
      #expect(
        try tool.run(arguments + ["myers"], in: folder).text.hasPrefix("items: 3 deleted, 2 inserted, 0 moved"))
      #expect(
        try tool.run(arguments + ["myers-moves"], in: folder).text.hasPrefix("items: 2 deleted, 1 inserted, 1 moved"))
    }
  }
#endif
