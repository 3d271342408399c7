/// What sends the requests of a store that is given no transport.
///
/// URLSession; on Linux async-http-client instead, where the package trait `AsyncHTTPClient` is on: there URLSession can
/// be brought down by a server (see ``URLSessionTransport``).
public enum DefaultTransport {
  /// Makes the transport.
  public static func make() -> any HTTPTransport {
    #if AsyncHTTPClient && canImport(FoundationNetworking)
      AsyncHTTPTransport.shared
    #else
      URLSessionTransport()
    #endif
  }
}
