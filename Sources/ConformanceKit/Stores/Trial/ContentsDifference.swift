import StoreInterface

/// What two answers differ in, record by record.
@available(LiveSystems, *)
struct ContentsDifference: CustomStringConvertible {
  /// One sentence for each record, the first few of them.
  let description: String

  init<Item: Identifiable & Sendable & Equatable>(
    of a: StoreContents<Item>, _ aName: String, from b: StoreContents<Item>, _ bName: String, inOrder: Bool,
    names: RecordNumbers<Item>, observer: StoreObserver<Item>?
  ) {
    let (held, given) = (a.items.byID, b.items.byID)
    func traces(of key: Item.ID) -> String { observer.map { "; " + $0.lastEvent(naming: key) } ?? "" }
    var differences: [String] = []
    for item in a.items {
      let name = names.name(of: item.id)
      let version = names.versionName(of: item)
      if let other = given[item.id] {
        guard other != item else { continue }
        differences.append(
          "\(name): \(aName) \(version), \(bName) \(names.versionName(of: other))\(traces(of: item.id))")
      } else {
        differences.append("\(name): \(aName) \(version), \(bName) none\(traces(of: item.id))")
      }
    }
    for item in b.items where held[item.id] == nil {
      differences.append(
        "\(names.name(of: item.id)): \(aName) none, \(bName) \(names.versionName(of: item))\(traces(of: item.id))")
    }
    for (contents, name) in [(a, aName), (b, bName)] {
      for (key, copies) in Dictionary(grouping: contents.items, by: \.id) where copies.count > 1 {
        differences.append("\(names.name(of: key)): \(name) \(copies.count) of it")
      }
    }
    if differences.isEmpty, inOrder {
      for (place, (item, other)) in zip(a.items, b.items).enumerated() where item.id != other.id {
        differences.append(
          "at place \(place + 1) \(aName) \(names.name(of: item.id)), \(bName) \(names.name(of: other.id))"
            + traces(of: item.id))
        break
      }
    }
    description =
      differences.isEmpty ? "\(aName) \(a.summary), but \(bName) \(b.summary)" : differences.shown(by: "\n  ")
  }
}

extension [String] {
  /// The first few, and how many more there are.
  func shown(by separator: String = ", ") -> String {
    let shown = prefix(5).joined(separator: separator)
    return count > 5 ? shown + separator + "and \(count - 5) more" : shown
  }
}

@available(LiveSystems, *)
extension StoreObserver {
  /// Which event said something of a record last.
  func lastEvent(naming key: Item.ID) -> String {
    let events = value.events
    guard let last = events.lastIndex(where: { $0.names(key) }) else { return "no event named it" }
    if case .replace = events[last] { return "event \(last + 1), a whole answer, had it last, and none named it after" }
    return "event \(last + 1) named it last: \(events[last].summary(naming: key))"
  }
}

extension StoreEvent {
  /// Whether the event says something of a record.
  fileprivate func names(_ key: Item.ID) -> Bool {
    switch self {
    case .replace(let contents): contents.items.contains { $0.id == key }
    case .changes(let batch): batch.changes.contains { $0.names(key) }
    case .failed: false
    }
  }

  /// What a batch says of a record.
  fileprivate func summary(naming key: Item.ID) -> String {
    guard case .changes(let batch) = self else { return summary }
    return batch.changes.filter { $0.names(key) }.map(\.summary).shown()
  }
}

extension StoreChange {
  fileprivate func names(_ key: Item.ID) -> Bool {
    switch self {
    case .insert(let item, _), .update(let item): item.id == key
    case .move(let moved, _), .delete(let moved), .refresh(let moved): moved == key
    case .insertSection, .updateSection, .moveSection, .deleteSection: false
    }
  }
}
