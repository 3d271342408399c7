#if CommandLine
  internal import Foundation
  internal import RESTAdapter

  /// A message between the command and the worker, the process that sends its requests.
  ///
  /// On the wire: the kind (1 byte), the length of the rest (4 bytes, the highest first), and the rest: JSON, or a piece of
  /// a body as it is. The worker may be a process under attack, so the kind, the length and the content are checked before
  /// they are used.
  enum WorkerMessage: Hashable, Sendable {
    /// To the worker: send this request.
    case request(HTTPRequest)
    /// From the worker: the head of the response.
    case head(HTTPResponseHead)
    /// From the worker: the next bytes of the body.
    case piece([UInt8])
    /// From the worker: the body is complete.
    case end
    /// From the worker: there is no response, or not all of one.
    case failure(HTTPTransportError)

    /// The kinds of messages, as the first byte gives them.
    enum Kind: UInt8, Sendable {
      case request = 1
      case head, piece, end, failure

      /// How long the rest of a message of this kind may be.
      var lengths: ClosedRange<Int> {
        switch self {
        // A request carries a body at most; `watch` sends none.
        case .request: 1...64 << 20
        // URLSession takes heads of 300 kB, which JSON can make twice as long.
        case .head: 1...1 << 20
        // An empty piece would let a worker keep its reader busy with nothing.
        case .piece: 1...WorkerMessage.longestPiece
        case .end: 0...0
        case .failure: 1...1 << 16
        }
      }
    }

    /// A message that is none.
    struct Malformed: Error, Hashable, CustomStringConvertible {
      let description: String
      /// Whether the other side has gone in the middle of it.
      var isCut = false

      static func cut(after count: Int) -> Self {
        Malformed(description: "it is cut off after \(count) bytes", isCut: true)
      }
    }

    /// So many bytes say what a message is and how long it is.
    static let prefixLength = 5
    /// As much as a socket holds in one go.
    static let longestPiece = 1 << 16

    /// Reads the first bytes of a message.
    ///
    /// - Parameter allowed: The kinds that make sense now.
    static func prefix(_ bytes: [UInt8], allowed: [Kind]) throws(Malformed) -> (kind: Kind, length: Int) {
      guard let first = bytes.first, bytes.count == prefixLength else {
        throw .cut(after: bytes.count)
      }
      guard let kind = Kind(rawValue: first), allowed.contains(kind) else {
        throw Malformed(description: "a message of kind \(first) is not expected here")
      }
      let length = bytes.dropFirst().reduce(0) { $0 << 8 | Int($1) }
      guard kind.lengths.contains(length) else {
        throw Malformed(description: "a message of kind \(first) cannot have \(length) bytes")
      }
      return (kind, length)
    }

    /// Reads what follows the first bytes.
    init(_ kind: Kind, _ rest: [UInt8]) throws(Malformed) {
      switch kind {
      case .request: self = .request(try Self.decoded(rest))
      case .head:
        let head: HTTPResponseHead = try Self.decoded(rest)
        guard (100...999).contains(head.status) else {
          throw Malformed(description: "\(head.status) is not an HTTP status")
        }
        self = .head(head)
      case .piece: self = .piece(rest)
      case .end: self = .end
      case .failure: self = .failure(try Self.decoded(rest))
      }
    }

    /// The message as it is sent.
    ///
    /// - Throws: that it is longer than a message may be.
    func bytes() throws(Malformed) -> [UInt8] {
      let (kind, rest): (Kind, [UInt8]) =
        switch self {
        case .request(let request): (.request, try Self.encoded(request))
        case .head(let head): (.head, try Self.encoded(head))
        case .piece(let bytes): (.piece, bytes)
        case .end: (.end, [])
        case .failure(let error): (.failure, try Self.encoded(error))
        }
      guard kind.lengths.contains(rest.count) else {
        throw Malformed(description: "a message of kind \(kind.rawValue) cannot have \(rest.count) bytes")
      }
      let length = UInt32(rest.count)
      return [kind.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + rest
    }

    private static func encoded(_ value: some Encodable) throws(Malformed) -> [UInt8] {
      do { return Array(try JSONEncoder().encode(value)) } catch {
        throw Malformed(description: "it cannot be written")
      }
    }

    private static func decoded<Value: Decodable>(_ bytes: [UInt8]) throws(Malformed) -> Value {
      do {
        return try JSONDecoder().decode(Value.self, from: Data(bytes))
      } catch {
        throw Malformed(description: "the content cannot be read")
      }
    }
  }
#endif
