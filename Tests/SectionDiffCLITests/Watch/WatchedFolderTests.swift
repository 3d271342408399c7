#if CommandLine
  import Foundation
  import Testing

  /// A folder as a source: a record each file, a section each folder.
  @Suite("section-diff watch of a folder")
  struct WatchedFolderTests {
    private let folder: Scratch

    init() throws {
      folder = try Scratch()
      for inner in ["notes", "notes/office", "notes/home"] {
        try FileManager.default.createDirectory(
          at: folder.url.appendingPathComponent(inner), withIntermediateDirectories: true)
      }
      try folder.write("notes/office/a.json", "{\n  \"title\": \"report\",\n  \"due\": 2\n}\n")
      try folder.write("notes/office/b.json", "{\"title\":\"mail\",\"due\":1}")
      try folder.write("notes/home/c.json", "{\"title\":\"shopping\",\"due\":3}")
      try folder.write("notes/readme.txt", "no record\n")
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
      try CommandLineTool().run(["watch", "notes", "--once"] + arguments, in: folder)
    }

    @Test("folders are sections, paths are identities")
    func once() throws {
      let outcome = try run()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(
        outcome.text == """
          revision 1: 3 inserted; sections: 2 inserted

          + home (inserted as section 1, 1 item)
            + home/c.json  title: shopping, due: 3

          + office (inserted as section 2, 2 items)
            + office/a.json  title: report, due: 2
            + office/b.json  title: mail, due: 1


          """)
    }

    @Test("--once prints what makes sense, and says what does not")
    func onceWithTrouble() throws {
      try folder.write("notes/office/b.json", "{\"title\":\n")
      let outcome = try run()
      #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("section-diff: notes/office/b.json:"), "\(outcome.errors)")
      #expect(outcome.text.hasPrefix("revision 1: 2 inserted;"), "\(outcome.text)")
    }

    @Test("fields make sections, order and identities where they are named")
    func fields() throws {
      let outcome = try run("--id", "title", "--sort-by", "due", "--section-by", "due", "--section-order", "value")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let ids = outcome.text.split(separator: "\n").filter { $0.hasPrefix("  + ") }.map { $0.split(separator: " ")[1] }
      #expect(ids == ["mail", "report", "shopping"])
    }

    @Test("files that change, move, come and go; one that makes no sense leaves the others alone")
    func follow() throws {
      let watch = try RunningTool(["watch", "notes", "--format", "json"], in: folder)
      defer { _ = watch.end(SIGKILL) }
      #expect(try watch.object()?["revision"] as? Int == 1)
      try folder.write("notes/office/b.json", "{\"title\":\"letter\",\"due\":1}")
      #expect(try watch.line()?.contains(#""fields":{"title":["mail","letter"]}"#) == true)
      // The file is distinguished from others by its path.
      try FileManager.default.moveItem(
        at: folder.url.appendingPathComponent("notes/office/b.json"),
        to: folder.url.appendingPathComponent("notes/home/b.json"))
      let moved = try #require(try watch.line())
      #expect(moved.contains(#""deletes":1,"inserts":1,"#), "\(moved)")
      #expect(moved.contains(#"{"id":"home/b.json","at":[0,0],"#), "\(moved)")
      try folder.write("notes/home/c.json", "{\"title\":\n")
      let error = try #require(try watch.object()?["error"] as? String)
      #expect(error.hasPrefix("notes/home/c.json:"), "\(error)")
      // What changes elsewhere does not mend it.
      try folder.write("notes/office/b.json", "{\"title\":\"card\",\"due\":1}")
      #expect(try watch.line()?.contains(#""inserts":1,"#) == true)
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("notes/home/c.json"))
      #expect(try watch.line() == #"{"recovered":true}"#)
      #expect(try watch.line()?.contains(#""deletes":1,"inserts":0,"#) == true)
      // A folder that goes takes its files with it.
      try FileManager.default.moveItem(
        at: folder.url.appendingPathComponent("notes/home"), to: folder.url.appendingPathComponent("elsewhere"))
      let gone = try #require(try watch.line())
      #expect(gone.contains(#""sectionDeletes":1,"#), "\(gone)")
      #expect(watch.end(SIGINT) == 0)
    }
  }
#endif
