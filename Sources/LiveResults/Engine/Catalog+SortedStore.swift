public import StoreBuilding
public import StoreInterface

/// Whether a store that sorts by itself does so as the arrangement says.
extension Catalog {
  /// Refuses an answer that is not in the order of the sections and of the sort.
  ///
  /// Records of one section must be adjacent, sections in their order, and records within a section in theirs; ties are in
  /// any order.
  @inlinable
  func checkOrder(of items: [Item]) throws(StoreError) {
    var met = Set<Key>()
    var last: (item: Item, key: Key?)?
    for item in items {
      let key = key(of: item)
      if let last {
        if last.key != key {
          if let key, met.contains(key) {
            throw outOfOrder(item, after: last.item, "the section \(key) exists already")
          }
          if let key, let before = last.key, let compare = arrangement.sections.order.compare,
            compare(before, key) == .descending
          {
            throw outOfOrder(item, after: last.item, "the section \(key) comes before \(before)")
          }
        } else if arrangement.sort.isOrdered(last.item, before: item) == false {
          throw outOfOrder(item, after: last.item, "the sort has them the other way round")
        }
      }
      if let key { met.insert(key) }
      last = (item, key)
    }
  }

  /// The section of a record, where the records tell.
  @inlinable
  func key(of item: Item) -> Key? {
    if case .key(let keyOf) = arrangement.sections.source { keyOf(item) } else { nil }
  }

  @inlinable
  func outOfOrder(_ item: Item, after other: Item, _ reason: String) -> StoreError {
    StoreError(
      .malformed,
      "the store does not answer in the order of the results: \(item.id) comes after \(other.id), and \(reason)",
      at: "key \(item.id)", advice: "have the store sort by the section key first, or let the results sort")
  }
}
