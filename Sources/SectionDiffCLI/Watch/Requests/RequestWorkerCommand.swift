#if CommandLine
  #if os(Linux)
    internal import ArgumentParser

    /// The command as a worker that sends requests: ``WorkerProcess`` starts it, no one else has a use for it.
    struct RequestWorkerCommand: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: RequestWorker.commandName, abstract: "Sends the requests of watch, which starts it.",
        shouldDisplay: false)

      func run() throws {
        guard RequestWorker.isStartedByCommand else {
          throw ValidationError("watch starts this by itself; see section-diff watch --help")
        }
        RequestWorker.run()
      }
    }
  #endif
#endif
