#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The names of the members of a JSON object, to refuse those that are not known where they could narrow something.
struct MemberNames: Decodable {
  private let names: Set<String>

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    names = Set(try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue))
  }

  /// Checks an object, and the objects of a list in it.
  ///
  /// - Throws: `DecodingError` that names the first unknown member, and those that are known.
  static func check(_ json: [UInt8], are known: [String], each list: String, has inner: [String]) throws {
    func check(_ names: Set<String>, _ known: [String], _ place: String) throws {
      guard let name = names.subtracting(known).min() else { return }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "\(place)there is no member \(name); there are \(known.joined(separator: ", "))"))
    }
    let decoder = JSONDecoder()
    try check(decoder.decode(MemberNames.self, from: Data(json)).names, known, "")
    let lists = try decoder.decode([String: List].self, from: Data(json))
    for (index, item) in (lists[list]?.items ?? []).enumerated() {
      try check(item.names, inner, "\(list)[\(index)]: ")
    }
  }

  /// A list of objects; anything else is none.
  private struct List: Decodable {
    let items: [MemberNames]
    init(from decoder: any Decoder) throws { items = (try? [MemberNames](from: decoder)) ?? [] }
  }
}
