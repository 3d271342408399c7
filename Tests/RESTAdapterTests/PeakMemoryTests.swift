#if os(Linux)
  import Foundation
  import RESTAdapter
  import TestScale
  import Testing

  /// What an answer can do to the memory. Each trial runs in a process of its own, whose peak Linux counts.
  @Suite("REST transports: memory")
  struct PeakMemoryTests {
    @Test(
      "a body that swells takes no more than twice the limit and 128 MB: gzip, brotli, and without end",
      .enabled(if: TestScale.isFull),
      arguments: Wire.allCases,
      Bomb.allCases)
    func bombs(wire: Wire, bomb: Bomb) async {
      await #expect(processExitsWith: .success) { [wire, bomb] in
        // What takes more fails here, and takes nothing from others.
        var most = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &most) == 0)
        let limit = 64 << 20
        let server = try LoopbackServer { _ in bomb.steps }
        let transport = wire.make()
        let before = try Self.peak()
        await #expect(throws: HTTPTransportError.self) {
          let exchange = try await transport.send(HTTPRequest("GET", server.url(), maximumBodyBytes: limit))
          for try await _ in exchange.body {}
        }
        // The transport goes on, at the latest when what it has received is decoded.
        let good = try LoopbackServer { _ in [.send(Reply.json([Entry(1)]).bytes)] }
        let isWell = await Self.answers(transport, good.url())
        #expect(isWell)
        let growth = try Self.peak() - before
        print("\(wire) \(bomb): \(growth >> 20) MB")
        // Libcurl decodes 1.5 GB to their end, and URLSession makes a timer of 400 bytes for every 16 kB of them.
        #expect(growth < 2 * limit + (128 << 20))
      }
    }

    /// Whether one of three requests is answered; one that is lost with another's connection is sent again.
    private static func answers(_ transport: any HTTPTransport, _ url: URL) async -> Bool {
      for _ in 0..<3 where (try? await transport.send(HTTPRequest("GET", url)))?.head.status == 200 { return true }
      return false
    }

    /// The most memory that this process has had so far, in bytes.
    private static func peak() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      return try #require(number.flatMap { Int($0) }) << 10
    }
  }
#endif
