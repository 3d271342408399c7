#if CommandLine
  import BenchmarkHarness
  import Foundation
  #if canImport(FoundationXML)
    import FoundationXML
  #endif
  import SectionDiff
  import Testing

  /// What a test report says of each case.
  private final class JUnitCases: NSObject, XMLParserDelegate {
    var outcomes: [String: String] = [:]
    private var name = ""

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      if element == "testcase" {
        name = attributes["name"] ?? ""
      } else if !element.hasPrefix("testsuite") {
        outcomes[name] = element
      }
    }
  }

  /// The command with benchmark runs, and with programs that keep the protocol and give made-up figures.
  @Suite("section-diff regress")
  struct RegressCommandTests {
    private let tool: CommandLineTool
    private let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    /// A run of one strategy on `mixed`, with as many rounds as asked.
    private func benchmarkRun(
      comparisons: Int = 100, time: Double = 1_000, rounds: Int = 12, host: String = "a machine"
    ) -> BenchmarkRun {
      var receipt = DiffReceipt(strategy: "lis")
      receipt.comparisons = comparisons
      receipt.isMinimal = true
      func row(_ name: String, _ answer: DiffAnswer?, _ time: Double) -> Measured {
        let series = TimeSeries(
          name: name, rounds: (0..<rounds).map { _ in TimeSeries.Round(first: time, second: time) })
        return Measured(answer: answer, allocations: nil, series: series, ratios: [:])
      }
      let rows = [row("dict", nil, 500), row("lis", DiffAnswer(counts: ChangeCounts(), receipt: receipt), time)]
      return BenchmarkRun(
        environment: RunEnvironment(
          commit: "c0ffee", toolchain: "Swift", host: host, allocator: "system", seed: 1, command: "BenchmarkRunner"),
        workloads: [
          WorkloadRun(
            name: "mixed", size: 1_000, seed: 107, elements: "int", old: 1_000, new: 1_000,
            table: MeasuredTable(rows: rows, noise: nil), standardNanoseconds: nil)
        ])
    }

    private func write(_ run: BenchmarkRun, _ name: String) throws {
      try folder.write(name, Data(run.json()))
    }

    /// A program that writes this run to the file that `--record` names.
    private func program(_ name: String, giving run: BenchmarkRun) throws {
      try write(run, name + ".json")
      try folder.writeScript(
        name,
        """
        while [ $# -gt 0 ]; do
          if [ "$1" = --record ]; then cat "$(dirname "$0")/\(name).json" > "$2"; fi
          shift
        done
        """)
    }

    private func regress(_ arguments: String...) throws -> CommandLineTool.Outcome {
      try tool.run(["regress"] + arguments, in: folder)
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
      #expect(back.text.contains("Fewer than before"))
    }

    @Test("runs of two machines: counts are judged, times are not")
    func hosts() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(host: "another"), "head.json")
      let outcome = try regress("base.json", "head.json")
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("skipped: the hosts differ: a machine and another"))
      #expect(try regress("base.json", "head.json", "--gate", "time").status == 3)
      try write(benchmarkRun(comparisons: 101, host: "another"), "more.json")
      #expect(try regress("base.json", "more.json").status == 1)
    }

    @Test("each committed benchmark run passes against itself: what is kept can be compared")
    func committed() throws {
      let records = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Benchmarks/Records").standardized
      let files = try FileManager.default.contentsOfDirectory(at: records, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "json" }
      #expect(files.count > 4)
      for file in files {
        let outcome = try regress(file.path, file.path)
        #expect(outcome.status == 0, "\(file.lastPathComponent): \(outcome.text) \(outcome.errors)")
      }
    }

    @Test("builds are timed in turn; a slow-down is called and confirmed")
    func slower() throws {
      try program("base", giving: benchmarkRun())
      try program("head", giving: benchmarkRun(time: 1_200))
      let outcome = try regress(
        "base", "head", "--size", "1000", "--workload", "mixed", "--gate", "time", "--format", "json")
      #expect(outcome.status == 1, "\(outcome.errors)")
      let answer = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
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

    /// A suite of its own: its list, and a run of what is no diff.
    private func suite(
      _ name: String, tokens: Int, wrong: Bool = false, names: [String] = ["chat log"], kinds: [String] = ["text"],
      instructions: String = "\"instructions\":false,", more: String = ""
    ) throws {
      let entries = names.flatMap { name in
        kinds.map { "{\"name\":\"\(name)\",\"elements\":\"\($0)\",\"sizes\":[10,100,1000]}" }
      }.joined(separator: ",")
      try folder.write(
        name + ".list", "{\"format\":\"section-diff-suite/1\",\(instructions)\"workloads\":[\(entries)]}")
      let round = "{\"first\":5000,\"second\":5000}"
      try folder.write(
        name + ".row",
        wrong
          ? "{\"wrong\":\"it loses a token\",\"series\":{\"name\":\"parser\",\"rounds\":[]}}"
          : "{\"metrics\":{\"tokens\":\(tokens)},\"series\":{\"name\":\"parser\",\"rounds\":[\(round)]}}" + more)
      // A workload of each size that is requested.
      try folder.writeScript(
        name,
        """
        if [ "$1" = --list ]; then exec cat "$(dirname "$0")/\(name).list"; fi
        workload= sizes= elements=\(kinds[0])
        while [ $# -gt 0 ]; do
          case $1 in
            --workload) workload=$2; shift;;
            --elements) elements=$2; shift;;
            --only-run) exit 64;;
            --size) sizes="$sizes $2"; shift;;
            --record) record=$2; shift;;
          esac
          shift
        done
        row=$(cat "$(dirname "$0")/\(name).row")
        {
          printf '{"format":"section-diff-benchmark/1","environment":{},"workloads":['
          separator=
          for size in $sizes; do
            printf '%s{"name":"%s","size":%s,"elements":"%s","old":%s,"table":{"rows":[%s]}}' \
              "$separator" "$workload" "$size" "$elements" "$size" "$row"
            separator=,
          done
          printf ']}'
        } > "$record"
        """)
    }

    @Test("a suite of its own is judged under its own names: counts, growth and time of what is no diff")
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

    @Test("where no workload is named, each is judged with one of its other kinds of element, too, in turn")
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
      #expect(!named.contains("second") && !named.contains("third"), "\(named)")
    }

    @Test("a limit leaves times out and says so; a gate that judged none of its share cannot tell")
    func within() throws {
      try suite("base", tokens: 10)
      let outcome = try regress("base", "base", "--within", "1ms")
      #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
      #expect(
        outcome.text.contains("0 times: 0 slower; 1 left out: within a limit at most 6 inputs are timed"),
        "\(outcome.text)")
      #expect(outcome.text.contains("6 counts: 0 more"), "\(outcome.text)")
    }

    @Test("a gate that is reported decides nothing")
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
          "More, and accepted\n  lis on mixed, 1000 int  comparisons  100 → 110  +10.0 %  fewer hashes"),
        "\(outcome.text)")
      let json = try tool.run(["regress", "base.json", "head.json", "--format", "json"] + arguments, in: folder)
      #expect(json.text.contains("\"base\":100,\"head\":110,\"accepted\":\"fewer hashes\"}"), "\(json.text)")
      #expect(try tool.run(["regress", "base.json", "more.json"] + arguments, in: folder).status == 1)
      let same = try tool.run(["regress", "base.json", "head.json", "--release", "1.0.0"] + arguments, in: folder)
      #expect(same.status == 0)
      let next = try tool.run(["regress", "base.json", "head.json", "--release", "1.1.0"] + arguments, in: folder)
      #expect(next.status == 1)
      #expect(next.text.contains("have expired: they are of release 1.0.0; take them out"), "\(next.text)")
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
        (trade("\"from\":2,\"to\":2,\"why\":\"x\""), "accepted[0], hashes: to is no more than from"),
        (trade("\"from\":2,\"to\":3,\"why\":\" \""), "accepted[0], hashes: it has no reason"),
      ]
      for (text, words) in cases {
        try folder.write("accepted.json", text)
        let outcome = try regress("base.json", "base.json", "--accepted", "accepted.json")
        #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errorLines.count == 1, "\(text)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }

    @Test("instructions are left out when either side counts none")
    func instructionsOfOne() throws {
      try suite("base", tokens: 10)
      try suite("head", tokens: 10, instructions: "")
      for (base, head) in [("base", "head"), ("head", "base")] {
        let outcome = try regress(base, head, "--gate", "counts", "--gate", "instructions")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      }
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

    @Test("a build that answers another workload when it is timed is no answer")
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
        #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.text)\(outcome.errors)")
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

    @Test("reports for CI: a comment, a test report, annotations; the exit code is that of the text")
    func reports() throws {
      try write(benchmarkRun(), "base.json")
      try write(benchmarkRun(comparisons: 106, host: "100 % <another> | machine"), "head.json")
      func report(_ format: String, _ head: String = "head.json") throws -> String {
        let outcome = try regress("base.json", head, "--format", format)
        #expect(outcome.status == (head == "head.json" ? 1 : 0) && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.text
      }
      let markdown = try report("markdown")
      #expect(markdown.hasPrefix("### section-diff regress: regressed\n"))
      #expect(markdown.contains("| counts | regressed | 11 counts: 1 more, 0 fewer; "), "\(markdown)")
      #expect(
        markdown.contains(
          "\n| Worse | of | |\n| --- | --- | --- |\n| counts | lis on mixed, 1000 int | 6 more: comparisons, 100 → 106 |\n"
        ))
      #expect(markdown.contains("100 % \\<another\\> \\| machine"))
      try write(benchmarkRun(time: 1_500), "slower.json")
      let slower = try regress("base.json", "slower.json", "--format", "github")
      #expect(slower.status == 3)
      #expect(
        slower.text.hasPrefix("::warning title=section-diff regress, time::1 of 1 recorded times look slower; "),
        "\(slower.text)")
      let github = try report("github").split(separator: "\n")
      #expect(
        github[0]
          == "::error title=section-diff regress, counts::lis on mixed, 1000 int: 6 more: comparisons, 100 → 106")
      #expect(github.count == 2)
      #expect(github.last?.hasPrefix("::error title=section-diff regress::regressed: counts regressed, ") == true)
      let junit = try report("junit")
      let parser = XMLParser(data: Data(junit.utf8))
      let cases = JUnitCases()
      parser.delegate = cases
      #expect(parser.parse())
      #expect(
        cases.outcomes == [
          "counts": "failure", "growth": "skipped", "regret": "skipped", "instructions": "skipped", "time": "skipped",
        ])
      #expect(junit.contains(">lis on mixed, 1000 int: 6 more: comparisons, 100 → 106\n</failure>"))
      #expect(try report("github", "base.json").hasPrefix("::notice title=section-diff regress::pass: "))
      #expect(try report("markdown", "base.json").hasPrefix("### section-diff regress: pass\n"))
    }

    @Test("figures that no run can give are refused")
    func impossible() throws {
      try write(benchmarkRun(), "base.json")
      let one = benchmarkRun()
      var twice = one
      twice.workloads += one.workloads
      try write(twice, "twice.json")
      var negative = one
      negative.workloads[0].table.rows[1].answer?.receipt.hashes = -1
      try write(negative, "negative.json")
      var time = one
      time.workloads[0].table.rows[1].series.rounds[0].first = -5
      try write(time, "time.json")
      var huge = one
      huge.workloads[0].table.rows[1].answer?.counts.deletes = .max
      huge.workloads[0].table.rows[1].answer?.counts.inserts = .max
      try write(huge, "huge.json")
      var work = one
      work.workloads[0].table.rows[1].answer?.receipt.comparisons = .max
      try write(work, "work.json")
      var untimed = one
      untimed.workloads[0].table.rows[1].series.rounds = []
      try write(untimed, "untimed.json")
      var metric = one
      metric.workloads[0].table.rows[1].metrics = ["wrong": 1]
      try write(metric, "metric.json")
      var allocator = one
      allocator.environment.allocator = "a\u{1B}[2J"
      try write(allocator, "allocator.json")
      var empty = one
      empty.workloads = []
      try write(empty, "empty.json")
      for (path, words) in [
        ("twice.json", "occurs twice"), ("negative.json", "-1 hashes"), ("time.json", "not a positive number"),
        ("empty.json", "no workloads"), ("huge.json", "changes"), ("work.json", "comparisons"),
        ("untimed.json", "has no times"), ("metric.json", "a count of its own that is called wrong"),
        ("allocator.json", "the allocator's name"),
      ] {
        let outcome = try regress("base.json", path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }

    @Test(
      "wrong usage is reported",
      arguments: [
        ["--threshold", "0%"], ["--threshold", "much"], ["--size", "0"],
        ["--max-rounds", "3"],
        ["--gate", "colour"], ["--size", "5", "--size", "5"],
      ])
    func usage(arguments: [String]) throws {
      #expect(try tool.run(["regress", "a", "b"] + arguments, in: folder).status == 64)
    }

    @Test(
      "a list that does not come in time is trouble, not a verdict",
      arguments: [["regress", "endless"], ["advise", "--runner"]])
    func tooSlow(command: [String]) throws {
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      try folder.writeScript("endless", "echo $$ > '\(gate)'; exec sleep 1000")
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = command + ["endless"]
      process.currentDirectoryURL = folder.url
      process.standardOutput = FileHandle.nullDevice
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      _ = try pipe.readToEnd()
      // The time is up when the alarm says so.
      #expect(kill(process.processIdentifier, SIGALRM) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 2)
      let reported = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      #expect(
        reported == "section-diff: ./endless: gave no list of workloads within 600 s; does it keep the protocol?\n")
    }

    @Test("a signal ends it and what it runs, and leaves nothing behind", arguments: [SIGINT, SIGTERM])
    func interrupted(number: Int32) throws {
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      // Says its number once it runs, then never ends.
      try folder.writeScript("endless", "echo $$ > '\(gate)'; exec sleep 1000")
      let scratch = folder.url.appendingPathComponent("tmp")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress", "endless", "endless"]
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      let errors = try folder.emptyFile("errors")
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      // Opening the other end waits for the child to write.
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let text = String(decoding: try #require(try pipe.readToEnd()), as: UTF8.self)
      let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(process.processIdentifier, number) == 0)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 3)
      #expect(kill(child, 0) == -1 && errno == ESRCH)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
      let reported = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      #expect(reported == "section-diff: stopped; there is no verdict\n")
    }
  }
#endif
