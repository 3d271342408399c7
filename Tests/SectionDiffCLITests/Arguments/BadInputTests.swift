#if CommandLine
  import Foundation
  import Testing

  /// Every kind of trouble has its exit code, one clear line, and nothing on standard output.
  @Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible {
      let name: String
      let arguments: [String]
      /// What the line must hold.
      let says: [String]
      var status: Int32 = 2
      var testDescription: String { name }
    }

    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      try folder.write("good.csv", "id,name\n1,a\n2,b\n")
      try folder.write("duplicate.csv", "id,name\n1,a\n2,b\n3,\"c\nd\"\n1,e\n")
      try folder.write("unterminated.csv", "id,name\n1,\"a\n2,b\n")
      try folder.write("ragged.csv", "id,name\n1,a,b\n")
      try folder.write("utf8.csv", Data(Array("id,name\n1,".utf8) + [0xFF, 0x0A]))
      try folder.write("good.ndjson", "{\"id\":1}\n{\"id\":2}\n")
      try folder.write("truncated.json", "[{\"id\":1}")
      try folder.write("mistyped.json", "[{\"id\":1},5]")
      try folder.write("object.json", "{\"id\":1}")
      try folder.write(
        "deep.json",
        "[{\"a\":" + String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000) + "}]")
      try folder.write("missing.ndjson", "{\"id\":1}\n{\"name\":2}\n")
      try folder.write("nested.ndjson", "{\"id\":[1],\"group\":{}}\n")
      try folder.write("dotted.ndjson", "{\"meta.x\":1,\"meta\":{\"y\":1}}\n")
      try folder.write("names.json", "[{\"a\":1,\"a\":2}]")
      try folder.write(
        "duplicate.sections", "[{\"section\":\"A\",\"items\":[]},\n{\"section\":\"A\",\"items\":[]}]")
      try folder.write("items.sections", "[{\"section\":\"A\",\"items\":[[\"1\",\"x\"],\n[\"1\",\"y\"]]}]")
      try folder.write("good.txt", "a\n")
    }

    static let cases: [Case] = [
      Case(
        name: "missing file", arguments: ["diff", "good.csv", "none.csv"], says: ["none.csv", "no such file"]),
      Case(
        name: "directory", arguments: ["diff", "good.csv", ".", "--input", "csv"], says: [".:", "directory"]),
      Case(
        name: "no such column", arguments: ["diff", "good.csv", "good.csv", "--id", "key"],
        says: ["good.csv", "\"key\"", "\"id\", \"name\""]),
      Case(
        name: "no such section column", arguments: ["diff", "good.csv", "good.csv", "--section-by", "key"],
        says: ["\"key\"", "\"id\", \"name\"", "--section-by"]),
      Case(
        name: "no such sort column", arguments: ["diff", "good.csv", "good.csv", "--sort-by", "key:desc"],
        says: ["\"key\"", "\"id\", \"name\"", "--sort-by"]),
      Case(
        name: "no such ignored column", arguments: ["diff", "good.csv", "good.csv", "--ignore", "key"],
        says: ["\"key\"", "\"id\", \"name\"", "--ignore"]),
      Case(
        name: "duplicate key", arguments: ["diff", "good.csv", "duplicate.csv", "--id", "id"],
        says: ["\"1\"", "duplicate.csv:2", "duplicate.csv:6", "--duplicates"]),
      Case(
        name: "duplicate item", arguments: ["diff", "items.sections", "items.sections", "--input", "sections"],
        says: ["\"1\"", "items.sections:1", "items.sections:2"]),
      Case(
        name: "duplicate section",
        arguments: ["diff", "duplicate.sections", "duplicate.sections", "--input", "sections"],
        says: ["\"A\"", "duplicate.sections:1:2", "duplicate.sections:2:1"]),
      Case(
        name: "unterminated quote", arguments: ["diff", "unterminated.csv", "good.csv"],
        says: ["unterminated.csv:2:3"]),
      Case(
        name: "ragged row", arguments: ["diff", "good.csv", "ragged.csv"], says: ["ragged.csv:2:", "3 fields"]),
      Case(
        name: "invalid UTF-8", arguments: ["diff", "utf8.csv", "good.csv"],
        says: ["utf8.csv:2:3", "UTF-8", "offset 10"]),
      Case(
        name: "truncated JSON", arguments: ["diff", "truncated.json", "truncated.json"],
        says: ["truncated.json:1:10"]),
      Case(
        name: "mistyped JSON", arguments: ["diff", "mistyped.json", "mistyped.json"],
        says: ["mistyped.json:1:11", "number"]),
      Case(
        name: "no array", arguments: ["diff", "object.json", "object.json"], says: ["object.json:1:1", "array"]),
      Case(
        name: "deep JSON", arguments: ["diff", "deep.json", "deep.json"],
        says: ["deep.json:1:", "deeper than 512"]),
      Case(
        name: "name twice", arguments: ["diff", "names.json", "names.json"], says: ["names.json:1:9", "\"a\""]),
      Case(
        name: "no id in a record", arguments: ["diff", "good.ndjson", "missing.ndjson", "--id", "id"],
        says: ["missing.ndjson:2:1", "\"id\"", "\"name\""]),
      Case(
        name: "array as id", arguments: ["diff", "nested.ndjson", "good.ndjson", "--id", "id"],
        says: ["nested.ndjson:1:1", "\"id\"", "array"]),
      Case(
        name: "object as section",
        arguments: ["diff", "nested.ndjson", "good.ndjson", "--section-by", "group"],
        says: ["nested.ndjson:1:1", "\"group\"", "--section-by"]),
      Case(
        name: "ambiguous path", arguments: ["diff", "dotted.ndjson", "dotted.ndjson", "--ignore", "meta.y"],
        says: ["dotted.ndjson:1:1", "\"meta.x\""]),
      Case(
        name: "lines have no fields", arguments: ["diff", "good.txt", "good.txt", "--id", "x"],
        says: ["lines", "\"x\""]),
      Case(
        name: "lines have nothing to ignore", arguments: ["diff", "good.txt", "good.txt", "--only", "x"],
        says: ["lines", "\"x\""]),
      Case(
        name: "a patch that is not JSON", arguments: ["apply", "good.csv", "good.csv"], says: ["good.csv:1:1"]),
      Case(
        name: "a patch that is other JSON", arguments: ["apply", "mistyped.json", "good.csv"],
        says: ["mistyped.json:1:1", "not a patch"]),
      Case(
        // Around a record of 512 levels are up to eight of the patch.
        name: "a patch that is too deep", arguments: ["apply", "deep.json", "good.csv"],
        says: ["deep.json:1:", "deeper than 520"]),
      Case(
        name: "a missing patch", arguments: ["apply", "none.json", "good.csv"],
        says: ["none.json", "no such file"]),
    ]

    /// The second file is a pipe: the command waits for it when it has read the first one.
    @Test func aFileThatIsEmptiedWhileItIsReadIsOneLine() throws {
      let rows = (0..<2_000).map { "\($0),\(String(repeating: "x", count: 40))" }.joined(separator: "\n")
      try folder.write("emptied.csv", "id,v\n" + rows + "\n")
      let pipe = folder.url.appending(path: "pipe.csv").path()
      #expect(mkfifo(pipe, 0o600) == 0)
      let run = try RunningTool(["diff", "emptied.csv", "pipe.csv", "--id", "id"], in: folder)
      let writer = try #require(FileHandle(forWritingAtPath: pipe))
      #expect(truncate(folder.url.appending(path: "emptied.csv").path(), 0) == 0)
      try writer.write(contentsOf: Data("id,v\n1,y\n".utf8))
      try writer.close()
      #expect(run.end() == 2)
      #expect(run.complaints.hasPrefix("section-diff: a file became shorter while it was read"), "\(run.complaints)")
      #expect(run.complaints.split(separator: "\n").count == 1)
    }

    @Test(arguments: cases)
    func troubleIsOneLine(_ example: Case) throws {
      let outcome = try tool.run(example.arguments, in: folder)
      #expect(outcome.status == example.status)
      #expect(!outcome.isSignal)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
      for part in example.says { #expect(outcome.errors.contains(part), "\(outcome.errors)") }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every file")) func noPermission() throws {
      try folder.write("locked.csv", "id\n1\n")
      let path = folder.url.appendingPathComponent("locked.csv").path
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      let outcome = try tool.run(["diff", "locked.csv", "good.csv"], in: folder)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("permission denied"))
    }

    @Test(arguments: [
      ["diff", "-", "-"], ["apply", "-", "-"], ["diff", "good.csv"],
      ["diff", "good.csv", "good.csv", "--strategy", "best"],
      ["diff", "good.csv", "good.csv", "--format", "unified"], ["diff", "good.csv", "good.ndjson"],
      ["diff", "good.csv", "good.csv", "--max-work", "-1"], ["frobnicate"],
      ["diff", "a", "b", "--no-such-option"],
      ["diff", "good.txt", "good.txt", "--format", "unified", "--duplicates", "first"],
    ])
    func wrongUsageIs64(_ arguments: [String]) throws {
      let outcome = try tool.run(arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.isEmpty)
    }

    @Test func aClosedPipeIsAQuietEnd() throws {
      var text = "id,name\n"
      for id in 0..<20_000 { text += "\(id),somebody\n" }
      try folder.write("long.csv", text)
      try folder.write("none.csv", "id,name\n")
      let command =
        "\"\(tool.executable.path)\" diff none.csv long.csv --id id | head -n 1 >/dev/null; echo done"
      let outcome = try tool.run(["-c", command], in: folder, program: "/bin/sh")
      #expect(outcome.text == "done\n")
      #expect(outcome.errors.isEmpty)
      // The program's own exit code is that of its answer, and no signal.
      let status =
        "(\"\(tool.executable.path)\" diff none.csv long.csv --id id; echo $? >status) | head -n 1 >/dev/null"
      _ = try tool.run(["-c", status], in: folder, program: "/bin/sh")
      #expect(String(decoding: try folder.read("status"), as: UTF8.self) == "1\n")
    }
  }
#endif
