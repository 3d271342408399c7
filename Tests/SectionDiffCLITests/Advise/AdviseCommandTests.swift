#if CommandLine
  import Foundation
  import MeasuringSupport
  import TestScale
  import Testing

  /// `section-diff advise` from outside: what it prints, and how it ends. Times are never looked at.
  @Suite("Advise") struct AdviseCommandTests {
    private let tool: CommandLineTool
    private let folder: Scratch
    /// The allocator of the system, whatever the tests run on.
    private let environment = ["LD_PRELOAD": ""]
    private static let strategies = ["adaptive", "lis", "myers-moves", "heckel", "myers"]

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
      try folder.write("old.csv", "id,shelf,n\n1,A,1\n2,A,1\n3,A,1\n4,B,1\n5,B,1\n")
      try folder.write("new.csv", "id,shelf,n\n3,A,1\n1,A,1\n2,A,2\n5,A,1\n6,B,1\n")
      try folder.write("twice.csv", "id,shelf,n\n3,A,1\n3,A,1\n")
      try folder.write("ragged.csv", "id,shelf,n\n3,A\n")
    }

    private func advise(_ arguments: [String]) throws -> CommandLineTool.Outcome {
      let outcome = try tool.run(["advise"] + arguments, in: folder, environment: environment)
      #expect(outcome.status == 0)
      // Progress is for terminals.
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      return outcome
    }

    private func object(_ arguments: [String]) throws -> [String: Any] {
      let output = try advise(arguments + ["--format", "json"]).output
      #expect(output.last == UInt8(ascii: "\n"))
      let object = try JSONSerialization.jsonObject(with: output)
      #expect(try JSONSchema(named: "section-diff-advice-1").problem(in: object, isWhole: true) == nil)
      return try #require(object as? [String: Any])
    }

    private func rows(_ object: [String: Any]) throws -> [String: [String: Any]] {
      let rows = try #require(object["strategies"] as? [[String: Any]])
      #expect(rows.compactMap { $0["name"] as? String } == Self.strategies)
      return Dictionary(uniqueKeysWithValues: zip(Self.strategies, rows))
    }

    // MARK: - What it prints

    @Test("JSON has what is promised")
    func json() throws {
      let object = try object(["--size", "600"])
      #expect(
        Set(object.keys).isSuperset(of: [
          "input", "elements", "old", "new", "floors", "strategies", "recommended", "reason",
        ]))
      let input = try #require(object["input"] as? [String: Any])
      #expect(Set(input.keys) == ["workload", "size", "seed"])
      #expect(input["workload"] as? String == "mixed")
      #expect(input["size"] as? Int == 600)
      #expect(input["seed"] as? Int == 107)
      #expect(object["elements"] as? String == "int")
      #expect(object["old"] as? Int == 600)
      #expect(object["new"] as? Int == 600)
      let floors = try #require(object["floors"] as? [String: Any])
      #expect(Set(floors.keys) == ["scan", "dict", "stdlib"])
      for floor in floors.values { #expect(try #require(floor as? Int) > 0) }
      for (name, row) in try rows(object) {
        for key in ["nanoseconds", "comparisons", "hashes"] {
          #expect(try #require(row[key] as? Int) > 0, "\(name) \(key)")
        }
        for key in ["timeRegret", "sizeRegret"] { #expect(try #require(row[key] as? Double) >= 1, "\(name) \(key)") }
        for key in ["toScan", "toDict", "toStdlib"] { #expect(try #require(row[key] as? Double) > 0, "\(name) \(key)") }
        #expect(try #require(row["spread"] as? Double) >= 0)
        #expect(row["allocations"] is NSNull)
        #expect(row["bytes"] is NSNull)
        let deletes = try #require(row["deletes"] as? Int)
        let inserts = try #require(row["inserts"] as? Int)
        let moves = try #require(row["moves"] as? Int)
        #expect(row["updates"] as? Int == 18)
        if name == "myers" {
          #expect(deletes == inserts && deletes > 6 && moves == 0)
        } else {
          #expect(deletes == 6 && inserts == 6 && moves > 0)
        }
        #expect(row["minimal"] as? Bool == (name != "heckel"), "\(name)")
      }
      #expect(Self.strategies.contains(try #require(object["recommended"] as? String)))
      #expect(try #require(object["reason"] as? String).contains("a diff"))
      let noise = try #require(object["noise"] as? [String: Double])
      #expect(try #require(noise["low"]) <= #require(noise["high"]))
    }

    @Test("the text has a table, the noise floor, a recommendation and its reason")
    func text() throws {
      let text = try advise(["--workload", "few-moves", "--size", "1000", "--seed", "3"]).text
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[0] == "workload few-moves (1 % of the rows move: a ranking), seed 3")
      #expect(lines[1] == "1,000 old and 1,000 new items, elements: int")
      let columns = lines[3].split(separator: " ", omittingEmptySubsequences: true).filter { $0 != "×" }
      #expect(
        columns.first == "strategy" && columns.suffix(5) == ["deletes", "inserts", "moves", "updates", "minimal?"])
      #expect(lines[3...11].allSatisfy { $0.count <= 100 })
      let names = lines[4...11].map { $0.split(separator: " ").first }
      #expect(names == (Self.strategies + ["scan", "dict", "stdlib"]).map { $0[...] })
      #expect(Set(lines[3...11].map(\.count)).count == 1, "the columns stand below each other")
      for line in ["Noise floor: adaptive against itself ", "Recommended: ", "  Why: ", "  What would change it: "] {
        #expect(lines.count { $0.hasPrefix(line) } == 1, "\(line)")
      }
      #expect(lines.contains("Allocations and bytes need jemalloc: scripts/with-jemalloc section-diff advise …"))
    }

    @Test("the wide table has all columns", .enabled(if: TestScale.isFull))
    func wide() throws {
      let lines = try advise(["--size", "100", "--wide"]).text.split(separator: "\n", omittingEmptySubsequences: false)
      for column in ["spread", "× scan", "× stdlib", "comparisons", "hashes", "allocations", "bytes"] {
        #expect(lines[3].contains(column), "\(lines[3])")
      }
    }

    @Test(
      "every kind of element has the same answers", .enabled(if: TestScale.isFull),
      arguments: ["int", "string", "string-shared", "record", "object"])
    func elements(kind: String) throws {
      let object = try object(["--workload", "sparse-edits", "--size", "300", "--elements", kind])
      #expect(object["elements"] as? String == kind)
      for row in try rows(object).values {
        #expect(row["deletes"] as? Int == 3)
        #expect(row["inserts"] as? Int == 3)
      }
    }

    @Test("ids that all hash alike are a kind of their own", .enabled(if: TestScale.isFull))
    func colliding() throws {
      #expect(try object(["--workload", "colliding-hashes", "--size", "60"])["elements"] as? String == "colliding")
    }

    @Test(
      "nothing to compare is measured, too; the members of the JSON stand in the promised order",
      .enabled(if: TestScale.isFull), arguments: [0, 1])
    func tiny(size: Int) throws {
      let text = try advise(["--workload", "shuffle", "--size", "\(size)", "--format", "json"]).text
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(object["old"] as? Int == size)
      #expect(try rows(object).count == 5)
      let keys = [
        "{\"input\":{", ",\"elements\":", ",\"old\":", ",\"new\":", ",\"floors\":{\"scan\":", ",\"dict\":",
        ",\"stdlib\":",
        ",\"strategies\":[{\"name\":\"adaptive\",\"nanoseconds\":", ",\"spread\":", ",\"toScan\":", ",\"toDict\":",
        ",\"comparisons\":", ",\"hashes\":", ",\"allocations\":", ",\"bytes\":", ",\"deletes\":", ",\"inserts\":",
        ",\"moves\":", ",\"updates\":", ",\"minimal\":", "\"name\":\"lis\"", "\"name\":\"heckel\"",
        "\"name\":\"myers\"", ",\"timeRegret\":", ",\"sizeRegret\":",
        "],\"recommended\":", ",\"reason\":", ",\"noise\":", ",\"preference\":\"balance\"", ",\"undecided\":",
        ",\"wrong\":[]",
      ]
      var rest = text[...]
      for key in keys {
        let place = try #require(rest.range(of: key), "\(key) is missing, or stands elsewhere")
        rest = rest[place.upperBound...]
      }
    }

    @Test("files are read as diff reads them, and have the same counts")
    func files() throws {
      let arguments = ["old.csv", "new.csv", "--id", "id", "--section-by", "shelf", "--ignore", "n"]
      let object = try object(arguments)
      let input = try #require(object["input"] as? [String: Any])
      #expect(input["old"] as? String == "old.csv")
      #expect(input["new"] as? String == "new.csv")
      #expect(input["format"] as? String == "csv")
      #expect(input["id"] as? [String] == ["id"])
      #expect(input["sectionBy"] as? String == "shelf")
      #expect(input["ignore"] as? [String] == ["n"])
      #expect(object["elements"] as? String == "record")
      #expect(object["old"] as? Int == 5)
      for strategy in Self.strategies {
        let row = try #require(try rows(object)[strategy])
        let counts = try ["deletes", "inserts", "moves", "updates"].map { try #require(row[$0] as? Int) }
        let summary = try tool.run(
          ["diff"] + arguments + ["--strategy", strategy, "--format", "summary"], in: folder
        ).text
        #expect(
          summary.hasPrefix(
            "items: \(counts[0]) deleted, \(counts[1]) inserted, \(counts[2]) moved, \(counts[3]) updated;"),
          "\(strategy): \(counts), but \(summary)")
      }
    }

    @Test(
      "every format of file can be measured", .enabled(if: TestScale.isFull),
      arguments: ["ndjson", "json", "lines", "sections"])
    func formats(format: String) throws {
      let (old, new) =
        switch format {
        case "ndjson": ("{\"id\":1}\n{\"id\":2}\n", "{\"id\":2}\n{\"id\":1,\"x\":0}\n")
        case "json": ("[{\"id\":1},{\"id\":2}]", "[{\"id\":2},{\"id\":1,\"x\":0}]")
        case "lines": ("1\n2\n", "2\n1\n")
        default:
          ("[{\"section\":\"A\",\"items\":[[\"1\",\"\"]]}]", "[{\"section\":\"A\",\"items\":[[\"1\",\"x\"]]}]")
        }
      try folder.write("a", old)
      try folder.write("b", new)
      let id = format.hasSuffix("json") ? ["--id", "id"] : []
      let object = try object(["a", "b", "--input", format] + id)
      #expect((object["input"] as? [String: Any])?["format"] as? String == format)
      #expect(try rows(object).count == 5)
    }

    @Test("each preference has its reason", .enabled(if: TestScale.isFull))
    func preferences() throws {
      func recommendation(_ preference: String) throws -> (name: String, reason: String) {
        // The former name of the option means the same.
        let option = preference == "memory" ? "--prefer" : "--favor"
        let object = try object(["--workload", "shuffle", "--size", "500", option, preference])
        #expect(object["preference"] as? String == preference)
        return (try #require(object["recommended"] as? String), try #require(object["reason"] as? String))
      }
      let fewest = try recommendation("fewest-changes")
      #expect(["adaptive", "lis", "myers-moves"].contains(fewest.name))
      #expect(fewest.reason.contains(" changes, the fewest"))
      #expect(try recommendation("balance").reason.contains("a diff"))
      #expect(try recommendation("memory").reason.hasPrefix("bytes were not counted, so by speed: "))
    }

    // MARK: - Runners

    /// A program that keeps the protocol, and gives made-up figures: what it lists, and what it records.
    private func runner(_ name: String, listing: String, recording rows: String, old: Int = 3) throws {
      try folder.write(name + ".list", listing)
      try folder.write(
        name + ".json",
        """
        {"format":"section-diff-benchmark/1","environment":{},"workloads":[
         {"name":"chat","size":3,"elements":"message","old":\(old),"table":{"rows":[\(rows)]}}]}
        """)
      try folder.writeScript(
        name,
        """
        if [ "$1" = --list ]; then exec cat "$(dirname "$0")/\(name).list"; fi
        echo "$@" >> "$(dirname "$0")/\(name).calls"
        while [ $# -gt 0 ]; do
          case $1 in
            --size) size=$2;;
            --record) record=$2;;
          esac
          shift
        done
        sed 's/"size":3/"size":'"${size:-3}"'/' "$(dirname "$0")/\(name).json" > "$record"
        """)
    }

    private func row(_ name: String, _ time: Int, _ more: String) -> String {
      let rounds = (0..<12).map { _ in "{\"first\":\(time),\"second\":\(time)}" }.joined(separator: ",")
      return "{\"series\":{\"name\":\"\(name)\",\"rounds\":[\(rounds)]},\(more)}"
    }

    @Test("a runner's contenders are chosen from, and one that is wrong is called so")
    func ownRunner() throws {
      try runner(
        "suite",
        listing:
          "{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"chat\",\"elements\":\"message\",\"sizes\":[3]}]}",
        recording: [
          row("slow", 900, "\"metrics\":{\"tokens\":7}"), row("quick", 300, "\"metrics\":{\"tokens\":9}"),
          "{\"series\":{\"name\":\"quicker\",\"rounds\":[]},\"wrong\":\"it loses a token\"}",
        ].joined(separator: ","))
      let text = try advise(["--runner", "suite"]).text
      #expect(
        text.contains(
          "\nRecommended: quick (--favor balance)\n  Why: 300 ns a run, the fastest; slow takes 3.00 × as long.\n"))
      #expect(text.contains("\nquicker is wrong and was not timed: it loses a token.\n"))
      let object = try object(["--runner", "suite", "--workload", "chat", "--size", "5"])
      #expect(object["recommended"] as? String == "quick")
      #expect((object["wrong"] as? [[String: String]])?.map { $0["name"] } == ["quicker"])
      let slow = try #require((object["strategies"] as? [[String: Any]])?.first)
      for key in ["timeRegret", "sizeRegret", "deletes", "minimal"] { #expect(slow[key] is NSNull, "\(key)") }
      let calls = String(decoding: try folder.read("suite.calls"), as: UTF8.self).split(separator: "\n")
      #expect(calls.count == 2 && calls[0].contains("--workload chat") && calls[0].contains("--size 3"))
      #expect(calls[1].contains("--size 5"))
    }

    @Test(
      "a rival's answer is replayed before it has a time; a wrong one has none, however fast",
      .enabled(if: TestScale.isFull))
    func rival() throws {
      let listing = "{\"format\":\"section-diff-suite/1\",\"workloads\":[],\"takesFiles\":true}"
      // One item of 100 to another place: where, the workload's seed says.
      try runner("lazy", listing: listing, recording: row("lazy", 1, "\"script\":{}"))
      let lazy = try object(["--runner", "lazy", "--workload", "few-moves", "--size", "100"])
      #expect((lazy["wrong"] as? [[String: String]])?.map { $0["name"] } == ["lazy"])
      #expect((lazy["strategies"] as? [[String: Any]])?.count == Self.strategies.count)
      #expect(lazy["recommended"] as? String != "lazy")
      try runner("mute", listing: listing, recording: row("mute", 1, "\"metrics\":{}"))
      let mute = try advise(["--runner", "mute", "--workload", "few-moves", "--size", "100"]).text
      #expect(mute.contains("mute is wrong and was not timed: it gave no script of its changes"))
      // Nothing changes, and that is the right answer.
      try runner("right", listing: listing, recording: row("right", 1, "\"script\":{}"))
      let right = try object(["--runner", "right", "--workload", "identical", "--size", "100"])
      #expect((right["wrong"] as? [Any])?.isEmpty == true)
      let rows = try #require(right["strategies"] as? [[String: Any]])
      #expect(rows.last?["name"] as? String == "right" && rows.last?["hashes"] is NSNull)
      #expect(rows.map { $0["paired"] as? Bool } == Self.strategies.map { _ in true } + [false])
      #expect(right["recommended"] as? String == "right")
      #expect((right["input"] as? [String: Any])?["runner"] as? String == "./right")
      #expect((right["input"] as? [String: Any])?["workload"] as? String == "identical")
    }

    @Test("what nobody counts is not said to need a script of this package")
    func uncounted() throws {
      try runner(
        "suite",
        listing:
          "{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"chat\",\"elements\":\"message\",\"sizes\":[3]}]}",
        recording: row("quick", 300, "\"metrics\":{}"))
      let text = try advise(["--runner", "suite", "--favor", "memory"]).text
      #expect(text.contains("\nAllocations and bytes: the runner counts none.\n"), "\(text)")
      #expect(text.contains("  Why: bytes were not counted, so by speed: 300 ns a run"), "\(text)")
      #expect(!text.contains("jemalloc"), "\(text)")
    }

    @Test("a rival whose sections changed is charged for them, as the strategies are", .enabled(if: TestScale.isFull))
    func rivalSections() throws {
      let listing = "{\"format\":\"section-diff-suite/1\",\"workloads\":[],\"takesFiles\":true}"
      // The one section has another key: all of it out, all of it in.
      let places = (0..<4).map { "[0,\($0)]" }.joined(separator: ",")
      try runner(
        "plain", listing: listing,
        recording: row("plain", 1, "\"script\":{\"deletes\":[\(places)],\"inserts\":[\(places)]}"))
      let object = try object(["--runner", "plain", "--workload", "regroup", "--size", "4"])
      #expect((object["wrong"] as? [Any])?.isEmpty == true)
      // Two changes of sections and eight of items, over the four moves between the two sections.
      let rows = try #require(object["strategies"] as? [[String: Any]])
      #expect(rows.first?["sizeRegret"] as? Double == 1)
      #expect(rows.last?["sizeRegret"] as? Double == 1.6667)
    }

    @Test(
      "what a rival deletes and inserts again has not moved, whatever else it calls a move",
      .enabled(if: TestScale.isFull))
    func rivalWithoutMoves() throws {
      let listing = "{\"format\":\"section-diff-suite/1\",\"workloads\":[],\"takesFiles\":true}"
      let script =
        "{\"deletes\":[[0,0],[0,1],[0,2]],\"inserts\":[[0,1],[0,2],[0,3]],\"moves\":[[[0,3],[0,0]]]}"
      try runner("cheat", listing: listing, recording: row("cheat", 1, "\"script\":\(script)"))
      let arguments = ["--runner", "cheat", "--workload", "reverse", "--size", "4", "--favor", "speed"]
      let text = try advise(arguments).text
      #expect(text.contains("cheat is not comparable here"), "\(text)")
      #expect(!text.contains("Recommended: cheat"), "\(text)")
    }

    @Test("a rival may not take the name of a floor")
    func rivalFloor() throws {
      let listing = "{\"format\":\"section-diff-suite/1\",\"workloads\":[],\"takesFiles\":true}"
      try runner("scan", listing: listing, recording: row("scan", 1, "\"script\":{}"))
      let outcome = try tool.run(
        ["advise", "--runner", "scan", "--workload", "identical", "--size", "10"], in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains("scan is measured by this package"), "\(outcome.errors)")
    }

    @Test("times are those of the rounds, whatever the file says of their median")
    func median() throws {
      let listing =
        "{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"chat\",\"elements\":\"message\",\"sizes\":[3]}]}"
      let honest = row("honest", 300, "\"metrics\":{}")
      try runner(
        "liar", listing: listing,
        recording: honest + "," + row("liar", 900, "\"metrics\":{},\"median\":1,\"spread\":-5"))
      let object = try object(["--runner", "liar"])
      #expect(object["recommended"] as? String == "honest")
      let rows = try #require(object["strategies"] as? [[String: Any]])
      #expect(rows.last?["nanoseconds"] as? Int == 900 && rows.last?["spread"] as? Double == 0)
      try runner(
        "untimed", listing: listing,
        recording: honest + ",{\"series\":{\"name\":\"untimed\",\"rounds\":[]},\"median\":1,\"metrics\":{}}")
      let outcome = try tool.run(["advise", "--runner", "untimed"], in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains("has no times"), "\(outcome.errors)")
    }

    @Test("a runner that does not do what it should is trouble, in one line")
    func badRunners() throws {
      try folder.writeScript("silent", "exit 0")
      try folder.writeScript("text", "echo hello")
      try runner("empty", listing: "{\"format\":\"section-diff-suite/1\",\"workloads\":[]}", recording: "")
      try runner("later", listing: "{\"format\":\"section-diff-suite/9\",\"workloads\":[]}", recording: "")
      try runner(
        "rowless",
        listing:
          "{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"chat\",\"elements\":\"message\",\"sizes\":[3]}]}",
        recording: "")
      try runner(
        "other",
        listing:
          "{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"talk\",\"elements\":\"message\",\"sizes\":[3]}]}",
        recording: row("quick", 300, "\"metrics\":{}"))
      try folder.writeScript("failing", "echo 'Traceback (most recent call last):' >&2; echo 'KeyError: 7' >&2; exit 1")
      try folder.writeScript("unlisted", "echo 'Error: Unknown option --list' >&2; echo 'Usage: it' >&2; exit 64")
      for (name, words) in [
        ("silent", "prints no list of workloads"), ("text", "is no list of workloads"), ("empty", "lists no workloads"),
        ("later", "in the form section-diff-suite/9"), ("rowless", "nothing to recommend"),
        ("old.csv", "nor a program"), ("other", "measured chat, 3 message, which was not requested"),
        ("failing", "exited with 1: KeyError: 7; does it keep the protocol?"),
        ("unlisted", "prints no list of workloads with --list: Error: Unknown option --list; does it keep"),
      ] {
        let outcome = try tool.run(["advise", "--runner", name], in: folder)
        #expect(outcome.status == 2, "\(name): \(outcome.text)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(words), "\(name): \(outcome.errors)")
      }
      let unknown = try tool.run(["advise", "--runner", "rowless", "--workload", "mixed"], in: folder)
      #expect(unknown.status == 64 && unknown.errors.contains("there is no workload mixed"))
    }

    // MARK: - How it ends

    @Test(
      "a file that cannot be read is trouble, in one line",
      arguments: [
        ["old.csv", "none.csv"], ["old.csv", "ragged.csv"], ["old.csv", "twice.csv", "--id", "id"],
        ["old.csv", "new.csv", "--id", "key"],
      ])
    func trouble(_ arguments: [String]) throws {
      let outcome = try tool.run(["advise"] + arguments, in: folder)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    }

    @Test(
      "wrong usage has exit code 64",
      arguments: [
        ["old.csv"], ["-", "-"], ["--workload", "nothing"], ["--workload", "shuffle", "--size", "-1"],
        ["--workload", "colliding-hashes", "--size", "10001"], ["--size", "1000001"], ["--size", "many"],
        ["old.csv", "new.csv", "--workload", "mixed"], ["old.csv", "new.csv", "--size", "5"], ["--id", "id"],
        ["old.csv", "new.csv", "--runner", "x"],
        ["--workload", "mixed", "--section-by", "x"], ["--prefer", "luck"], ["--favor", "luck"], ["--format", "xml"],
        ["--elements", "double"], ["old.csv", "new.json"],
      ])
    func usage(_ arguments: [String]) throws {
      let outcome = try tool.run(["advise"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("Error: "), "\(outcome.errors)")
    }

    @Test("a signal ends it with exit code 0 and without output", arguments: ["INT", "TERM"])
    func interruption(signal: String) throws {
      // The pipe is opened only when the command reads its file, so the signal comes neither too early nor too late.
      let script = """
        mkfifo pipe
        "\(tool.executable.path)" advise pipe new.csv --id id --input csv >out 2>err &
        exec 3>pipe
        kill -\(signal) $!
        wait $!
        echo "exit $?"
        """
      let outcome = try tool.run(["-c", script], in: folder, program: "/bin/sh")
      #expect(outcome.text == "exit 0\n", "\(outcome.errors)")
      #expect(try folder.read("out").isEmpty)
      #expect(try folder.read("err").isEmpty)
    }

    @Test("a closed pipe is a quiet end")
    func closedPipe() throws {
      let script = "(\"\(tool.executable.path)\" advise --size 100; echo $? >status) | true"
      let outcome = try tool.run(["-c", script], in: folder, program: "/bin/sh")
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(String(decoding: try folder.read("status"), as: UTF8.self) == "0\n")
    }
  }
#endif
