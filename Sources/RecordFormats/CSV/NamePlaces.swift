/// The places of names in a list, found by hash: looking up every name takes time linear in their number.
struct NamePlaces<Name: Hashable & Sendable>: Sendable {
  private var places: [Name: Int] = [:]

  /// Appends a name.
  ///
  /// - Returns: The place of an earlier name that is equal; then the list is as it was.
  /// - Complexity: O(1) on average.
  mutating func append(_ name: Name) -> Int? {
    if let first = places[name] { return first }
    places[name] = places.count
    return nil
  }

  /// The place of a name, from 0, or nil.
  ///
  /// - Complexity: O(1) on average.
  subscript(name: Name) -> Int? { places[name] }
}
