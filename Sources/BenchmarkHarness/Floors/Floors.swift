public import SectionDiff

/// What no diff, or hardly any, can be cheaper than; measured beside every diff, in the same rounds.
///
/// All are inlinable, so that they are compiled for the elements they are given, as the diffs are.
@usableFromInline package enum Floors {
  /// The name of ``scan(_:_:comparing:)``.
  @usableFromInline package static let scanName = "scan"
  /// The name of ``dictionary(_:_:)``.
  @usableFromInline package static let dictionaryName = "dict"
  /// The name of the standard library's `difference(from:)`.
  @usableFromInline package static let standardName = "stdlib"

  /// One comparison for each pair of items at equal offsets: what a pair of equal lists must cost.
  ///
  /// - Returns: the number of equal pairs.
  @inlinable
  package static func scan<C: ItemComparison>(
    _ old: [C.Item], _ new: [C.Item], comparing comparison: C
  ) -> Int {
    var equal = 0
    for offset in 0..<min(old.count, new.count) where comparison.areIdentical(old[offset], new[offset]) {
      equal &+= 1
    }
    return equal
  }

  /// One `Dictionary` from the ids of the old items to their offsets, then one look-up for each new item: what most
  /// libraries cost at least.
  ///
  /// Its capacity is reserved, which makes the floor about half as high as that of a dictionary that grows: ratios to it
  /// flatter no one.
  ///
  /// - Returns: the sum of the offsets found.
  @inlinable
  package static func dictionary<Item: Identifiable>(_ old: [Item], _ new: [Item]) -> Int {
    var offsets = [Item.ID: Int](minimumCapacity: old.count)
    for offset in old.indices { offsets[old[offset].id] = offset }
    var sum = 0
    for offset in new.indices { sum &+= offsets[new[offset].id] ?? 0 }
    return sum
  }

  /// The same for items whose identities are never built, such as rows of a file: the dictionary holds the hashes that
  /// `comparison` gives them.
  ///
  /// - Returns: the sum of the offsets found.
  @inlinable
  package static func dictionary<C: ItemComparison>(
    _ old: [C.Item], _ new: [C.Item], comparing comparison: C
  ) -> Int {
    var offsets = [Int: Int](minimumCapacity: old.count)
    for offset in old.indices { offsets[comparison.identityHash(of: old[offset], seed: 0)] = offset }
    var sum = 0
    for offset in new.indices { sum &+= offsets[comparison.identityHash(of: new[offset], seed: 0)] ?? 0 }
    return sum
  }
}
