#if CommandLine
  import Foundation
  import Testing

  /// The command as a program: what it prints, and how it ends.
  @Suite("section-diff demo")
  struct DemoCommandTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    private func demo(_ arguments: String...) throws -> CommandLineTool.Outcome {
      try tool.run(["demo"] + arguments, in: folder)
    }

    @Test("the first steps, byte for byte")
    func golden() throws {
      let outcome = try demo("--steps", "2")
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      #expect(
        outcome.text == """
          09:00  revision 1: 9 inserted; sections: 2 inserted

          + Boarding (inserted as section 1, 2 items)
            + 09:10  SD 117  Vienna    A6
            + 09:15  SD 114  Seville   A2
          + On time (inserted as section 2, 7 items)
            + 09:25  SD 113  Warsaw    C6
            + 09:50  SD 110  Seville   B3
            + 10:00  SD 123  Vienna    C5
            + 10:05  SD 103  Zurich    B3
            + 10:05  SD 120  Rome      B2
            + 10:25  SD 107  Sofia     A5
            + 10:35  SD 126  Porto     B6

          09:07  revision 2: 2 moved, 3 updated; sections: 1 inserted

          Boarding (2 → 3 items)
              09:10  SD 117  Vienna    A6
              09:15  SD 114  Seville   A2
            ↕ 09:25  SD 113  Warsaw    C6  from On time, 1 → 3; status: On time → Boarding
          On time (7 → 5 items)
              09:50  SD 110  Seville   B3
            ~ 10:00  SD 123  Vienna    B1  gate: C5 → B1
              10:05  SD 103  Zurich    B3
              10:05  SD 120  Rome      B2
              10:35  SD 126  Porto     B6
          + Cancelled (inserted as section 3, 1 item)
            ↕ 10:25  SD 107  Sofia     A5  from On time, 6 → 1; status: On time → Cancelled

          09:14  revision 3: 1 deleted, 2 moved, 2 updated; sections: 1 deleted, 2 inserted

          Boarding (3 → 2 items)
              09:15  SD 114  Seville   A2
              09:25  SD 113  Warsaw    C6
          On time (5 → 4 items)
              09:50  SD 110  Seville   B3
              10:05  SD 103  Zurich    B3
              10:05  SD 120  Rome      B2
              10:35  SD 126  Porto     B6
          - Cancelled (deleted, was section 3, 1 item)
            - 10:25  SD 107  Sofia     A5
          + Delayed (inserted as section 3, 1 item)
            ↕ 10:10  SD 123  Vienna    B1  from On time, 2 → 1; departure: 10:00 → 10:10; status: On time → Delayed
          + Departed (inserted as section 4, 1 item)
            ↕ 09:10  SD 117  Vienna    A6  from Boarding, 1 → 1; status: Boarding → Departed


          """)
    }

    @Test("JSON: one object a line, in the form of patches")
    func json() throws {
      let outcome = try demo("--steps", "60", "--format", "json", "--seed", "2")
      #expect(outcome.status == 0)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 61)
      // The lines, applied one after another, give what is shown.
      var board: [String: [String: String]] = [:]
      var revision: Int?
      for (number, line) in lines.enumerated() {
        let step = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(step["step"] as? Int == number)
        let counts = try #require(step["counts"] as? [String: Int])
        let isSilent = counts.values.allSatisfy { $0 == 0 }
        let now = try #require(step["revision"] as? Int)
        if let before = revision { #expect(now == before + (isSilent ? 0 : 1)) }
        revision = now
        let items = try #require(step["items"] as? [String: [[String: Any]]])
        let sections = try #require(step["sections"] as? [String: [[String: Any]]])
        for (kind, name) in [
          ("deleted", "Deletes"), ("inserted", "Inserts"), ("moved", "Moves"), ("updated", "Updates"),
        ] {
          #expect(items[kind]?.count == counts[name.lowercased()])
          #expect(sections[kind]?.count == counts["section" + name])
        }
        for item in items["deleted"] ?? [] {
          let id = try #require(item["id"] as? String)
          #expect(board.removeValue(forKey: id) == item["item"] as? [String: String])
        }
        for item in items["inserted"] ?? [] {
          let id = try #require(item["id"] as? String)
          #expect(board.updateValue(try #require(item["item"] as? [String: String]), forKey: id) == nil)
        }
        for item in items["updated"] ?? [] {
          let id = try #require(item["id"] as? String)
          for (field, values) in try #require(item["fields"] as? [String: [String]]) {
            #expect(values.count == 2 && board[id]?[field] == values[0])
            board[id]?[field] = values[1]
          }
        }
        #expect(!board.isEmpty)
      }
    }

    @Test("the first line is the changeset from nothing")
    func first() throws {
      let outcome = try demo("--steps", "1", "--format", "json", "--filter", "no such place", "--sections", "none")
      let nothing = #""moved":[],"updated":[]}"#
      let counts = { (inserts: Int) in
        #"{"sectionDeletes":0,"sectionInserts":\#(inserts),"sectionMoves":0,"sectionUpdates":0,"#
          + #""deletes":0,"inserts":0,"moves":0,"updates":0}"#
      }
      let lines = outcome.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 2)
      #expect(
        lines.first?.hasSuffix(
          #""counts":\#(counts(1)),"sections":{"deleted":[],"inserted":[{"id":null,"at":0}],\#(nothing),"#
            + #""items":{"deleted":[],"inserted":[],\#(nothing)}"#) == true, "\(lines)")
      #expect(
        lines.last?.hasSuffix(
          #""counts":\#(counts(0)),"sections":{"deleted":[],"inserted":[],\#(nothing),"#
            + #""items":{"deleted":[],"inserted":[],\#(nothing)}"#) == true, "\(lines)")
    }

    @Test("colour is for terminals, unless it is asked for")
    func colour() throws {
      #expect(try !demo("--steps", "5").text.contains("\u{1B}"))
      let coloured = try demo("--steps", "5", "--color", "always").text
      for code in ["31", "32", "33", "36"] { #expect(coloured.contains("\u{1B}[\(code)m")) }
    }

    @Test(
      "wrong usage has exit code 64",
      arguments: [
        ["--steps", "-1"], ["--steps", "many"], ["--interval", "5"], ["--interval", "soon"], ["--sections", "gate"],
        ["--format", "csv"], ["--seed", "-1"], ["file.csv"],
      ])
    func usage(arguments: [String]) throws {
      let outcome = try tool.run(["demo"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(!outcome.errors.isEmpty)
    }

    @Test("a signal is a clean end: exit code 0, whole lines, nothing on standard error", arguments: [SIGINT, SIGTERM])
    func interrupted(number: Int32) throws {
      let (process, output, errors) = try start(["--steps", "0", "--format", "json"])
      let reader = output.fileHandleForReading
      // It runs, and goes on.
      var text = try #require(try reader.read(upToCount: 1))
      #expect(kill(process.processIdentifier, number) == 0)
      text += try reader.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      #expect(text.last == UInt8(ascii: "\n"))
      for line in text.split(separator: UInt8(ascii: "\n")) {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line)) }
      }
      #expect(try Data(contentsOf: errors).isEmpty)
    }

    @Test("a signal ends a pause at once")
    func interruptedPause() throws {
      let (process, output, _) = try start(["--interval", "1440m"])
      let reader = output.fileHandleForReading
      _ = try reader.read(upToCount: 1)
      #expect(kill(process.processIdentifier, SIGINT) == 0)
      // The end of the output comes with the end of the program.
      _ = try reader.readToEnd()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test("a closed pipe ends it, quietly")
    func closedPipe() throws {
      let (process, output, errors) = try start(["--steps", "0"])
      _ = try output.fileHandleForReading.read(upToCount: 1)
      try output.fileHandleForReading.close()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      #expect(try Data(contentsOf: errors).isEmpty)
    }

    /// Starts it with its output in a pipe.
    private func start(_ arguments: [String]) throws -> (process: Process, output: Pipe, errors: URL) {
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["demo"] + arguments
      process.currentDirectoryURL = folder.url
      let output = Pipe()
      process.standardOutput = output
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      return (process, output, errors)
    }
  }
#endif
