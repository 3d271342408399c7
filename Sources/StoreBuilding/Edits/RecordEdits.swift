public import StoreInterface

/// The edits of one closure: what ``ObservedRecords/edit(_:)`` hands out. Reading shows what the edits have done so far.
public struct RecordEdits<Item: Identifiable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
  package var records: OrderedRecords<Item>
  package let haveEqualContent: @Sendable (Item, Item) -> Bool

  init(taking other: inout OrderedRecords<Item>, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool) {
    records = OrderedRecords(keepsSections: other.keepsSections)
    self.haveEqualContent = haveEqualContent
    swap(&records, &other)
  }

  mutating func giveBack(to other: inout OrderedRecords<Item>) { swap(&records, &other) }

  /// Whether records are in sections kept by hand.
  public var keepsSections: Bool { records.keepsSections }

  /// The number of records.
  public var count: Int { records.count }

  /// All current records.
  public var contents: StoreContents<Item> { records.contents }

  /// The record with a key, or `nil`.
  public subscript(key: Item.ID) -> Item? { records.item(for: key) }

  /// Makes edits that are undone alone when the closure throws; what was edited before stays, and the outer closure may go
  /// on. Observers are notified of them with the outer edits.
  @discardableResult
  public mutating func nested<Result, Failure: Error>(
    _ body: (inout RecordEdits) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let savepoint = records.savepoint
    do throws(Failure) {
      return try body(&self)
    } catch {
      records.undo(to: savepoint)
      throw error
    }
  }
}

// MARK: - Records by key

extension RecordEdits {
  /// Inserts a record, after all others unless it is placed. If the key exists, the record is updated, and keeps its
  /// place unless it is placed elsewhere; so does a record that the same closure has removed.
  ///
  /// - Throws: `StoreError.Kind.refused`, when the store keeps sections and has none.
  public mutating func insert(_ item: Item, at placement: StorePlacement<Item.ID> = .end) throws(StoreError) {
    guard records.insert(item, at: placement) else { throw .noSection(for: item.id) }
  }

  /// Inserts a record after all others; in a store with sections, in the last section.
  public mutating func append(_ item: Item) throws(StoreError) { try insert(item) }

  /// Inserts a record after all others of a section.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when there is no such section.
  public mutating func append(_ item: Item, to section: some Hashable & Sendable) throws(StoreError) {
    try insert(item, at: .end(of: try records.known(section)))
  }

  /// Updates a record, which keeps its place. If the key does not exist, the record is inserted after all others.
  public mutating func update(_ item: Item) throws(StoreError) { try insert(item) }

  /// Puts a record, which may have another key, in the place of one.
  ///
  /// - Returns: The record that was there, or `nil` where the key is not known and nothing was done.
  /// - Throws: `StoreError.Kind.refused`, when the new record's key is that of a third one.
  @discardableResult
  public mutating func replace(_ key: Item.ID, with item: Item) throws(StoreError) -> Item? {
    guard let old = records.item(for: key) else { return nil }
    if item.id == key {
      try insert(item)
      return old
    }
    if records.contains(item.id) {
      throw StoreError(
        .refused, "another record has the key of the replacement", at: "key \(item.id)",
        advice: "remove that one first, or update it")
    }
    try insert(item, at: .after(key))
    _ = records.delete(key)
    return old
  }

  /// Gives a record another place.
  ///
  /// - Returns: False where the key is not known.
  @discardableResult
  public mutating func move(_ key: Item.ID, to placement: StorePlacement<Item.ID>) -> Bool {
    records.move(key, to: placement)
  }

  /// Removes a record.
  ///
  /// - Returns: The record, or `nil` where the key is not known.
  @discardableResult
  public mutating func remove(_ key: Item.ID) -> Item? { records.delete(key) }

  /// Removes all records; sections stay.
  public mutating func removeAll() {
    for item in records.contents.items { _ = records.delete(item.id) }
  }

  /// Has a record reported as updated although it may be equal.
  ///
  /// - Returns: False where the key is not known.
  @discardableResult
  public mutating func refresh(_ key: Item.ID) -> Bool { records.refresh(key) }

  /// Updates existing records, which keep their places, and inserts the others after all.
  public mutating func merge(_ items: some Sequence<Item>) throws(StoreError) {
    for item in items { try insert(item) }
  }

  /// Updates existing records, which keep their places, and ignores the others.
  public mutating func replaceKnown(_ items: some Sequence<Item>) throws(StoreError) {
    for item in items where records.contains(item.id) { try insert(item) }
  }
}

// MARK: - Records by offset

extension RecordEdits {
  /// Where a record is in its section, or among all; `nil` where the key is not known.
  public mutating func offset(of key: Item.ID) -> Int? { records.offset(of: key) }

  /// The section that a record is in, where the store keeps sections.
  public func section(of key: Item.ID) -> SectionID? { records.sectionID(of: key) }

  /// Inserts a record at an offset among all; an offset past the end is the end.
  public mutating func insert(_ item: Item, at offset: Int) throws(StoreError) {
    try insert(item, at: try placement(at: offset, in: nil, moving: item.id))
  }

  /// Inserts a record at an offset in a section; an offset past the end is the end.
  public mutating func insert(
    _ item: Item, at offset: Int, in section: some Hashable & Sendable
  ) throws(StoreError) {
    try insert(item, at: try placement(at: offset, in: try records.known(section), moving: item.id))
  }

  /// Moves a record to the offset that it is to have among all.
  @discardableResult
  public mutating func move(_ key: Item.ID, to offset: Int) throws(StoreError) -> Bool {
    guard records.contains(key) else { return false }
    return records.move(key, to: try placement(at: offset, in: nil, moving: key))
  }

  /// Moves a record to the offset that it is to have in a section.
  @discardableResult
  public mutating func move(
    _ key: Item.ID, to offset: Int, in section: some Hashable & Sendable
  ) throws(StoreError) -> Bool {
    guard records.contains(key) else { return false }
    return records.move(key, to: try placement(at: offset, in: try records.known(section), moving: key))
  }

  /// Puts a record in the place of the one at an offset.
  ///
  /// - Returns: The record that was there.
  @discardableResult
  public mutating func replace(at offset: Int, with item: Item) throws(StoreError) -> Item? {
    try replace(try key(at: offset, in: nil), with: item)
  }

  /// Puts a record in the place of the one at an offset in a section.
  ///
  /// - Returns: The record that was there.
  @discardableResult
  public mutating func replace(
    at offset: Int, in section: some Hashable & Sendable, with item: Item
  ) throws(StoreError) -> Item? {
    try replace(try key(at: offset, in: try records.known(section)), with: item)
  }

  /// Takes the record at an offset out.
  @discardableResult
  public mutating func remove(at offset: Int) throws(StoreError) -> Item? {
    records.delete(try key(at: offset, in: nil))
  }

  /// Takes the record at an offset of a section out.
  @discardableResult
  public mutating func remove(at offset: Int, in section: some Hashable & Sendable) throws(StoreError) -> Item? {
    records.delete(try key(at: offset, in: try records.known(section)))
  }

  private mutating func key(at offset: Int, in section: SectionID?) throws(StoreError) -> Item.ID {
    try checkSection(section)
    if let key = records.key(at: offset, in: section) { return key }
    throw StoreError(
      .invalidBatch, "there is no record at the offset",
      at: section.map { "section \($0), offset \(offset)" }
        ?? "offset \(offset)")
  }

  /// The placement that makes a record be at an offset, counted without it.
  private mutating func placement(
    at offset: Int, in section: SectionID?, moving key: Item.ID
  ) throws(StoreError) -> StorePlacement<Item.ID> {
    try checkSection(section)
    guard offset >= 0 else { throw StoreError(.invalidBatch, "an offset cannot be negative", at: "offset \(offset)") }
    if offset == 0 { return StorePlacement(.start, in: section) }
    var others = offset - 1
    if records.sectionID(of: key) == section, let own = records.offset(of: key), own <= others { others += 1 }
    if let previous = records.key(at: others, in: section) { return .after(previous) }
    if let last = records.lastKey(in: section, except: key) { return .after(last) }
    return StorePlacement(.start, in: section)
  }

  private func checkSection(_ section: SectionID?) throws(StoreError) {
    if records.keepsSections, section == nil {
      throw StoreError(.invalidBatch, "an offset needs a section where the store keeps sections")
    }
  }
}
