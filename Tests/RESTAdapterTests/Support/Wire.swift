import RESTAdapter

#if AsyncHTTPClient
  import AsyncHTTPClient
#endif

/// The transports on trial.
enum Wire: CaseIterable, Sendable {
  case urlSession
  #if AsyncHTTPClient
    case asyncHTTPClient
    // A client may not be let go before it is shut down; this one stays.
    private static let client = AsyncHTTPTransport.makeClient()
  #endif

  func make() -> any HTTPTransport {
    switch self {
    case .urlSession: URLSessionTransport()
    #if AsyncHTTPClient
      case .asyncHTTPClient: AsyncHTTPTransport(Self.client)
    #endif
    }
  }
}
