import SectionDiff
package import StoreInterface

extension OrderedRecords {
  /// Makes the records just these, in this order, by few changes: what is equal and is as before is not touched. What
  /// comes a second time is where it came first.
  ///
  /// - Returns: False, and nothing is done, where a list is given in place of sections or the other way round.
  /// - Complexity: O(*n*) for *n* records, and O(log *n*) more for each that changes.
  package mutating func reload(
    _ contents: StoreContents<Item>, haveEqualContent: (Item, Item) -> Bool
  ) -> Bool {
    guard keepsSections == (contents.sections != nil) else { return false }
    switch contents {
    case .items(let items):
      let old = self.items(in: 0)
      // What did not move from the front is there still.
      let front = zip(old, items).prefix { $0.id == $1.id }.count
      deleteAll(except: [items.dropFirst(front)], in: [old.dropFirst(front)])
      reload(items, over: old, into: nil, haveEqualContent)
    case .sections(let sections):
      var seen: Set<SectionID> = []
      let sections = Self.withoutRepeats(sections.filter { seen.insert($0.id).inserted })
      deleteAll(except: sections.map { $0.items[...] }, in: sectionIDs.map { items(of: $0)[...] })
      reloadSections(sections)
      for section in sections {
        reload(section.items, over: self.items(of: section.id), into: section.id, haveEqualContent)
      }
      for id in sectionIDs where !seen.contains(id) { _ = deleteSection(id) }
    }
    return true
  }

  /// Sections in which every key is once: where it comes first, with the content that comes last.
  private static func withoutRepeats(_ sections: [StoreSection<Item>]) -> [StoreSection<Item>] {
    var seen: Set<Key> = []
    seen.reserveCapacity(sections.reduce(0) { $0 + $1.items.count })
    if sections.allSatisfy({ $0.items.allSatisfy { seen.insert($0.id).inserted } }) { return sections }
    var newest: [Key: Item] = [:]
    for section in sections {
      for item in section.items { newest[item.id] = item }
    }
    return sections.map { section in
      StoreSection(
        section.id, header: section.header, items: section.items.compactMap { newest.removeValue(forKey: $0.id) })
    }
  }

  private mutating func deleteAll(except kept: [ArraySlice<Item>], in lists: [ArraySlice<Item>]) {
    let keys = Set(kept.joined().lazy.map(\.id))
    for list in lists {
      for item in list where !keys.contains(item.id) { _ = delete(item.id) }
    }
  }

  private mutating func reloadSections(_ sections: [StoreSection<Item>]) {
    let places = Dictionary(sectionIDs.enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) }) { first, _ in first }
    let known = sections.filter { places[$0.id] != nil }
    let stays = longestIncreasingRun(known.map { places[$0.id] ?? 0 })
    let staying = Set(zip(known, stays).filter(\.1).map(\.0.id))
    var previous: SectionID?
    for section in sections {
      let placement: SectionPlacement = previous.map { .after($0) } ?? .start
      if places[section.id] == nil {
        insertSection(section.id, header: section.header, at: placement)
      } else {
        if (header(of: section.id) ?? nil) != section.header { _ = setHeader(section.header, of: section.id) }
        if !staying.contains(section.id) { _ = moveSection(section.id, to: placement) }
      }
      previous = section.id
    }
  }

  /// Makes a section, or the list, hold these records over old ones; those that are to be nowhere have been deleted.
  private mutating func reload(
    _ items: [Item], over old: [Item], into section: SectionID?, _ haveEqualContent: (Item, Item) -> Bool
  ) {
    let front = zip(old, items).prefix { $0.id == $1.id }.count
    for (before, item) in zip(old, items).prefix(front) where !haveEqualContent(before, item) {
      _ = insert(item, at: .end)
    }
    if front == items.count { return }
    var numbers: [Key: Int32] = [:]
    for (number, item) in old.enumerated().dropFirst(front) where contains(item.id) {
      numbers[item.id] = Int32(truncatingIfNeeded: number)
    }
    let stays = longestIncreasingRun(items.dropFirst(front).compactMap { numbers[$0.id] })
    var nextKnown = 0
    var seen: Set<Key> = []
    // Looked at only where a key comes that is known and is elsewhere.
    var frontKeys: Set<Key>?
    var previous = front == 0 ? nil : items[front - 1].id
    for item in items.dropFirst(front) {
      var isStaying = false
      var isSecond = !seen.insert(item.id).inserted
      if numbers[item.id] != nil {
        isStaying = stays[nextKnown]
        nextKnown += 1
      } else if contains(item.id), !isSecond {
        let keys = frontKeys ?? Set(items.prefix(front).map(\.id))
        frontKeys = keys
        isSecond = keys.contains(item.id)
      }
      if isSecond {
        _ = insert(item, at: .end)
        continue
      }
      if !isStaying {
        let placement: StorePlacement<Key> = previous.map { .after($0) } ?? StorePlacement(.start, in: section)
        _ = insert(item, at: placement)
      } else if let before = self.item(for: item.id), !haveEqualContent(before, item) {
        _ = insert(item, at: .end)
      }
      previous = item.id
    }
  }
}
