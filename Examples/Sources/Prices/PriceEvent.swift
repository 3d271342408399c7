import Foundation
import LiveResults
import SectionDiff

/// What the server sends: changes, and the checksum of the prices after them.
struct PriceEvent: Sendable {
  enum Kind: String {
    /// All prices, as changes from no prices at all. Forget what you had.
    case snapshot
    /// Changes of the prices that you had.
    case changes
  }

  /// A place in the history of one run of the server. Another run counts its revisions anew, so its ids differ.
  struct ID: Hashable, Sendable, CustomStringConvertible {
    var run: String
    var revision: Int

    var description: String { "\(run)-\(revision)" }
  }

  var id: ID
  var kind: Kind
  var changes: PriceChanges
  var checksum: Checksum

  /// What a client receives of an update.
  init(_ update: ResultsUpdate<String, Quote, NoHeader>, run: String) {
    id = ID(run: run, revision: update.revision)
    // `initial` and `reset` both mean: this is everything.
    kind = update.kind == .change ? .changes : .snapshot
    changes = update.changeset
    // This costs O(n) an event. With many clients, keep it by revision.
    checksum = Checksum(of: update.after)
  }
}

extension PriceEvent.ID {
  /// Reads an id; `nil` for one that this server cannot have sent.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let revision = Int(parts[1]) else { return nil }
    self.init(run: String(parts[0]), revision: revision)
  }
}

// MARK: - As a server-sent event

extension PriceEvent {
  private struct Payload: Codable {
    var checksum: Checksum
    var changes: PriceChanges
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// The event as it goes over the network.
  func serverSentEvent() throws -> ServerSentEvent {
    let data = try JSONEncoder().encode(Payload(checksum: checksum, changes: changes))
    return ServerSentEvent(id: id.description, name: kind.rawValue, data: String(decoding: data, as: UTF8.self))
  }

  /// Reads an event.
  init(_ event: ServerSentEvent) throws {
    guard let id = ID(event.id) else { throw Malformed(description: "the event has no valid id: \"\(event.id)\"") }
    guard let kind = Kind(rawValue: event.name) else {
      throw Malformed(description: "event \(id) is of an unknown kind: \"\(event.name)\"")
    }
    let payload: Payload
    do { payload = try JSONDecoder().decode(Payload.self, from: Data(event.data.utf8)) } catch {
      throw Malformed(description: "the data of event \(id) cannot be read: \(error)")
    }
    (self.id, self.kind, changes, checksum) = (id, kind, payload.changes, payload.checksum)
  }
}

// MARK: - Checksum

/// A number that shows whether two sides hold the same prices (FNV-1a, 64 bits). It finds mistakes, not attacks.
struct Checksum: Hashable, Codable, Sendable, CustomStringConvertible {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(of prices: PriceList) {
    for section in prices.sections {
      add(section.key)
      add(String(section.items.count))
      for quote in section.items {
        add(quote.id)
        add(quote.market)
        add(String(quote.cents))
      }
    }
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // UTF-8 has no such byte: it ends each text, so that "ab" + "c" is not "a" + "bc".
    value = (value ^ 0xFF) &* 0x100_0000_01B3
  }

  /// As text: not every reader of JSON keeps all digits of so large a number.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = UInt64(try container.decode(String.self), radix: 16) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a checksum is a hexadecimal number")
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  var description: String { String(value, radix: 16) }
}
