#if CommandLine
  import Foundation
  import MeasuringSupport
  import Testing

  /// What a history cannot compare, or must not take for what it is not.
  extension HistoryCommandTests {
    /// A row of a benchmark run.
    struct Row {
      var name = "parser"
      var counts = ["tokens": 10]
      var wrong: String?
      var time = 1_000
      var threads = false
      fileprivate var json: [String: Any] {
        // What is wrong is not timed.
        let rounds = wrong == nil ? [["first": time, "second": time]] : []
        var row: [String: Any] = ["metrics": counts, "series": ["name": name, "rounds": rounds]]
        if let wrong { row["wrong"] = wrong }
        if threads { row["threads"] = true }
        return row
      }
    }

    /// Records a commit.
    func add(_ commit: String, items: Int = 100, host: String = "h", _ rows: Row...) throws {
      let run: [String: Any] = [
        "format": "section-diff-benchmark/1",
        "environment": ["commit": "unknown", "host": host, "toolchain": "t", "allocator": "a"],
        "workloads": [
          [
            "name": "chat log", "size": 100, "elements": "text", "old": items, "table": ["rows": rows.map(\.json)],
          ]
        ],
      ]
      try folder.write("run.json", JSONSerialization.data(withJSONObject: run))
      let added = try history("add", "run.json", "--commit", commit)
      #expect(added.status == 0, "\(added.errors)")
    }

    /// As many commits.
    func commits(_ count: Int) throws -> [String] {
      try repository((0..<count).map { (tokens: 10, time: $0) })
    }

    @Test(
      "an input that doubles begins a new series: nothing is worse, but nothing is compared, until that is accepted")
    func otherInput() throws {
      let commits = try commits(3)
      try add(commits[0], Row())
      try add(commits[1], items: 200, Row(counts: ["tokens": 20]))
      let shown = try history("show")
      #expect(shown.status == 3, "\(shown.text)")
      #expect(
        shown.text.contains(
          "\nEnded, and not compared any more\n  parser on chat log, 100 text  input of 100 items  "
            + "\(commits[1].prefix(12)) change 1\n"), "\(shown.text)")
      #expect(!shown.text.contains("Worse"))
      let blessed = try history("bless", commits[1], "--metric", "input", "--reason", "twice as long")
      #expect(blessed.status == 0, "\(blessed.errors)")
      try add(commits[2], items: 200, Row(counts: ["tokens": 20]))
      let accepted = try history("show")
      #expect(accepted.status == 0 && accepted.text.contains("\nEnded, and accepted\n"), "\(accepted.text)")
      #expect(accepted.text.contains(": twice as long\n"))
    }

    @Test("a contender, a count or a time that disappears is named, and nothing passes until that is accepted")
    func ended() throws {
      let commits = try commits(4)
      let both = ["tokens": 10, "fields": 5]
      try add(commits[0], Row(counts: both), Row(name: "lexer"))
      try add(commits[2], Row(), Row(name: "scanner"))
      let shown = try history("show", commits[2])
      #expect(shown.status == 3 && shown.text.hasSuffix("verdict: cannot tell\n"), "\(shown.text)")
      let place = "one of 2 commits, \(commits[0].prefix(12))..\(commits[2].prefix(12))"
      for words in [
        "parser on chat log, 100 text  removal of fields  \(place)", "lexer on chat log, 100 text   removal  ",
      ] {
        #expect(shown.text.contains(words), "\(shown.text)")
      }
      #expect(!shown.text.contains("removal of tokens"))
      // Whoever looks at some of it is told what of that is gone.
      #expect(try history("show", commits[2], "--metric", "tokens").status == 3)
      let time = try history("show", commits[2], "--metric", "time", "--contender", "parser")
      #expect(!time.text.contains("\nEnded"), "\(time.text)")

      let json = try history("show", commits[2], "--format", "json")
      let object = try JSONSerialization.jsonObject(with: json.output)
      #expect(try JSONSchema(named: "section-diff-trend-1").problem(in: object, isWhole: true) == nil)
      let ended = try #require((object as? [String: Any])?["ended"] as? [[String: Any]])
      #expect(ended.compactMap { $0["metric"] as? String } == ["removal of fields", "removal"])
      #expect(ended.compactMap { $0["from"] as? Int } == [1, 1] && ended.compactMap { $0["to"] as? Int } == [2, 2])

      let one = try history("bless", commits[1], "--reason", "unused", "--metric", "removal")
      #expect(one.status == 0 && one.text.hasSuffix(": 1 change accepted\n"), "\(one.errors)")
      #expect(try history("show", commits[2]).status == 3)
      #expect(try history("bless", commits[1], "--reason", "unused").text.hasSuffix(": 1 change accepted\n"))
      #expect(try history("show", commits[2]).status == 0)
      // Of the last commit nothing is known.
      #expect(try history("show").status == 3)
      try add(commits[3], Row())
      let again = try history("show")
      #expect(again.status == 3, "\(again.text)")
      #expect(again.text.contains("scanner on chat log, 100 text  removal  \(commits[3].prefix(12))"), "\(again.text)")
    }

    @Test("an answer that is wrong in every record is a regression, which nobody can accept")
    func alwaysWrong() throws {
      let commits = try commits(2)
      for commit in commits { try add(commit, Row(), Row(name: "lexer", counts: [:], wrong: "it loses a row")) }
      let shown = try history("show")
      #expect(shown.status == 1, "\(shown.text)")
      #expect(shown.text.contains("\nWrong in the last record\n  lexer on chat log, 100 text\n"), "\(shown.text)")
      #expect(try history("show", "--metric", "tokens").status == 1)
      #expect(try history("show", "--contender", "parser").status == 0)
      let json = try history("show", "--format", "json")
      #expect(json.text.contains("\"contender\":\"lexer\"}]}\n"), "\(json.text)")
      let object = try JSONSerialization.jsonObject(with: json.output)
      #expect(try JSONSchema(named: "section-diff-trend-1").problem(in: object, isWhole: true) == nil)
      let blessed = try history("bless", commits[1], "--reason", "so be it")
      #expect(blessed.status == 2 && blessed.errors.contains("a wrong answer cannot"), "\(blessed.errors)")
    }

    @Test("an answer that becomes wrong cannot be accepted, and no count of it is said to have ended")
    func becomesWrong() throws {
      let commits = try commits(2)
      try add(commits[0], Row())
      try add(commits[1], Row(counts: [:], wrong: "it loses a row"))
      let shown = try history("show", "--format", "json")
      #expect(shown.status == 1 && shown.text.contains("\"ended\":[]"), "\(shown.text)")
      #expect(try history("bless", commits[1], "--reason", "so be it").status == 2)
    }

    @Test("instructions of what uses threads are worse from 5 % on, as in the gate; of what uses none from 1 %")
    func threads() throws {
      let commits = try commits(3)
      for (commit, count) in zip(commits, [1_000_000, 1_026_000, 1_060_000]) {
        let counts = ["tokens": 1, "counted": count]
        try add(commit, Row(name: "one", counts: counts), Row(name: "many", counts: counts, threads: true))
        // As valgrind's stand in a record: a run has none.
        let file = "BenchmarkHistory/\(commit).json"
        let record = String(decoding: try folder.read(file), as: UTF8.self)
        try folder.write(file, record.replacingOccurrences(of: "\"counted\"", with: "\"instructions\""))
      }
      let shown = try history("show")
      #expect(shown.status == 1)
      #expect(shown.text.contains("one on chat log, 100 text   instructions  1,000,000 → 1,026,000"), "\(shown.text)")
      #expect(shown.text.contains("many on chat log, 100 text  instructions  1,000,000 → 1,060,000"), "\(shown.text)")
      #expect(try history("show", commits[1], "--contender", "many").status == 0)
    }
  }
#endif
