#if CommandLine
  import Foundation
  import Testing

  /// What is taken for a record of a commit: its form, and the commit that a run names.
  extension HistoryCommandTests {
    @Test("a record of a later form is named and left alone; the others are judged", arguments: [[], ["--notes"]])
    func laterForm(place: [String]) throws {
      let commits = try repository((0..<4).map { (tokens: 10, time: 1_000 + $0) })
      #expect(try history(backfill + place).status == 0)
      let later = #"{"format":"section-diff-history/2","commit":{"of":"another kind"},"blessings":{}}"#
      if place.isEmpty {
        try folder.write("BenchmarkHistory/\(commits[1]).json", later)
      } else {
        try git("notes", "--ref=section-diff", "add", "--force", "--message", later, commits[1])
      }
      let name = place.isEmpty ? "BenchmarkHistory/\(commits[1]).json" : "note on \(commits[1])"
      let said = "\(name): the entry has the form section-diff-history/2, which a later version of section-diff wrote"
      for arguments in [["show"], ["show", "--format", "json"], ["list"], backfill] {
        let outcome = try history(arguments + place)
        #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(arguments): \(outcome.errors)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix(said), "\(arguments): \(outcome.errors)")
        #expect(!outcome.errors.contains("delete") && !outcome.errors.contains("remove"))
      }
      // Three records still say that something is worse.
      try write("run.json", tokens: 12)
      #expect(try history(["add", "run.json", "--replace"] + place).status == 0)
      #expect(try history(["show"] + place).status == 1)
      for arguments in [["add", "run.json"], ["add", "run.json", "--replace"]] {
        let outcome = try history(arguments + ["--commit", commits[1]] + place)
        #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains(said) && outcome.output.isEmpty, "\(outcome.errors)")
      }
      // One of those that the change may have begun at is not known, and the reason would be kept there.
      let blessed = try history(["bless", commits[1], "--reason", "none"] + place)
      #expect(blessed.status == 2 && blessed.output.isEmpty, "\(blessed.errors)")
      let kept =
        place.isEmpty
        ? String(decoding: try folder.read("BenchmarkHistory/\(commits[1]).json"), as: UTF8.self)
        : try git("notes", "--ref=section-diff", "show", commits[1])
      #expect(kept == later)
    }

    @Test("members that are not known are left out, but in a blessing, where they may say that less is accepted")
    func unknownMembers() throws {
      let commits = try repository([(10, 1_000), (12, 1_000)])
      #expect(try history(backfill).status == 0)
      #expect(try history("bless", commits[1], "--reason", "so be it").status == 0)
      let file = "BenchmarkHistory/\(commits[1]).json"
      let text = String(decoding: try folder.read(file), as: UTF8.self)
      try folder.write(file, text.replacingOccurrences(of: "\"counts\":{", with: "\"colour\":\"red\",\"counts\":{"))
      #expect(try history("show").status == 0)
      for (part, name) in [("\"until\":", "from"), ("\"workload\":", "machine")] {
        let start = try #require(text.range(of: "\"blessings\":")?.upperBound)
        let place = try #require(text.range(of: part, range: start..<text.endIndex)?.lowerBound)
        try folder.write(file, text[..<place] + "\"\(name)\":1," + text[place...])
        let outcome = try history("show")
        #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.text)")
        #expect(outcome.errors.contains("has a member that is not known: \(name)"), "\(outcome.errors)")
      }
    }

    @Test("a run is of the commit that it names: as a tag, or a hash, short or in capitals; other names move")
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
      // It was of another commit yesterday.
      for name in ["main", "HEAD", "@", "v1.3~0"] {
        try write("run.json", tokens: 10, commit: name)
        let outcome = try history("add", "run.json")
        #expect(outcome.status == 2 && outcome.errors.contains("a name that moves"), "\(name): \(outcome.errors)")
      }
      let described = "v1.2-1-g\(commits[1].prefix(7))"
      for name in ["v1.3", described, String(commits[1].prefix(4)), commits[1].uppercased(), "unknown"] {
        try write("run.json", tokens: 10, commit: name)
        let outcome = try history("add", "run.json", "--replace")
        #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      }
      try write("run.json", tokens: 10, commit: "v1.2")
      #expect(try history("add", "run.json", "--commit", "v1.2").status == 0)
      let copy = "cp '\(folder.url.path)/run.json' \"$SECTION_DIFF_RECORD\""
      let other = try history("backfill", "--record", copy, "--processes", "1", "--folder", "other")
      #expect(other.status == 2 && other.errors.contains("the run is of commit v1.2, not"), "\(other.errors)")
      #expect(other.text.hasSuffix(": 1 recorded, 0 were before\n"), "\(other.text)")
    }
  }
#endif
