public import Foundation
public import StoreInterface

/// A request that writes a record.
public struct RESTWrite: Hashable, Sendable {
  /// POST, PUT, PATCH or DELETE.
  public var method: String
  /// Where it goes: within the origin of the source.
  public var url: URL
  /// Its own header fields.
  public var fields: HTTPFields
  /// Its body.
  public var body: [UInt8]?

  /// Makes a request.
  public init(_ method: String, _ url: URL, fields: HTTPFields = [:], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }

  /// Whether sending it twice has the same effect as sending it once: RFC 9110, section 9.2.2.
  var isIdempotent: Bool { method == "PUT" || method == "DELETE" }
}

/// How changes of records become requests.
///
///     var writing = RESTWriting<Song>.json(at: url)       // POST url, PUT url/ID, DELETE url/ID
///     writing.honoursIdempotencyKeys = true
///     let store = RESTStore(polling: source).writable(by: writing)
public struct RESTWriting<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The request that brings a record. Without one, nothing can be inserted.
  public var insert: (@Sendable (Item) throws -> RESTWrite)?
  /// The request that gives a record new content; the record before, and the one after. Without one, nothing can be
  /// updated.
  public var update: (@Sendable (Item, Item) throws -> RESTWrite)?
  /// The request that takes a record away. Without one, nothing can be deleted.
  public var delete: (@Sendable (Item) throws -> RESTWrite)?
  /// The request that writes a whole batch, for servers that can. Where there is one, no other is sent.
  public var batch: (@Sendable (BatchOutcome<Item>) throws -> RESTWrite)?
  /// The record that the server answers with, where it does: what was stored in truth. Not requested an empty body.
  public var decode: (@Sendable ([UInt8], HTTPResponseHead) throws -> Item)?
  /// The validators of a record, where the records carry them; else those count that the server named when the record
  /// was written here last.
  public var validators: (@Sendable (Item) -> EntityValidators)?
  /// The field for the key of a write; `nil` sends none.
  public var idempotencyField: String? = "Idempotency-Key"
  /// Whether the server does a write only once for one key. Then POST and PATCH are repeated, too, when it is not known
  /// whether they arrived; else only PUT and DELETE are.
  public var honoursIdempotencyKeys = false
  /// Makes a key for a write; it stays the same when the write is repeated.
  public var makeKey: @Sendable () -> String = { UUID().uuidString }
  /// How often a write is sent at most, when the server does not answer.
  public var attempts = 3

  /// Makes a mapping that can do nothing yet.
  public init() {}

  /// Makes a mapping of records as JSON, each at an address of its own below that of the collection.
  ///
  /// - Parameters:
  ///   - url: The address of the collection.
  ///   - updating: PUT or PATCH; both send the whole record.
  ///   - encoder: Makes an encoder for each record.
  public static func json(
    at url: URL, updating: String = "PUT", encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() }
  ) -> RESTWriting where Item: Codable, Item.ID: LosslessStringConvertible {
    var writing = RESTWriting()
    let fields: HTTPFields = ["Content-Type": "application/json", "Accept": "application/json"]
    let address = { @Sendable (item: Item) in url.appendingPathComponent(String(item.id)) }
    writing.insert = { RESTWrite("POST", url, fields: fields, body: [UInt8](try encoder().encode($0))) }
    writing.update = { RESTWrite(updating, address($1), fields: fields, body: [UInt8](try encoder().encode($1))) }
    writing.delete = { RESTWrite("DELETE", address($0)) }
    writing.decode = { body, _ in try JSONDecoder().decode(Item.self, from: Data(body)) }
    return writing
  }
}
