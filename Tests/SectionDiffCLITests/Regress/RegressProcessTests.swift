#if CommandLine
  import Foundation
  import Testing

  @testable import SectionDiffCLI

  /// What fails, hangs, comes late or leaves something behind takes nothing from the rest, and is named.
  @Suite("section-diff regress: processes that fail or never end")
  struct RegressProcessTests: RegressFixture {
    let tool: CommandLineTool
    let folder: Scratch

    init() throws {
      tool = try CommandLineTool()
      folder = try Scratch()
    }

    @Test("a new workload of head that never ends is named under a limit, too")
    func newAndEndless() throws {
      try suite("base", tokens: 10, names: ["a"])
      try suite("both", tokens: 10, names: ["a", "b"])
      try folder.writeScript(
        "head", "case \"$*\" in *'--workload b'*) exec sleep 1000;; esac; exec \"$(dirname \"$0\")/both\" \"$@\"")
      let outcome = try regress("base", "head", "--gate", "counts", "--within", "4s")
      #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("did not come to its end in head"), "\(outcome.text)")
    }

    @Test("what runners leave beside their records is removed, and what never ends is not kept")
    func leftovers() throws {
      try suite("base", tokens: 10, sizes: [10])
      try folder.writeScript(
        "untidy",
        """
        while [ $# -gt 0 ]; do [ "$1" = --record ] && record=$2; set -- "$@"; all="$all '$1'"; shift; done
        [ -n "$record" ] && mkdir -p "$record.d/deep" && touch "$record.d/deep/file"
        eval "exec \\"$(dirname "$0")/base\\" $all"
        """)
      let scratch = folder.url.appendingPathComponent("tmp")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      let environment = ["TMPDIR": scratch.path]
      let outcome = try tool.run(
        ["regress", "./untidy", "./untidy", "--gate", "counts"], in: folder, environment: environment)
      #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
      try folder.writeScript("endless", "exec yes")
      let endless = try tool.run(["regress", "./endless", "./endless"], in: folder, environment: environment)
      #expect(endless.status == 2, "\(endless.text) \(endless.errors)")
      #expect(endless.errors.contains("./endless: wrote more than 256 MB"), "\(endless.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test("one that takes too long takes no verdict from the others, and the side is named")
    func tooSlowInBase() throws {
      try suite("head", tokens: 11, names: ["b", "a"])
      try suite("right", tokens: 10, names: ["b", "a"])
      let gate = folder.url.appendingPathComponent("gate").path
      #expect(mkfifo(gate, 0o600) == 0)
      try folder.writeScript(
        "base",
        "case \"$*\" in *'--workload b '*'--size 1000'*) echo $$ > '\(gate)'; exec sleep 1000;; esac; "
          + "exec \"$(dirname \"$0\")/right\" \"$@\"")
      let process = Process()
      process.executableURL = tool.executable
      process.arguments = ["regress", "./base", "./head", "--gate", "counts", "--within", "0"]
      process.currentDirectoryURL = folder.url
      let output = try folder.emptyFile("output")
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
      let pipe = try #require(FileHandle(forReadingAtPath: gate))
      let written = try #require(try pipe.readToEnd())
      let child = try #require(pid_t(String(decoding: written, as: UTF8.self).dropLast()))
      // It was started first, so it is due first.
      #expect(kill(process.processIdentifier, SIGALRM) == 0)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      #expect(kill(child, 0) == -1 && errno == ESRCH)
      let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      #expect(text.contains("b, 1000 text failed in base: ./base: gave no benchmark run within 600 s"), "\(text)")
      #expect(text.contains("parser on a, 1000 text  tokens  10 → 11"), "\(text)")
    }

    @Test("of what valgrind sums up the instructions come first; what is no number of them is no count")
    func summaries() throws {
      for name in ["base", "more"] {
        try suite(name, tokens: 10, sizes: [1_000], marks: "\"marks\":true,")
      }
      for (summary, status) in [("100000 9", 0), ("100000 9", 1), ("-5", 3), ("99999999999999999999", 3)] {
        let environment = try valgrind(
          """
          cost="\(summary)"
          for argument in "$@"; do
            case $argument in --callgrind-out-file=*) out=${argument#*=};; */more) cost=167000;; esac
          done
          for number in 2 3 4; do echo "summary: $cost" > "$out.$number"; done
          """)
        let outcome = try tool.run(
          ["regress", "./base", status == 1 ? "./more" : "./base", "--gate", "instructions"], in: folder,
          environment: environment)
        #expect(outcome.status == status, "\(summary): \(outcome.text) \(outcome.errors)")
      }
    }

    @Test("what head alone does not come to the end of, counting instructions or timed, cannot be told")
    func endlessInHead() throws {
      try suite("base", tokens: 10, names: ["a", "b"], marks: "\"marks\":true,")
      try suite("head", tokens: 10, names: ["a", "b"], marks: "\"marks\":true,")
      let environment = try valgrind(
        """
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) out=${argument#*=};; */head) exec sleep 1000;; esac
        done
        number=0
        while [ $number -lt 64 ]; do number=$((number + 1)); echo "summary: 1000" > "$out.$number"; done
        """)
      let counted = try tool.run(
        ["regress", "./base", "./head", "--gate", "counts", "--gate", "instructions", "--within", "6s"], in: folder,
        environment: environment)
      #expect(counted.status == 3, "\(counted.text) \(counted.errors)")
      #expect(counted.text.contains("did not come to its end in head"), "\(counted.text)")
      try folder.writeScript(
        "slow", "case \"$*\" in *--strategy*) exec sleep 1000;; esac; exec \"$(dirname \"$0\")/base\" \"$@\"")
      let timed = try regress(
        "base", "slow", "--gate", "counts", "--gate", "time", "--within", "8s", "--workload", "a", "--size", "10")
      #expect(timed.status == 3, "\(timed.text) \(timed.errors)")
      #expect(timed.text.contains("did not come to its end in head, where it is timed"), "\(timed.text)")
    }

    @Test("a first process that fails is a failure that names its workload, and nothing that time left out")
    func firstFails() throws {
      try suite("base", tokens: 10, names: ["a", "b"])
      try folder.writeScript(
        "bad", "case \"$*\" in *a*--strategy*) exit 7;; esac; exec \"$(dirname \"$0\")/base\" \"$@\"")
      let outcome = try regress(
        "bad", "base", "--gate", "counts", "--gate", "time", "--within", "60s", "--size", "10", "--workload", "a",
        "--workload", "b")
      #expect(outcome.status == 3, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("exited with 7") && outcome.text.contains("a, 10 text"), "\(outcome.text)")
      #expect(!outcome.text.contains("Left out"), "\(outcome.text)")
    }

    @Test("a valgrind that cannot be started any more takes no counts from what came to its end")
    func gone() throws {
      let names = (1...9).map { "w\($0)" }
      for name in ["base", "more"] {
        try suite(name, tokens: 10, names: names, sizes: [1_000], marks: "\"marks\":true,")
      }
      let environment = try valgrind(
        """
        mkdir "$0.first" 2> /dev/null || rm -f "$0"
        cost=100 number=0
        for argument in "$@"; do
          case $argument in --callgrind-out-file=*) out=${argument#*=};; */more) cost=106;; esac
        done
        while [ $number -lt 64 ]; do number=$((number + 1)); echo "summary: ${cost}000" > "$out.$number"; done
        """)
      let outcome = try tool.run(
        ["regress", "./base", "./more", "--gate", "instructions"], in: folder, environment: environment)
      #expect(outcome.status == 1, "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.contains("cannot be started"), "\(outcome.text)")
    }
  }
#endif
