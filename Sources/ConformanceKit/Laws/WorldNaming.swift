package import SectionDiff

/// Gives plain numbers to the keys, headers, identities and contents of snapshots, in order of appearance.
///
/// Identities are asked of the comparison, one by one within a hash, so a wrong hash shows as unequal identities.
package final class WorldNaming<Key: Hashable, Item, Header: Equatable, Comparison: ItemComparison<Item>> {
  private let comparison: Comparison
  private var keys: [Key: Int] = [:]
  private var headers: [Header] = []
  /// For each hash, the identities that have it.
  private var identities: [Int: [Int]] = [:]
  /// For each identity, one item of each content seen.
  private var contents: [[Item]] = []

  package init(_ comparison: Comparison) { self.comparison = comparison }

  package func world(of snapshot: Snapshot<Key, Item, Header>) -> World {
    World(
      sections: snapshot.sections.map { section in
        World.Section(
          key: name(of: section.key), header: name(of: section.header), rows: section.items.map(row(of:)))
      })
  }

  private func name(of key: Key) -> Int {
    if let name = keys[key] { return name }
    keys[key] = keys.count
    return keys.count - 1
  }

  private func name(of header: Header) -> Int {
    if let name = headers.firstIndex(of: header) { return name }
    headers.append(header)
    return headers.count - 1
  }

  private func row(of item: Item) -> World.Row {
    let hash = comparison.identityHash(of: item, seed: 0)
    let known = identities[hash, default: []].first { name in
      contents[name].first.map { comparison.haveSameIdentity($0, item) } ?? false
    }
    guard let name = known else {
      identities[hash, default: []].append(contents.count)
      contents.append([item])
      return World.Row(id: contents.count - 1, content: 0)
    }
    if let content = contents[name].firstIndex(where: { comparison.haveEqualContent($0, item) }) {
      return World.Row(id: name, content: content)
    }
    contents[name].append(item)
    return World.Row(id: name, content: contents[name].count - 1)
  }
}
