#if CommandLine
  internal import RESTAdapter

  /// What sends the requests of the command.
  enum CommandTransport {
    /// Makes the transport: on Linux, where a server can end a process that uses URLSession, other processes; the usual one
    /// elsewhere, and where the package trait `AsyncHTTPClient` is on.
    static func make() -> any HTTPTransport {
      #if os(Linux) && !AsyncHTTPClient
        WorkerTransport()
      #else
        DefaultTransport.make()
      #endif
    }
  }
#endif
