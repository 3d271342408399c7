#if CommandLine
  import BenchmarkHarness
  import RegressionGate
  import Foundation
  import Testing

  /// What is compared, and that nothing else passes by silence.
  @Suite("section-diff regress: what is compared")
  struct RegressPlanTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    @Test("sizes that only one list has are measured on both sides, as far as they take them")
    func sizes() throws {
      try suite("base", tokens: 0, growing: "size")
      try suite("few", tokens: 0, sizes: [10], growing: "size > 50 ? size * size : size")
      let hidden = try regress("base", "few", "--gate", "counts", "--gate", "growth")
      #expect(hidden.status == 1, "\(hidden.text) \(hidden.errors)")
      #expect(hidden.text.contains("growth    regressed  1 exponents: 1 rose"), "\(hidden.text)")
      #expect(hidden.text.contains("parser on chat log, 1000 text  tokens  1,000 → 1,000,000"), "\(hidden.text)")
      try suite("small", tokens: 0, sizes: [10], largest: 10, growing: "size")
      let gone = try regress("base", "small", "--gate", "counts")
      #expect(gone.status == 3, "\(gone.text) \(gone.errors)")
      #expect(gone.text.contains("parser on chat log, 1000 text is in the base only"), "\(gone.text)")
      // The base is not called with what it does not take.
      try folder.writeScript(
        "strict",
        "case \"$*\" in *'--size 100'*) echo too large >&2; exit 64;; esac; exec \"$(dirname \"$0\")/small\" \"$@\"")
      let new = try regress("strict", "base", "--gate", "counts")
      #expect(new.status == 0 && new.text.contains("New in head\n  parser on chat log\n"), "\(new.text) \(new.errors)")
    }

    @Test("a kind of element that head no longer lists is named, whichever kinds have their turn")
    func kinds() throws {
      try suite("base", tokens: 10, kinds: ["text", "string", "bytes"])
      try suite("head", tokens: 10, kinds: ["text", "string"])
      for rotation in ["0", "1", "2"] {
        let outcome = try regress("base", "head", "--gate", "counts", "--rotation", rotation)
        #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
        #expect(outcome.text.contains("chat log, 100 bytes is in the base only"), "\(outcome.text)")
      }
    }

    @Test("each name that is asked for is on one side at least, and what is on one side only is named")
    func names() throws {
      let lexer =
        ",{\"metrics\":{\"tokens\":1},\"series\":{\"name\":\"lexer\",\"rounds\":[{\"first\":9,\"second\":9}]}}"
      try suite("base", tokens: 10, more: lexer)
      try suite("head", tokens: 10)
      try write(benchmarkRun(), "run.json")
      let gone = try regress("base", "head", "--gate", "counts", "--contender", "parser", "--contender", "lexer")
      #expect(gone.status == 3 && gone.text.contains("lexer on chat log, 10 text is in the base only"), "\(gone.text)")
      for arguments in [
        ["head", "head", "--contender", "parser", "--contender", "lexer"],
        ["head", "head", "--workload", "chat log", "--workload", "typo"],
        ["run.json", "run.json", "--workload", "mixed", "--workload", "typo"],
        ["run.json", "run.json", "--size", "1000", "--size", "77"],
        ["run.json", "run.json", "--strategy", "lis", "--strategy", "lexer"],
        ["head", "head", "--elements", "nothing"],
      ] {
        let outcome = try tool.run(["regress"] + arguments + ["--gate", "counts"], in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments): \(outcome.text) \(outcome.errors)")
      }
    }

    @Test("where more is better, less of it is a regression; where the two sides do not agree, it cannot tell")
    func direction() throws {
      let more = "\"better\":{\"tokens\":\"more\"},"
      try suite("ten", tokens: 10, better: more)
      try suite("none", tokens: 0, better: more)
      try suite("undirected", tokens: 0)
      let worse = try regress("ten", "none", "--gate", "counts")
      #expect(worse.status == 1, "\(worse.text) \(worse.errors)")
      #expect(
        worse.text.contains("Worse than before\n  parser on chat log, 10 text    tokens  10 → 0"), "\(worse.text)")
      let better = try regress("none", "ten", "--gate", "counts")
      #expect(better.status == 0 && better.text.contains("Better than before\n"), "\(better.text)")
      let json = try verdict(regress("ten", "none", "--gate", "counts", "--format", "json"))
      #expect((json["counts"] as? [[String: Any]])?.first?["better"] as? String == "more")
      let unsure = try regress("ten", "undirected", "--gate", "counts")
      #expect(unsure.status == 3, "\(unsure.text)")
      #expect(
        unsure.text.contains("tokens: more of it were better in the base, and fewer are in head"), "\(unsure.text)")
      try folder.write(
        "accepted.json",
        """
        {"release": "1", "accepted": [{"metric": "tokens", "workload": "chat log", "from": 10, "to": 0, "why": "no cache"}]}
        """)
      #expect(try regress("ten", "none", "--gate", "counts", "--accepted", "accepted.json").status == 0)
    }

    @Test("a count with the name of something else, a direction of none, a size below 1: each is refused by name")
    func words() throws {
      try suite("base", tokens: 10)
      for name in ["instructions", "time", "wrong", "regret", "removal", "growth of tokens"] {
        let more =
          ",{\"metrics\":{\"\(name)\":1},\"series\":{\"name\":\"own\",\"rounds\":[{\"first\":9,\"second\":9}]}}"
        try suite("named", tokens: 10, more: more)
        let outcome = try regress("named", "named", "--gate", "counts")
        #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.text) \(outcome.errors)")
        #expect(outcome.errors.contains("has a count of its own that is called \(name)"), "\(outcome.errors)")
      }
      try suite("typo", tokens: 10, better: "\"better\":{\"token\":\"more\"},")
      let typo = try regress("typo", "typo", "--gate", "counts")
      #expect(typo.status == 2, "\(typo.text) \(typo.errors)")
      #expect(typo.errors.contains("says which token are better, and has no such count"), "\(typo.errors)")
      for size in [0, -1, Int.min] {
        try suite("sized", tokens: 10, sizes: [10, size])
        let outcome = try regress("base", "sized", "--gate", "counts")
        #expect(outcome.status == 2, "\(outcome.text) \(outcome.errors)")
        #expect(outcome.errors.contains("the workload chat log lists the size \(size)"), "\(outcome.errors)")
      }
      // It takes no meter, whatever its name.
      func own(_ metrics: String) -> String {
        ",{\"metrics\":{\(metrics)},\"series\":{\"name\":\"own\",\"rounds\":[{\"first\":9,\"second\":9}]}}"
      }
      try suite("bytes", tokens: 10, more: own("\"bytes\":5,\"lines\":1"))
      try suite("none", tokens: 10, more: own("\"lines\":1"))
      let gone = try regress("bytes", "none", "--gate", "counts")
      #expect(gone.status == 3 && gone.text.contains("has bytes in the base only"), "\(gone.text) \(gone.errors)")
    }

    @Test("the size at which times are taken is the base's, whatever head lists")
    func timedSize() throws {
      try suite("base", tokens: 10)
      try suite("few", tokens: 10, sizes: [10])
      for (base, head) in [("base", "few"), ("base", "base")] {
        let outcome = try regress(base, head, "--gate", "time")
        #expect(outcome.status == 0 && outcome.text.contains("parser on chat log, 100 text"), "\(outcome.text)")
      }
    }

    @Test("a workload that fails in head is named, and the others are judged; wrong and missing count by any gate")
    func failures() throws {
      try suite("base", tokens: 10, names: ["a", "b"])
      try suite("more", tokens: 11, names: ["a", "b"])
      try suite("wrong", tokens: 10, wrong: true, names: ["a", "b"])
      for other in ["base", "more"] {
        try folder.writeScript(
          "head",
          "case \"$*\" in *'--workload b'*) echo no memory >&2; exit 7;; esac; exec \"$(dirname \"$0\")/\(other)\" \"$@\""
        )
        let outcome = try regress("base", "head", "--gate", "counts")
        #expect(outcome.status == (other == "base" ? 3 : 1), "\(outcome.text) \(outcome.errors)")
        let words = "b, 10 text failed in head: ./head: exited with 7: no memory; does it keep the protocol?"
        #expect(outcome.text.contains(words), "\(outcome.text)")
      }
      let wrong = try regress("base", "wrong", "--gate", "growth")
      #expect(wrong.status == 1 && wrong.text.contains("Wrong answers\n  parser on a, 10 text"), "\(wrong.text)")
      // Also where the base says nothing.
      try folder.writeScript(
        "dies", "case \"$*\" in *'--workload b'*) exit 7;; esac; exec \"$(dirname \"$0\")/base\" \"$@\"")
      try folder.writeScript(
        "lies",
        "case \"$*\" in *'--workload b'*) exec \"$(dirname \"$0\")/wrong\" \"$@\";; esac; exec \"$(dirname \"$0\")/base\" \"$@\""
      )
      let hidden = try regress("dies", "lies", "--gate", "counts")
      #expect(hidden.status == 1, "\(hidden.text) \(hidden.errors)")
      #expect(hidden.text.contains("Wrong answers\n  parser on b, 10 text"), "\(hidden.text)")
    }

    @Test("an answer that is wrong only where it is timed is wrong; in the base, it cannot tell")
    func wrongWhereTimed() throws {
      try suite("base", tokens: 10, sizes: [10])
      try suite("wrong", tokens: 10, wrong: true, sizes: [10])
      try folder.writeScript(
        "head",
        "case \"$*\" in *--strategy*) exec \"$(dirname \"$0\")/wrong\" \"$@\";; esac; exec \"$(dirname \"$0\")/base\" \"$@\""
      )
      let worse = try regress("base", "head", "--gate", "counts", "--gate", "time")
      #expect(worse.status == 1, "\(worse.text) \(worse.errors)")
      #expect(
        worse.text.contains("Wrong answers\n  parser on chat log, 10 text  where it is timed, it loses a token"),
        "\(worse.text)")
      let unsure = try regress("head", "base", "--gate", "counts", "--gate", "time")
      #expect(unsure.status == 3, "\(unsure.text) \(unsure.errors)")
      #expect(unsure.text.contains("has a wrong answer where it is timed: it loses a token"), "\(unsure.text)")
    }

    @Test("a time of nothing is no verdict, and takes none from the others")
    func timeOfNothing() throws {
      func fast(_ time: Int) -> String {
        ",{\"metrics\":{\"tokens\":1},\"series\":{\"name\":\"fast\",\"rounds\":[{\"first\":\(time),\"second\":\(time)}]}}"
      }
      try suite("base", tokens: 10, sizes: [10], more: fast(9))
      try suite("head", tokens: 10, sizes: [10], more: fast(90))
      let row = folder.url.appendingPathComponent("head.row")
      let text = try String(contentsOf: row, encoding: .utf8).replacingOccurrences(of: "5000", with: "0")
      try folder.write("head.row", text)
      let outcome = try regress("base", "head", "--gate", "time")
      #expect(outcome.status == 1, "\(outcome.text) \(outcome.errors)")
      #expect(
        outcome.text.contains("1 times: 1 slower; failed: ./head: reported no time for parser"), "\(outcome.text)")
    }

    @Test("a valgrind that cannot be started takes no verdict from the others")
    func valgrindThatCannotBeStarted() throws {
      for (name, tokens) in [("base", 10), ("more", 11)] {
        try suite(name, tokens: tokens, marks: "\"marks\":true,")
      }
      let environment = try valgrind("")
      let path = environment["PATH"]?.split(separator: ":").first.map(String.init) ?? ""
      try "#!/nowhere/interpreter\n".write(toFile: path + "/valgrind", atomically: false, encoding: .utf8)
      for (head, status) in [("base", 3), ("more", 1)] as [(String, Int32)] {
        let outcome = try tool.run(
          ["regress", "./base", "./\(head)", "--gate", "counts", "--gate", "instructions"], in: folder,
          environment: environment)
        #expect(outcome.status == status, "\(outcome.text) \(outcome.errors)")
        #expect(outcome.text.contains("cannot be started"), "\(outcome.text) \(outcome.errors)")
        #expect(!outcome.text.contains("left out by --within"), "\(outcome.text)")
      }
    }

    /// In the place of valgrind: a run costs its size, and of a head that is slow its square.
    private func instructions() throws -> [String: String] {
      try valgrind(
        """
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) out=${argument#*=};; */slow) slow=yes;; esac
          case $last in
            --size) size=$argument;;
            --only-run)
              for run in 1 2 3 4; do
                number=$((number + 1))
                echo "summary: $((1000 * (${slow:+size *} size)))" > "$out.$number"
              done;;
          esac
          last=$argument
        done
        """)
    }

    @Test("instructions are counted at every size that is asked for, and their growth at four")
    func instructionSizes() throws {
      for name in ["base", "slow"] { try suite(name, tokens: 10, marks: "\"marks\":true,") }
      let environment = try instructions()
      let asked = try tool.run(
        [
          "regress", "./base", "./base", "--size", "100", "--size", "1000", "--gate", "instructions", "--format",
          "json",
        ],
        in: folder, environment: environment)
      let found = try #require(try verdict(asked)["instructions"] as? [[String: Any]])
      #expect(found.map { $0["size"] as? Int } == [100, 1_000], "\(asked.text) \(asked.errors)")
      #expect(found.map { $0["base"] as? Int } == [100_000, 1_000_000])
      let level = try tool.run(
        ["regress", "./base", "./base", "--gate", "growth", "--gate", "instructions"], in: folder,
        environment: environment)
      #expect(level.status == 0 && level.text.contains("growth        pass  2 exponents"), "\(level.text)")
      // What it counts itself does not grow.
      let slow = try tool.run(
        ["regress", "./base", "./slow", "--gate", "growth", "--gate", "instructions", "--report", "instructions"],
        in: folder, environment: environment)
      #expect(slow.status == 1, "\(slow.text) \(slow.errors)")
      #expect(slow.text.contains("instructions  n^2.00, was n^1.00  from 1 to 100"), "\(slow.text)")
    }
  }
#endif
