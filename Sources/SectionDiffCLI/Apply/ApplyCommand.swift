#if CommandLineCore
  internal import ArgumentParser
  internal import RecordFormats

  /// `section-diff apply`: turns OLD into NEW with a patch.
  @available(LiveSystems, *)
  struct ApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "apply",
      abstract: "Prints NEW, given OLD and a patch that diff --format json wrote.",
      discussion: """
        Every id, position and old value is checked first. A patch that does not fit is refused with the first place \
        that differs, and nothing is printed. Lines and sections are restored byte for byte, other formats as the \
        same records in the order of the snapshot.

        If it is interrupted before all is printed, it ends by the signal: a partial output is not a success.

        EXAMPLES
          section-diff diff old.csv new.csv --id id --format json > changes.json
          section-diff apply changes.json old.csv > new.csv
          section-diff apply --reverse changes.json new.csv > old.csv
          section-diff apply --check changes.json old.csv && echo fits

        EXIT CODES
          0   applied
          2   error, reported in one line; also when the patch does not fit
          64  wrong usage
        """)

    @Argument(help: "The patch; - is standard input.")
    var patch: String

    @Argument(help: "The file to apply it to: OLD, with --reverse NEW; - is standard input.")
    var old: String

    @Flag(help: "Go back from NEW to OLD.")
    var reverse = false

    @Flag(help: "Only check whether the patch fits; print nothing.")
    var check = false

    @Option(help: "Format of the file; by default the one that the patch was made from.")
    var input: RecordFormat?

    func validate() throws {
      if patch == "-", old == "-" {
        throw ValidationError("only one of PATCH and OLD can be standard input (-)")
      }
    }

    func run() throws {
      try reportingFailures {
        let patch = try Patch(path: patch)
        let output = try PatchApplier.output(of: patch, to: old, format: input, isReversed: reverse)
        if !check { try Terminal.write(output, to: .output) }
      }
    }
  }
#endif
