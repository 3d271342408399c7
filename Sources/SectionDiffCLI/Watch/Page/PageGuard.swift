#if CommandLine
  /// Who may read the page: a browser that was pointed at this address, and no other site.
  ///
  /// A page of another site can have a browser send requests here, and by a name that it makes point to 127.0.0.1 even read
  /// the answers as its own (DNS rebinding). Such requests name that site as their host or origin, which is refused.
  struct PageGuard: Sendable {
    /// The port that is listened on.
    let port: UInt16

    /// What a request says about itself, as the server has it: of several headers of one name it may have kept the last.
    /// Browsers send one of each, and pages cannot set them.
    struct Request {
      var method = "GET"
      /// The `Host` headers; none or several are refused.
      var hosts: [String] = []
      /// The `Origin` headers; all must be this address.
      var origins: [String] = []
      /// The `Sec-Fetch-Site` header, which browsers send and pages cannot forge.
      var site: String?
    }

    /// Why a request is refused.
    enum Refusal: Error, Hashable {
      /// Anything but GET: 405.
      case method
      /// A host that is not this one: 421.
      case host
      /// Asked for by another site: 403.
      case origin
    }

    /// Checks a request.
    ///
    /// - Throws: why it is refused.
    func check(_ request: Request) throws(Refusal) {
      guard request.hosts.count == 1, let host = request.hosts.first, hosts.contains(host.lowercased()) else {
        throw .host
      }
      guard request.origins.allSatisfy({ origins.contains($0.lowercased()) }) else { throw .origin }
      // `none`: the person typed the address. `same-site` is a page on another port of this machine.
      if let site = request.site, site != "same-origin", site != "none" { throw .origin }
      guard request.method == "GET" else { throw .method }
    }

    private var hosts: [String] {
      let names = ["127.0.0.1", "localhost"]
      return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    }

    private var origins: [String] { hosts.map { "http://\($0)" } }
  }
#endif
