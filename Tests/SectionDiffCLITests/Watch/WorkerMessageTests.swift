#if CommandLine
  #if os(Linux)
    import Foundation
    import RESTAdapter
    import Testing

    @testable import SectionDiffCLI

    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    /// The messages between the command and a worker, over a real socket: what is whole arrives, anything else is an error.
    @Suite("Messages of a worker")
    struct WorkerMessageTests {
      private static let all: [WorkerMessage.Kind] = [.request, .head, .piece, .end, .failure]

      private static func messages() throws -> [WorkerMessage] {
        let url = try #require(URL(string: "http://127.0.0.1:8080/songs?page=2"))
        return [
          .request(HTTPRequest("GET", url, fields: ["Authorization": "Bearer ü\"\\"], maximumBodyBytes: 64 << 20)),
          .request(HTTPRequest("PUT", url, body: [0, 255, 10])),
          .head(HTTPResponseHead(status: 200, fields: ["ETag": "\"1\"", "Link": "<a>; rel=next"])),
          .piece([0, 1, 255]), .piece([UInt8](repeating: 32, count: WorkerMessage.longestPiece)), .end,
          .failure(.cannotConnect("no server answers")), .failure(.tooLarge(limit: 3)), .failure(.timedOut),
          .failure(.cancelled), .failure(.interrupted("lost")),
        ]
      }

      /// What arrives when these bytes are all that is sent.
      private static func received(
        _ bytes: [UInt8], _ allowed: [WorkerMessage.Kind] = all
      ) throws -> Result<WorkerMessage?, WorkerMessage.Malformed> {
        let (near, far) = try WorkerSocket.pair()
        defer { far.close() }
        // Shorter than what a socket holds.
        let count = bytes.withUnsafeBytes { send(near.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        #expect(count == bytes.count)
        near.close()
        do throws(WorkerMessage.Malformed) { return .success(try far.receive(allowed)) } catch {
          return .failure(error)
        }
      }

      @Test("every message arrives as it was sent, one after another")
      func roundTrip() throws {
        for message in try Self.messages() { #expect(try Self.received(message.bytes()).get() == message) }
        let (near, far) = try WorkerSocket.pair()
        defer { far.close() }
        let small = try Self.messages().filter { try $0.bytes().count < 1000 }
        for message in small { #expect(try near.send(message)) }
        near.close()
        for message in small { #expect(try far.receive(Self.all) == message) }
        #expect(try far.receive(Self.all) == nil)
      }

      @Test("a message that is cut is an error, wherever it is cut")
      func truncation() throws {
        for message in try Self.messages() {
          let bytes = try message.bytes()
          for count in bytes.indices where count < 400 || count > bytes.count - 3 {
            let result = try Self.received(Array(bytes[..<count]))
            if count == 0 {
              #expect(result == .success(nil))
            } else {
              #expect(result == .failure(.cut(after: count)))
            }
          }
        }
      }

      @Test("a length that a kind cannot have is refused before anything is read or set aside")
      func lengths() throws {
        for kind in Self.all {
          for length in [kind.lengths.lowerBound - 1, kind.lengths.upperBound + 1, Int(UInt32.max)] where length >= 0 {
            let prefix = [kind.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
            #expect(
              try Self.received(prefix + [1, 2, 3])
                == .failure(.init(description: "a message of kind \(kind.rawValue) cannot have \(length) bytes")))
          }
        }
        #expect(throws: WorkerMessage.Malformed.self) { try WorkerMessage.piece([]).bytes() }
        #expect(throws: WorkerMessage.Malformed.self) {
          try WorkerMessage.piece([UInt8](repeating: 0, count: WorkerMessage.longestPiece + 1)).bytes()
        }
      }

      @Test("a kind that is unknown, or makes no sense now, is refused")
      func kinds() throws {
        for first in UInt8.min ... .max where WorkerMessage.Kind(rawValue: first) == nil {
          let result = try Self.received([first, 0, 0, 0, 0])
          #expect(result == .failure(.init(description: "a message of kind \(first) is not expected here")))
        }
        for message in try Self.messages() where try message.bytes().count < 1000 {
          let bytes = try message.bytes()
          let kind = try #require(WorkerMessage.Kind(rawValue: bytes[0]))
          #expect(throws: WorkerMessage.Malformed.self) {
            try Self.received(bytes, Self.all.filter { $0 != kind }).get()
          }
        }
      }

      @Test(
        "content that makes no sense is refused",
        arguments: ["", "[]", "{", "nil", "{\"status\":\"200\",\"fields\":{}}"])
      func content(text: String) throws {
        for kind in [WorkerMessage.Kind.request, .head, .failure] {
          #expect(throws: WorkerMessage.Malformed.self) { try WorkerMessage(kind, Array(text.utf8)) }
        }
      }

      @Test("a status that HTTP does not have is refused", arguments: [Int.min, -1, 0, 99, 1000, Int.max])
      func status(number: Int) throws {
        let bytes = try WorkerMessage.head(HTTPResponseHead(status: number)).bytes()
        #expect(try Self.received(bytes) == .failure(.init(description: "\(number) is not an HTTP status")))
      }

      @Test("random bytes, and messages with a byte changed, are messages or errors, and nothing else")
      func noise() throws {
        var generator = SeededGenerator(seed: 14)
        let messages = try Self.messages().map { try $0.bytes() }.filter { $0.count < 1000 }
        for round in 0..<4000 {
          var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
          }
          if round % 2 == 0, let message = messages.randomElement(using: &generator) {
            bytes = message
            bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
          } else if !bytes.isEmpty {
            // Most kinds would be unknown.
            bytes[0] = .random(in: 0...6, using: &generator)
          }
          if case .success(let message?) = try Self.received(bytes) {
            #expect(try Self.received(message.bytes()) == .success(message))
          }
        }
      }
    }
  #endif
#endif
