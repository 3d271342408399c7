import StoreBuilding

extension RecordRequest {
  /// A request made from its number: which records, in which order, and how many. It goes by the number and version of a
  /// record, so a change of a record makes it come into the answer, leave it or change its place.
  static func generated(
    _ number: Int, numberOf: @escaping @Sendable (Item) -> Int, versionOf: @escaping @Sendable (Item) -> Int
  ) -> RecordRequest {
    let remainder = number / 100 % 3
    let predicate: (@Sendable (Item) -> Bool)? =
      switch number % 5 {
      case 0: { versionOf($0) % 2 == 0 }
      case 1: { (numberOf($0) + versionOf($0)) % 3 != remainder }
      case 2: { numberOf($0) % 2 == 0 }
      case 3: nil
      default: { versionOf($0) % 3 == remainder }
      }
    let order: [SortRule<Item>] =
      switch number / 5 % 4 {
      case 0: [.ascending { versionOf($0) % 4 }]
      case 1: [.descending { (numberOf($0) * 7 + versionOf($0) * 5) % 11 }, .ascending { numberOf($0) }]
      case 2: []
      default: [.ascending { versionOf($0) % 2 }, .descending { numberOf($0) }]
      }
    let limits: [Int?] = [nil, 3, 1, 5, nil, 2, 0]
    return RecordRequest(where: predicate, sortedBy: order, limit: limits[number % limits.count])
  }
}
