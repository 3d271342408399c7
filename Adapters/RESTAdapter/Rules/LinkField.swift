package import Foundation

/// Where the next page is: RFC 8288, section 3.
package enum LinkField {
  /// The target of the first link with a relation, resolved against the address of the response.
  ///
  /// A link with an anchor is about another resource and does not count (section 3.2). Of several `rel` only the first
  /// counts (section 3.3); it may name several relations.
  package static func target(_ relation: String, in fields: HTTPFields, base: URL) -> URL? {
    for link in ASCII.split(fields["Link"] ?? "", at: UInt8(ascii: ","), keepsAngles: true) {
      let parts = ASCII.split(link, at: UInt8(ascii: ";"), keepsAngles: true)
      guard let first = parts.first, first.hasPrefix("<"), first.hasSuffix(">") else { continue }
      var relations: [String]?
      var hasAnchor = false
      for part in parts.dropFirst() {
        let (name, value) = ASCII.parameter(part)
        switch name {
        case "rel" where relations == nil:
          relations = (value ?? "").split(separator: " ").map { ASCII.lowercased($0) }
        case "anchor": hasAnchor = true
        default: break
        }
      }
      guard !hasAnchor, relations?.contains(ASCII.lowercased(relation)) == true else { continue }
      return URL(string: String(first.dropFirst().dropLast()), relativeTo: base)?.absoluteURL
    }
    return nil
  }
}
