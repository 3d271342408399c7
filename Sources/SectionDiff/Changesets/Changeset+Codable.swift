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

  private typealias CodingKeys = CodedKeys.Changeset

  private typealias CodedSections = CodedChanges<Int32, CodedSection<Key, Header>, CodedSectionUpdate<Key, Header>>
  private typealias CodedItems = CodedChanges<CodedPath, CodedItem<Item>, CodedItemUpdate<Item>>

  /// Writes positions and values; never the snapshots.
  ///
  /// - Throws: `EncodingError.invalidValue` of a header that is an optional of an optional, as snapshots do.
  public func encode(to encoder: any Encoder) throws {
    try checkHeaderIsWritable(Header.self, by: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(rules, forKey: .rules)
    try container.encode(identity.oldOffsets.sizes, forKey: .old)
    try container.encode(identity.newOffsets.sizes, forKey: .new)
    let sections = CodedSections(
      deleted: identity.deletedSections.map { CodedSection(at: $0, payload.old[section: $0]) },
      inserted: identity.insertedSections.map { CodedSection(at: $0, payload.new[section: $0]) },
      moved: identity.movedSections.map { .init(from: $0.old, to: $0.new) },
      updated: identity.updatedSections.enumerated().map { index, pair in
        let value = updatedSection(index)
        return .init(from: pair.old, to: pair.new, key: value.key, headers: [value.from, value.to])
      })
    try container.encode(sections, forKey: .sections)
    let items = CodedItems(
      deleted: identity.deletes.enumerated().map { .init(at: CodedPath($1), item: deletedItem($0)) },
      inserted: identity.inserts.enumerated().map { .init(at: CodedPath($1), item: insertedItem($0)) },
      moved: identity.moves.map { .init(from: CodedPath($0.from), to: CodedPath($0.to)) },
      updated: identity.updates.enumerated().map { index, pair in
        let value = updatedItem(index)
        return .init(from: CodedPath(pair.from), to: CodedPath(pair.to), items: [value.from, value.to])
      })
    try container.encode(items, forKey: .items)
  }

  /// Reads what `encode(to:)` writes.
  ///
  /// - Throws: `DecodingError` when positions are out of range, out of order, or contradict each other.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func fail(_ key: CodingKeys, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    let format = try container.decode(String.self, forKey: .format)
    guard format == Self.format else {
      throw fail(.format, "the format is \(format); this version reads \(Self.format)")
    }
    func offsets(_ key: CodingKeys) throws -> SectionOffsets {
      if let offsets = SectionOffsets(sizes: try container.decode([Int].self, forKey: key)) { return offsets }
      throw fail(key, "sizes of sections are negative or add up to more than \(Int32.max - 1)")
    }
    let (oldOffsets, newOffsets) = (try offsets(.old), try offsets(.new))
    let sections = try container.decode(CodedSections.self, forKey: .sections)
    let items = try container.decode(CodedItems.self, forKey: .items)

    func position(_ path: CodedPath, in offsets: SectionOffsets, _ side: String) throws -> Int32 {
      guard let position = offsets.position(of: path.path) else {
        throw fail(.items, "there is no path \(path.path) in the \(side) snapshot")
      }
      return Int32(truncatingIfNeeded: position)
    }
    func pair(_ from: CodedPath, _ to: CodedPath) throws -> PositionPair {
      PositionPair(old: try position(from, in: oldOffsets, "old"), new: try position(to, in: newOffsets, "new"))
    }
    var list = ChangeList(oldOffsets: oldOffsets, newOffsets: newOffsets)
    list.deletedSections = sections.deleted.map { $0.at }
    list.insertedSections = sections.inserted.map { $0.at }
    list.movedSections = sections.moved.map { PositionPair(old: $0.from, new: $0.to) }
    list.updatedSections = sections.updated.map { PositionPair(old: $0.from, new: $0.to) }
    list.deleted = try items.deleted.map { try position($0.at, in: oldOffsets, "old") }
    list.inserted = try items.inserted.map { try position($0.at, in: newOffsets, "new") }
    list.moved = try items.moved.map { try pair($0.from, $0.to) }
    list.updated = try items.updated.map { try pair($0.from, $0.to) }
    if let reason = list.sectionFault() { throw fail(.sections, reason) }
    if let reason = list.itemFault() { throw fail(.items, reason) }
    for (named, what) in [(sections.deleted, "deleted"), (sections.inserted, "inserted")] {
      if let key = named.map(\.key).firstRepeat { throw fail(.sections, "section \(key) is \(what) twice") }
    }

    guard sections.updated.allSatisfy({ $0.headers.count == 2 }) else {
      throw fail(.sections, "an updated section needs two headers")
    }
    guard items.updated.allSatisfy({ $0.items.count == 2 }) else {
      throw fail(.items, "an updated item needs two values")
    }
    let old = Payload<Key, Item, Header>.Named(
      list.heldOld, items.deleted.map(\.item) + items.updated.map { $0.items[0] }, list.heldOldSections,
      sections.deleted.map { ($0.key, $0.header) } + sections.updated.map { ($0.key, $0.headers[0]) })
    let new = Payload<Key, Item, Header>.Named(
      list.heldNew, items.inserted.map(\.item) + items.updated.map { $0.items[1] }, list.heldNewSections,
      sections.inserted.map { ($0.key, $0.header) } + sections.updated.map { ($0.key, $0.headers[1]) })
    self.init(
      identity: list, payload: Payload(old: .named(old), new: .named(new)),
      rules: try container.decode(ChangesetRules.self, forKey: .rules))
  }
}

/// The names in the encoded form; outside of the changeset, or each use would look for the keys of its types.
private enum CodedKeys {
  enum Changeset: String, CodingKey { case format, rules, old, new, sections, items }
  enum Changes: String, CodingKey { case deleted, inserted, moved, updated }
  enum Section: String, CodingKey { case at, key, header }
  enum SectionUpdate: String, CodingKey { case from, to, key, headers }
  enum Item: String, CodingKey { case at, item }
  enum ItemUpdate: String, CodingKey { case from, to, items }
  enum Move: String, CodingKey { case from, to }
}

/// Changes of sections or of items, each at a position of a kind.
private struct CodedChanges<Position: Codable, Value: Codable, Update: Codable>: Codable {
  typealias CodingKeys = CodedKeys.Changes

  var deleted: [Value]
  var inserted: [Value]
  var moved: [CodedMove<Position>]
  var updated: [Update]
}

private struct CodedSection<Key: Codable, Header: Codable>: Codable {
  typealias CodingKeys = CodedKeys.Section

  var at: Int32
  var key: Key
  var header: Header

  init(at offset: Int32, _ section: (key: Key, header: Header)) {
    at = offset
    (key, header) = section
  }
}

private struct CodedSectionUpdate<Key: Codable, Header: Codable>: Codable {
  typealias CodingKeys = CodedKeys.SectionUpdate

  var from: Int32
  var to: Int32
  var key: Key
  var headers: [Header]
}

private struct CodedItem<Item: Codable>: Codable {
  typealias CodingKeys = CodedKeys.Item

  var at: CodedPath
  var item: Item
}

private struct CodedItemUpdate<Item: Codable>: Codable {
  typealias CodingKeys = CodedKeys.ItemUpdate

  var from: CodedPath
  var to: CodedPath
  var items: [Item]
}

private struct CodedMove<Position: Codable>: Codable {
  typealias CodingKeys = CodedKeys.Move

  var from: Position
  var to: Position
}

private struct CodedPath: Codable {
  var path: ItemPath

  init(_ path: ItemPath) { self.path = path }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    path = ItemPath(section: try container.decode(Int.self), item: try container.decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(path.section)
    try container.encode(path.item)
  }
}

extension ChangeList {
  /// What is wrong with the section changes, or `nil`.
  func sectionFault() -> String? {
    let oldCount = oldOffsets.sectionCount
    let newCount = newOffsets.sectionCount
    func fault(_ list: [Int32], below bound: Int, _ name: String) -> String? {
      if let wrong = list.first(where: { $0 < 0 || Int($0) >= bound }) {
        return "there is no section \(wrong), named as \(name)"
      }
      return list.isAscending ? nil : "sections named as \(name) do not ascend"
    }
    if let reason = fault(deletedSections, below: oldCount, "deleted")
      ?? fault(insertedSections, below: newCount, "inserted")
      ?? fault(movedSections.map { $0.old }.sorted(), below: oldCount, "source of a move")
      ?? fault(movedSections.map { $0.new }, below: newCount, "target of a move")
      ?? fault(updatedSections.map { $0.old }.sorted(), below: oldCount, "updated")
      ?? fault(updatedSections.map { $0.new }, below: newCount, "updated")
    {
      return reason
    }
    if !merge(deletedSections, movedSections.map { $0.old }.sorted()).isAscending {
      return "a section is deleted and moved"
    }
    if !merge(insertedSections, movedSections.map { $0.new }).isAscending {
      return "a section is inserted and the target of a move"
    }
    if oldCount - deletedSections.count != newCount - insertedSections.count {
      return "\(oldCount) sections less \(deletedSections.count) plus \(insertedSections.count) are not \(newCount)"
    }
    let order = KeptOrder(self)
    if let wrong = updatedSections.first(where: { order.newSection[Int($0.old)] != Int($0.new) }) {
      return "section \(wrong.old) is updated as section \(wrong.new), which it is not"
    }
    return nil
  }

  /// What is wrong with the item changes, or `nil`; sections must be right.
  func itemFault() -> String? {
    for (ascends, name) in [
      (deleted.isAscending, "deleted"), (inserted.isAscending, "inserted"),
      (moved.map { $0.new }.isAscending, "targets of moves"), (updated.map { $0.new }.isAscending, "updated"),
    ] where !ascends {
      return "items \(name) do not ascend, or one occurs twice"
    }
    if !merge(deleted, moved.map { $0.old }.sorted()).isAscending { return "an item is deleted or moved twice" }
    if !merge(inserted, moved.map { $0.new }).isAscending { return "an item is inserted and the target of a move" }
    let order = KeptOrder(self)
    if let reason = order.inconsistency() { return reason }
    if let wrong = updated.first(where: { order.newPosition(ofOld: Int($0.old)) != Int($0.new) }) {
      return "the item at \(oldOffsets.path(ofPosition: Int(wrong.old))) is updated at "
        + "\(newOffsets.path(ofPosition: Int(wrong.new))), where it is not"
    }
    return nil
  }
}

extension Sequence where Element: Hashable {
  /// The first element that is equal to one before it.
  fileprivate var firstRepeat: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}
