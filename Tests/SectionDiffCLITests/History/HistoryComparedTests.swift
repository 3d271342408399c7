#if CommandLine
  import Foundation
  import MeasuringSupport
  import Testing

  /// What a history compares, and what it says of the rest.
  extension HistoryCommandTests {
    /// The history as JSON, which keeps its schema, and the exit code.
    private func trend(_ arguments: String...) throws -> (status: Int32, members: [String: Any]) {
      let outcome = try history(["show", "--format", "json"] + arguments)
      let object = try JSONSerialization.jsonObject(with: outcome.output)
      #expect(try JSONSchema(named: "section-diff-trend-1").problem(in: object, isWhole: true) == nil)
      return (outcome.status, try #require(object as? [String: Any]))
    }

    @Test("what goes on on another machine is said, and does not pass before it is judged there, or accepted")
    func elsewhere() throws {
      let commits = try commits(4)
      func record(_ number: Int, _ instructions: Int, host: String) throws {
        try add(commits[number], host: host, Row(counts: ["tokens": 1, "counted": instructions]))
        let file = "BenchmarkHistory/\(commits[number]).json"
        let record = String(decoding: try folder.read(file), as: UTF8.self)
        try folder.write(file, record.replacingOccurrences(of: "\"counted\"", with: "\"instructions\""))
      }
      for number in 0..<3 { try record(number, 1_000_000 * max(1, number), host: number < 2 ? "old" : "new") }
      let shown = try history("show", commits[2])
      #expect(shown.status == 3, "\(shown.text)")
      let words =
        "parser on chat log, 100 text  place of instructions on old, a, t  \(commits[2].prefix(12)) change 2\n"
      #expect(shown.text.contains("\nEnded, and not compared any more\n  " + words), "\(shown.text)")
      #expect(try history("show", commits[2], "--metric", "tokens").status == 0)
      let (status, members) = try trend(commits[2])
      #expect(status == 3)
      let ended = try #require(members["ended"] as? [[String: Any]])
      #expect(ended.map { $0["metric"] as? String } == ["place"])
      #expect(ended.map { $0["of"] as? String } == ["instructions on old, a, t"])
      #expect(try history("bless", commits[2], "--metric", "place", "--reason", "a new machine").status == 0)
      #expect(try history("show", commits[2]).status == 0)
      try record(3, 4_000_000, host: "new")
      #expect(try history("show").status == 1)
    }

    @Test("times of few records are not judged yet, which every output says")
    func young() throws {
      let commits = try commits(2)
      for commit in commits { try add(commit, Row()) }
      let shown = try history("show")
      #expect(shown.status == 0, "\(shown.text)")
      #expect(
        shown.text.contains("\nNot judged yet\n  parser on chat log, 100 text  time  2 of 19 records\n"),
        "\(shown.text)")
      #expect(shown.text.hasSuffix("\nverdict: pass, but for what is not judged yet\n"), "\(shown.text)")
      let waiting = try #require(try trend().members["notJudged"] as? [[String: Any]])
      #expect(waiting.count == 1 && waiting[0]["records"] as? Int == 2 && waiting[0]["needed"] as? Int == 19)
      #expect(try history("show", "--metric", "time").status == 3)
    }

    @Test("a range is compared with the last record before it, and so are the last commits")
    func bases() throws {
      let commits = try commits(4)
      try add(commits[0], Row())
      for commit in commits[2...] { try add(commit, Row(counts: ["tokens": 12])) }
      for arguments in [["\(commits[1])..\(commits[3])"], ["--last", "2"], ["\(commits[0]).."]] {
        let shown = try history(["show"] + arguments)
        #expect(shown.status == 1, "\(arguments): \(shown.text)")
        #expect(shown.text.contains("tokens  10 → 12"), "\(shown.text)")
        #expect(shown.text.contains("one of 2 commits, \(commits[0].prefix(12))..\(commits[2].prefix(12))"))
      }
      #expect(try history("show", "--last", "1").status == 0)
      #expect(try history("list", "--last", "2").text.contains("2 of 2 commits recorded"))
      let blessed = try history("bless", commits[2], "--last", "2", "--reason", "so be it")
      #expect(blessed.status == 0, "\(blessed.errors)")
      #expect(try history("show", "--last", "2").status == 0)
    }

    @Test("each figure of a range is compared with the last record that has it; a clone that lacks it is an error")
    func basesOfEach() throws {
      let commits = try commits(4)
      let wrong = Row(wrong: "it loses a token")
      for (between, words) in [(wrong, "wrong"), (Row(name: "scanner"), "lacking")] {
        try add(commits[0], Row(), Row(name: "lexer"))
        try add(commits[1], between, Row(name: "lexer"))
        try add(commits[2], Row(counts: ["tokens": 12]), Row(name: "lexer"))
        let shown = try history("show", commits[2], "--last", "1")
        #expect(shown.status == 1 && shown.text.contains("tokens  10 → 12"), "\(words): \(shown.text)")
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("BenchmarkHistory"))
      }
    }

    @Test("a name that nothing has is an error, beside others, too")
    func unknownNames() throws {
      let commits = try commits(2)
      for commit in commits { try add(commit, Row(), Row(name: "lexer", counts: ["lines": 3])) }
      for (arguments, words) in [
        (["--workload", "chat log", "--workload", "chatlog"], "--workload chatlog: there is no such one"),
        (["--strategy", "parser", "--contender", "scanner"], "--strategy scanner: there is no such one"),
        (["--metric", "tokens", "--metric", "token"], "--metric token: there is no such one"),
        (
          ["--strategy", "parser", "--metric", "tokens", "--metric", "lines"],
          "--metric lines: not with the other names"
        ),
      ] {
        let outcome = try history(["show"] + arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments): \(outcome.text)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(words), "\(outcome.errors)")
      }
      #expect(try history("show", "--strategy", "parser", "--strategy", "lexer").status == 0)
    }

    @Test("where the last commit has no record that can be read, nobody can tell")
    func lastRecord() throws {
      let commits = try commits(3)
      for commit in commits { try add(commit, Row()) }
      let file = "BenchmarkHistory/\(commits[2]).json"
      for text in ["", "\0\0", #"{"format":"section-diff-history/2"}"#] {
        try folder.write(file, text)
        let (status, members) = try trend()
        #expect(status == 3 && members["verdict"] as? String == "cannot tell" && members["unrecorded"] as? Int == 1)
        let leftOut = try #require(members["leftOut"] as? [[String: String]])
        #expect(leftOut.count == 1 && leftOut[0]["commit"] == commits[2])
        let shown = try history("show")
        #expect(shown.status == 3 && shown.text.contains("\nno record of the last commit, of which nothing is known"))
        #expect(shown.text.contains("\nEntries left out\n  \(commits[2].prefix(12))  "), "\(shown.text)")
      }
      #expect(try history("show", commits[1]).status == 0)
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(file))
      #expect(try history("show").status == 3)
    }

    @Test("a time that becomes nothing has ended, and instructions that nobody counts any more")
    func lost() throws {
      let commits = try commits(2)
      try add(commits[0], Row(counts: ["tokens": 1, "counted": 5]))
      let file = "BenchmarkHistory/\(commits[0]).json"
      let record = String(decoding: try folder.read(file), as: UTF8.self)
      try folder.write(file, record.replacingOccurrences(of: "\"counted\"", with: "\"instructions\""))
      try add(commits[1], Row(counts: ["tokens": 1], time: 0))
      let shown = try history("show")
      #expect(shown.status == 3, "\(shown.text)")
      for name in ["instructions", "time"] { #expect(shown.text.contains("  removal of \(name)"), "\(shown.text)") }
    }

    @Test("what could not be read again is not recorded")
    func unreadable() throws {
      let commits = try commits(1)
      try write("run.json", tokens: 10)
      let run = String(decoding: try folder.read("run.json"), as: UTF8.self)
      for (part, other) in [
        ("\"old\":100", "\"old\":-5"), ("\"tokens\":10", "\"tokens\":-1"), ("\"chat log\"", "\"chat\\u001blog\""),
        ("\"tokens\":10", "\"tokens\":9007199254740993"),
      ] {
        try folder.write("bad.json", run.replacingOccurrences(of: part, with: other))
        for place in [[], ["--notes"]] {
          let outcome = try history(["add", "bad.json"] + place)
          #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(other): \(outcome.text)")
        }
      }
      #expect(try history("add", "run.json").status == 0)
      #expect(try history("list").text.contains("\(commits[0].prefix(12))"))
    }

    @Test("a note that a rebase has copied is said and left out, and can be recorded", arguments: [[], ["--replace"]])
    func rebased(replace: [String]) throws {
      let commits = try commits(3)
      #expect(try history(backfill + ["--notes"]).status == 0)
      try git("notes", "--ref=section-diff", "copy", "--force", commits[0], commits[1])
      let shown = try history("show", "--notes")
      #expect(shown.status == 0 && shown.errors.contains("the entry is of commit \(commits[0])"), "\(shown.errors)")
      #expect(shown.text.contains("\nEntries left out\n  \(commits[1].prefix(12))"), "\(shown.text)")
      #expect(try history("show", commits[1], "--notes").status == 3)
      try write("run.json", tokens: 10)
      #expect(try history(["add", "run.json", "--notes", "--commit", commits[1]] + replace).status == 0)
      let whole = try history("show", "--notes")
      #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    }

    @Test("a branch that is called like the beginning of a hash is a name that moves")
    func hashLike() throws {
      let commits = try commits(2)
      let name = String(commits[1].prefix(6))
      try write("run.json", tokens: 10, commit: name)
      #expect(try history("add", "run.json", "--commit", commits[1]).status == 0)
      try git("branch", name, commits[1])
      let moving = try history(["add", "run.json", "--commit", commits[1], "--replace"])
      #expect(moving.status == 2 && moving.errors.contains("a name that moves"), "\(moving.errors)")
    }

    @Test("one run given twice is no second process")
    func twice() throws {
      _ = try commits(1)
      for name in ["1.json", "2.json"] { try write(name, tokens: 10, time: name == "1.json" ? 1_000 : 1_001) }
      try folder.write("copy.json", try folder.read("1.json"))
      for names in [["1.json", "1.json"], ["1.json", "2.json", "copy.json"]] {
        let outcome = try history(["add"] + names)
        #expect(outcome.status == 2 && outcome.errors.contains("the same run as 1.json"), "\(outcome.errors)")
      }
      #expect(try history("add", "1.json", "2.json").status == 0)
    }

    @Test("JSON has how many entries are of other commits")
    func others() throws {
      let commits = try commits(3)
      for commit in commits { try add(commit, Row()) }
      #expect(try trend(commits[1]).members["others"] as? Int == 1)
      #expect(try trend().members["others"] as? Int == 0)
    }
  }
#endif
