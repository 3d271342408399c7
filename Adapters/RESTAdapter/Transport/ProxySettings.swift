#if AsyncHTTPClient
  import Foundation

  /// Which proxy the environment names for an address, by the rules of libcurl: `http_proxy`, `https_proxy`, `all_proxy`
  /// and `no_proxy`, of which all but the first may be in capitals.
  ///
  /// A variable that is empty counts as one that is not there. Other than libcurl's, `no_proxy` takes no ranges of
  /// addresses, such as `10.0.0.0/8`.
  ///
  /// `HTTP_PROXY` does not count: under CGI it is what a client sends as the field `Proxy` (RFC 3875, section 4.1.18).
  struct ProxySettings: Sendable {
    /// A proxy.
    enum Proxy: Hashable, Sendable {
      case http(host: String, port: Int, credentials: String?)
      case socks(host: String, port: Int)
      /// What the environment says cannot be used; the text names the variable, and no secret.
      case unusable(String)
    }

    private let environment: [String: String]

    init(environment: [String: String]) {
      self.environment = environment.filter { !$0.value.isEmpty }
    }

    /// The proxy for an address; none where the address is requested directly.
    func proxy(for url: URL) -> Proxy? {
      guard let host = url.host.map({ ASCII.lowercased($0) }), !isExcepted(host, port: url.port) else { return nil }
      let names = url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
      for name in names + ["all_proxy", "ALL_PROXY"] {
        guard let value = environment[name] else { continue }
        return Self.proxy(ASCII.trimmed(value), name: name)
      }
      return nil
    }

    private static func proxy(_ value: String, name: String) -> Proxy {
      let text = value.contains("://") ? value : "http://\(value)"
      guard let url = URL(string: text), let host = url.host, !host.isEmpty else {
        return .unusable("\(name) is not the address of a proxy")
      }
      let port = url.port ?? 1080
      guard Origin.ports.contains(port) else { return .unusable("\(name) names the port \(port), which there is not") }
      switch url.scheme.map({ ASCII.lowercased($0) }) {
      case "http":
        // As `user:password`; libcurl decodes both.
        let user = url.user(percentEncoded: false)
        let credentials = user.map { "\($0):\(url.password(percentEncoded: false) ?? "")" }
        return .http(host: host, port: port, credentials: credentials)
      case "socks5", "socks5h", "socks":
        guard url.user == nil else { return .unusable("\(name) names a user, which cannot be sent to a SOCKS proxy") }
        return .socks(host: host, port: port)
      default: return .unusable("\(name) names a proxy that is neither of http nor of socks5")
      }
    }

    /// Whether `no_proxy` names a host: itself, or what ends with a dot and its name; `*` names every one.
    private func isExcepted(_ host: String, port: Int?) -> Bool {
      let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
      return list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
        if entry == "*" { return true }
        var name = ASCII.lowercased(entry)
        var wantedPort: Int?
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
          wantedPort = Int(name[end...].dropFirst(2))
          name = String(name[..<end].dropFirst())
        } else if name.filter({ $0 == ":" }).count == 1, let colon = name.firstIndex(of: ":") {
          wantedPort = Int(name[colon...].dropFirst())
          name = String(name[..<colon])
        }
        if name.hasPrefix(".") { name.removeFirst() }
        guard wantedPort == nil || wantedPort == port else { return false }
        return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
      }
    }
  }
#endif
