#if CommandLine
  import Foundation
  import Testing

  /// Of several shortest answers for lines, each format of the output shows the one that a person would draw.
  @Suite struct ReadableLinesTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      // As found, the inserted lines are "  two()", "}" and "{".
      try folder.write("old.txt", "{\n  one()\n}\n{\n  three()\n}\n")
      try folder.write("new.txt", "{\n  one()\n}\n{\n  two()\n}\n{\n  three()\n}\n")
    }

    private func output(_ format: String, _ strategy: String) throws -> String {
      let outcome = try tool.run(
        ["diff", "old.txt", "new.txt", "--format", format, "--strategy", strategy, "--check"], in: folder)
      #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome.text
    }

    @Test(arguments: ["adaptive", "lis", "myers", "myers-moves"])
    func aBlockIsWhole(_ strategy: String) throws {
      let unified = try output("unified", strategy)
      #expect(unified.hasSuffix(" {\n   one()\n }\n+{\n+  two()\n+}\n {\n   three()\n }\n"), "\(unified)")
      let text = try output("text", strategy)
      #expect(text.hasPrefix("  + {\n  +   two()\n  + }\n"), "\(text)")
      let object = try JSONSerialization.jsonObject(with: Data(output("json", strategy).utf8)) as? [String: Any]
      let items = try #require(object?["items"] as? [String: Any])
      let inserted = try #require(items["inserted"] as? [[String: Any]])
      #expect(inserted.map { $0["item"] as? String } == ["{", "  two()", "}"])
      #expect(inserted.map { $0["at"] as? [Int] } == [[0, 3], [0, 4], [0, 5]])
    }
  }
#endif
