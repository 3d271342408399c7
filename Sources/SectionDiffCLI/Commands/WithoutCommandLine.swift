#if !CommandLine
  internal import Foundation

  /// What `section-diff` is where the package trait `CommandLine`, which brings the parser of its arguments, is off.
  @main enum WithoutCommandLine {
    static func main() {
      Terminal.complain(
        "section-diff: it was built without its commands; build it with the package trait CommandLine (--traits CommandLine)"
      )
      exit(2)
    }
  }
#endif
