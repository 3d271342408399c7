import Foundation
import RESTAdapter

#if AsyncHTTPClient
  import AsyncHTTPClient
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transports on trial.
enum Wire: String, CaseIterable, Codable, Sendable {
  case urlSession
  #if AsyncHTTPClient
    case asyncHTTPClient
    // A client may not be let go before it is shut down; this one stays.
    private static let client = AsyncHTTPTransport.makeClient()
  #endif

  /// Those that come through a head that is cut; see `URLSessionTransport`.
  static var robust: [Wire] {
    #if canImport(FoundationNetworking)
      allCases.filter { $0 != .urlSession }
    #else
      allCases
    #endif
  }

  /// Those that decode what is compressed; see `URLSessionTransport`.
  static var decoding: [Wire] { robust }

  /// The clocks of these tests stand still, so the store's own limits never end a request: should a server's fault be
  /// lost on the way, as URLSession on Linux has been seen to do on a busy machine, the connection counts as idle after a
  /// minute.
  func make() -> any HTTPTransport {
    switch self {
    case .urlSession: URLSessionTransport(idleSeconds: 60)
    #if AsyncHTTPClient
      case .asyncHTTPClient: AsyncHTTPTransport(Self.client)
    #endif
    }
  }
}
