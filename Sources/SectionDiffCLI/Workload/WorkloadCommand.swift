#if CommandLineCore
  internal import ArgumentParser
  internal import DiffWorkloads

  /// `section-diff workload`: lists the built-in workloads and writes them as files.
  @available(LiveSystems, *)
  struct WorkloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "workload",
      abstract: "Lists the built-in workloads, or writes one as two files.",
      discussion: """
        Writes old.json and new.json in the sections format, the same input that the benchmarks use: an id is the id \
        of the element, the content is its version. The same name, size and seed give the same bytes in every \
        version.

        EXAMPLES
          section-diff workload list
          section-diff workload shuffle --size 10000 --out shuffle
          section-diff workload sections-moves --seed 7 --elements string --out moves
          section-diff workload mixed --ndjson --out mixed
          section-diff workload mixed --ndjson --out mixed --seed 8 --force
          section-diff diff shuffle/old.json shuffle/new.json --input sections --format summary

        EXIT CODES
          0   written, or stopped by a signal; a file is written whole or not at all
          2   error, reported in one line
          64  wrong usage
        """)

    @Argument(help: ArgumentHelp("The name of a workload, or list.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("Number of old rows, or near it; by default that of the tables.", valueName: "n"))
    var size: Int?

    @Option(help: ArgumentHelp("Seed of the random numbers; by default that of the tables.", valueName: "s"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("The folder to write to; it is created if it is missing.", valueName: "dir"))
    var out: String?

    @Flag(help: "Overwrite existing files; without it they are an error, and nothing is written.")
    var force = false

    @Flag(help: "Write old.ndjson and new.ndjson instead, an object a row: section, id, content.")
    var ndjson = false

    @Option(help: "Ids as numbers (int and object write the same) or texts of 36 characters (both string kinds).")
    var elements: ElementKind = .int

    private var isList: Bool { name == "list" }

    func validate() throws {
      if isList {
        guard size == nil, seed == nil, out == nil, !force, !ndjson, elements == .int else {
          throw ValidationError("workload list takes no options")
        }
        return
      }
      _ = try WorkloadChoice(name, size: size, seed: seed)
      guard let out, !out.isEmpty else { throw ValidationError("say with --out which folder to write to") }
    }

    func run() throws {
      guard let out else {
        return try reportingFailures { try Terminal.write(Array(WorkloadList.text.utf8), to: .output) }
      }
      let choice = try WorkloadChoice(name, size: size, seed: seed)
      Interruption.endsWithSuccess()
      try reportingFailures {
        let paths = ["old", "new"].map { (out.hasSuffix("/") ? out : out + "/") + $0 + (ndjson ? ".ndjson" : ".json") }
        // Before the work, too, which may take a while.
        if !force { try FileOutput.checkFree(paths) }
        let pair = choice.pair
        let sides = [pair.old, pair.new]
        try FileOutput.makeFolder(out)
        let bytes = sides.map { ndjson ? WorkloadFiles.lines($0, elements) : WorkloadFiles.sections($0, elements) }
        try FileOutput.write(zip(paths, bytes).map { (path: $0, bytes: $1) }, overwrites: force)
        let text = zip(paths, sides).map { path, side in
          let sections = counted(side.sections.count, "section")
          return "\(VisibleText.escaped(path)): \(counted(side.count, "item")) in \(sections)\n"
        }.joined()
        try Terminal.write(Array(text.utf8), to: .output)
      }
    }

    private func counted(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }
  }
#endif
