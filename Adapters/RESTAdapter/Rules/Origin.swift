package import Foundation

/// Scheme, host and port: what credentials belong to (RFC 9110, section 4.3.1; RFC 6454, section 4).
package struct Origin: Hashable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host, in lower case.
  package let host: String
  /// The port, the scheme's own where none is given.
  package let port: Int

  /// The origin of an address; nil where it is not http or https, or has no host, or a port that there is not: code that
  /// connects may end the process with one.
  package init?(_ url: URL) {
    guard let scheme = url.scheme.map({ ASCII.lowercased($0) }), scheme == "http" || scheme == "https",
      let host = url.host.map({ ASCII.lowercased($0) }), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
    guard Self.ports.contains(port) else { return nil }
  }

  /// The ports of TCP that can be connected to.
  static let ports = 1...65_535

  /// Whether it is on this very machine: RFC 6761, section 6.3, and RFC 1122, section 3.2.1.3.
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension URL {
  /// The address without query, fragment and user: what messages may show.
  package var shown: String {
    guard let origin = Origin(self) else { return "an address that is not http" }
    let isUsual = origin.port == (origin.scheme == "https" ? 443 : 80)
    return "\(origin.scheme)://\(origin.host)" + (isUsual ? "" : ":\(origin.port)") + path
  }

  /// The address without its fragment, which is never sent: RFC 9110, section 4.2.5.
  var withoutFragment: URL {
    guard fragment != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    parts.fragment = nil
    return parts.url ?? self
  }
}
