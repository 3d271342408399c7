#if CommandLine
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation
  internal import LiveResults
  internal import StoreInterface

  /// Serves the page and its events on 127.0.0.1.
  @available(LiveSystems, *)
  struct PageServer: Sendable {
    let controller: WatchedForm.Controller
    let form: WatchedForm
    let source: any WatchedSource
    /// The port to listen on; 0 for any that is free.
    let port: UInt16
    var hub = PageHub()
    var clock: any Clock<Duration> = ContinuousClock()

    /// Reports the revisions of this run from those of others.
    private let runName = String(UInt64.random(in: .min ... .max), radix: 36)

    /// How often a page is written to when nothing happens, so that one that is gone is noticed.
    static let beatInterval = Duration.seconds(15)

    /// Serves until the task is cancelled.
    ///
    /// - Parameter say: Receives the address.
    /// - Throws: that the port cannot be had.
    func run(say: @escaping @Sendable (String) async -> Void) async throws(Failure) {
      let server: HTTPServer
      do {
        let address: sockaddr_in = try .inet(ip4: "127.0.0.1", port: port)
        server = HTTPServer(address: address, logger: .disabled, handler: handler)
      } catch {
        throw Failure("the page cannot be served: \(error)")
      }
      defer { hub.end() }
      let failure = await withTaskGroup(of: Failure?.self, returning: Failure?.self) { group in
        group.addTask {
          do { try await server.run() } catch {
            if Task.isCancelled { return nil }
            return Failure(
              "the page cannot be served on port \(port): \(error.localizedDescription); choose another with --web PORT, "
                + "or --web 0 for any that is free")
          }
          return nil
        }
        group.addTask {
          // Before anyone can open a page, which would not be woken for what comes meanwhile.
          let wakes = controller.wakes()
          wakePages()
          await announce(server, say)
          // At each announcement: what has no effect for one page does not for another.
          for await _ in wakes { wakePages() }
          return nil
        }
        group.addTask {
          for await note in source.notes() {
            switch note {
            case .health(let health): hub.setStatus { $0.health = health }
            case .held(let text): hub.setStatus { $0.held = text }
            case .nextLook: break
            }
          }
          // The notes may end before the source does.
          for await state in controller.states() { _ = state }
          return nil
        }
        group.addTask {
          for await state in controller.states() { hub.setStatus { $0.error = state.error?.description } }
          return nil
        }
        group.addTask {
          while !Task.isCancelled {
            do { try await clock.sleep(for: Self.beatInterval) } catch { break }
            hub.beat()
          }
          return nil
        }
        let first = await group.next() ?? nil
        hub.end()
        group.cancelAll()
        return first
      }
      if let failure { throw failure }
    }

    private func wakePages() { hub.wake(hasAnswer: controller.revision > 0 || controller.state.isLoaded) }

    private func announce(_ server: HTTPServer, _ say: @Sendable (String) async -> Void) async {
      do { try await server.waitUntilListening() } catch { return }
      guard case .ip4(_, let port) = await server.listeningAddress else { return }
      hub.port = port
      await say("section-diff: the page is at http://127.0.0.1:\(port)/")
    }
  }

  // MARK: - Answers

  @available(LiveSystems, *)
  extension PageServer {
    private var handler: some HTTPHandler { ClosureHTTPHandler { request in answer(request) } }

    /// Answers a request.
    private func answer(_ request: HTTPRequest) -> HTTPResponse {
      // A body has no meaning here. What is left of one must not be taken for the next request on the connection, which
      // would then be written by the author of the body.
      guard request.headers[.transferEncoding] == nil, request.headers[.contentLength] ?? "0" == "0" else {
        return Self.lastAnswer(.badRequest, "A request with a body is not answered.")
      }
      guard let port = hub.port else { return Self.answer(.serviceUnavailable, "The page is starting.") }
      do throws(PageGuard.Refusal) {
        try PageGuard(port: port).check(
          PageGuard.Request(
            method: request.method.rawValue, hosts: request.headers.values(for: .host),
            origins: request.headers.values(for: HTTPHeader("Origin")),
            site: request.headers[HTTPHeader("Sec-Fetch-Site")]))
      } catch {
        switch error {
        case .method:
          var response = Self.lastAnswer(.methodNotAllowed, "Only GET is answered.")
          response.headers[HTTPHeader("Allow")] = "GET"
          return response
        case .host: return Self.lastAnswer(.misdirectedRequest, "This host is not served here.")
        case .origin: return Self.lastAnswer(.forbidden, "Other sites may not read this page.")
        }
      }
      switch request.path {
      case "/": return Self.answer(.ok, PackageResources.page_html, type: "text/html; charset=utf-8")
      case "/page.css": return Self.answer(.ok, PackageResources.page_css, type: "text/css; charset=utf-8")
      case "/page.js": return Self.answer(.ok, PackageResources.page_js, type: "text/javascript; charset=utf-8")
      case "/events": return events(request)
      default: return Self.answer(.notFound, "There is nothing here.")
      }
    }

    /// The stream of events, from what the page has seen last where it says so.
    private func events(_ request: HTTPRequest) -> HTTPResponse {
      guard let wakes = hub.open() else { return Self.answer(.serviceUnavailable, "Too many pages are open.") }
      let seen =
        request.headers[HTTPHeader("Last-Event-ID")] ?? request.query.first { $0.name == "since" }?.value
      let revision = seen.flatMap { PageEventID($0) }?.revision(in: runName)
      let stream = PageEventStream(
        hub: hub, wakes: wakes, reader: controller.reader(since: revision), form: form, name: source.name, run: runName)
      return HTTPResponse(
        statusCode: .ok, headers: Self.headers(type: "text/event-stream"), body: HTTPBodySequence(from: stream))
    }

    private static func answer(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
      answer(status, Array("\(text)\n".utf8), type: "text/plain; charset=utf-8")
    }

    /// An answer after which the connection is closed.
    private static func lastAnswer(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
      let body = LastBytes(bytes: Array("\(text)\n".utf8))
      var headers = headers(type: "text/plain; charset=utf-8")
      headers[.connection] = "close"
      return HTTPResponse(
        statusCode: status, headers: headers, body: HTTPBodySequence(from: body, count: body.bytes.count))
    }

    private static func answer(_ status: HTTPStatusCode, _ bytes: [UInt8], type: String) -> HTTPResponse {
      HTTPResponse(statusCode: status, headers: headers(type: type), body: Data(bytes))
    }

    /// What every answer is sent with: it is kept by no one, and nothing is loaded from elsewhere or run but the script
    /// of the page; what is shown can be put into the page as text only.
    private static func headers(type: String) -> HTTPHeaders {
      var headers = HTTPHeaders()
      for (name, value) in [
        ("Content-Type", type),
        ("Cache-Control", "no-store"),
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
      ] {
        headers.setValues([value], for: HTTPHeader(name))
      }
      return headers
    }
  }

  /// The body of the last answer on a connection: its bytes, then a failure, at which the server closes the connection
  /// whatever else has come on it.
  @available(LiveSystems, *)
  struct LastBytes: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Nothing more is said.
    struct ConnectionIsOver: Error {}

    let bytes: [UInt8]

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

    struct Iterator: AsyncBufferedIteratorProtocol {
      fileprivate var rest: ArraySlice<UInt8>

      mutating func next() async throws -> UInt8? {
        guard let byte = rest.popFirst() else { throw ConnectionIsOver() }
        return byte
      }

      mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
        if rest.isEmpty { throw ConnectionIsOver() }
        defer { rest = [] }
        return rest
      }
    }
  }
#endif
