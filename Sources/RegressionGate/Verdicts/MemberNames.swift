/// The names of the members of a JSON value, and of those in it: to refuse what is not known where it could narrow something.
struct MemberNames: Decodable {
  /// Those of an object.
  let members: [String: MemberNames]
  /// Those of the elements of an array.
  let items: [MemberNames]
  /// Whether it is null.
  let isNull: Bool

  init(from decoder: any Decoder) {
    isNull = (try? decoder.singleValueContainer().decodeNil()) ?? false
    members = (try? [String: MemberNames](from: decoder)) ?? [:]
    items = (try? [MemberNames](from: decoder)) ?? []
  }

  /// The first member that is null.
  var null: String? { members.filter(\.value.isNull).keys.min() }

  /// The first member that is none of these.
  func unknown(besides known: [String]) -> String? { members.keys.filter { !known.contains($0) }.min() }
}
