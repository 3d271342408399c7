extension Sequence {
  /// The elements by a key, all in the order in which they come.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var offsets: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      let offset = offsets[key] ?? groups.count
      offsets[key] = offset
      if offset == groups.count { groups.append((key, [])) }
      groups[offset].elements.append(element)
    }
    return groups
  }
}
