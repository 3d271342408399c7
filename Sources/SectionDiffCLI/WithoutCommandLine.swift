#if !CommandLineCore
  internal import Foundation

  /// What `section-diff` is where the package trait `CommandLine`, which brings the parser of its arguments, is off.
  @main enum WithoutCommandLine {
    static func main() {
      Terminal.printError(
        "section-diff: this build has no commands; build it with the package trait CommandLine: swift build --traits CommandLine"
      )
      exit(2)
    }
  }
#endif
