#if CommandLine
  import BenchmarkHarness
  import MeasuringSupport
  import RegressionGate
  import Foundation
  import SectionDiff
  import Testing

  /// What tests of `section-diff regress` share: benchmark runs, and programs that keep the protocol and give made-up figures.
  protocol RegressFixture {
    var tool: CommandLineTool { get }
    var folder: Scratch { get }
  }

  extension RegressFixture {
    /// A run of one strategy on `mixed`, with as many rounds as asked.
    func benchmarkRun(
      comparisons: Int = 100, time: Double = 1_000, floor: Double = 500, rounds: Int = 12, host: String = "a machine"
    ) -> BenchmarkRun {
      var receipt = DiffReceipt(strategy: "lis")
      receipt.comparisons = comparisons
      receipt.isMinimal = true
      func row(_ name: String, _ answer: DiffAnswer?, _ time: Double) -> Measured {
        let series = TimeSeries(
          name: name, rounds: (0..<rounds).map { _ in TimeSeries.Round(first: time, second: time) })
        return Measured(answer: answer, allocations: nil, series: series, ratios: [:])
      }
      let rows = [row("dict", nil, floor), row("lis", DiffAnswer(counts: ChangeCounts(), receipt: receipt), time)]
      return BenchmarkRun(
        environment: RunEnvironment(
          commit: "c0ffee", toolchain: "Swift", host: host, allocator: "system", seed: 1, command: "BenchmarkRunner"),
        workloads: [
          WorkloadRun(
            name: "mixed", size: 1_000, seed: 107, elements: "int", old: 1_000, new: 1_000,
            table: MeasuredTable(rows: rows, noise: nil), standardNanoseconds: nil)
        ])
    }

    func write(_ run: BenchmarkRun, _ name: String) throws {
      try folder.write(name, Data(run.json()))
    }

    /// A program that writes this run to the file that `--record` names.
    func program(_ name: String, giving run: BenchmarkRun) throws {
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

    func regress(_ arguments: String...) throws -> CommandLineTool.Outcome {
      try tool.run(["regress"] + arguments, in: folder)
    }

    /// Puts a script in the place of valgrind; the environment in which it is found.
    func valgrind(_ body: String) throws -> [String: String] {
      let programs = folder.url.appendingPathComponent("programs")
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      try folder.writeScript("programs/valgrind", body)
      return ["PATH": "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    }

    /// The verdict of a comparison that was printed as JSON, which is as its schema describes.
    func verdict(_ outcome: CommandLineTool.Outcome) throws -> [String: Any] {
      let answer = try JSONSerialization.jsonObject(with: outcome.output)
      #expect(try JSONSchema(named: "section-diff-verdict-1").problem(in: answer, isWhole: true) == nil)
      return try #require(answer as? [String: Any])
    }

    /// A suite of its own: its list, and a run of what is no diff. `growing` is what it counts at a `size`, as a shell
    /// calculates it, instead of always the same.
    func suite(
      _ name: String, tokens: Int, wrong: Bool = false, names: [String] = ["chat log"], kinds: [String] = ["text"],
      sizes: [Int] = [10, 100, 1_000], largest: Int? = nil, growing: String? = nil,
      marks: String = "", better: String = "", more: String = ""
    ) throws {
      let limit = largest.map { ",\"largestSize\":\($0)" } ?? ""
      let entries = names.flatMap { name in
        kinds.map { "{\"name\":\"\(name)\",\"elements\":\"\($0)\",\"sizes\":\(sizes)\(limit)}" }
      }.joined(separator: ",")
      try folder.write(
        name + ".list", "{\"format\":\"section-diff-suite/1\",\(marks)\"workloads\":[\(entries)]}")
      let round = "{\"first\":5000,\"second\":5000}"
      try folder.write(
        name + ".row",
        wrong
          ? "{\"wrong\":\"it loses a token\",\"series\":{\"name\":\"parser\",\"rounds\":[]}}"
          : "{\"metrics\":{\"tokens\":\(growing == nil ? "\(tokens)" : "@")},\(better)\"series\":{\"name\":\"parser\",\"rounds\":[\(round)]}}"
            + more)
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
              "$separator" "$workload" "$size" "$elements" "$size" \
              "$(printf %s "$row" | sed "s/@/$((\(growing ?? "0")))/")"
            separator=,
          done
          printf ']}'
        } > "$record"
        """)
    }
  }
#endif
