#if CommandLine
  import Foundation
  import Testing

  /// What the options mean, seen from outside.
  @Suite struct RulesTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    private func summary(_ arguments: [String]) throws -> String {
      let outcome = try tool.run(["diff"] + arguments + ["--format", "summary", "--check"], in: folder)
      #expect(outcome.errors.isEmpty || outcome.errors.hasPrefix("note: "), "\(outcome.errors)")
      return outcome.text
    }

    @Test func firstAndLastAreMeantInTheOrderOfTheFile() throws {
      try folder.write("old.csv", "id,rank\n1,5\n2,4\n")
      try folder.write("new.csv", "id,rank\n1,5\n2,4\n1,3\n")
      let sorted = ["old.csv", "new.csv", "--id", "id", "--sort-by", "rank", "--duplicates"]
      // Sorted, the second record of 1 comes first; in the file it is the last.
      #expect(try summary(sorted + ["first"]).hasPrefix("items: 0 deleted, 0 inserted, 0 moved, 0 updated"))
      #expect(try summary(sorted + ["last"]).hasPrefix("items: 0 deleted, 0 inserted, 1 moved, 1 updated"))
      #expect(try summary(sorted + ["allow"]).hasPrefix("items: 0 deleted, 1 inserted, 0 moved, 0 updated"))
    }

    /// What was dropped differs: not exit 0. Copies of one identity are compared in the order of the file.
    @Test(arguments: [
      ("1,a\n1,b\n", "1,a\n1,b\n", "first", 0), ("1,a\n1,b\n", "1,a\n1,c\n", "first", 1),
      ("1,a\n1,b\n", "1,a\n", "first", 1), ("1,a\n", "1,a\n1,a\n", "first", 1),
      ("1,a\n1,b\n", "1,c\n1,b\n", "last", 1), ("1,a\n2,x\n1,b\n2,x\n", "1,a\n2,x\n2,x\n1,b\n", "first", 0),
    ])
    func whatWasDroppedAndDiffersIsADifference(_ old: String, _ new: String, _ policy: String, _ status: Int32) throws {
      try folder.write("old.csv", "id,name\n" + old)
      try folder.write("new.csv", "id,name\n" + new)
      let arguments = ["diff", "old.csv", "new.csv", "--id", "id", "--duplicates", policy]
      let text = try tool.run(arguments, in: folder)
      #expect(text.status == status, "\(text.text)")
      #expect(text.text.contains("of them differ") == (status == 1), "\(text.text)")
      #expect(text.errors.isEmpty)
      let summary = try tool.run(arguments + ["--format", "summary"], in: folder)
      #expect(summary.status == status)
      #expect(summary.errors.hasPrefix("note: ") == (status == 1), "\(summary.errors)")
    }

    @Test func aSectionThatLosesAllItsRecordsIsGone() throws {
      try folder.write("old.csv", "id,group\n1,A\n")
      try folder.write("new.csv", "id,group\n1,A\n1,B\n")
      #expect(
        try summary(["old.csv", "new.csv", "--id", "id", "--section-by", "group", "--duplicates", "first"])
          .hasSuffix("sections: 0 deleted, 0 inserted, 0 moved, 0 updated\n"))
    }

    @Test func aChangedSectionFieldMovesAndUpdates() throws {
      try folder.write("old.csv", "id,group\n1,A\n2,A\n3,B\n")
      try folder.write("new.csv", "id,group\n1,A\n3,B\n2,B\n")
      let keyed = ["old.csv", "new.csv", "--id", "id", "--section-by", "group"]
      #expect(try summary(keyed).hasPrefix("items: 0 deleted, 0 inserted, 1 moved, 1 updated"))
      #expect(
        try summary(keyed + ["--ignore", "group"]).hasPrefix("items: 0 deleted, 0 inserted, 1 moved, 0 updated"))
      #expect(
        try summary(keyed + ["--id-scope", "section"])
          .hasPrefix("items: 1 deleted, 1 inserted, 0 moved, 0 updated"))
      #expect(
        try summary(keyed + ["--strategy", "myers"]).hasPrefix("items: 1 deleted, 1 inserted, 0 moved, 0 updated"))
    }

    @Test func sectionsByValueStandInTheOneOrder() throws {
      try folder.write("old.ndjson", "")
      try folder.write(
        "new.ndjson",
        "{\"g\":\"b\"}\n{\"g\":10}\n{\"g\":9}\n{\"g\":\"1\"}\n{}\n{\"g\":null}\n{\"g\":true}\n{\"g\":9.0}\n")
      let text = try tool.run(
        [
          "diff", "old.ndjson", "new.ndjson", "--section-by", "g", "--section-order", "value", "--format", "json",
        ],
        in: folder
      ).text
      let ids = text.split(separator: "\"inserted\":").dropFirst().first?.split(separator: "],\"moved\"").first
      #expect(
        ids
          == #"[{"id":null,"at":0},{"id":true,"at":1},{"id":9,"at":2},{"id":9.0,"at":3},{"id":10,"at":4},{"id":"1","at":5},{"id":"b","at":6}"#
      )
    }

    @Test func bytesAreComparedNotCharacters() throws {
      try folder.write("old.txt", "\u{212A}\ne\u{301}\n")
      try folder.write("new.txt", "K\n\u{E9}\n")
      #expect(try summary(["old.txt", "new.txt"]).hasPrefix("items: 2 deleted, 2 inserted"))
      try folder.write("old.csv", "id\n\u{212A}\n")
      try folder.write("new.csv", "id\nK\n")
      #expect(try summary(["old.csv", "new.csv", "--id", "id"]).hasPrefix("items: 1 deleted, 1 inserted"))
    }

    @Test func quotesAndLineEndsOfCSVAreNoContent() throws {
      try folder.write("old.csv", "id,name\r\n1,\"Ada\"\r\n\"2\",Bob\r\n")
      try folder.write("new.csv", "\u{FEFF}id,name\n1,Ada\n2,\"Bob\"")
      #expect(
        try tool.run(["diff", "old.csv", "new.csv", "--id", "id"], in: folder).text == "no differences (2 items)\n")
    }

    /// As Excel for Mac writes them: one side or both, in CSV and TSV, mixed too.
    @Test(arguments: ["\r", "\n", "\r\n"], ["csv", "tsv"])
    func aLoneCarriageReturnEndsARow(_ newEnd: String, _ format: String) throws {
      let comma = format == "csv" ? "," : "\t"
      func text(_ rows: [String], _ end: String) -> String {
        rows.map { $0.replacingOccurrences(of: ",", with: comma) + end }.joined()
      }
      try folder.write("old.\(format)", text(["id,v", "1,a", "2,b"], "\r"))
      try folder.write("new.\(format)", text(["id,v", "1,a", "2,c"], newEnd))
      let arguments = ["diff", "old.\(format)", "new.\(format)", "--id", "id"]
      #expect(try tool.run(arguments, in: folder).text == "  ~ 2  v: b → c\n\n1 updated\n")
      try folder.write("p.json", try tool.run(arguments + ["--format", "json"], in: folder).output)
      #expect(
        try tool.run(["apply", "p.json", "old.\(format)"], in: folder).text == text(["id,v", "1,a", "2,c"], "\r"))
    }

    @Test(arguments: [("a\rb\r", "a\rc\rb"), ("a\nb\n", "a\rc\rb\r"), ("x\r\n", "y\rx"), ("\r", ""), ("a\r", "a\r\r")])
    func carriageReturnsComeBackInLines(_ old: String, _ new: String) throws {
      try folder.write("old.txt", old)
      try folder.write("new.txt", new)
      let patch = try tool.run(["diff", "old.txt", "new.txt", "--format", "json"], in: folder)
      #expect(patch.status == 1)
      try folder.write("p.json", patch.output)
      #expect(try tool.run(["apply", "p.json", "old.txt"], in: folder).output == folder.read("new.txt"))
      #expect(try tool.run(["apply", "p.json", "new.txt", "--reverse"], in: folder).output == folder.read("old.txt"))
    }

    @Test func otherLineEndsAreADifference() throws {
      try folder.write("old.txt", "a\nb\n")
      try folder.write("new.txt", "a\rb\r")
      let outcome = try tool.run(["diff", "old.txt", "new.txt"], in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.text.contains("~ the lines now end in CR"))
    }

    /// pandas' index has no name; JSON allows an empty one.
    @Test func aFieldWithAnEmptyNameIsShown() throws {
      try folder.write("old.ndjson", #"{"id":1,"":5}"# + "\n")
      try folder.write("new.ndjson", #"{"id":1,"":5}"# + "\n" + #"{"id":2,"":77}"# + "\n")
      let text = try tool.run(["diff", "old.ndjson", "new.ndjson", "--id", "id"], in: folder).text
      #expect(text == "  + 2  \"\": 77\n\n1 inserted\n")
    }

    @Test func whatIsNotSeenIsWrittenByNumberInErrors() throws {
      for hidden in ["\u{9b}31m", "\u{1b}[31m", "\u{202e}", "\u{200e}", "\u{200f}", "\u{61c}", "\u{e0041}", "\u{85}"] {
        try folder.write("old.csv", "id,na\(hidden)me\n1,a\n")
        let outcome = try tool.run(["diff", "old.csv", "old.csv", "--id", "name"], in: folder)
        #expect(outcome.status == 2)
        #expect(!outcome.errors.contains(hidden.first ?? "?"), "\(outcome.errors.debugDescription)")
        #expect(outcome.errors.contains("\\u"), "\(outcome.errors)")
      }
    }

    @Test func aByteOrderMarkComesBackInLines() throws {
      try folder.write("old.txt", "a\n")
      try folder.write("new.txt", "\u{FEFF}a\nb")
      let patch = try tool.run(["diff", "old.txt", "new.txt", "--format", "json"], in: folder)
      #expect(patch.text.contains("\"finalNewline\":[true,false],\"byteOrderMark\":[false,true]}"))
      try folder.write("p.json", patch.output)
      #expect(try tool.run(["apply", "p.json", "old.txt"], in: folder).output == folder.read("new.txt"))
      #expect(try tool.run(["apply", "p.json", "new.txt", "--reverse"], in: folder).output == folder.read("old.txt"))
    }

    @Test func nestedFieldsCanBeIgnored() throws {
      try folder.write("old.ndjson", #"{"id":1,"meta":{"at":1,"by":"x"}}"# + "\n")
      try folder.write("new.ndjson", #"{"id":1,"meta":{"by":"y","at":2}}"# + "\n")
      let arguments = ["diff", "old.ndjson", "new.ndjson", "--id", "id", "--ignore", "meta.at"]
      #expect(try tool.run(arguments, in: folder).text == "  ~ 1  meta.by: x → y\n\n1 updated\n")
      try folder.write("p.json", try tool.run(arguments + ["--format", "json"], in: folder).output)
      #expect(
        try tool.run(["apply", "p.json", "old.ndjson"], in: folder).text == #"{"id":1,"meta":{"at":1,"by":"y"}}"#
          + "\n")
    }

    @Test func aPatchOfCSVFitsTSV() throws {
      try folder.write("old.csv", "id,name\n1,Ada\n")
      try folder.write("new.csv", "id,name\n1,\"Ada, L.\"\n")
      try folder.write("old.tsv", "id\tname\n1\tAda\n")
      try folder.write(
        "p.json", try tool.run(["diff", "old.csv", "new.csv", "--id", "id", "--format", "json"], in: folder).output)
      #expect(
        try tool.run(["apply", "p.json", "old.tsv", "--input", "tsv"], in: folder).text == "id\tname\n1\tAda, L.\n")
      let refused = try tool.run(["apply", "p.json", "old.csv", "--input", "lines"], in: folder)
      #expect(refused.status == 2)
      #expect(refused.errorLines.count == 1)
    }

    @Test func aSpentBudgetStillGivesARightAnswer() throws {
      var generator = SeededGenerator(seed: 3)
      let lines = (0..<300).map { "\($0)" }
      try folder.write("old.txt", lines.joined(separator: "\n") + "\n")
      try folder.write("new.txt", lines.shuffled(using: &generator).joined(separator: "\n") + "\n")
      for strategy in ["adaptive", "lis", "myers-moves", "heckel", "myers"] {
        let outcome = try tool.run(
          ["diff", "old.txt", "new.txt", "--strategy", strategy, "--max-work", "10", "--check", "--explain"], in: folder
        )
        #expect(outcome.status == 1, "\(strategy): \(outcome.errors)")
        #expect(outcome.text.contains("the budget ran out"), "\(strategy)")
      }
    }
  }
#endif
