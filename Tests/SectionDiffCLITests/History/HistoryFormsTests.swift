#if CommandLine
  import Foundation
  import Testing

  /// What is taken for a record of a commit: the commit that a run names.
  extension HistoryCommandTests {
    @Test("a run is of the commit that it names: as a tag, a branch, or a hash, short or in capitals")
    func labels() throws {
      let commits = try repository([(10, 1_000), (11, 1_000)])
      try git("tag", "v1.2", commits[0])
      try git("tag", "--annotate", "--message", "now", "v1.3", commits[1])
      for name in [
        "v1.2", String(commits[0].prefix(5)), commits[0].prefix(12).uppercased(), "HEAD~1", "nightly", "-v",
      ] {
        try write("run.json", tokens: 10, commit: name)
        let outcome = try history("add", "run.json")
        #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(name): \(outcome.text)")
        #expect(outcome.errors.contains("run.json: the run is of commit \(name), "), "\(outcome.errors)")
        let advice =
          ["nightly", "-v"].contains(name) ? "measure with its hash in SECTION_DIFF_COMMIT" : "say --commit \(name)"
        #expect(outcome.errors.contains(advice), "\(outcome.errors)")
      }
      for name in ["v1.3", "main", "HEAD", String(commits[1].prefix(4)), commits[1].uppercased(), "unknown"] {
        try write("run.json", tokens: 10, commit: name)
        let outcome = try history("add", "run.json", "--replace")
        #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      }
      try write("run.json", tokens: 10, commit: "v1.2")
      #expect(try history("add", "run.json", "--commit", "v1.2").status == 0)
      let copy = "cp '\(folder.url.path)/run.json' \"$SECTION_DIFF_RECORD\""
      let other = try history("backfill", "--record", copy, "--folder", "other")
      #expect(other.status == 2 && other.errors.contains("the run is of commit v1.2, not"), "\(other.errors)")
      #expect(other.text.hasSuffix(": 1 recorded, 0 were before\n"), "\(other.text)")
    }
  }
#endif
