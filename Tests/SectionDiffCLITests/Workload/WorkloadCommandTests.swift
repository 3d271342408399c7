#if CommandLine
  import DiffWorkloads
  import Foundation
  import SectionDiff
  import TestScale
  import Testing

  @Suite("Workload") struct WorkloadCommandTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    private func write(_ arguments: [String], to out: String) throws -> CommandLineTool.Outcome {
      let outcome = try tool.run(["workload"] + arguments + ["--out", out], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome
    }

    private func text(_ path: String) throws -> String { String(decoding: try folder.read(path), as: UTF8.self) }

    @Test("the list has a line for each workload, with its reason and a star for the judging set")
    func list() throws {
      let outcome = try tool.run(["workload", "list"], in: folder)
      #expect(outcome.status == 0)
      let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines[0].split(separator: " ") == ["name", "size", "at", "most", "elements", "why"])
      let rows = lines[1...].prefix { !$0.isEmpty }
      #expect(rows.map { $0.split(separator: " ").first.map(String.init) } == Catalogue.all.map(\.name))
      for (row, workload) in zip(rows, Catalogue.all) { #expect(row.hasSuffix("  " + workload.reason)) }
      #expect(rows.count { $0.contains(" * ") } == Catalogue.judging.count)
      #expect(lines.suffix(3) == ["", "* judging set: no threshold is tuned on it", ""])
    }

    @Test("sections, byte for byte, the same in every version")
    func sections() throws {
      let outcome = try write(["first-to-last", "--size", "3"], to: "made/deep")
      #expect(outcome.text == "made/deep/old.json: 3 items in 1 section\nmade/deep/new.json: 3 items in 1 section\n")
      #expect(
        try text("made/deep/old.json")
          == #"[{"section":"0","items":[["0","0"],["1","0"],["2","0"]]}]"# + "\n")
      #expect(
        try text("made/deep/new.json")
          == #"[{"section":"0","items":[["1","0"],["2","0"],["0","0"]]}]"# + "\n")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("made/deep").path)
          .sorted() == ["new.json", "old.json"])
    }

    @Test("NDJSON, byte for byte")
    func lines() throws {
      _ = try write(["reverse", "--size", "2", "--seed", "1", "--ndjson"], to: ".")
      let first = #"{"section":"0","id":"0","content":"0"}"# + "\n"
      let second = #"{"section":"0","id":"1","content":"0"}"# + "\n"
      #expect(Set([try text("old.ndjson"), try text("new.ndjson")]) == [first + second, second + first])
    }

    @Test("the same seed gives the same bytes, another seed others")
    func seeds() throws {
      for (out, seed) in [("a", "5"), ("b", "5"), ("c", "6")] {
        _ = try write(["mixed", "--size", "500", "--seed", seed], to: out)
      }
      for name in ["old.json", "new.json"] {
        #expect(try folder.read("a/" + name) == folder.read("b/" + name))
        #expect(try folder.read("a/" + name) != folder.read("c/" + name))
      }
    }

    @Test(
      "diff finds in the files what is expected of the workload", .enabled(if: TestScale.isFull),
      arguments: [
        "identical", "append", "sparse-edits", "updates", "few-moves", "mixed", "busy", "reverse", "block-move",
        "rotate", "shuffle", "replace-all", "repeats-20", "sections-edits", "sections-moves", "small-sections-edits",
        "small-sections-moves", "regroup",
      ])
    func counts(name: String) throws {
      let workload = try #require(Catalogue.workload(name))
      let pair = workload.pair(size: 1_200, seed: 77)
      let counts = pair.expectedCounts(hasUniqueIDs: workload.hasUniqueIDs)
      for (kind, ending) in [("int", "json"), ("string", "json"), ("int", "ndjson")] {
        _ = try write(
          [name, "--size", "1200", "--seed", "77", "--elements", kind] + (ending == "ndjson" ? ["--ndjson"] : []),
          to: kind)
        let reading = ending == "ndjson" ? ["--id", "id", "--section-by", "section", "--ignore", "section"] : []
        let outcome = try tool.run(
          ["diff", "\(kind)/old.\(ending)", "\(kind)/new.\(ending)", "--format", "summary", "--duplicates", "allow"]
            + (reading.isEmpty ? ["--input", "sections"] : reading), in: folder)
        #expect(
          outcome.text.hasPrefix("items: \(counts.deletes) deleted, \(counts.inserts) inserted, "), "\(outcome.text)")
        if workload.hasUniqueIDs {
          #expect(outcome.text.contains(" \(counts.moves) moved, \(counts.updates) updated;"), "\(outcome.text)")
        }
      }
    }

    @Test("ids of strings have 36 characters")
    func strings() throws {
      _ = try write(["append", "--size", "5", "--elements", "string-shared", "--ndjson"], to: ".")
      for line in try text("new.ndjson").split(separator: "\n") {
        let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(row["id"]?.count == 36)
      }
    }

    @Test("a file that is there is not overwritten unasked: neither of the pair is written", arguments: ["old", "new"])
    func noOverwriting(side: String) throws {
      let mine = "made/\(side).json"
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("made"), withIntermediateDirectories: true)
      try folder.write(mine, "mine")
      let arguments = ["workload", "reverse", "--size", "3", "--out", "made"]
      let refused = try tool.run(arguments, in: folder)
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(
        refused.errors
          == "section-diff: \(mine): there is a file already; choose another folder, or overwrite it with --force\n")
      #expect(try text(mine) == "mine")
      let made = folder.url.appendingPathComponent("made").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: made) == ["\(side).json"])
      // The other format has names of its own.
      #expect(try tool.run(arguments + ["--ndjson"], in: folder).status == 0)
      let forced = try tool.run(arguments + ["--force"], in: folder)
      #expect(forced.status == 0 && forced.errors.isEmpty, "\(forced.errors)")
      #expect(try text(mine) != "mine")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: made).sorted()
          == ["new.json", "new.ndjson", "old.json", "old.ndjson"])
    }

    @Test("where the second file cannot take its place, no draft is left")
    func halfWritten() throws {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("made/new.json/inner"), withIntermediateDirectories: true)
      let outcome = try tool.run(["workload", "reverse", "--size", "3", "--out", "made", "--force"], in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errorLines.count == 1)
      let made = folder.url.appendingPathComponent("made").path
      #expect(!(try FileManager.default.contentsOfDirectory(atPath: made)).contains { $0.hasSuffix(".part") })
    }

    @Test("a folder that cannot be made is trouble, in one line")
    func trouble() throws {
      try folder.write("file", "")
      let outcome = try tool.run(["workload", "mixed", "--size", "5", "--out", "file/deep"], in: folder)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains("file"), "\(outcome.errors)")
    }

    @Test(
      "wrong usage has exit code 64",
      arguments: [
        [], ["mixed"], ["nothing", "--out", "x"], ["list", "--size", "5"], ["list", "--out", "x"],
        ["list", "--force"],
        ["mixed", "--size", "1000001", "--out", "x"], ["mixed", "--size", "-1", "--out", "x"],
        ["mixed", "--seed", "-1", "--out", "x"], ["mixed", "--out", ""],
      ])
    func usage(_ arguments: [String]) throws {
      let outcome = try tool.run(["workload"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("x").path))
    }
  }
#endif
