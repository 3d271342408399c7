#if CommandLine
  import Foundation
  import TestScale
  import Testing

  /// The command as a program: what it prints of a file that changes, and how it ends.
  @Suite("section-diff watch")
  struct WatchCommandTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
      try CommandLineTool().run(["watch"] + arguments, in: folder)
    }

    private func start(_ arguments: String...) throws -> RunningTool {
      try RunningTool(["watch"] + arguments + ["--every", "10ms"], in: folder)
    }

    private static let first = "sku,aisle,name,price\n1,Fruit,apple,10\n2,Fruit,pear,20\n3,Dairy,milk,30\n"
    private static let second =
      "sku,aisle,name,price\n2,Fruit,pear,25\n1,Fruit,apple,10\n4,Nuts,walnut,40\n3,Nuts,milk,30\n"

    @Test("text, byte for byte: the changeset from nothing, then what changes")
    func text() throws {
      try folder.write("p.csv", Self.first)
      let watch = try start("p.csv", "--id", "sku", "--section-by", "aisle")
      func paragraphs(_ count: Int) throws -> String {
        var text = ""
        var left = count
        while left > 0, let line = try watch.line() {
          text += line + "\n"
          if line.isEmpty { left -= 1 }
        }
        return text
      }
      #expect(
        try paragraphs(3) == """
          revision 1: 3 inserted; sections: 2 inserted

          + Fruit (inserted as section 1, 2 items)
            + 1  name: apple, price: 10
            + 2  name: pear, price: 20

          + Dairy (inserted as section 2, 1 item)
            + 3  name: milk, price: 30


          """)
      try folder.write("p.csv", Self.second)
      #expect(
        try paragraphs(4) == """
          revision 2: 1 inserted, 2 moved, 2 updated; sections: 1 deleted, 1 inserted

          Fruit (2 items)
            ↕ 2  2 → 1
            ~ 2  price: 20 → 25

          - Dairy (deleted, was section 2, 1 item)

          + Nuts (inserted as section 2, 2 items)
            + 4  name: walnut, price: 40
            ↕ 3  from Dairy, 1 → 2
            ~ 3  aisle: Dairy → Nuts


          """)
      #expect(watch.end(SIGINT) == 0)
      #expect(watch.complaints.isEmpty)
    }

    @Test("JSON, byte for byte, in the form of patches")
    func json() throws {
      try folder.write("p.csv", Self.first)
      let watch = try start("p.csv", "--id", "sku", "--section-by", "aisle", "--format", "json")
      let none = #""moved":[],"updated":[]"#
      #expect(
        try watch.line()
          == #"{"revision":1,"counts":{"sectionDeletes":0,"sectionInserts":2,"sectionMoves":0,"sectionUpdates":0,"#
          + #""deletes":0,"inserts":3,"moves":0,"updates":0},"#
          + #""sections":{"deleted":[],"inserted":[{"id":"Fruit","at":0},{"id":"Dairy","at":1}],\#(none)},"#
          + #""items":{"deleted":[],"inserted":["#
          + #"{"id":"1","at":[0,0],"item":{"sku":"1","aisle":"Fruit","name":"apple","price":"10"}},"#
          + #"{"id":"2","at":[0,1],"item":{"sku":"2","aisle":"Fruit","name":"pear","price":"20"}},"#
          + #"{"id":"3","at":[1,0],"item":{"sku":"3","aisle":"Dairy","name":"milk","price":"30"}}],\#(none)}}"#)
      try folder.write("p.csv", Self.second)
      #expect(
        try watch.line()
          == #"{"revision":2,"counts":{"sectionDeletes":1,"sectionInserts":1,"sectionMoves":0,"sectionUpdates":0,"#
          + #""deletes":0,"inserts":1,"moves":2,"updates":2},"#
          + #""sections":{"deleted":[{"id":"Dairy","at":1}],"inserted":[{"id":"Nuts","at":1}],\#(none)},"#
          + #""items":{"deleted":[],"inserted":["#
          + #"{"id":"4","at":[1,0],"item":{"sku":"4","aisle":"Nuts","name":"walnut","price":"40"}}],"#
          + #""moved":[{"id":"2","from":[0,1],"to":[0,0]},{"id":"3","from":[1,0],"to":[1,1]}],"#
          + #""updated":[{"id":"2","from":[0,1],"to":[0,0],"fields":{"price":["20","25"]},"added":{},"removed":{}},"#
          + #"{"id":"3","from":[1,0],"to":[1,1],"fields":{"aisle":["Dairy","Nuts"]},"added":{},"removed":{}}]}}"#)
      #expect(watch.end(SIGTERM) == 0)
      #expect(watch.complaints.isEmpty)
    }

    @Test("an unchanged source prints nothing; trouble is a line, printed once, and the watch goes on")
    func trouble() throws {
      let watch = try start("notes.ndjson", "--id", "id", "--format", "json")
      #expect(try watch.object()?["error"] as? String == "notes.ndjson: no such file; check the path")
      try folder.write("notes.ndjson", "{\"id\":1,\"n\":1.0}\n")
      #expect(try watch.line() == #"{"recovered":true}"#)
      #expect(try watch.object()?["revision"] as? Int == 1)
      // The same again, in a new file; then damage in the middle.
      try folder.write("notes.ndjson", "{\"id\":1,\"n\":1.0}\n")
      try folder.write("notes.ndjson", "{\"id\":1,\n{\"id\":2}\n")
      let error = try #require(try watch.object()?["error"] as? String)
      #expect(error.hasPrefix("notes.ndjson:1:"), "\(error)")
      try folder.write("notes.ndjson", "{\"id\":1,\"n\":1}\n")
      #expect(try watch.line() == #"{"recovered":true}"#)
      let line = try #require(try watch.line())
      #expect(line.hasPrefix(#"{"revision":2,"#) && line.contains(#""fields":{"n":[1.0,1]}"#), "\(line)")
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("notes.ndjson"))
      #expect(try watch.object()?["error"] as? String == "notes.ndjson: no such file; check the path")
      #expect(watch.end(SIGINT) == 0)
      #expect(try watch.line() == nil)
      #expect(watch.complaints.isEmpty)
    }

    @Test("the end of trouble is a line although the data is the same as before")
    func recovered() throws {
      try folder.write("a.txt", "one\n")
      let watch = try start("a.txt")
      for _ in 1...4 { _ = try watch.line() }
      for _ in 1...2 {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("a.txt"))
        #expect(try watch.line() == "error: a.txt: no such file; check the path")
        try folder.write("a.txt", "one\n")
        #expect(try watch.line() == "recovered")
      }
      try folder.write("a.txt", "two\n")
      #expect(try watch.line() == "revision 2: 1 deleted, 1 inserted")
      #expect(watch.end(SIGINT) == 0)
      #expect(watch.complaints.isEmpty)
    }

    @Test("--once prints what there is and ends; trouble then has exit code 2")
    func once() throws {
      try folder.write("a.txt", "one\ntwo\n")
      let outcome = try run("a.txt", "--once")
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.text == "revision 1: 2 inserted; sections: 1 inserted\n\n  + one\n  + two\n\n")
      try folder.write("empty.txt", "")
      #expect(try run("empty.txt", "--once", "--format", "json").text.hasPrefix(#"{"revision":"#))
      for (file, arguments, message) in [
        ("none.csv", [], "section-diff: none.csv: no such file; check the path"),
        ("/dev/null", [], "section-diff: /dev/null: not a regular file; copy it into one"),
        ("a.txt", ["--input", "json"], "section-diff: a.txt:1:1: "),
      ] {
        let outcome = try CommandLineTool().run(["watch", file, "--once"] + arguments, in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix(message), "\(outcome.errors)")
      }
    }

    @Test("-v tells health and the reasons for looking again on standard error")
    func verbose() throws {
      try folder.write("a.txt", "one\n")
      let watch = try start("a.txt", "-v", "--format", "json")
      _ = try watch.line()
      try folder.write("a.txt", "two\n")
      _ = try watch.line()
      #expect(watch.end(SIGINT) == 0)
      let said = Set(watch.complaints.split(separator: "\n"))
      #if os(Linux)
        #expect(said == ["section-diff: health: live"])
      #else
        #expect(said.contains("section-diff: health: polling: this system has no inotify"))
      #endif
    }

    /// A file of so many records.
    private static func records(_ keys: some Sequence<Int>) -> String {
      "sku,price\n" + keys.map { "\($0),5\n" }.joined()
    }

    private func touch(_ name: String) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
        ofItemAtPath: folder.url.appendingPathComponent(name).path)
    }

    @Test("a file that lost its records is shown with them, and standard error says so; touch makes the deletes, once")
    func massDeletion() throws {
      try folder.write("p.csv", Self.records(0..<500))
      let watch = try start("p.csv", "--id", "sku", "--format", "json")
      #expect(try watch.line()?.contains(#""deletes":0,"inserts":500,"#) == true)
      try folder.write("p.csv", Self.records([900]))
      #expect(try watch.line()?.contains(#""deletes":0,"inserts":1,"#) == true)
      try touch("p.csv")
      #expect(try watch.line()?.contains(#""deletes":500,"inserts":0,"#) == true)
      // What comes back is new again.
      try folder.write("p.csv", Self.records(0..<3))
      #expect(try watch.line()?.contains(#""deletes":1,"inserts":3,"#) == true)
      #expect(watch.end(SIGINT) == 0)
      let said = watch.complaints.split(separator: "\n").map(String.init)
      #expect(
        said == [
          "section-diff: p.csv: the removal of 500 of 500 records is withheld (keys \"0\", \"1\", \"2\" …) until the "
            + "file is touched or written again; --max-delete sets how many may be removed at once",
          "section-diff: no removals are withheld now",
        ])
    }

    @Test("records that come back after a cut file have never gone")
    func massDeletionUndone() throws {
      try folder.write("p.csv", Self.records(0..<500))
      let watch = try start("p.csv", "--id", "sku", "--format", "json")
      _ = try watch.line()
      var all = Array(0..<500)
      for extra in 900..<903 {
        try folder.write("p.csv", Self.records([extra]))
        #expect(try watch.line()?.contains(#""deletes":0,"inserts":1,"#) == true)
        all += [extra, extra + 50]
        try folder.write("p.csv", Self.records(all))
        #expect(try watch.line()?.contains(#""deletes":0,"inserts":1,"#) == true)
      }
      #expect(watch.end(SIGINT) == 0)
    }

    @Test(
      "--max-delete: a number, a share, or off",
      arguments: [("off", 500, true), ("500", 500, true), ("499", 500, false), ("60%", 300, true), ("59%", 300, false)])
    func maxDelete(limit: String, lost: Int, passes: Bool) throws {
      try folder.write("p.csv", Self.records(0..<500))
      let watch = try start("p.csv", "--id", "sku", "--format", "json", "--max-delete", limit)
      _ = try watch.line()
      try folder.write("p.csv", Self.records(Array(lost..<500) + [900]))
      #expect(try watch.line()?.contains(#""deletes":\#(passes ? lost : 0),"inserts":1,"#) == true)
      if !passes {
        try touch("p.csv")
        #expect(try watch.line()?.contains(#""deletes":\#(lost),"inserts":0,"#) == true)
      }
      #expect(watch.end(SIGINT) == 0)
      #expect(watch.complaints.isEmpty == passes)
    }

    @Test("without --id an edit of every line is no loss")
    func editedLines() throws {
      try folder.write("a.txt", (0..<100).map { "line \($0)\n" }.joined())
      let watch = try start("a.txt", "--format", "json")
      _ = try watch.line()
      try folder.write("a.txt", (0..<100).map { "other \($0)\n" }.joined())
      #expect(try watch.line()?.contains(#""deletes":100,"inserts":100,"#) == true)
      #expect(watch.end(SIGINT) == 0)
      #expect(watch.complaints.isEmpty)
    }

    @Test("a closed pipe ends it, quietly")
    func closedPipe() throws {
      try folder.write("a.txt", "one\n")
      let watch = try start("a.txt")
      _ = try watch.line()
      try watch.closeOutput()
      try folder.write("a.txt", "two\n")
      #expect(watch.end() == 0)
      #expect(watch.complaints.isEmpty)
    }

    @Test("a signal ends it at once, also while it waits for the next look", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) throws {
      try folder.write("a.txt", "one\n")
      let watch = try RunningTool(["watch", "a.txt", "--every", "1440m", "--web", "0", "--format", "json"], in: folder)
      _ = try watch.line()
      #expect(watch.end(number) == 0)
      #expect(try watch.line() == nil)
    }

    @Test(
      "a reader who stops reading does not stop the end by a signal", .enabled(if: TestScale.isFull),
      arguments: [SIGINT, SIGTERM])
    func unreadOutput(number: Int32) throws {
      try folder.write("a.txt", (0..<30_000).map { "line \($0)\n" }.joined())
      let watch = try start("a.txt", "-v")
      _ = try watch.line()
      // More than a pipe holds waits to be written now, and nobody takes them.
      #expect(watch.end(number) == 0)
    }

    @Test(
      "wrong usage has exit code 64, and tells no secret",
      arguments: [
        ["-"], ["a.txt", "--every", "5"], ["a.txt", "--every", "9ms"], ["a.txt", "--once", "--web"],
        ["a.txt", "--web", "x"],
        ["a.txt", "--web", "65536"], ["a.txt", "--format", "summary"], ["a.txt", "--header", "X: secret"],
        ["a.txt", "--header", "secret"], ["a.txt", "--header", "a b:secret"], ["a.txt", "--token-file", "a.txt"],
        ["http://"], ["http://secret@127.0.0.1/a"], ["http://127.0.0.1/a.json", "--input", "sections"],
        ["http://127.0.0.1/a.json", "--header", "secret"], [".", "--input", "csv"],
        [".", "--duplicates", "last"], ["a.txt", "--max-delete", "x"], ["a.txt", "--max-delete", "101%"],
        ["a.txt", "--max-delete=-1"], [],
      ])
    func usage(arguments: [String]) throws {
      let outcome = try CommandLineTool().run(["watch"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty && !outcome.errors.isEmpty)
      #expect(!outcome.errors.contains("secret"))
    }

    @Test("the help has examples")
    func help() throws {
      let outcome = try run("--help")
      #expect(outcome.status == 0)
      for text in ["EXAMPLES", "EXIT CODES", "--web", "--every", "--token-file", "--max-delete 25%"] {
        #expect(outcome.text.contains(text))
      }
    }
  }
#endif
