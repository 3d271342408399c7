#if CommandLine
  import FlyingFox
  import FlyingSocks
  import Foundation
  import StoreInterface
  import Testing

  /// An address as a source: the command against a server on this machine.
  @Suite("section-diff watch of an address")
  struct WatchedAddressTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    /// A server of songs, for as long as `body` runs: on a thread of its own, which is none of Dispatch's. It waits for the
    /// command, and the server must go on meanwhile, on threads that Dispatch makes only while few of its own wait.
    private func withSongs(_ body: @escaping @Sendable (Songs, String) throws -> Void) async throws {
      let songs = Songs()
      let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0))
      await server.appendRoute("*") { request in songs.answer(request) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else {
          Issue.record("the server does not listen")
          return
        }
        defer { group.cancelAll() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          Thread.detachNewThread {
            continuation.resume(with: Result { try body(songs, "http://127.0.0.1:\(port)/songs") })
          }
        }
        await server.stop(timeout: 0)
      }
    }

    /// What the server holds, and what it was asked.
    private final class Songs: Sendable {
      struct State: Sendable {
        var body = #"[{"id":1,"title":"one"},{"id":2,"title":"two"}]"#
        var status = HTTPStatusCode.ok
        var token: String?
        /// What is answered once, in the place of the body.
        var slip: String?
        /// Where the second page is.
        var next: String?
        var requests: [HTTPHeaders] = []
      }

      let state = Locked(State())

      func answer(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
          state.requests.append(request.headers)
          if let token = state.token, request.headers[.authorization] != "Bearer \(token)" {
            return HTTPResponse(statusCode: .unauthorized)
          }
          if let next = state.next, request.path == "/songs", request.query.isEmpty {
            return HTTPResponse(
              statusCode: .ok,
              headers: HTTPHeaders([.contentType: "application/json", HTTPHeader("Link"): "<\(next)>; rel=next"]),
              body: Data(state.body.utf8))
          }
          if let slip = state.slip.take() {
            return HTTPResponse(
              statusCode: .ok, headers: HTTPHeaders([.contentType: "application/json"]), body: Data(slip.utf8))
          }
          let tag = "\"\(state.body.utf8.reduce(5381) { ($0 &* 33) ^ Int($1) })\""
          if request.headers[HTTPHeader("If-None-Match")] == tag {
            return HTTPResponse(statusCode: .notModified, headers: HTTPHeaders([HTTPHeader("ETag"): tag]))
          }
          return HTTPResponse(
            statusCode: state.status,
            headers: HTTPHeaders([.contentType: "application/json", HTTPHeader("ETag"): tag]),
            body: Data(state.body.utf8))
        }
      }

      var requests: [HTTPHeaders] { state.withLock { $0.requests } }
      func hold(_ body: String) { state.withLock { $0.body = body } }
      func slip(_ body: String) { state.withLock { $0.slip = body } }
      func answer(with status: HTTPStatusCode) { state.withLock { $0.status = status } }
      func lead(to next: String) { state.withLock { $0.next = next } }
      func ask(for token: String?) { state.withLock { $0.token = token } }
    }

    @Test("changesets as they come, 304 between them; -v tells of the next request, and why")
    func follow() async throws {
      try await withSongs { [folder] songs, url in
        let watch = try RunningTool(
          ["watch", url, "--id", "id", "--every", "10ms", "--format", "json", "-v", "--header", "X-Who: me"], in: folder
        )
        #expect(try watch.line()?.contains(#""inserts":2"#) == true)
        songs.hold(#"[{"id":2,"title":"two"},{"id":3,"title":"three"}]"#)
        #expect(try watch.line()?.contains(#""deletes":1,"inserts":1,"moves":0"#) == true)
        songs.answer(with: .serviceUnavailable)
        songs.hold("[]")
        let error = try #require(try watch.object()?["error"] as? String)
        #expect(error.contains("503") && error.contains(url), "\(error)")
        songs.answer(with: .ok)
        #expect(try watch.line() == #"{"recovered":true}"#)
        #expect(try watch.line()?.contains(#""deletes":2,"inserts":0"#) == true)
        #expect(watch.end(SIGTERM) == 0)
        let said = watch.complaints
        #expect(said.contains("section-diff: health: polling: the server is polled\n"))
        #expect(said.contains("section-diff: next poll in 10ms: that is the interval\n"), "\(said)")
        #expect(said.contains("random delay from 0 to"), "\(said)")
        #expect(songs.requests.allSatisfy { $0[HTTPHeader("X-Who")] == "me" })
        #expect(songs.requests.contains { $0[HTTPHeader("If-None-Match")] != nil })
      }
    }

    @Test("a token is read from its file, anew when the server rejects it, and never printed")
    func token() async throws {
      try await withSongs { [folder] songs, url in
        songs.ask(for: "first")
        try folder.write("token", "first\n")
        let watch = try RunningTool(
          ["watch", url, "--id", "id", "--every", "10ms", "--format", "json", "-v", "--token-file", "token"], in: folder
        )
        #expect(try watch.line()?.contains(#""inserts":2"#) == true)
        try folder.write("token", "second\n")
        songs.ask(for: "second")
        songs.hold("[]")
        #expect(try watch.line()?.contains(#""deletes":2"#) == true)
        songs.ask(for: "third")
        let error = try #require(try watch.object()?["error"] as? String)
        #expect(error.contains("401"), "\(error)")
        #expect(watch.end(SIGINT) == 0)
        #expect(!watch.complaints.contains("second") && !watch.complaints.contains("first"))
      }
    }

    @Test("one answer without records deletes nothing; two do", .timeLimit(.minutes(10)))
    func massDeletion() async throws {
      try await withSongs { [folder] songs, url in
        var all = (0..<40).map { #"{"id":\#($0)}"# }
        songs.hold("[" + all.joined(separator: ",") + "]")
        let watch = try RunningTool(
          ["watch", url, "--id", "id", "--every", "10ms", "--format", "json"], in: folder)
        #expect(try watch.line()?.contains(#""inserts":40"#) == true)
        for number in 0..<3 {
          songs.slip("[]")
          // The slip is answered before this is.
          while songs.state.withLock({ $0.slip != nil }) {}
          all.append(#"{"id":\#(900 + number)}"#)
          songs.hold("[" + all.joined(separator: ",") + "]")
          let line = try #require(try watch.line())
          #expect(line.contains(#""deletes":0,"inserts":1,"#), "\(line)")
        }
        #expect(watch.complaints.contains("\(url): the removal of 40 of 40 records is withheld (keys 0, 1, 2 …)"))
        songs.hold("[]")
        #expect(try watch.line()?.contains(#""deletes":43,"inserts":0"#) == true)
        // Beside the changes, so perhaps a moment later.
        let isOver = { watch.complaints.components(separatedBy: "no removals are withheld now\n").count == 5 }
        while !isOver(), !Task.isCancelled { usleep(1_000) }
        #expect(isOver(), "\(watch.complaints)")
        #expect(watch.end(SIGTERM) == 0)
      }
    }

    @Test("--once: what there is, or why not")
    func once() async throws {
      try await withSongs { [folder] songs, url in
        var outcome = try CommandLineTool().run(["watch", url, "--id", "id", "--once"], in: folder)
        #expect(outcome.status == 0)
        #expect(
          outcome.text == "revision 1: 2 inserted; sections: 1 inserted\n\n  + 1  title: one\n  + 2  title: two\n\n",
          "\(outcome.text)")
        songs.hold("<html></html>")
        outcome = try CommandLineTool().run(["watch", url, "--id", "id", "--once"], in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(url), "\(outcome.errors)")
        songs.answer(with: .notFound)
        outcome = try CommandLineTool().run(["watch", url + "?key=secret", "--id", "id", "--once"], in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("404") && !outcome.errors.contains("secret"))
      }
    }

    @Test("pages are joined; equal records on several of them are copies, or refused, as the rules say")
    func pages() async throws {
      try await withSongs { [folder] songs, url in
        songs.hold(#"[{"id":1},{"id":1}]"#)
        songs.lead(to: "/songs?page=2")
        let arguments = ["watch", url, "--once", "--format", "json"]
        var outcome = try CommandLineTool().run(arguments, in: folder)
        #expect(outcome.status == 0 && outcome.text.contains(#""inserts":4"#), "\(outcome.errors)\(outcome.text)")
        outcome = try CommandLineTool().run(arguments + ["--id", "id", "--duplicates", "last"], in: folder)
        #expect(outcome.status == 0 && outcome.text.contains(#""inserts":1"#), "\(outcome.errors)\(outcome.text)")
        songs.hold(#"[{"id":1}]"#)
        outcome = try CommandLineTool().run(arguments + ["--id", "id"], in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains("two records have the key 1"), "\(outcome.errors)")
      }
    }

    // MARK: - Signals

    @Test("SIGINT and SIGTERM end it with exit code 0, each of twenty times", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) async throws {
      try await withSongs { [folder] _, url in
        for _ in 1...20 {
          let watch = try RunningTool(["watch", url, "--id", "id", "--every", "10ms", "--format", "json"], in: folder)
          #expect(try watch.line()?.contains(#""inserts":2"#) == true)
          #expect(watch.end(number) == 0)
          #expect(watch.complaints.isEmpty)
        }
      }
    }

    #if os(Linux)
      // MARK: - Servers that misbehave

      @Test("a head that is cut, again and again, is an error; the watch goes on, and recovers")
      func cutHeads() throws {
        let server = try RawServer { (2...3).contains($0) ? .cutHead : .json(#"[{"id":1}]"#) }
        defer { server.stop() }
        let watch = try RunningTool(
          ["watch", server.url, "--id", "id", "--every", "10ms", "--format", "json"], in: folder)
        #expect(try watch.line()?.contains(#""inserts":1"#) == true)
        var line = try watch.line()
        #expect(line?.hasPrefix(#"{"error":"#) == true, "\(line ?? "the end")")
        // The second error may be another one.
        if line?.hasPrefix(#"{"error":"#) == true { line = try watch.line() }
        if line?.hasPrefix(#"{"error":"#) == true { line = try watch.line() }
        #expect(line == #"{"recovered":true}"#)
        #expect(watch.end(SIGTERM) == 0)
        #expect(watch.complaints.isEmpty)
      }

      @Test("a request that is under way ends with the command, however that ends", arguments: [SIGINT, SIGKILL])
      func noWorkerLeft(number: Int32) async throws {
        let server = try RawServer { _ in .bytesAndSilence(RawServer.Answer.openHead) }
        defer { server.stop() }
        let watch = try RunningTool(["watch", server.url, "--id", "id"], in: folder)
        await server.wait(requests: 1)
        #expect(watch.end(number) == (number == SIGKILL ? nil : 0))
        // The connection is the worker's.
        await server.wait(hangUps: 1)
        #expect(watch.complaints.isEmpty)
      }

      @Test("what is sent along is in no argument and no environment of a process")
      func secrets() async throws {
        let server = try RawServer { _ in .bytesAndSilence(RawServer.Answer.openHead) }
        defer { server.stop() }
        try folder.write("token", "secret-token\n")
        let watch = try RunningTool(
          ["watch", server.url, "--id", "id", "--token-file", "token"], in: folder)
        await server.wait(requests: 1)
        let children = try watch.children()
        #expect(children.count == 1)
        for child in children {
          for file in ["cmdline", "environ"] {
            let text = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(child)/\(file)"))
            #expect(!text.isEmpty && !String(decoding: text, as: UTF8.self).contains("secret-token"))
          }
        }
        #expect(watch.end(SIGTERM) == 0)
        await server.wait(hangUps: 1)
      }
    #endif
  }
#endif
