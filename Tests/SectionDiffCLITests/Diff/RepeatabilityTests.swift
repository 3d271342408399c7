#if CommandLine
  import Foundation
  import Testing

  /// The same bytes in every run, whatever the hash seed of the process.
  @Suite struct RepeatabilityTests {
    @Test func runsGiveTheSameBytes() throws {
      let tool = try CommandLineTool()
      let folder = try Scratch()
      var generator = SeededGenerator(seed: 7)
      func file() -> String {
        // Repeated ids, in several sections.
        "id,group,v\n"
          + (0..<300).map { _ in "\(generator.below(60)),\(generator.below(5)),\(generator.below(3))\n" }
          .joined()
      }
      try folder.write("old.csv", file())
      try folder.write("new.csv", file())
      for policy in ["allow", "first", "last"] {
        let arguments = [
          "diff", "old.csv", "new.csv", "--id", "id", "--section-by", "group", "--duplicates", policy,
          "--format", "json",
          "--explain",
        ]
        let first = try tool.run(arguments, in: folder)
        #expect(first.status == 1)
        for _ in 0..<12 { #expect(try tool.run(arguments, in: folder).output == first.output) }
      }
      let refused = ["diff", "old.csv", "new.csv", "--id", "id"]
      let first = try tool.run(refused, in: folder)
      #expect(first.status == 2)
      for _ in 0..<12 { #expect(try tool.run(refused, in: folder).errors == first.errors) }
    }
  }
#endif
