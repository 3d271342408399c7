#if CommandLine
  import Testing

  @testable import SectionDiffCLI

  @Suite("Who may read the page")
  struct PageGuardTests {
    private let page = PageGuard(port: 8417)
    private let own = PageGuard.Request(hosts: ["127.0.0.1:8417"])

    private func refusal(_ change: (inout PageGuard.Request) -> Void, by page: PageGuard? = nil) -> PageGuard.Refusal? {
      var request = own
      change(&request)
      do throws(PageGuard.Refusal) {
        try (page ?? self.page).check(request)
        return nil
      } catch {
        return error
      }
    }

    @Test("a browser that was pointed here")
    func own_() {
      #expect(refusal { _ in } == nil)
      #expect(refusal { $0.hosts = ["LocalHost:8417"] } == nil)
      #expect(refusal { $0.origins = ["http://127.0.0.1:8417"] } == nil)
      #expect(refusal { $0.site = "same-origin" } == nil)
      #expect(refusal { $0.site = "none" } == nil)
      #expect(refusal({ $0.hosts = ["localhost"] }, by: PageGuard(port: 80)) == nil)
    }

    @Test(
      "no other host",
      arguments: [
        [], [""], ["127.0.0.1"], ["127.0.0.1:80"], ["127.0.0.1:84170"], ["evil.example"], ["evil.example:8417"],
        ["127.0.0.1:8417.evil.example"], ["user@127.0.0.1:8417"], ["[::1]:8417"], ["127.0.0.1:8417", "evil.example"],
        ["127.0.0.1:8417", "127.0.0.1:8417"], [" 127.0.0.1:8417"],
      ])
    func hosts(hosts: [String]) { #expect(refusal { $0.hosts = hosts } == .host) }

    @Test(
      "no other site",
      arguments: [
        "null", "", "http://evil.example", "https://127.0.0.1:8417", "http://127.0.0.1", "http://127.0.0.1:8418",
        "http://127.0.0.1:8417/", "http://127.0.0.1:8417.evil.example",
      ])
    func origins(origin: String) {
      #expect(refusal { $0.origins = [origin] } == .origin)
      #expect(refusal { $0.origins = ["http://127.0.0.1:8417", origin] } == .origin)
    }

    @Test("no other site, as the browser tells it", arguments: ["cross-site", "same-site", ""])
    func sites(site: String) { #expect(refusal { $0.site = site } == .origin) }

    @Test("only GET", arguments: ["POST", "HEAD", "OPTIONS", "get", ""])
    func methods(method: String) { #expect(refusal { $0.method = method } == .method) }
  }
#endif
