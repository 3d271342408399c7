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
