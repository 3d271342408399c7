#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  import SectionDiff
  import TestScale
  import Testing

  /// The command with benchmark runs, and with programs that keep the protocol and give made-up figures.
  @Suite("section-diff regress")
  struct RegressCommandTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    @Test("equal runs pass")
    func equalRecords() throws {
      try write(benchmarkRun(), "base.json")
      let outcome = try regress("base.json", "base.json")
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.hasSuffix("verdict: pass\n"))
      #expect(outcome.errors.isEmpty)
    }

    @Test("one comparison more is a regression, reported with both figures")
    func counts() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 101), "head.json")
      let outcome = try regress("base.json", "head.json")
      #expect(outcome.status == 1)
      #expect(outcome.text.contains("lis on mixed, 1000 int  comparisons  100 → 101  +1.0 %"), "\(outcome.text)")
      let back = try regress("head.json", "base.json")
      #expect(back.status == 0)
      #expect(back.text.contains("Better than before"))
    }

    @Test("runs of two machines: counts are judged, times are not, and that is no pass unless it is allowed")
    func hosts() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(time: 1_000_000, host: "another"), "head.json")
      let outcome = try regress("base.json", "head.json")
      #expect(outcome.status == 3)
      #expect(outcome.text.contains("skipped: the hosts differ: a machine and another"))
      #expect(
        outcome.text.contains(
          "Not comparable\n  the hosts differ: a machine and another: no time; --allow-other-host leaves them out\n"),
        "\(outcome.text)")
      let allowed = try regress("base.json", "head.json", "--allow-other-host")
      #expect(allowed.status == 0 && allowed.text.contains("skipped: the hosts differ"), "\(allowed.text)")
      for options in [["--gate", "counts"], ["--report", "time"]] {
        #expect(try tool.run(["regress", "base.json", "head.json"] + options, in: folder).status == 0)
      }
      #expect(try regress("base.json", "head.json", "--gate", "time").status == 3)
      try write(benchmarkRun(comparisons: 101, host: "another"), "more.json")
      #expect(try regress("base.json", "more.json").status == 1)
    }

    @Test(
      "each committed benchmark run passes against itself: what is kept can be compared", .enabled(if: TestScale.isFull)
    )
    func committed() throws {
      let records = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Benchmarks/Records").standardized
      let files = try FileManager.default.contentsOfDirectory(at: records, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "json" }
      #expect(files.count > 4)
      for file in files {
        let outcome = try regress(file.path, file.path)
        #expect(outcome.status == 0, "\(file.lastPathComponent): \(outcome.text) \(outcome.errors)")
        _ = try verdict(regress(file.path, file.path, "--format", "json"))
      }
    }

    @Test("builds are timed in turn; a slow-down is called and confirmed", .enabled(if: TestScale.isFull))
    func slower() throws {
      try program("base", giving: benchmarkRun())
      try program("head", giving: benchmarkRun(time: 1_200))
      let outcome = try regress(
        "base", "head", "--size", "1000", "--workload", "mixed", "--gate", "time", "--format", "json")
      #expect(outcome.status == 1, "\(outcome.errors)")
      let answer = try verdict(outcome)
      #expect(answer["format"] as? String == "section-diff-verdict/1")
      #expect(answer["verdict"] as? String == "regressed")
      let times = try #require(answer["times"] as? [[String: Any]])
      #expect(times.count == 1)
      let confirmation = try #require(times[0]["confirmation"] as? [String: Any])
      #expect(confirmation["ratio"] as? Double == 1.2)
      #expect(confirmation["rounds"] as? Int == 12)
    }

    @Test("equal builds pass, and so does a faster one; the threshold is what was asked for")
    func level() throws {
      try program("base", giving: benchmarkRun())
      try program("head", giving: benchmarkRun(time: 700))
      try program("slow", giving: benchmarkRun(time: 1_200))
      let arguments = ["--size", "1000", "--workload", "mixed", "--gate", "counts", "--gate", "time"]
      for head in ["base", "head"] {
        let outcome = try tool.run(["regress", "base", head] + arguments, in: folder)
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      }
      let outcome = try tool.run(["regress", "base", "slow", "--threshold", "50%"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test("the file of a run beside a build is judged like two files")
    func mixed() throws {
      try write(benchmarkRun(), "base.json")
      try program("head", giving: benchmarkRun(comparisons: 99))
      let outcome = try regress("base.json", "head")
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("100 → 99"))
      // With hashes by chance its tables would grow at other times than those of the run.
      try folder.writeScript(
        "counting",
        "if [ \"$1\" = --list ]; then exit; fi\ntest \"$SWIFT_DETERMINISTIC_HASHING\" = 1 && exec ./head \"$@\"")
      #expect(try regress("base.json", "counting").status == 0)
    }

    @Test("trouble is one line that says what, where and what to do")
    func trouble() throws {
      try write(benchmarkRun(), "base.json")
      try folder.write("comma.json", "{\"format\":\"section-diff-benchmark/1\",\n,}")
      try folder.write("other.json", "{\"format\":\"section-diff-benchmark/1\"}")
      try folder.write("text", "nothing of use")
      try folder.writeScript("broken", "echo no such workload >&2; exit 7")
      try folder.writeScript("silent", "exit 0")
      let cases = [
        ("nowhere.json", "nowhere.json: no such file"), ("comma.json", "comma.json:2:1:"),
        ("other.json", "environment is missing; measure again"),
        ("text", "neither a benchmark run (JSON) nor a program"),
        ("broken", "exited with 7: no such workload; does it keep the protocol?"),
        ("silent", "wrote no benchmark run"),
      ]
      for (path, words) in cases {
        let outcome = try regress("base.json", path)
        #expect(outcome.status == 2, "\(path): \(outcome.text)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }

    @Test(
      "a suite of its own is judged under its own names: counts, growth and time of what is no diff",
      .enabled(if: TestScale.isFull))
    func ownSuite() throws {
      try suite("base", tokens: 10)
      try suite("more", tokens: 11)
      try suite("wrong", tokens: 10, wrong: true)
      let level = try regress("base", "base")
      #expect(level.status == 0, "\(level.text) \(level.errors)")
      #expect(level.text.contains("HEAD counts no instructions"))
      // It is no suite of the harness: jemalloc would be of no use.
      #expect(level.text.contains("; no allocations\n"), "\(level.text)")
      #expect(level.text.contains("parser on chat log, 100 text"))
      let more = try regress("base", "more", "--gate", "counts")
      #expect(more.status == 1)
      #expect(more.text.contains("parser on chat log, 1000 text  tokens  10 → 11"), "\(more.text)")
      let wrong = try regress("base", "wrong", "--gate", "counts", "--gate", "time")
      #expect(wrong.status == 1)
      #expect(
        wrong.text.contains("\nWrong answers\n  parser on chat log, 10 text    it loses a token\n"), "\(wrong.text)")
      #expect(try regress("base", "more", "--gate", "counts", "--contender", "parser").status == 1)
      let unknown = try regress("base", "more", "--workload", "mixed")
      #expect(unknown.status == 64 && unknown.errors.contains("there is no workload mixed"), "\(unknown.errors)")
    }

    @Test("a workload that only one of two suites has: new it is fine, gone it cannot be compared")
    func changedSuite() throws {
      try suite("one", tokens: 10)
      try suite("two", tokens: 10, names: ["chat log", "search"])
      #expect(try regress("one", "two", "--gate", "counts").status == 0)
      let gone = try regress("two", "one", "--gate", "counts")
      #expect(gone.status == 3)
      #expect(gone.text.contains("parser on search, 10 text is in the base only"), "\(gone.text)")
    }

    @Test("a contender that is new is judged, too: its answer must be right")
    func newAndWrong() throws {
      try suite("base", tokens: 10)
      let wrong = ",{\"wrong\":\"it loses a token\",\"series\":{\"name\":\"fast\",\"rounds\":[]}}"
      try suite("head", tokens: 10, more: wrong)
      let outcome = try regress("base", "head", "--gate", "counts")
      #expect(outcome.status == 1, "\(outcome.text)")
      #expect(outcome.text.contains("fast on chat log, 10 text    it loses a token"), "\(outcome.text)")
      let junit = try regress("base", "head", "--gate", "counts", "--format", "junit")
      #expect(junit.text.contains("<failure"), "\(junit.text)")
    }

    @Test("a kind of element is requested by its own name, whatever that is")
    func kinds() throws {
      try suite("base", tokens: 10, names: ["a", "b"], kinds: ["plain", "colliding"])
      let outcome = try regress("base", "base", "--elements", "colliding", "--gate", "counts")
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("verdict: pass"))
      // The default is named, too.
      try suite("other", tokens: 10, kinds: ["colliding", "plain"])
      try folder.writeScript(
        "strict", "case \"$*\" in --list|*'--elements colliding'*) exec ./other \"$@\";; esac; exit 64")
      let named = try regress("strict", "strict", "--workload", "chat log", "--gate", "counts")
      #expect(named.status == 0, "\(named.text) \(named.errors)")
      let unknown = try regress("base", "base", "--workload", "a", "--elements", "nonsense")
      #expect(unknown.status == 64 && unknown.errors.contains("a with elements nonsense"), "\(unknown.errors)")
    }

    @Test(
      "where no workload is named, each is judged with one of its other kinds of element, too, in turn",
      .enabled(if: TestScale.isFull))
    func rotation() throws {
      try suite("base", tokens: 10, names: ["a", "b"], kinds: ["plain", "second", "third"])
      try suite("head", tokens: 11, names: ["a", "b"], kinds: ["plain", "second", "third"])
      let first = try regress("base", "head", "--gate", "counts").text
      for words in ["a, 10 plain", "a, 10 second", "b, 10 plain", "b, 10 third"] {
        #expect(first.contains("parser on \(words) "), "\(words): \(first)")
      }
      #expect(!first.contains("a, 10 third") && !first.contains("b, 10 second"), "\(first)")
      let next = try regress("base", "head", "--gate", "counts", "--rotation", "1").text
      #expect(next.contains("a, 10 third") && next.contains("b, 10 second"), "\(next)")
      let named = try regress("base", "head", "--gate", "counts", "--workload", "a").text
      #expect(!named.contains("a, 10 second") && !named.contains("a, 10 third"), "\(named)")
    }

    @Test("a gate that is reported decides nothing", .enabled(if: TestScale.isFull))
    func reported() throws {
      try program("base", giving: benchmarkRun())
      try program("slow", giving: benchmarkRun(time: 1_200))
      let arguments = [
        "--size", "1000", "--workload", "mixed", "--gate", "counts", "--gate", "time", "--report", "time",
      ]
      let outcome = try tool.run(["regress", "base", "slow"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("regressed, reported only") && outcome.text.hasSuffix("verdict: pass\n"))
      let github = try tool.run(["regress", "base", "slow", "--format", "github"] + arguments, in: folder)
      #expect(!github.text.contains("::error") && github.text.contains("slower"), "\(github.text)")
    }

    @Test("a trade is accepted with its reason, as far as it goes, until the next release")
    func accepted() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 110), "head.json")
      try write(benchmarkRun(comparisons: 111), "more.json")
      try folder.write(
        "accepted.json",
        """
        {"release": "1.0.0", "accepted": [{"metric": "comparisons", "workload": "mixed", "contender": "lis",
          "from": 100, "to": 110, "why": "fewer hashes"}]}
        """)
      let arguments = ["--gate", "counts", "--accepted", "accepted.json"]
      let outcome = try tool.run(["regress", "base.json", "head.json"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      #expect(
        outcome.text.contains(
          "Worse, and accepted\n  lis on mixed, 1000 int  comparisons  100 → 110  +10.0 %  fewer hashes"),
        "\(outcome.text)")
      let json = try tool.run(["regress", "base.json", "head.json", "--format", "json"] + arguments, in: folder)
      #expect(json.text.contains("\"base\":100,\"head\":110,\"accepted\":\"fewer hashes\"}"), "\(json.text)")
      _ = try verdict(json)
      #expect(try tool.run(["regress", "base.json", "more.json"] + arguments, in: folder).status == 1)
      let same = try tool.run(["regress", "base.json", "head.json", "--release", "1.0.0"] + arguments, in: folder)
      #expect(same.status == 0)
      let next = try tool.run(["regress", "base.json", "head.json", "--release", "1.1.0"] + arguments, in: folder)
      #expect(next.status == 1)
      #expect(next.text.contains("have expired: they are of release 1.0.0; take them out"), "\(next.text)")
    }

    @Test("a contender that is gone is accepted with a reason; trades of nothing and for nothing are reported")
    func removed() throws {
      let rounds = "[{\"first\":9,\"second\":9}]"
      let fast = ",{\"metrics\":{\"tokens\":1},\"series\":{\"name\":\"fast\",\"rounds\":\(rounds)}}"
      try suite("base", tokens: 10, more: fast)
      try suite("head", tokens: 10)
      let lost = try regress("base", "head", "--gate", "counts")
      #expect(lost.status == 3 && lost.text.contains("fast on chat log, 10 text is in the base only"), "\(lost.text)")
      try folder.write(
        "accepted.json",
        """
        {"release": "1", "accepted": [
          {"metric": "removal", "workload": "chat log", "contender": "fast", "why": "nobody used it"},
          {"metric": "tokens", "workload": "chat logs", "from": 1, "to": 2, "why": "x"},
          {"metric": "tokens", "workload": "chat log", "contender": "parsers", "from": 1, "to": 2, "why": "x"},
          {"metric": "token", "workload": "chat log", "from": 1, "to": 2, "why": "x"},
          {"metric": "tokens", "workload": "chat log", "size": 10, "from": 1, "to": 2, "why": "x"}]}
        """)
      let arguments = ["regress", "base", "head", "--gate", "counts", "--accepted", "accepted.json"]
      let outcome = try tool.run(arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      for words in [
        "fast on chat log, 1000 text is in the base only", "nobody used it",
        "accepted[1], tokens on chat logs: there is no workload chat logs; mend it, or take it out",
        "accepted[2], tokens of parsers on chat log: chat log has no contender parsers; mend it",
        "accepted[3], token on chat log: there is no metric token; mend it",
        "accepted[4], tokens on chat log, 10: nothing is accepted by it here",
      ] {
        #expect(outcome.text.contains(words), "\(words): \(outcome.text)")
      }
      #expect(!outcome.text.contains("accepted[0]"), "\(outcome.text)")
      let json = try tool.run(arguments + ["--format", "json"], in: folder)
      let answer = try verdict(json)
      #expect((answer["missing"] as? [String])?.isEmpty == true)
      #expect((answer["accepted"] as? [[String: Any]])?.count == 3)
      #expect((answer["trades"] as? [String])?.count == 4)
      let github = try tool.run(arguments + ["--format", "github"], in: folder)
      let commands = WorkflowCommand.all(in: github.text)
      for (level, words) in [("warning", "accepted[1]"), ("notice", "accepted[4]")] {
        let command = commands.first { $0?.text.hasPrefix(words) == true }
        #expect(command??.level == level && command??.title == "section-diff regress, counts", "\(github.text)")
      }
    }

    @Test("a damaged file of accepted trades is one line that says where and what")
    func damagedTrades() throws {
      try write(benchmarkRun(), "base.json")
      func trade(_ member: String) -> String {
        "{\"release\":\"1\",\"accepted\":[{\"metric\":\"hashes\",\"workload\":\"mixed\",\(member)}]}"
      }
      let cases = [
        ("{\"release\":1,}", ":1:14:"), ("{\"accepted\":[]}", "release is missing"),
        (trade("\"from\":2,\"to\":3"), "accepted[0].why is missing"),
        (trade("\"to\":3,\"why\":\"x\""), "accepted[0], hashes: it has no from or no to"),
        (
          "{\"release\":\"1\",\"accepted\":[{\"metric\":\"hashes\",\"from\":2,\"to\":3,\"why\":\"x\"}]}",
          "hashes: it has no workload"
        ),
        (
          "{\"release\":\"1\",\"accepted\":[{\"metric\":\"removal\",\"workload\":\"mixed\",\"to\":3,\"why\":\"x\"}]}",
          "removal: what is gone has no from and no to"
        ),
        (trade("\"from\":2,\"to\":2,\"why\":\"x\""), "accepted[0], hashes: to is no other than from"),
        (
          trade("\"strategy\":\"lis\",\"from\":2,\"to\":3,\"why\":\"x\""),
          "accepted[0]: there is no member strategy; there are metric, workload, size, elements, contender, from, to, why"
        ),
        (trade("\"from\":2,\"to\":3,\"why\":\" \""), "accepted[0], hashes: it has no reason"),
        (
          "{\"format\":\"section-diff-accepted/2\",\"release\":\"1\",\"accepted\":[],\"then\":1}",
          "trades in the form section-diff-accepted/2, and this version reads section-diff-accepted/1"
        ),
      ]
      for (text, words) in cases {
        try folder.write("accepted.json", text)
        let outcome = try regress("base.json", "base.json", "--accepted", "accepted.json")
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errorLines.count == 1, "\(text)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }

    @Test("instructions are left out when the base counts none; when head no longer does, it cannot tell")
    func instructionsOfOne() throws {
      try suite("base", tokens: 10)
      try suite("head", tokens: 10, marks: "\"marks\":true,")
      for (base, head, status) in [("base", "base", 0), ("base", "head", 0), ("head", "base", 3)] as [(_, _, Int32)] {
        let outcome = try regress(base, head, "--gate", "counts", "--gate", "instructions")
        #expect(outcome.status == status, "\(outcome.text) \(outcome.errors)")
      }
    }

    @Test(
      "where valgrind counts nothing, the gates that are named instead are all the others",
      .enabled(if: TestScale.isFull))
    func instructionsFailed() throws {
      try suite("base", tokens: 10, marks: "\"marks\":true,")
      let environment = try valgrind(
        """
        for argument in "$@"; do case $argument in --callgrind-out-file=*) out=${argument#*=};; esac; done
        for number in 2 3 4; do : > "$out.$number"; done
        """)
      let failed = try tool.run(["regress", "base", "base"], in: folder, environment: environment)
      #expect(failed.status == 3 && failed.errors.isEmpty)
      let words = "failed: valgrind gave no count of instructions; leave the gate out with "
      let line = try #require(failed.text.split(separator: "\n").first { $0.contains(words) }, "\(failed.text)")
      let advised = line[try #require(line.range(of: words)).upperBound...].prefix { $0 != "," }
        .split(separator: " ").map(String.init)
      let outcome = try tool.run(
        ["regress", "base", "base", "--format", "json"] + advised, in: folder, environment: environment)
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      let gates = try #require(try verdict(outcome)["gates"] as? [[String: Any]])
      #expect(gates.map { $0["gate"] as? String } == ["counts", "growth", "regret", "time"])
      // What the others have found stays.
      try suite("more", tokens: 11, marks: "\"marks\":true,")
      let more = try tool.run(["regress", "base", "more"], in: folder, environment: environment)
      #expect(more.status == 1 && more.text.contains(words), "\(more.text)")
    }

    @Test("what was not requested is no answer")
    func unrequested() throws {
      try program("base", giving: benchmarkRun())
      let outcome = try regress("base", "base", "--workload", "mixed", "--size", "999")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("measured mixed, 1000 int, which was not requested"), "\(outcome.errors)")
    }

    @Test(
      "what the catalogue refuses is wrong usage",
      arguments: [["--workload", "nothing"], ["--workload", "colliding-hashes", "--size", "1000000"]])
    func catalogue(arguments: [String]) throws {
      try program("base", giving: benchmarkRun())
      let outcome = try tool.run(["regress", "base", "base"] + arguments, in: folder)
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: "), "\(outcome.errors)")
    }

    @Test("a build that answers another workload when it is timed is no answer", .enabled(if: TestScale.isFull))
    func unrequestedTimes() throws {
      try suite("base", tokens: 10)
      // Its counts are of what was requested, its times are not.
      try folder.writeScript(
        "head",
        """
        case "$*" in
          *--strategy*)
            while [ $# -gt 0 ]; do
              if [ "$1" = --record ]; then record=$2; fi
              shift
            done
            set -- --workload another --size 100 --elements text --record "$record";;
        esac
        exec "$(dirname "$0")/base" "$@"
        """)
      let words = "measured another, 100 text, which was not requested"
      for (base, head) in [("base", "head"), ("head", "base")] {
        let outcome = try regress(base, head, "--gate", "time", "--size", "100")
        #expect(outcome.status == 3 && outcome.text.contains("failed: ./head: \(words)"), "\(outcome.text)")
      }
    }

    @Test("a build whose list fails says why")
    func failedList() throws {
      try suite("base", tokens: 10)
      try folder.writeScript("head", "echo 'usage: head [-h]' >&2; echo 'head: error: no such file' >&2; exit 2")
      let outcome = try regress("base", "head")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("exited with 2: head: error: no such file; does it keep"), "\(outcome.errors)")
    }

    @Test("a pipe in place of a benchmark run is not waited for")
    func pipe() throws {
      try folder.writeScript(
        "pipe", "while [ $# -gt 0 ]; do if [ \"$1\" = --record ]; then mkfifo \"$2\"; fi; shift; done")
      let outcome = try regress("pipe", "pipe", "--workload", "mixed")
      #expect(outcome.status == 2 && outcome.errors.contains("wrote no benchmark run"), "\(outcome.errors)")
    }
  }
#endif
