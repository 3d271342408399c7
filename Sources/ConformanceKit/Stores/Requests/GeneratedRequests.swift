import StoreBuilding

extension RecordRequest {
  /// A request made from its number: which records, in which order, and how many. It goes by the number and version of a
  /// record, so a change of a record makes it come into the answer, leave it or change its place.
  static func generated(
    _ number: Int, numberOf: @escaping @Sendable (Item) -> Int, versionOf: @escaping @Sendable (Item) -> Int
  ) -> RecordRequest {
    let remainder = number / 100 % 3
    let (predicate, selection): ((@Sendable (Item) -> Bool)?, String) =
      switch number % 5 {
      case 0: ({ versionOf($0) % 2 == 0 }, "version % 2 == 0")
      case 1: ({ (numberOf($0) + versionOf($0)) % 3 != remainder }, "(number + version) % 3 != \(remainder)")
      case 2: ({ numberOf($0) % 2 == 0 }, "number % 2 == 0")
      case 3: (nil, "all records")
      default: ({ versionOf($0) % 3 == remainder }, "version % 3 == \(remainder)")
      }
    let (order, sorting): ([SortRule<Item>], String) =
      switch number / 5 % 4 {
      case 0: ([.ascending { versionOf($0) % 4 }], "by version % 4")
      case 1:
        (
          [.descending { (numberOf($0) * 7 + versionOf($0) * 5) % 11 }, .ascending { numberOf($0) }],
          "by (7 · number + 5 · version) % 11, descending, then by number"
        )
      case 2: ([], "in no order")
      default:
        (
          [.ascending { versionOf($0) % 2 }, .descending { numberOf($0) }],
          "by version % 2, then by number, descending"
        )
      }
    let limits: [Int?] = [nil, 3, 1, 5, nil, 2, 0]
    var request = RecordRequest(where: predicate, sortedBy: order, limit: limits[number % limits.count])
    request.rule = "\(selection), \(sorting)"
    return request
  }
}
