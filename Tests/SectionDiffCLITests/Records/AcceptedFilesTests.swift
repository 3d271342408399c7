#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  /// Files as people have them: what every neighbour answers is answered here, too.
  @Suite struct AcceptedFilesTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    private func run(_ arguments: String..., status: Int32) throws -> String {
      let result = try tool.run(arguments, in: folder)
      #expect(result.status == status, "\(arguments): \(result.text)\(result.errors)")
      return result.text + result.errors
    }

    /// What `diff` finds, checked by its own proof; its patch leads forth and back.
    private func text(_ old: String, _ new: String, _ options: [String] = [], status: Int32 = 1) throws -> String {
      let result = try tool.run(["diff", old, new, "--check"] + options, in: folder)
      #expect(result.status == status, "\(options): \(result.text)\(result.errors)")
      let patch = try tool.run(["diff", old, new, "--format", "json"] + options, in: folder)
      try folder.write("patch.json", patch.text)
      for (arguments, from, to) in [(["patch.json"], old, new), (["--reverse", "patch.json"], new, old)] {
        let output = try tool.run(["apply"] + arguments + [from], in: folder)
        #expect(output.status == 0, "\(output.errors)")
        let ending = to == "/dev/null" ? from : to
        try folder.write("result." + (ending.split(separator: ".").last.map(String.init) ?? ""), output.text)
        let again = try tool.run(
          ["diff", "result." + (ending.split(separator: ".").last.map(String.init) ?? ""), to] + options, in: folder)
        #expect(again.status == 0, "\(arguments): \(output.text) is not \(to): \(again.text)\(again.errors)")
      }
      return result.text
    }

    // MARK: Columns

    @Test func columnsOfOneNameOrNoneAreNamedByTheirNumber() throws {
      try folder.write("old.csv", "id,name,,\n1,a,x,y\n")
      try folder.write("new.csv", "id,name,,\n1,a,x,z\n")
      #expect(try text("old.csv", "new.csv", ["--id", "id"]).contains("~ 1  (2): y → z"))
      #expect(try text("old.csv", "new.csv", ["--id", "1"]).contains("~ 1  (2): y → z"))
      #expect(try text("old.csv", "new.csv", ["--id", "1", "--ignore", "4"], status: 0).contains("no differences"))
      #expect(try text("old.csv", "new.csv", ["--id", "1", "--only", "(2)"]).contains("(2): y → z"))
      #expect(try run("diff", "old.csv", "new.csv", "--id", "5", status: 2).contains("no column \"5\""))
      try folder.write("old.csv", "id,a,a (2),a\n1,p,q,r\n")
      try folder.write("new.csv", "id,a,a (2),a\n1,p,q,s\n")
      #expect(try text("old.csv", "new.csv", ["--id", "id"]).contains("a (3): r → s"))
    }

    /// The name of a column is no path and no pointer, whatever it looks like.
    @Test(arguments: [
      (
        "id,user.name,user.seen\n1,Ada,9:00\n", "id,user.name,user.seen,user.email\n1,Ada,9:05,ada@example.org\n",
        [
          "--id", "id", "--ignore", "user.seen",
        ]
      ),
      ("id,a.b,a.b.c\n1,x,p\n", "id,a.b,a.b.c\n1,y,z\n", ["--id", "id", "--only", "a.b.c"]),
      ("/id,a\n1,x\n", "/id,a\n1,x\n2,z\n", ["--id", "/id"]),
      ("a.b,/c,v\n1,2,x\n", "a.b,/c,v\n1,2,y\n1,3,z\n", ["--id", "a.b", "--id", "/c"]),
      ("id,/x,/a,a.b\n1,x,1,p\n", "id,/x,/a,a.b\n1,x,9,q\n", ["--id", "id", "--ignore", "/x"]),
    ])
    func namesOfColumnsAreNoPaths(_ old: String, _ new: String, _ options: [String]) throws {
      try folder.write("old.csv", old)
      try folder.write("new.csv", new)
      _ = try text("old.csv", "new.csv", options)
    }

    /// A number means the column that OLD has there; one that is a name there is no number in NEW.
    @Test func aNameThatIsANumberIsNoNumberOfAnotherColumn() throws {
      try folder.write("old.csv", "id,1,2\na,k1,x\nb,k2,y\n")
      try folder.write("new.csv", "id,2\na,x\nb,y\n")
      for option in ["--id", "--section-by", "--sort-by"] {
        #expect(try run("diff", "old.csv", "new.csv", option, "1", status: 2).contains("new.csv:1:1: no column \"1\""))
      }
    }

    /// What has come with many columns is written in one pass over them.
    @Test func manyColumnsMayCome() throws {
      let before = (0..<1_500).map { "c\($0)" }
      let all = before + (0..<1_500).map { "d\($0)" }
      for (name, columns) in [("old.csv", before), ("new.csv", all)] {
        let rows = (0..<3).map { row in "\(row)," + columns.map { _ in "1" }.joined(separator: ",") + "\n" }
        try folder.write(name, "id," + columns.joined(separator: ",") + "\n" + rows.joined())
      }
      _ = try text("old.csv", "new.csv", ["--id", "id"])
      try folder.write("other.csv", "id\n1\n")
      let refusal = try run("apply", "patch.json", "other.csv", status: 2)
      #expect(refusal.contains("input.columns: the columns are \"id\"") && refusal.utf8.count < 1_200)
    }

    /// A field that another delimiter could cut is in quotes, so that the result is read as it was meant.
    @Test func whatIsWrittenIsRecognizedAsItWasMeant() throws {
      try folder.write("old.csv", "\"Price, EUR\";\"Qty, pcs\"\n\"1,5\";\"2,5\"\n")
      try folder.write("new.csv", "\"Price, EUR\";\"Qty, pcs\"\n\"1,5\";\"2,5\"\n\"3,5\";\"4,5\"\n")
      _ = try text("old.csv", "new.csv")
      try folder.write("old.csv", "")
      try folder.write("new.csv", "\"x;y\"\n\"1;2\"\n")
      let found = try text("old.csv", "new.csv")
      #expect(found.contains("1 inserted") && !found.contains("column"), "\(found)")
    }

    /// A column that was not compared, and that OLD has not, is no empty one of the result.
    @Test func aColumnThatWasIgnoredIsNotMade() throws {
      try folder.write("old.csv", "id,v\n1,a\n2,b\n")
      try folder.write("new.csv", "id,stock,v\n1,7,a\n2,8,c\n")
      let patch = try tool.run(
        ["diff", "old.csv", "new.csv", "--id", "id", "--ignore", "stock", "--format", "json"], in: folder)
      try folder.write("patch.json", patch.text)
      #expect(try run("apply", "patch.json", "old.csv", status: 0) == "id,v\n1,a\n2,c\n")
      #expect(try run("apply", "--reverse", "patch.json", "new.csv", status: 0) == "id,v\n1,a\n2,b\n")
    }

    // MARK: CSV

    @Test func whatIsBetweenFieldsIsRecognised() throws {
      try folder.write("old.csv", "id;v\n1;3,5\n2;b\n")
      try folder.write("new.csv", "id;v\n1;3,6\n2;b\n")
      #expect(try text("old.csv", "new.csv", ["--id", "id"]).contains("~ 1  v: 3,5 → 3,6"))
      for (separator, name) in [("\t", "tab"), ("|", "|"), (",", ","), (";", ";")] {
        try folder.write("other.csv", "id\(separator)v\n1\(separator)\"3,6\"\n2\(separator)b\n")
        #expect(try text("new.csv", "other.csv", ["--id", "id"], status: 0).contains("no differences"))
        try folder.write("file.txt", "id\(separator)v\n1\(separator)a\n")
        try folder.write("other.txt", "id\(separator)v\n1\(separator)c\n")
        #expect(
          try text("file.txt", "other.txt", ["--id", "id", "--delimiter", name]).contains("v: a → c"), "\(name)")
      }
      // The patch says what was chosen.
      try folder.write("old.csv", "a,b;c\nx,1;2\n")
      try folder.write("new.csv", "a,b;c\nx,1;3\n")
      #expect(try text("old.csv", "new.csv", ["--id", "a,b", "--delimiter", ";"]).contains("c: 2 → 3"))
      #expect(try run("diff", "old.csv", "new.csv", "--delimiter", "\"", status: 64).contains("one character"))
      #expect(try run("diff", "a.json", "b.json", "--delimiter", ";", status: 64).contains("is for CSV"))
      // A row that does not fit is named, as ever.
      try folder.write("old.csv", "id,v\n1,a\n2;b\n")
      #expect(try run("diff", "old.csv", "new.csv", status: 2).contains("old.csv:3:1: a row with 1 field"))
    }

    @Test func quotesOutOfPlaceAreTextWhereTheyMayBe() throws {
      let rows = ["1,a \"b\" c", "2,5\" pipe", "3, \"Ada\"", "4,\"x\" y\"", "5,\"p \"\"q\"\" r\"", "6,\"\""]
      try folder.write("old.csv", (["id,v"] + rows).joined(separator: "\n") + "\n")
      try folder.write("new.csv", (["id,v"] + rows.reversed()).joined(separator: "\n") + "\n2b,x\n")
      #expect(try run("diff", "old.csv", "new.csv", "--id", "id", status: 2).contains("--lazy-quotes"))
      let found = try text("old.csv", "new.csv", ["--id", "id", "--lazy-quotes"])
      #expect(found.contains("5 moved") && found.contains("1 inserted"), "\(found)")
      try folder.write(
        "new.csv",
        "id,v\n1,\"a \"\"b\"\" c\"\n2,\"5\"\" pipe\"\n3,\" \"\"Ada\"\"\"\n4,\"x\"\" y\"\n5,\"p \"\"q\"\" r\"\n6,\n")
      // What is written is CSV by the book.
      #expect(try text("old.csv", "new.csv", ["--id", "id", "--lazy-quotes"], status: 0).contains("no differences"))
    }

    // MARK: JSON

    @Test func aPointerSaysWhichOfTwoFieldsIsMeant() throws {
      try folder.write("old.json", #"[{"id":1,"a.b":1,"a":{"b":1,"/":5}}]"#)
      try folder.write("dotted.json", #"[{"id":1,"a.b":3,"a":{"b":1,"/":5}}]"#)
      try folder.write("nested.json", #"[{"id":1,"a.b":1,"a":{"b":3,"/":6}}]"#)
      #expect(try run("diff", "old.json", "dotted.json", "--only", "a.b", status: 2).contains(#""/a.b" or "/a/b""#))
      #expect(try text("old.json", "dotted.json", ["--id", "/id", "--only", "/a.b"]).contains("/a.b: 1 → 3"))
      #expect(try text("old.json", "nested.json", ["--id", "/id", "--only", "/a.b"], status: 0).contains("no diff"))
      let nested = ["--id", "/id", "--only", "/a/b"]
      let result = try tool.run(["diff", "old.json", "nested.json"] + nested, in: folder)
      #expect(result.text.contains("a.b: 1 → 3") && !result.text.contains("/a.b"), "\(result.text)")
      #expect(
        try run("diff", "old.json", "nested.json", "--id", "/id", "--ignore", "/a/b", "--ignore", "/a/~1", status: 0)
          != "")
      #expect(try run("diff", "old.json", "nested.json", "--id", "/a/b", status: 1).contains("- 1"))
      #expect(
        try run("diff", "old.json", "nested.json", "--only", "/a/c", status: 2).contains("no record has the field"))
    }

    @Test func plainValuesOfAnArrayAreRecords() throws {
      try folder.write("old.json", #"["a", "b", "c"]"#)
      try folder.write("new.json", #"["b", "c", "a"]"#)
      #expect(try text("old.json", "new.json").contains("1 moved"))
      try folder.write("old.json", #"["1", 2, null, true, "a\u0041"]"#)
      try folder.write("new.json", #"[1, 2, null, true, "aA"]"#)
      #expect(try text("old.json", "new.json").contains("1 deleted, 1 inserted"))
      try folder.write("new.json", #"[1, {"a": 1}]"#)
      #expect(try run("diff", "old.json", "new.json", status: 2).contains("new.json:1:5: expected a plain value"))
      try folder.write("new.json", #"[{"a": 1}, 1]"#)
      #expect(try run("diff", "old.json", "new.json", status: 2).contains("expected an object, found a number"))
      #expect(try run("diff", "old.json", "old.json", "--id", "id", status: 2).contains("no field \"id\""))
    }

    // MARK: Names

    /// An id or a section that looks like another one is told apart, on whichever line it is.
    @Test func namesThatLookAlikeAreToldApart() throws {
      try folder.write("old.csv", "id,v\ncaf\u{E9},1\nx\u{A0}y,2\nab,3\n\u{0915}\u{094D},4\n")
      try folder.write("new.csv", "id,v\ncafe\u{301},1\nx y,2\na\u{200B}b,3\n\u{0915}\u{094D},5\n")
      let lines = try text("old.csv", "new.csv", ["--id", "id"]).split(separator: "\n").map { String($0.dropFirst(2)) }
      #expect(lines.contains(#"- caf\u{e9}  v: 1"#) && lines.contains(#"+ cafe\u{301}  v: 1"#), "\(lines)")
      #expect(lines.contains(#"- x\u{a0}y  v: 2"#) && lines.contains("+ x y  v: 2"), "\(lines)")
      #expect(lines.contains("- ab  v: 3") && lines.contains(#"+ a\u{200b}b  v: 3"#), "\(lines)")
      // What looks like nothing else is shown as it is.
      #expect(lines.contains("~ \u{0915}\u{094D}  v: 4 → 5"), "\(lines)")
      let sections = try text("old.csv", "new.csv", ["--id", "v", "--section-by", "id"])
      #expect(sections.contains(#"from caf\u{e9}, 1 → 1"#) && sections.contains(#"+ cafe\u{301} ("#), "\(sections)")
    }

    #if CommandLine
      /// So it is in a paragraph of `watch`.
      @Test func namesThatLookAlikeAreToldApartWhileWatching() throws {
        try folder.write("both.csv", "id,v\ncaf\u{E9},1\ncafe\u{301},2\n\u{0915}\u{094D},4\n")
        let lines = try run("watch", "both.csv", "--id", "id", "--once", status: 0).split(separator: "\n")
        #expect(lines.contains(#"  + caf\u{e9}  v: 1"#) && lines.contains(#"  + cafe\u{301}  v: 2"#), "\(lines)")
        #expect(lines.contains("  + \u{0915}\u{094D}  v: 4"), "\(lines)")
        let sections = try run("watch", "both.csv", "--id", "v", "--section-by", "id", "--once", status: 0)
        #expect(sections.contains(#"+ caf\u{e9} ("#) && sections.contains(#"+ cafe\u{301} ("#), "\(sections)")
      }
    #endif

    @Test func aValueThatReadsLikeTwoFieldsIsQuoted() throws {
      try folder.write("old.csv", "id,v,w\n1,a,b\n2,\"Buns, 4\",c\n")
      try folder.write("new.csv", "id,v,w\n1,\"2, w: 9\",b\n2,\"Buns, 6\",c\n3,\"x, y: z\",d\n")
      let found = try text("old.csv", "new.csv", ["--id", "id"])
      #expect(found.contains(#"~ 1  v: a → "2, w: 9""#), "\(found)")
      #expect(found.contains("~ 2  v: Buns, 4 → Buns, 6"), "\(found)")
      #expect(found.contains(#"+ 3  v: "x, y: z", w: d"#), "\(found)")
    }

    // MARK: Patches

    /// A byte-order mark alone is kept, and `patch` takes it for a line.
    @Test func aMarkAloneIsKept() throws {
      try folder.write("mark.txt", "\u{FEFF}")
      try folder.write("line.txt", "c\n")
      _ = try text("line.txt", "mark.txt")
      #expect(
        Array(try tool.run(["apply", "--reverse", "patch.json", "mark.txt"], in: folder).text.utf8) == [0x63, 0x0A])
      #expect(try run("apply", "patch.json", "line.txt", status: 0) == "\u{FEFF}")
      #expect(
        try run("diff", "mark.txt", "line.txt", "--format", "unified", status: 1).hasSuffix(
          "@@ -1 +1 @@\n-\u{FEFF}\n\\ No newline at end of file\n+c\n"))
      #expect(
        try run("diff", "line.txt", "mark.txt", "--format", "unified", status: 1).hasSuffix(
          "@@ -1 +1 @@\n-c\n+\u{FEFF}\n\\ No newline at end of file\n"))
    }

    /// A record may be as deep in a patch as it may be in a file.
    @Test func theDeepestRecordsHavePatches() throws {
      let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
      try folder.write("old.ndjson", "{\"id\":1}\n")
      try folder.write("new.ndjson", "{\"id\":1,\"x\":\(deep)}\n{\"id\":2,\"x\":\(deep)}\n")
      _ = try text("old.ndjson", "new.ndjson", ["--id", "id"])
      try folder.write("deeper.ndjson", "{\"id\":1,\"x\":[\(deep)]}\n")
      #expect(try run("diff", "old.ndjson", "deeper.ndjson", status: 2).contains("nested deeper than 512 levels"))
    }

    /// Where files with two records of one identity were refused, a patch makes none, and takes none.
    @Test func aPatchMakesNoDuplicatesWhereTheyAreRefused() throws {
      try folder.write("old.csv", "id,a\n1,x\n")
      try folder.write("new.csv", "id,a\n1,x\n9,y\n")
      _ = try text("old.csv", "new.csv", ["--id", "id"])
      try folder.write("other.csv", "id,a\n1,x\n9,z\n")
      #expect(
        try run("apply", "patch.json", "other.csv", status: 2).contains(
          "does not fit other.csv: items: the identity \"9\" would occur twice"))
      try folder.write("twice.csv", "id,a\n1,x\n1,z\n")
      #expect(
        try run("apply", "patch.json", "twice.csv", status: 2).contains(
          "twice.csv:3: the identity \"1\" occurs more than once: at twice.csv:2, twice.csv:3"))
      _ = try text("old.csv", "new.csv", ["--id", "id", "--duplicates", "allow"])
      #expect(try run("apply", "patch.json", "other.csv", status: 0) == "id,a\n1,x\n9,y\n9,z\n")
    }

    /// A line of NDJSON is an object.
    @Test func aPlainValueIsNoLineOfNDJSON() throws {
      try folder.write("old.json", "[{\"a\":1}]\n")
      try folder.write("new.json", "[2,3]\n")
      try folder.write("old.ndjson", "{\"a\":1}\n")
      _ = try text("old.json", "new.json")
      #expect(
        try run("apply", "patch.json", "old.ndjson", "--input", "ndjson", status: 2).contains(
          "cannot write a number as a line of NDJSON"))
    }

    // MARK: Nothing

    /// As git's external diff and difftool hand over files that came or went.
    @Test(arguments: [
      ("csv", "id,v\n1,a\n"), ("tsv", "id\tv\n1\ta\n"), ("json", "[{\"id\":1}]\n"), ("ndjson", "{\"id\":1}\n"),
    ])
    func aFileWithoutBytesHasNoRecords(_ ending: String, _ content: String) throws {
      try folder.write("empty.\(ending)", "")
      try folder.write("mark.\(ending)", "\u{FEFF}")
      try folder.write("full.\(ending)", content)
      for empty in ["empty.\(ending)", "mark.\(ending)", "/dev/null"] {
        #expect(try text(empty, "full.\(ending)", ["--id", "id"]).contains("1 inserted"))
        #expect(try text("full.\(ending)", empty, ["--id", "id"]).contains("1 deleted"))
      }
      #expect(try run("diff", "empty.\(ending)", "mark.\(ending)", "--id", "id", status: 0).contains("0 items"))
      #expect(try run("diff", "empty.\(ending)", "/dev/null", status: 0).contains("no differences"))
    }

    @Test func nothingAtAllIsNoDifference() throws {
      #expect(try run("diff", "/dev/null", "/dev/null", status: 0).contains("no differences"))
      try folder.write("sections.json", #"[{"section":"s","items":[["a","x"]]}]"#)
      #expect(try run("diff", "/dev/null", "sections.json", "--input", "sections", status: 1).contains("1 inserted"))
    }
  }
#endif
