/// The encoded form: sizes of sections, positions, and the items and section values that the changes name.
///
///     {"format":"section-diff-changeset/1",
///      "rules":{"scope":"global","infersMoves":true},
///      "old":[4],"new":[4],                               items a section, before and after
///      "sections":{"deleted":[…],"inserted":[…],"moved":[…],"updated":[…]},
///      "items":{"deleted":[{"at":[0,1],"item":…}],"inserted":[{"at":[0,3],"item":…}],
///               "moved":[{"from":[0,2],"to":[0,0]}],"updated":[{"from":[0,0],"to":[0,1],"items":[…,…]}]}}
///
/// A path is a pair of offsets. Decoding checks everything that applying relies on: text from a stranger gives an error,
/// never a trap.
extension Changeset: Codable where Key: Codable, Item: Codable, Header: Codable {
  private static var format: String { "section-diff-changeset/1" }

  /// Writes positions and values; never the snapshots.
  ///
  /// - Throws: `EncodingError.invalidValue` of a header that is an optional of an optional, as snapshots do.
  public func encode(to encoder: any Encoder) throws {
    try checkHeaderIsWritable(Header.self, by: encoder)
    var container = encoder.container(keyedBy: CodedName.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(rules, forKey: .rules)
    try container.encode(identity.oldOffsets.sizes, forKey: .old)
    try container.encode(identity.newOffsets.sizes, forKey: .new)
    func write(_ section: (key: Key, header: Header), to entry: inout CodedObject) throws {
      try entry.encode(section.key, forKey: .key)
      try entry.encode(section.header, forKey: .header)
    }
    try container.encode(identity.sections, forKey: .sections) { kind, index, entry in
      switch kind {
      case .deleted: try write(deletedSection(index), to: &entry)
      case .inserted: try write(insertedSection(index), to: &entry)
      case .moved: break
      case .updated:
        let value = updatedSection(index)
        try entry.encode(value.key, forKey: .key)
        try entry.encode([value.from, value.to], forKey: .headers)
      }
    }
    try container.encode(identity, forKey: .items) { kind, index, entry in
      switch kind {
      case .deleted: try entry.encode(deletedItem(index), forKey: .item)
      case .inserted: try entry.encode(insertedItem(index), forKey: .item)
      case .moved: break
      case .updated:
        let value = updatedItem(index)
        try entry.encode([value.from, value.to], forKey: .items)
      }
    }
  }

  /// Reads what `encode(to:)` writes.
  ///
  /// - Throws: `DecodingError` when positions are out of range, out of order, or contradict each other.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodedName.self)
    func fail(_ key: CodedName, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    let format = try container.decode(String.self, forKey: .format)
    guard format == Self.format else {
      throw fail(.format, "the format is \(format); this version reads \(Self.format)")
    }
    func offsets(_ key: CodedName) throws -> SectionOffsets {
      if let offsets = SectionOffsets(sizes: try container.decode([Int].self, forKey: key)) { return offsets }
      throw fail(key, "sizes of sections are negative or add up to more than \(Int32.max - 1)")
    }
    let (oldOffsets, newOffsets) = (try offsets(.old), try offsets(.new))
    var list = ChangeList(oldOffsets: oldOffsets, newOffsets: newOffsets)
    var (oldSections, newSections): ([(key: Key, header: Header)], [(key: Key, header: Header)]) = ([], [])
    list.sections = try container.decode(list.sections, forKey: .sections) { kind, entry in
      if kind == .moved { return }
      let key = try entry.decode(Key.self, forKey: .key)
      if kind == .updated {
        let headers = try entry.decode([Header].self, forKey: .headers)
        guard headers.count == 2 else { throw fail(.sections, "an updated section needs two headers") }
        oldSections.append((key, headers[0]))
        newSections.append((key, headers[1]))
      } else {
        let section = (key: key, header: try entry.decode(Header.self, forKey: .header))
        if kind == .deleted { oldSections.append(section) } else { newSections.append(section) }
      }
    }
    var (oldItems, newItems): ([Item], [Item]) = ([], [])
    list = try container.decode(list, forKey: .items) { kind, entry in
      switch kind {
      case .deleted: oldItems.append(try entry.decode(Item.self, forKey: .item))
      case .inserted: newItems.append(try entry.decode(Item.self, forKey: .item))
      case .moved: break
      case .updated:
        let items = try entry.decode([Item].self, forKey: .items)
        guard items.count == 2 else { throw fail(.items, "an updated item needs two values") }
        oldItems.append(items[0])
        newItems.append(items[1])
      }
    }
    if let reason = list.sectionFault() { throw fail(.sections, reason) }
    if let reason = list.itemFault() { throw fail(.items, reason) }
    for (named, what) in [
      (oldSections.prefix(list.deletedSections.count), "deleted"),
      (newSections.prefix(list.insertedSections.count), "inserted"),
    ] {
      if let key = named.map(\.key).firstRepeat { throw fail(.sections, "section \(key) is \(what) twice") }
    }
    self.init(
      identity: list,
      payload: Payload(
        old: .named(.init(list.heldOld, oldItems, list.sections.heldOld, oldSections)),
        new: .named(.init(list.heldNew, newItems, list.sections.heldNew, newSections))),
      rules: try container.decode(ChangesetRules.self, forKey: .rules))
  }
}

/// The names in the encoded form; outside of the changeset, or each use would look for the keys of its types.
private enum CodedName: String, CodingKey {
  case format, rules, old, new, sections, items, deleted, inserted, moved, updated, at, from, to, key, header, headers,
    item

  static let kinds = zip(ChangeList.Kind.allCases, [CodedName.deleted, .inserted, .moved, .updated])
}

private typealias CodedObject = KeyedEncodingContainer<CodedName>

extension KeyedEncodingContainer<CodedName> {
  /// Writes the item changes of a list: where each was or is, with what `values` adds.
  fileprivate mutating func encode(
    _ list: ChangeList, forKey key: CodedName, _ values: (ChangeList.Kind, Int, inout Self) throws -> Void
  ) throws {
    var lists = nestedContainer(keyedBy: CodedName.self, forKey: key)
    for (kind, name) in CodedName.kinds {
      var entries = lists.nestedUnkeyedContainer(forKey: name)
      for (index, pair) in list[kind].enumerated() {
        var entry = entries.nestedContainer(keyedBy: CodedName.self)
        func write(_ position: Int32, in offsets: SectionOffsets, as name: CodedName) throws {
          if position < 0 { return }
          if key == .sections { return try entry.encode(position, forKey: name) }
          let path = offsets.path(ofPosition: Int(position))
          try entry.encode([path.section, path.item], forKey: name)
        }
        try write(pair.old, in: list.oldOffsets, as: pair.new < 0 ? .at : .from)
        try write(pair.new, in: list.newOffsets, as: pair.old < 0 ? .at : .to)
        try values(kind, index, &entry)
      }
    }
  }
}

extension KeyedDecodingContainer<CodedName> {
  /// Reads item changes into a list that has none; `values` reads what else there is of each.
  fileprivate func decode(
    _ empty: ChangeList, forKey key: CodedName, _ values: (ChangeList.Kind, Self) throws -> Void
  ) throws -> ChangeList {
    var list = empty
    let lists = try nestedContainer(keyedBy: CodedName.self, forKey: key)
    for (kind, name) in CodedName.kinds {
      var pairs: [PositionPair] = []
      var entries = try lists.nestedUnkeyedContainer(forKey: name)
      while !entries.isAtEnd {
        let entry = try entries.nestedContainer(keyedBy: CodedName.self)
        func position(_ name: CodedName, in offsets: SectionOffsets, _ side: String) throws -> Int32 {
          if key == .sections { return try entry.decode(Int32.self, forKey: name) }
          var numbers = try entry.nestedUnkeyedContainer(forKey: name)
          let path = ItemPath(section: try numbers.decode(Int.self), item: try numbers.decode(Int.self))
          if let position = offsets.position(of: path) { return Int32(truncatingIfNeeded: position) }
          throw DecodingError.dataCorruptedError(
            forKey: key, in: self, debugDescription: "there is no path \(path) in the \(side) snapshot")
        }
        pairs.append(
          PositionPair(
            old: kind == .inserted ? -1 : try position(kind == .deleted ? .at : .from, in: list.oldOffsets, "old"),
            new: kind == .deleted ? -1 : try position(kind == .inserted ? .at : .to, in: list.newOffsets, "new")))
        try values(kind, entry)
      }
      list[kind] = pairs
    }
    return list
  }
}

extension ChangeList {
  /// What is wrong with the section changes, or `nil`.
  func sectionFault() -> String? {
    let (old, new) = (oldOffsets.sectionCount, newOffsets.sectionCount)
    if let reason = sections.listFault("section") { return reason }
    if old - deletedSections.count != new - insertedSections.count {
      return "\(old) sections less \(deletedSections.count) plus \(insertedSections.count) are not \(new)"
    }
    return sections.wrongUpdate.map { "section \($0.old) is updated as section \($0.new), which it is not" }
  }

  /// What is wrong with the item changes, or `nil`; sections must be right.
  func itemFault() -> String? {
    if let reason = listFault("item") ?? KeptOrder(self).inconsistency() { return reason }
    return wrongUpdate.map {
      "the item at \(oldOffsets.path(ofPosition: Int($0.old))) is updated at "
        + "\(newOffsets.path(ofPosition: Int($0.new))), where it is not"
    }
  }

  /// What is wrong with positions: each list must ascend, and none may name what is not there.
  private func listFault(_ what: String) -> String? {
    for (positions, count, name) in [
      (merge(deleted, moved.oldOrdered), oldOffsets.itemCount, "deleted or moved"),
      (merge(inserted, moved.map(\.new)), newOffsets.itemCount, "inserted or the target of a move"),
      (updated.oldOrdered, oldOffsets.itemCount, "updated"),
      (updated.map(\.new), newOffsets.itemCount, "updated"),
    ] {
      if !positions.isAscending { return "\(what)s named as \(name) do not ascend, or one occurs twice" }
      if let wrong = [positions.first, positions.last].first(where: { $0.map { $0 < 0 || $0 >= count } ?? false }) {
        return "there is no \(what) \(wrong ?? 0), named as \(name)"
      }
    }
    return nil
  }

  /// The first update of what is not there.
  private var wrongUpdate: PositionPair? {
    let order = KeptOrder(self)
    return updated.first { order.newPosition(ofOld: Int($0.old)) != Int($0.new) }
  }
}

extension Sequence where Element: Hashable {
  /// The first element that is equal to one before it.
  fileprivate var firstRepeat: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
