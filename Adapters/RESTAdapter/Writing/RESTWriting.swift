public import Foundation
import StoreBuilding
public import StoreInterface

/// How changes of records become requests.
///
///     var writing = RESTWriting<Song>.json(at: url)       // POST url, PUT url/ID, DELETE url/ID
///     writing.honoursIdempotencyKeys = true
///     let store = RESTStore(polling: source).writable(by: writing)
///
/// Requests go to the origin of the source; another one is refused. ``RESTLimits/bodyBytes`` holds for their answers, too,
/// whatever ``HTTPRequest/maximumBodyBytes`` says.
public struct RESTWriting<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The request that brings a record. Without one, nothing can be inserted.
  public var insert: (@Sendable (Item) throws -> HTTPRequest)?
  /// The request that gives a record new content; the record before, and the one after. Without one, nothing can be
  /// updated.
  public var update: (@Sendable (Item, Item) throws -> HTTPRequest)?
  /// The request that takes a record away. Without one, nothing can be deleted.
  public var delete: (@Sendable (Item) throws -> HTTPRequest)?
  /// The request that writes a whole batch, for servers that can. Where there is one, no other is sent.
  public var batch: (@Sendable (BatchOutcome<Item>) throws -> HTTPRequest)?
  /// The record that the server answers with, where it does: what was stored. Not called for an empty body.
  public var decode: (@Sendable ([UInt8], HTTPResponseHead) throws -> Item)?
  /// The entity tag of a record, with its quotes, where the records carry one; else the one counts that the server named
  /// when the record was written here last. It is sent as `If-Match`.
  public var entityTag: (@Sendable (Item) -> String?)?
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

  /// Makes a mapping of records as JSON, each at an address of its own below that of the collection: the key as one segment
  /// of the path, with everything escaped that means something in URLs (RFC 3986, section 2.3). Empty keys, `.` and `..`
  /// lead to another address however they are escaped, and are refused.
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
    let address = { @Sendable (item: Item) in try url.segment(String(item.id)) }
    writing.insert = { HTTPRequest("POST", url, fields: fields, body: [UInt8](try encoder().encode($0))) }
    writing.update = { HTTPRequest(updating, try address($1), fields: fields, body: [UInt8](try encoder().encode($1))) }
    writing.delete = { HTTPRequest("DELETE", try address($0)) }
    writing.decode = { body, _ in try JSONDecoder().decode(Item.self, from: Data(body)) }
    return writing
  }
}

extension URL {
  /// The address of a key below this one.
  fileprivate func segment(_ key: String) throws(StoreError) -> URL {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    if !["", ".", ".."].contains(key), let path = parts?.percentEncodedPath {
      parts?.percentEncodedPath = path + (path.hasSuffix("/") ? "" : "/") + PathSegment.escaped(key)
      if let url = parts?.url { return url }
    }
    throw StoreError(
      .refused, "the key has no address of its own", at: "key \(key)", advice: "give the record another key")
  }
}

/// One step of a batch: what becomes of a record.
enum RecordWrite<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  case insert(Item)
  case update(from: Item, to: Item)
  case delete(Item)

  /// The steps of a batch, deletions first.
  static func steps(of outcome: BatchOutcome<Item>) -> [RecordWrite] {
    outcome.deleted.map { .delete($0) } + outcome.updated.map { .update(from: $0.from, to: $0.to) }
      + outcome.inserted.map { .insert($0) }
  }

  var key: Item.ID {
    switch self {
    case .insert(let item), .delete(let item): item.id
    case .update(_, let item): item.id
    }
  }

  /// What the record was, where it was there.
  var before: Item? {
    switch self {
    case .insert: nil
    case .update(let item, _), .delete(let item): item
    }
  }

  /// What takes the step back, given what the server made of it.
  func opposite(stored: Item?) -> RecordWrite {
    switch self {
    case .insert(let item): .delete(stored ?? item)
    case .update(let old, let new): .update(from: stored ?? new, to: old)
    case .delete(let item): .insert(item)
    }
  }

  /// The request for the step.
  func request(by writing: RESTWriting<Item>) throws -> HTTPRequest {
    switch self {
    case .insert(let item):
      if let insert = writing.insert { return try insert(item) }
    case .update(let old, let new):
      if let update = writing.update { return try update(old, new) }
    case .delete(let item):
      if let delete = writing.delete { return try delete(item) }
    }
    throw StoreError(.refused, "this store has no request for such a change", at: "key \(key)")
  }
}

/// What the server made of a step.
struct WrittenRecord<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  var step: RecordWrite<Item>
  var stored: Item?
  var validators = EntityValidators()
  /// Where the record is, as far as the server has said so.
  var address: URL?
  /// Whether there was a record in the answer that could not be read.
  var isUnread = false
  /// Whether the key is the one that was sent, for it was in the address, or the mapping says so.
  var hasKey = false
  /// Whether what was to be deleted was not there any more.
  var wasGone = false
}

extension URL {
  /// Whether two addresses lead to one place, whatever is asked there.
  func isSame(as other: URL) -> Bool {
    func place(_ url: URL) -> [String?] {
      let path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
      return [url.scheme, url.host, url.port.map { "\($0)" }, path]
    }
    return place(absoluteURL) == place(other.absoluteURL)
  }
}
