import StoreInterface

/// What two answers differ in, record by record.
@available(LiveSystems, *)
struct ContentsDifference<Item: Identifiable & Sendable & Equatable>: CustomStringConvertible where Item.ID: Sendable {
  /// An answer, and how a sentence about it begins: “observer 1 holds”.
  typealias Side = (contents: StoreContents<Item>, name: String)

  /// One sentence for each record, the first few of them; or for the first section or place that differs.
  let description: String
  /// In which way the first record differs, or what differs of records that are the same.
  let way: String

  init(of a: Side, from b: Side, inOrder: Bool, names: RecordNumbers<Item>, observer: StoreObserver<Item>?) {
    let records = Self.records(of: a, from: b, names)
    var differences = records.map { key, _, difference in
      "\(names.name(of: key)): \(difference)" + (observer.map { "; " + $0.lastEvent(naming: key) } ?? "")
    }
    if differences.isEmpty, inOrder {
      let section = Self.section(of: a, from: b).map { $0 + (observer.map { "; \($0.lastReceived)" } ?? "") }
      differences += [section, Self.place(of: a, from: b, names, observer)].compactMap { $0 }.prefix(1)
      way = section == nil ? "place" : "section"
    } else {
      way = records.first?.way ?? ""
    }
    let naming = names.naming
    description =
      differences.isEmpty
      ? "\(a.name) \(a.contents.summary(by: naming)), but \(b.name) \(b.contents.summary(by: naming))"
      : differences.shown(by: "\n  ")
  }

  /// The records that are not there, in another version, or not once.
  private static func records(
    of a: Side, from b: Side, _ names: RecordNumbers<Item>
  ) -> [(key: Item.ID, way: String, difference: String)] {
    let (held, given) = (a.contents.items.byID, b.contents.items.byID)
    var differences: [(key: Item.ID, way: String, difference: String)] = []
    for item in a.contents.items where given[item.id] != item {
      let other = given[item.id].map { names.versionName(of: $0) } ?? "none"
      let way = given[item.id] == nil ? "too many" : "version"
      differences.append((item.id, way, "\(a.name) \(names.versionName(of: item)), \(b.name) \(other)"))
    }
    for item in b.contents.items where held[item.id] == nil {
      differences.append((item.id, "missing", "\(a.name) none, \(b.name) \(names.versionName(of: item))"))
    }
    for (contents, name) in [a, b] {
      var seen: Set<Item.ID> = []
      for item in contents.items where !seen.insert(item.id).inserted {
        differences.append((item.id, "twice", "\(name) more than one of it"))
      }
    }
    return differences
  }

  /// The first section that is not the same.
  private static func section(of a: Side, from b: Side) -> String? {
    guard let held = a.contents.sections, let given = b.contents.sections else {
      if a.contents.sections == nil, b.contents.sections == nil { return nil }
      return a.contents.sections == nil
        ? "\(a.name) no sections, \(b.name) some" : "\(a.name) sections, \(b.name) none"
    }
    func name(_ place: Int, in sections: [StoreSection<Item>]) -> String {
      guard sections.indices.contains(place) else { return "none" }
      let section = sections[place]
      return "\(section.id)" + (section.header.map { " “\($0)”" } ?? "")
    }
    for place in 0..<max(held.count, given.count) {
      let (mine, other) = (name(place, in: held), name(place, in: given))
      if mine != other { return "section \(place + 1): \(a.name) \(mine), \(b.name) \(other)" }
    }
    return nil
  }

  /// The first place where another record is.
  private static func place(
    of a: Side, from b: Side, _ names: RecordNumbers<Item>, _ observer: StoreObserver<Item>?
  ) -> String? {
    func lists(_ contents: StoreContents<Item>) -> [(name: String, items: [Item])] {
      contents.sections?.map { (" of section \($0.id)", $0.items) } ?? [("", contents.items)]
    }
    for (mine, other) in zip(lists(a.contents), lists(b.contents)) {
      for place in 0..<max(mine.items.count, other.items.count) {
        let (held, given) = (mine.items.dropFirst(place).first, other.items.dropFirst(place).first)
        guard held?.id != given?.id, let key = held?.id ?? given?.id else { continue }
        func name(_ item: Item?) -> String { item.map { names.name(of: $0.id) } ?? "none" }
        return "at place \(place + 1)\(mine.name) \(a.name) \(name(held)), \(b.name) \(name(given))"
          + (observer.map { "; " + $0.lastEvent(naming: key) } ?? "")
      }
    }
    return nil
  }
}

extension [String] {
  /// The first few, and how many more there are.
  func shown(by separator: String = ", ") -> String {
    let shown = prefix(5).joined(separator: separator)
    return count > 5 ? shown + separator + "and \(count - 5) more" : shown
  }
}
