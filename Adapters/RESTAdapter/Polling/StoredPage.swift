import Foundation

/// A page as it was answered last: its records, and what they can be validated by. One is never kept without the other.
struct StoredPage<Item: Sendable>: Sendable {
  var head: PageHead
  var items: [Item]
  /// The body as it came; let go where validators say whether anything is new and nothing is kept on a disk.
  var body: [UInt8]?
}

/// What is known of a page besides its records.
struct PageHead: Sendable, Codable {
  /// What was requested.
  let url: URL
  /// What answered, after redirects: validators belong to that address alone.
  let finalURL: URL
  let validators: EntityValidators
  private(set) var freshness: Freshness
  /// The fields that the freshness follows from; a 304 may bring some of them again.
  private(set) var cacheFields: HTTPFields
  private(set) var vary: Vary
  /// The value of the field that all pages must agree in.
  var mark: String?
  var next: URL?

  /// Whether nothing of it may be kept beyond its use.
  var isNoStore: Bool { CacheControl(cacheFields["Cache-Control"]).isNoStore }

  init(_ url: URL, of response: RESTResponse, salt: UInt64) {
    let fields = response.head.fields
    self.url = url
    finalURL = response.request.url
    validators = EntityValidators(fields)
    freshness = Freshness(fields, requestTime: response.requestTime, responseTime: response.responseTime)
    cacheFields = Self.cacheFields(of: fields)
    vary = Vary(fields, request: response.request.fields, salt: salt)
  }

  /// The fields that make a request conditional on this page, where it may be sent: to the address that it came from,
  /// with the fields that it varies by as they were.
  func conditionalFields(for url: URL, _ fields: HTTPFields) -> HTTPFields {
    url == finalURL && vary.matches(fields) && !isNoStore ? validators.conditionalFields : [:]
  }

  /// Takes note of a 304: the answer is as it was, what is said about it may be new (RFC 9110, section 15.4.5; RFC
  /// 9111, section 3.2). What the 304 does not say holds as it was said before.
  mutating func revalidate(_ response: RESTResponse, salt: UInt64) {
    cacheFields["Age"] = nil
    cacheFields["Date"] = nil
    cacheFields.merge(Self.cacheFields(of: response.head.fields))
    freshness = Freshness(cacheFields, requestTime: response.requestTime, responseTime: response.responseTime)
    if response.head.fields["Vary"] != nil { vary = Vary(cacheFields, request: response.request.fields, salt: salt) }
  }

  private static func cacheFields(of fields: HTTPFields) -> HTTPFields {
    var kept = HTTPFields()
    for name in ["Age", "Cache-Control", "Content-Type", "Date", "Expires", "Vary"] { kept[name] = fields[name] }
    return kept
  }
}
