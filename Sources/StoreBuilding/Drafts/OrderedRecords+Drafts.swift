import StoreInterface

extension OrderedRecords {
  /// Makes drafted changes, as far as the answer is to show them.
  ///
  /// Where no one knows what the answer is to show, it shows every record that is inserted, and updates of those that
  /// it has, or had until the base took them away.
  mutating func apply(drafts: [StoreChange<Item>], matches: ((Item) -> Bool)?) {
    for draft in drafts {
      let item: Item
      let isShown: Bool
      switch draft {
      case .insert(let inserted, _): (item, isShown) = (inserted, matches?(inserted) ?? true)
      case .update(let updated): (item, isShown) = (updated, matches?(updated) ?? remembers(updated.id))
      default:
        _ = apply(draft)
        continue
      }
      if isShown { _ = apply(draft) } else { _ = delete(item.id) }
    }
  }
}
