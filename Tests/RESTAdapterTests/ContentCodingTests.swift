import Foundation
import RESTAdapter
import StoreInterface
import StoreTestSupport
import Testing

/// Real requests to a real server that compresses, well or not.
@Suite("REST transports: content codings")
struct ContentCodingTests {
  private func reply(_ coding: String, _ body: [UInt8], status: Int = 200, _ fields: HTTPFields = [:]) -> Reply {
    var all: HTTPFields = ["Content-Type": "text/csv", "Content-Encoding": coding]
    all.merge(fields)
    return Reply(status: status, fields: all, body: body)
  }

  private func body(_ wire: Wire, of server: LoopbackServer) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await wire.make().send(HTTPRequest("GET", server.url())).body { bytes += piece }
    return bytes
  }

  @Test("gzip is decoded, and an answer that has not changed costs nothing", arguments: Wire.decoding)
  func gzip(wire: Wire) async throws {
    let fields: HTTPFields = ["Content-Type": "application/json", "ETag": #"W/"z""#]
    let packed = reply("gzip", GzipSamples.entry, fields)
    let server = try LoopbackServer { request in
      if request.fields["If-None-Match"] == #"W/"z""# { return [.send(Reply.status(304).bytes)] }
      return [.send(packed.bytes)]
    }
    let rig = Rig(wire.make(), url: server.url())
    #expect(try await rig.store.fetch(.all).items == [Entry(7, "gz")])
    try await rig.store.refresh()
    #expect(rig.store.health.notModified == 1)
  }

  @Test(
    "a compressed stream that is cut is an error, wherever it is cut; the whole one is right", arguments: Wire.allCases)
  func truncated(wire: Wire) async throws {
    let server = try LoopbackServer { _ in [] }
    for (coding, packed) in [("gzip", PackedRows.gzip), ("deflate", PackedRows.zlibDeflate)] {
      for count in stride(from: 0, to: packed.count, by: 5) {
        let cut = reply(coding, Array(packed.prefix(count))).bytes
        server.answer { _ in [.send(cut)] }
        await #expect(throws: HTTPTransportError.self, "\(coding) cut behind \(count)") {
          try await body(wire, of: server)
        }
      }
      guard Wire.decoding.contains(wire) else { continue }
      let whole = reply(coding, packed).bytes
      server.answer { _ in [.send(whole)] }
      #expect(try await body(wire, of: server) == PackedRows.text)
    }
  }

  @Test("10,000 rows that a cut stream has lost are not deleted", arguments: Wire.allCases)
  func lostRows(wire: Wire) async throws {
    let rows = (0..<20_000).map { Entry($0) }
    let server = try LoopbackServer { _ in [.send(Reply.ndjson(rows).bytes)] }
    let rig = Rig(wire.make(), url: server.url(), format: .ndjson())
    let observer = rig.observe()
    await observer.shows(rows)
    await rig.polled(1)
    // Half of the rows, up to a flush, as a proxy that gives up passes them on.
    let text = Reply.ndjson(Array(rows.prefix(10_000))).body
    var stored = Array(PackedRows.gzip.prefix(10))
    for start in stride(from: 0, to: text.count, by: 60_000) {
      let part = text[start..<min(start + 60_000, text.count)]
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      stored += [0x00, low, high, ~low, ~high] + part
    }
    let cut = reply("gzip", stored, ["Content-Type": "application/x-ndjson"]).bytes
    server.answer { _ in [.send(cut)] }
    #expect(await rig.nextPoll().failure != nil)
    #expect(observer.contents.items == rows)
  }

  @Test("what follows a compressed stream is an error; another member of gzip is not", arguments: Wire.decoding)
  func trailing(wire: Wire) async throws {
    let server = try LoopbackServer { _ in [] }
    for (coding, packed) in [("gzip", PackedRows.gzip), ("deflate", PackedRows.rawDeflate)] {
      let long = reply(coding, packed + Array("<html>".utf8)).bytes
      server.answer { _ in [.send(long)] }
      await #expect(throws: HTTPTransportError.interrupted("its compressed stream has data after its end")) {
        try await body(wire, of: server)
      }
    }
    let two = reply("x-gzip", PackedRows.twoMembers).bytes
    server.answer { _ in [.send(two)] }
    #expect(try await body(wire, of: server) == PackedRows.text + PackedRows.text)
  }

  @Test(
    "a coding that nobody asked for is refused, not taken for the body", arguments: Wire.allCases,
    ["br", "zstd", "snappy", "gzip, br", "gzip, gzip"])
  func unknown(wire: Wire, coding: String) async throws {
    let odd = reply(coding, Array("a,b\n1,2\n".utf8)).bytes
    let server = try LoopbackServer { _ in [.send(odd)] }
    let rig = Rig(wire.make(), url: server.url())
    let error = await #expect(throws: StoreError.self) { try await rig.store.refresh() }
    #if canImport(FoundationNetworking)
      #expect(error?.kind == .malformed && error?.message.contains("coding") == true, "\(error?.message ?? "")")
      #expect(error?.advice?.contains("let the server send it without one") == true)
    #else
      #expect(error != nil)
    #endif
  }

  #if canImport(FoundationNetworking)
    @Test("a coding of the transfer is decoded where a cut is noticed, and refused elsewhere", arguments: Wire.allCases)
    func transferCoding(wire: Wire) async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
      let chunk = Array("\(String(PackedRows.gzip.count, radix: 16))\r\n".utf8) + PackedRows.gzip
      let server = try LoopbackServer { _ in [.send(Array(head.utf8) + chunk + Array("\r\n0\r\n\r\n".utf8))] }
      if Wire.decoding.contains(wire) {
        #expect(try await body(wire, of: server) == PackedRows.text)
      } else {
        await #expect(throws: HTTPTransportError.contentCoding("gzip")) { try await body(wire, of: server) }
      }
    }

    @Test("URLSession on Linux asks for no coding, and refuses one with advice before it is decoded")
    func identity() async throws {
      let packed = reply("gzip", PackedRows.gzip).bytes
      let server = try LoopbackServer { _ in [.send(packed)] }
      await #expect(throws: HTTPTransportError.contentCoding("gzip")) { try await body(.urlSession, of: server) }
      #expect(server.requests.first?.fields["Accept-Encoding"] == "identity")
    }

    @Test(
      "the status of a refusal is passed on, though its body is compressed, and in whatever coding",
      arguments: Wire.allCases, ["gzip", "br"])
    func codedRefusal(wire: Wire, coding: String) async throws {
      let refusal = reply(coding, PackedRows.gzip, status: 404).bytes
      let server = try LoopbackServer { _ in [.send(refusal)] }
      let exchange = try await wire.make().send(HTTPRequest("GET", server.url()))
      #expect(exchange.head.status == 404)
      for try await piece in exchange.body { Issue.record("\(piece.count) bytes") }
    }
  #endif
}

extension Reply {
  /// An answer of one record a line.
  fileprivate static func ndjson(_ entries: [Entry]) -> Reply {
    let lines = entries.map { #"{"id":\#($0.id),"text":"\#($0.text)"}"# + "\n" }
    return Reply(fields: ["Content-Type": "application/x-ndjson"], body: Array(lines.joined().utf8))
  }
}
