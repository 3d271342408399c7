#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  import SectionDiff
  import Testing

  /// What a side lost, or does not say, is named by every gate and every report.
  @Suite("section-diff regress: nothing passes by silence")
  struct RegressSilenceTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    @Test("what a kept run lost of what the build lists is named")
    func lostInFile() throws {
      try suite("base", tokens: 10, names: ["a", "b"])
      for (name, workloads) in [("whole", ["a", "b"]), ("less", ["a"])] {
        try suite(name, tokens: 10, names: workloads)
        let record = workloads.map { "\(name)-\($0).json" }
        for (workload, file) in zip(workloads, record) {
          let path = folder.url.appendingPathComponent(file).path
          try run(name, ["--workload", workload, "--size", "100", "--record", path])
        }
        try folder.write("\(name).json", Data(joined(record).json()))
      }
      let less = try regress("base", "less.json", "--gate", "counts")
      #expect(less.status == 3, "\(less.text) \(less.errors)")
      #expect(less.text.contains("b, 100 text is in the base only"), "\(less.text)")
      #expect(try regress("base", "less.json", "--gate", "counts", "--workload", "a").status == 0)
      #expect(try regress("base", "whole.json", "--gate", "counts").status == 0)
      // What only the build has is new.
      #expect(try regress("less.json", "base", "--gate", "counts").status == 0)
    }

    @Test("kinds of element that have not their turn are listed, and one of them that loses sizes is named")
    func notInTurn() throws {
      let kinds = ["text", "string", "bytes", "words"]
      try suite("base", tokens: 10, kinds: kinds)
      let level = try regress("base", "base", "--gate", "counts", "--rotation", "1")
      #expect(level.status == 0, "\(level.text) \(level.errors)")
      #expect(
        level.text.contains("Not in turn; another --rotation or --elements takes them\n  chat log string, words"),
        "\(level.text)")
      let json = try verdict(regress("base", "base", "--gate", "counts", "--rotation", "1", "--format", "json"))
      let standings = (json["notCompared"] as? [[String: Any]] ?? []).compactMap { $0["standing"] as? String }
      #expect(standings == Array(repeating: "not in turn", count: 6))
      let github = try regress("base", "base", "--gate", "counts", "--rotation", "1", "--format", "github")
      #expect(github.text.contains("not in turn: chat log string, words"), "\(github.text)")
      // Where workloads are named, only the first kind of each is judged.
      let named = try regress("base", "base", "--gate", "counts", "--workload", "chat log")
      #expect(named.status == 0 && named.text.contains("chat log string, bytes, words"), "\(named.text)")
      try suite("head", tokens: 10, kinds: kinds)
      let entries = kinds.map { kind in
        let limit = kind == "words" ? "\"sizes\":[10],\"largestSize\":10" : "\"sizes\":[10,100,1000]"
        return "{\"name\":\"chat log\",\"elements\":\"\(kind)\",\(limit)}"
      }
      try folder.write(
        "head.list",
        "{\"format\":\"section-diff-suite/1\",\"workloads\":[\(entries.joined(separator: ","))]}"
      )
      for more in [["--rotation", "0"], ["--rotation", "1"], ["--workload", "chat log"]] {
        let outcome = try tool.run(["regress", "base", "head", "--gate", "counts"] + more, in: folder)
        #expect(outcome.status == 3, "\(more): \(outcome.text) \(outcome.errors)")
        #expect(outcome.text.contains("chat log, 1000 words is in the base only"), "\(more): \(outcome.text)")
      }
    }

    @Test("that other threads take part is the base's to say: what head says does not widen what may pass")
    func threads() throws {
      let marks = "\"marks\":true,"
      try suite("alone", tokens: 10, sizes: [1_000], marks: marks)
      try suite("shared", tokens: 10, sizes: [1_000], marks: marks)
      let row = folder.url.appendingPathComponent("shared.row")
      let text = try String(contentsOf: row, encoding: .utf8)
      try folder.write(
        "shared.row", text.replacingOccurrences(of: "{\"metrics\"", with: "{\"threads\":true,\"metrics\""))
      let environment = try instructions()
      func judge(_ base: String, _ head: String) throws -> CommandLineTool.Outcome {
        try tool.run(
          ["regress", "./\(base)", "./\(head)", "--gate", "instructions", "--workload", "chat log"], in: folder,
          environment: environment)
      }
      let hidden = try judge("alone", "shared")
      #expect(hidden.status == 1, "\(hidden.text) \(hidden.errors)")
      try suite("more", tokens: 10, sizes: [1_000], marks: marks)
      let known = try judge("shared", "more")
      #expect(known.status == 0, "\(known.text) \(known.errors)")
    }

    @Test("marks that head has lost are named: without them instructions are not counted")
    func lostMarks() throws {
      try suite("base", tokens: 10, marks: "\"marks\":true,")
      try suite("head", tokens: 10)
      let environment = try instructions()
      let outcome = try tool.run(
        ["regress", "./base", "./head", "--gate", "counts", "--gate", "instructions"], in: folder,
        environment: environment)
      #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("it does not mark its runs, and BASE does"), "\(outcome.text)")
    }

    @Test("a workload that lists no size, and one that is there twice in a run, are refused by name")
    func damaged() throws {
      try suite("base", tokens: 10)
      try suite("none", tokens: 10, sizes: [])
      let sizes = try regress("base", "none", "--gate", "counts")
      #expect(sizes.status == 2 && sizes.errors.contains("the workload chat log lists no size"), "\(sizes.errors)")
      try write(benchmarkRun(), "run.json")
      var run = benchmarkRun()
      run.workloads.append(run.workloads[0])
      run.workloads[0].table.rows.removeAll { $0.name == "lis" }
      run.workloads[1].table.rows.removeAll { $0.name == "dict" }
      try write(run, "two.json")
      let two = try regress("run.json", "two.json", "--gate", "counts")
      #expect(two.status == 2, "\(two.text) \(two.errors)")
      #expect(two.errors.contains("two.json: mixed, 1000 int occurs twice"), "\(two.errors)")
    }

    @Test("a contender that nothing is called is named, whatever was left out; a size that its workload does not have")
    func unknownNames() throws {
      try suite("base", tokens: 10, names: ["a", "b"])
      try folder.writeScript(
        "slow", "case \"$*\" in *'--workload b'*) exec sleep 1000;; esac; exec \"$(dirname \"$0\")/base\" \"$@\"")
      let typo = try regress(
        "slow", "slow", "--gate", "counts", "--within", "4s", "--contender", "parser", "--contender", "typo")
      #expect(typo.status == 3, "\(typo.text) \(typo.errors)")
      #expect(typo.text.contains("nothing is called typo in what was measured"), "\(typo.text)")
      let entries = ["v\",\"sizes\":[10,50]", "w\",\"sizes\":[10],\"largestSize\":10"].map {
        "{\"elements\":\"text\",\"name\":\"\($0)}"
      }
      try folder.write(
        "base.list", "{\"format\":\"section-diff-suite/1\",\"workloads\":[\(entries.joined(separator: ","))]}")
      let size = try regress("base", "base", "--gate", "counts", "--workload", "w", "--size", "50")
      #expect(size.status == 64, "\(size.text) \(size.errors)")
    }

    @Test("what is compared with a run without a seed is asked for none; --elements selects from files, too")
    func files() throws {
      try suite("base", tokens: 10, kinds: ["text", "bytes"])
      try folder.writeScript(
        "seedless", "case \"$*\" in *--seed*) exit 64;; esac; exec \"$(dirname \"$0\")/base\" \"$@\"")
      var files: [String] = []
      for kind in ["text", "bytes"] {
        files.append("\(kind).json")
        let path = folder.url.appendingPathComponent("\(kind).json").path
        let arguments = ["--workload", "chat log", "--size", "10", "--elements", kind, "--record", path]
        try run("base", arguments)
      }
      let outcome = try regress("text.json", "seedless", "--gate", "counts")
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      var record = try joined(files)
      try write(record, "both.json")
      record.workloads[1].table.rows[0].metrics = ["tokens": 11]
      try write(record, "more.json")
      #expect(try regress("both.json", "more.json", "--gate", "counts").status == 1)
      #expect(try regress("both.json", "more.json", "--gate", "counts", "--elements", "text").status == 0)
    }

    @Test("a regret that cannot be told from times of nothing is no pass")
    func regretWithoutTimes() throws {
      var run = benchmarkRun()
      var fast = run.workloads[0].table.rows[1]
      fast.series.name = "adaptive"
      run.workloads[0].table.rows.append(fast)
      try write(run, "base.json")
      #expect(try regress("base.json", "base.json", "--gate", "regret").status == 0)
      for row in run.workloads[0].table.rows.indices {
        run.workloads[0].table.rows[row].series.rounds = [TimeSeries.Round(first: 0, second: 0)]
      }
      try write(run, "none.json")
      let outcome = try regress("base.json", "none.json", "--gate", "regret")
      #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("1 without times"), "\(outcome.text)")
    }

    @Test("what no gate was asked about is in no report, and every report says that none has decided")
    func onlyWhatWasAsked() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 200), "more.json")
      let json = try verdict(regress("base.json", "more.json", "--gate", "regret", "--format", "json"))
      #expect((json["counts"] as? [Any])?.isEmpty == true, "\(json)")
      let words = "no gate has decided"
      for format in ["text", "markdown", "junit", "github"] {
        let outcome = try regress("base.json", "more.json", "--gate", "regret", "--format", format)
        #expect(outcome.status == 3 && outcome.text.contains(words), "\(format): \(outcome.text)")
        #expect(!outcome.text.contains("comparisons"), "\(format): \(outcome.text)")
        let reported = try regress(
          "base.json", "more.json", "--gate", "counts", "--report", "counts", "--format", format)
        #expect(reported.status == 3 && reported.text.contains(words), "\(format): \(reported.text)")
        #expect(format == "junit" || reported.text.contains("reported only"), "\(format): \(reported.text)")
      }
      #expect(try regress("base.json", "more.json", "--gate", "counts", "--report", "time").status == 64)
    }

    @Test("a trade with a member that is null says nothing, and is refused")
    func nullInTrade() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 200), "more.json")
      try folder.write(
        "accepted.json",
        """
        {"release": "1", "accepted": [{"metric": "comparisons", "workload": "mixed", "contender": null, "from": 100, \
        "to": 200, "why": "faster"}]}
        """)
      let outcome = try regress("base.json", "more.json", "--gate", "counts", "--accepted", "accepted.json")
      #expect(outcome.status == 2, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.errors.contains("accepted[0]: contender is null; leave it out"), "\(outcome.errors)")
    }

    @Test("a wrong answer of a kept head decides, whatever became of the base; so does one where all of base fails")
    func wrongInFile() throws {
      try suite("right", tokens: 10, names: ["a", "b"], sizes: [10])
      try suite("wrong", tokens: 10, wrong: true, names: ["a", "b"], sizes: [10])
      for (workload, name) in [("a", "right"), ("b", "wrong")] {
        let path = folder.url.appendingPathComponent("\(workload).json").path
        try run(name, ["--workload", workload, "--size", "10", "--record", path])
      }
      try write(joined(["a.json", "b.json"]), "head.json")
      try folder.writeScript(
        "base", "case \"$*\" in *'--workload b'*) exec sleep 1000;; esac; exec \"$(dirname \"$0\")/right\" \"$@\"")
      let arguments = ["regress", "base", "head.json", "--gate", "counts", "--allow-other-host", "--within", "3s"]
      let hidden = try tool.run(arguments, in: folder)
      #expect(hidden.status == 1 && hidden.text.contains("it loses a token"), "\(hidden.text) \(hidden.errors)")
      try folder.writeScript("dies", "[ \"$1\" = --list ] && exec \"$(dirname \"$0\")/right\" --list; exit 7")
      let dead = try regress("dies", "wrong", "--gate", "counts")
      #expect(dead.status == 1, "\(dead.text) \(dead.errors)")
      try folder.writeScript(
        "endless", "[ \"$1\" = --list ] && exec \"$(dirname \"$0\")/right\" --list; exec sleep 1000")
      let endless = try regress("right", "endless", "--gate", "counts", "--within", "3s", "--workload", "a")
      #expect(endless.status == 3, "\(endless.text) \(endless.errors)")
      #expect(endless.text.contains("did not come to its end in head"), "\(endless.text)")
    }

    @Test("a meter that all of head lost in the same place is named; an own count of its name is another one")
    func lostMeters() throws {
      func row(_ allocations: Int?, own: Bool = false) throws -> BenchmarkRun {
        var run = benchmarkRun()
        run.workloads[0].table.rows[1].answer = nil
        run.workloads[0].table.rows[1].metrics = own ? ["allocations": 1, "bytes": 1, "lines": 1] : ["lines": 1]
        run.workloads[0].table.rows[1].allocations = allocations.map { AllocationCount(allocations: $0, bytes: 9) }
        return run
      }
      try write(row(1_000), "metered.json")
      try write(row(nil), "none.json")
      try write(row(nil, own: true), "own.json")
      let lost = try regress("metered.json", "none.json", "--gate", "counts")
      #expect(lost.status == 3 && lost.text.contains("has allocations in the base only"), "\(lost.text)")
      let other = try regress("metered.json", "own.json", "--gate", "counts")
      #expect(other.status == 3 && other.text.contains("the runner's own count on one side only"), "\(other.text)")
      var elsewhere = try row(nil)
      elsewhere.environment.allocator = "another"
      try write(elsewhere, "elsewhere.json")
      let allowed = try regress("metered.json", "elsewhere.json", "--gate", "counts", "--allow-other-host")
      #expect(allowed.status == 0, "\(allowed.text)")
      #expect(allowed.text.contains("counted on one side only, for want of a meter: 2"), "\(allowed.text)")
    }

    @Test("a kept run without the first kind of a build's workload lacks it; its other kinds have their turn")
    func kindsOfFile() throws {
      try suite("base", tokens: 10, kinds: ["text", "bytes"])
      for kind in ["text", "bytes"] {
        let path = folder.url.appendingPathComponent("\(kind).json").path
        try run("base", ["--workload", "chat log", "--size", "10", "--elements", kind, "--record", path])
      }
      for more in [[], ["--workload", "chat log"]] {
        let lost = try tool.run(["regress", "base", "bytes.json", "--gate", "counts"] + more, in: folder)
        #expect(lost.status == 3 && lost.text.contains("chat log, 100 text is in the base only"), "\(lost.text)")
      }
      let first = try regress("base", "text.json", "--gate", "counts")
      #expect(first.status == 0 && first.text.contains("takes them\n  chat log bytes"), "\(first.text)")
    }

    @Test("what is no diff may call its counts as it likes: their growth is judged")
    func growthOfOwnCounts() throws {
      func run(_ power: Int) throws -> BenchmarkRun {
        var run = benchmarkRun()
        run.workloads = [100, 1_000, 10_000].map { size in
          var workload = run.workloads[0]
          (workload.size, workload.old, workload.new) = (size, size, size)
          workload.table.rows[1].answer = nil
          workload.table.rows[1].metrics = ["inserts": power == 1 ? size : size * size / 100]
          return workload
        }
        return run
      }
      try write(run(1), "base.json")
      try write(run(2), "head.json")
      let outcome = try regress("base.json", "head.json", "--gate", "growth")
      #expect(outcome.status == 1 && outcome.text.contains("inserts"), "\(outcome.text)")
    }

    @Test("another input where it is timed is no faster one; a seed of 0 is handed to nobody")
    func inputs() throws {
      try suite("base", tokens: 10, sizes: [10], marks: "\"marks\":true,")
      try folder.writeScript(
        "head",
        """
        "$(dirname "$0")/base" "$@" || exit
        for argument in "$@"; do [ "$last" = --record ] && record=$argument; last=$argument; done
        case "$*" in *--strategy*) sed -i 's/"old":10/"old":1/' "$record";; esac
        """)
      let timed = try regress("base", "head", "--gate", "counts", "--gate", "time")
      #expect(timed.status == 3, "\(timed.text) \(timed.errors)")
      #expect(timed.text.contains("is another input where it is timed"), "\(timed.text)")
      let environment = try valgrind(
        """
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) out=${argument#*=};; --seed) exit 64;; esac
        done
        for number in 2 3 4; do echo "summary: 1000" > "$out.$number"; done
        """)
      let counted = try tool.run(
        ["regress", "./base", "./base", "--gate", "instructions"], in: folder, environment: environment)
      #expect(counted.status == 0, "\(counted.text) \(counted.errors)")
    }

    @Test("times of nothing in one of two kept runs, or of its floor, are no pass")
    func timesOfNothing() throws {
      try write(benchmarkRun(), "base.json")
      for row in 0...1 {
        var run = benchmarkRun()
        let rounds = run.workloads[0].table.rows[row].series.rounds
        run.workloads[0].table.rows[row].series.rounds = rounds.map { _ in TimeSeries.Round(first: 0, second: 0) }
        try write(run, "head.json")
        for files in [["base.json", "head.json"], ["head.json", "base.json"]] {
          let outcome = try regress(files[0], files[1], "--gate", "counts", "--gate", "time")
          #expect(outcome.status == 3, "\(row), \(files): \(outcome.text)")
        }
      }
    }

    @Test("a trade of what is not asked for accepts nothing, which is not said; a threshold is said as it is given")
    func unasked() throws {
      try suite("base", tokens: 10, names: ["a", "b"])
      try folder.write(
        "accepted.json",
        """
        {"release": "1", "accepted": [{"metric": "removal", "workload": "b", "why": "nobody used it"}]}
        """)
      let arguments = ["regress", "base", "base", "--gate", "counts", "--accepted", "accepted.json"]
      let part = try tool.run(arguments + ["--workload", "a"], in: folder)
      #expect(part.status == 0 && !part.text.contains("nothing is accepted by it"), "\(part.text) \(part.errors)")
      let whole = try tool.run(arguments, in: folder)
      #expect(whole.text.contains("nothing is accepted by it"), "\(whole.text) \(whole.errors)")
      let timed = try regress(
        "base", "base", "--gate", "counts", "--gate", "time", "--workload", "a", "--size", "10", "--threshold", "1.5%")
      #expect(timed.text.contains("below 1.5 %"), "\(timed.text) \(timed.errors)")
    }

    // MARK: Helpers

    /// The run of several files.
    private func joined(_ files: [String]) throws -> BenchmarkRun {
      let runs = try files.map { file in
        try BenchmarkRun(json: [UInt8](Data(contentsOf: folder.url.appendingPathComponent(file))))
      }
      return BenchmarkRun(environment: runs[0].environment, workloads: runs.flatMap(\.workloads))
    }

    /// In the place of valgrind: a run costs 100,000 instructions, of some programs more.
    private func instructions() throws -> [String: String] {
      try valgrind(
        """
        cost=100 number=0
        for argument in "$@"; do
          case $argument in
            --callgrind-out-file=*) out=${argument#*=};; */shared) cost=103;; */more) cost=106;;
          esac
        done
        while [ $number -lt 64 ]; do number=$((number + 1)); echo "summary: ${cost}000" > "$out.$number"; done
        """)
    }

    /// Runs a program of this folder to its end.
    private func run(_ name: String, _ arguments: [String]) throws {
      let process = Process()
      process.executableURL = folder.url.appendingPathComponent(name)
      process.arguments = arguments
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(name) \(arguments)")
    }
  }
#endif
