#if CommandLine
  import Foundation
  import RecordFormats
  import Testing

  @testable import SectionDiffCLI

  /// A name with a typo is refused; it never answers "no differences".
  @Suite("Fields that options name") struct OptionFieldsTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      try folder.write("old.ndjson", #"{"id":1,"price":3}"# + "\n" + #"{"id":2,"price":4,"user":{"name":"a"}}"# + "\n")
      try folder.write(
        "new.ndjson", #"{"id":1,"price":5}"# + "\n" + #"{"id":2,"price":4,"user":{"name":"b"},"note":"x"}"# + "\n")
      try folder.write("old.json", #"[{"id":1,"price":3}]"#)
      try folder.write("new.json", #"[{"id":1,"price":5}]"#)
      try folder.write("empty.ndjson", "")
    }

    private func run(_ arguments: [String]) throws -> CommandLineTool.Outcome { try tool.run(arguments, in: folder) }

    // MARK: - diff and advise

    @Test(
      "a field that no record of either side has is refused, with the one that was meant",
      arguments: ["--only", "--ignore", "--section-by", "--sort-by"], ["diff", "advise"])
    func typo(option: String, command: String) throws {
      let outcome = try run([command, "old.ndjson", "new.ndjson", "--id", "id", option, "prize"])
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          section-diff: old.ndjson: no record has the field "prize", here or in new.ndjson (\(option)); did you mean \
          "price"? The fields are "id", "price", "user", "note"

          """)
    }

    @Test("a JSON array is looked through as well")
    func array() throws {
      let outcome = try run(["diff", "old.json", "new.json", "--id", "id", "--only", "prize"])
      #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errorLines.count == 1)
      #expect(outcome.errors.contains(#"did you mean "price"? The fields are "id", "price""#), "\(outcome.errors)")
    }

    @Test("a nested name is looked for by its path")
    func nested() throws {
      let typo = try run(["diff", "old.ndjson", "new.ndjson", "--id", "id", "--only", "user.nmae"])
      #expect(typo.status == 2)
      #expect(
        typo.errors.contains(#"did you mean "user.name"? The fields are "id", "price", "user", "user.name", "note""#),
        "\(typo.errors)")
      let short = try run(["diff", "old.ndjson", "new.ndjson", "--id", "id", "--only", "name"])
      #expect(short.errors.contains(#"did you mean "user.name"? The fields are "id", "price", "user", "note""#))
      let right = try run(["diff", "old.ndjson", "new.ndjson", "--id", "id", "--only", "user.name"])
      #expect(right.status == 1 && right.text.contains("user.name: a → b"))
    }

    @Test(
      "a field that one record of one side has is none", arguments: ["--only", "--ignore", "--section-by", "--sort-by"])
    func optional(option: String) throws {
      for files in [["old.ndjson", "new.ndjson"], ["new.ndjson", "old.ndjson"]] {
        let outcome = try run(["diff"] + files + ["--id", "id", option, "note"])
        #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
      }
    }

    @Test("without records, or where the path goes through null, a name cannot be wrong")
    func unknowable() throws {
      let same = ["--id", "id", "--only", "prize", "--sort-by", "prize"]
      #expect(try run(["diff", "empty.ndjson", "empty.ndjson"] + same).status == 0)
      #expect(try run(["diff", "empty.ndjson", "new.ndjson", "--id", "id", "--only", "price"]).status == 1)
      #expect(try run(["diff", "empty.ndjson", "new.ndjson"] + same).status == 2)
      try folder.write("null.ndjson", #"{"id":1,"user":null}"# + "\n")
      #expect(try run(["diff", "null.ndjson", "null.ndjson", "--id", "id", "--ignore", "user.name"]).status == 0)
      #expect(try run(["diff", "null.ndjson", "old.ndjson", "--id", "id", "--ignore", "user.nmae"]).status == 2)
    }

    @Test("at most ten names are listed, of JSON and of CSV")
    func many() throws {
      let names = (1...12).map { "field\($0)" }
      try folder.write("many.ndjson", "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}\n")
      try folder.write("many.csv", names.joined(separator: ",") + "\n")
      let list = names.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ") + " and 2 more\n"
      for (file, kind) in [("many.ndjson", "fields"), ("many.csv", "columns")] {
        for option in ["--only", "--ignore", "--section-by", "--sort-by"] {
          let outcome = try run(["diff", file, file, option, "zebra"])
          #expect(outcome.status == 2)
          #expect(outcome.errors.contains("the \(kind) are \(list)") || outcome.errors.contains(list.dropLast()))
          #expect(!outcome.errors.contains("field11"), "\(outcome.errors)")
        }
      }
      #expect(try run(["diff", "many.ndjson", "many.ndjson", "--id", "zebra"]).errors.contains("and 2 more"))
    }

    @Test(
      "names that are near are found, others are not",
      arguments: [
        ("prize", "price"), ("pirce", "price"), ("Price", "price"), ("pric", "price"), ("unitprice", "unit_price"),
        ("name", "user.name"), ("colour", nil), ("x", nil), ("is", nil),
      ] as [(String, String?)])
    func near(name: String, expected: String?) {
      let known = ["id", "price", "user.name", "unit_price"]
      let text = NameAdvice.text(for: name, among: "fields", known)
      #expect(
        text.hasPrefix("did you mean \(expected.map { "\"\($0)\"" } ?? "nothing")? ") == (expected != nil), "\(text)")
      if expected == nil { #expect(text.hasPrefix("the fields are ")) }
    }

    @Test("--section-by twice is wrong usage", arguments: ["diff", "advise", "watch"])
    func twice(command: String) throws {
      let files = command == "watch" ? ["old.ndjson", "--once"] : ["old.ndjson", "new.ndjson"]
      let outcome = try run([command] + files + ["--section-by", "id", "--section-by", "price"])
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(#"--section-by takes one field, not "id" and "price""#), "\(outcome.errors)")
    }

    // MARK: - watch

    @Test("watch --once refuses, and prints nothing")
    func once() throws {
      let outcome = try run(["watch", "old.ndjson", "--once", "--id", "id", "--only", "prize"])
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          section-diff: old.ndjson: no record has the field "prize" (--only); did you mean "price"? The fields are \
          "id", "price", "user"

          """)
      #expect(try run(["watch", "old.ndjson", "--once", "--id", "id", "--only", "price"]).status == 0)
    }

    @Test("in a folder the files count together, in whatever order they are read")
    func files() throws {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("notes"), withIntermediateDirectories: true)
      for name in ["a", "b", "c"] { try folder.write("notes/\(name).json", #"{"title":"x"}"#) }
      try folder.write("notes/b.json", #"{"title":"x","due":1}"#)
      let right = try run(["watch", "notes", "--once", "--sort-by", "due"])
      #expect(right.status == 0 && right.errors.isEmpty, "\(right.errors)")
      let wrong = try run(["watch", "notes", "--once", "--sort-by", "deu"])
      #expect(wrong.status == 2 && wrong.output.isEmpty)
      #expect(wrong.errors.contains(#"did you mean "due"?"#), "\(wrong.errors)")
    }

    @Test("while it follows, the first answer with records decides: one line, and the watch goes on")
    func following() async throws {
      var rules = ComparisonRules()
      rules.id = ["id"]
      rules.selection = FieldSelection(ignore: ["note"], only: [])
      let form = WatchedForm(format: .ndjson, rules: rules)
      let source = ScriptedSource(form: form)
      let (pieces, received) = AsyncStream<String>.makeStream()
      let run = WatchRun(source: source, form: form, format: .json)
      let task = Task {
        defer { received.finish() }
        try await run.follow { (bytes) throws(Failure) in
          received.yield(String(decoding: bytes, as: UTF8.self))
          return true
        } say: { _ in
        }
      }
      var lines = pieces.makeAsyncIterator()
      try source.read("")
      #expect(await lines.next()?.hasPrefix(#"{"revision":"#) == true)
      try source.read("{\"id\":1}\n")
      #expect(await lines.next()?.hasPrefix(#"{"revision":"#) == true)
      #expect(
        await lines.next()
          == #"{"error":"scripted: no record has the field \"note\" (--ignore); the fields are \"id\""}"# + "\n")
      try source.read("{\"id\":1}\n{\"id\":2}\n")
      #expect(await lines.next()?.hasPrefix(#"{"revision":"#) == true)
      try source.read("{\"id\":1}\n{\"id\":2}\n{\"id\":3,\"note\":1}\n")
      #expect(await lines.next()?.hasPrefix(#"{"revision":"#) == true)
      task.cancel()
      try await task.value
    }
  }
#endif
