#if CommandLineCore
  internal import ArgumentParser

  @available(LiveSystems, *)
  extension ExitCode {
    /// Something differs.
    static let differs = ExitCode(1)
    /// Unreadable or malformed input, or a patch that does not fit.
    static let trouble = ExitCode(2)
    /// Neither passed nor regressed.
    static let unsure = ExitCode(3)
  }

  @available(LiveSystems, *)
  extension ParsableCommand {
    /// Runs the body of a command: a ``Failure`` becomes one line on standard error and exit code 2.
    func reportingFailures(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let failure as Failure {
        if failure.isUsage { throw ValidationError(failure.description) }
        Terminal.printError("section-diff: \(failure)")
        throw ExitCode.trouble
      }
    }
  }
#endif
