import Foundation

/// What distinguishes one state of a resource from another: RFC 9110, sections 8.8 and 13. Kept and sent byte for byte.
package struct EntityValidators: Hashable, Sendable, Codable {
  /// The value of the field `ETag`, with its quotes and its `W/`.
  package var entityTag: String?
  /// The value of the field `Last-Modified`, where it is sharp enough to be relied on.
  package var lastModified: String?

  package init(entityTag: String? = nil) { self.entityTag = entityTag }

  /// Takes the validators of a response.
  ///
  /// A `Last-Modified` less than a second before the `Date` of the response is not taken: the resource may change again
  /// in that very second (RFC 9110, section 8.8.2.2), and the change would never be seen.
  package init(_ fields: HTTPFields) {
    if let tag = fields["ETag"], !tag.isEmpty { entityTag = tag }
    let reference = Date(timeIntervalSince1970: 0)
    if let text = fields["Last-Modified"], let modified = HTTPDate.parse(text, now: reference),
      let date = fields["Date"].flatMap({ HTTPDate.parse($0, now: reference) }), date.timeIntervalSince(modified) >= 1
    {
      lastModified = text
    }
  }

  /// Whether there are none.
  package var isEmpty: Bool { entityTag == nil && lastModified == nil }

  /// The fields that ask for a response only if it is another one.
  ///
  /// An entity tag is sent alone: a server that knows it ignores the date (RFC 9110, section 13.1.3), and one that does not would
  /// take the date for an answer, which is the weaker of the two.
  package var conditionalFields: HTTPFields {
    if let entityTag { return ["If-None-Match": entityTag] }
    if let lastModified { return ["If-Modified-Since": lastModified] }
    return [:]
  }

  /// The field that lets a write through only if no one else has written: RFC 9110, section 13.1.1. A weak tag cannot
  /// be used for that: it never matches (section 8.8.3.2).
  package var writeFields: HTTPFields {
    guard let entityTag, !entityTag.isEmpty, !Self.isWeak(entityTag) else { return [:] }
    return ["If-Match": entityTag]
  }

  /// Whether a 304 is about the response that these validators are of: RFC 9111, section 4.3.4. A strong entity tag in
  /// it must be ours; without one, the server has compared what we sent.
  package func isConfirmed(by fields: HTTPFields) -> Bool {
    guard let tag = fields["ETag"], let entityTag else { return true }
    return Self.opaque(tag) == Self.opaque(entityTag)
  }

  private static func isWeak(_ tag: String) -> Bool { tag.hasPrefix("W/") }

  /// The tag without `W/`: weak comparison, RFC 9110, section 8.8.3.2.
  private static func opaque(_ tag: String) -> String { isWeak(tag) ? String(tag.dropFirst(2)) : tag }
}
