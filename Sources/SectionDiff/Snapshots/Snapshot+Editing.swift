/// Editing in place, at the cost of what changes.
///
///     before   a b c d | e f          after   a x b c d | f
///
/// Once a snapshot is edited its items are in chunks: a copy that was taken before the edit shares those that were not
/// touched, and a diff of the two skips them. A short list stays in one array.
///
/// Paths and offsets are those before the edit unless a parameter says otherwise. They must exist, as the indices of an
/// array must. A key may be unknown.
extension Snapshot {
  // MARK: Items

  /// Inserts an item; the one at `path` and those after it in its section come after it.
  ///
  /// - Parameters:
  ///   - item: The new item.
  ///   - path: Where it will be. Its offset may be the number of items of the section, which is the end.
  /// - Complexity: O(log *n* + *s*), where *n* is the number of items and *s* that of sections; O(*n*) in the first edit of a
  ///   snapshot that was made of arrays.
  @inlinable
  public mutating func insert(_ item: Item, at path: ItemPath) {
    insert(contentsOf: CollectionOfOne(item), at: path)
  }

  /// Inserts items, in order; the one at `path` and those after it in its section come after them.
  ///
  /// - Parameters:
  ///   - newItems: The new items.
  ///   - path: Where the first of them will be. Its offset may be the number of items of the section, which is the end.
  /// - Complexity: O(log *n* + *s* + *m*), where *m* is the number of new items, *n* that of all and *s* that of sections; O(*n*)
  ///   in the first edit of a snapshot that was made of arrays.
  @inlinable
  public mutating func insert(contentsOf newItems: some Sequence<Item>, at path: ItemPath) {
    let start = offsets.position(ofPlace: path)
    let newItems = Array(newItems)
    if newItems.isEmpty { return }
    editItems { $0.replaceSubrange(start..<start, with: newItems) }
    offsets.resize(path.section, by: newItems.count)
    uniqueness = .unknown
  }

  /// Adds an item at the end of the section with a key.
  ///
  /// - Throws: ``DiffError/unknownSection(key:)`` where no section has this key; nothing is changed.
  /// - Complexity: That of ``insert(_:at:)``.
  @inlinable
  public mutating func append(_ item: Item, to key: Key) throws(DiffError) {
    try append(contentsOf: CollectionOfOne(item), to: key)
  }

  /// Adds items at the end of the section with a key, in order.
  ///
  /// - Throws: ``DiffError/unknownSection(key:)`` where no section has this key; nothing is changed.
  /// - Complexity: That of ``insert(contentsOf:at:)``.
  @inlinable
  public mutating func append(contentsOf newItems: some Sequence<Item>, to key: Key) throws(DiffError) {
    guard let section = sectionIndex(of: key) else { throw .unknownSection(key: "\(key)") }
    insert(contentsOf: newItems, at: ItemPath(section: section, item: offsets.size(of: section)))
  }

  /// Removes and returns the item at `path`.
  ///
  /// - Complexity: O(log *n* + *s*), where *n* is the number of items and *s* that of sections; O(*n*) in the first edit of a
  ///   snapshot that was made of arrays.
  @inlinable @discardableResult
  public mutating func remove(at path: ItemPath) -> Item {
    let item = self[path]
    removeSubrange(path.item..<path.item + 1, inSection: path.section)
    return item
  }

  /// Removes items that follow one another.
  ///
  /// - Parameters:
  ///   - range: Their offsets in the section.
  ///   - section: The offset of the section, which stays, even if it is empty then.
  /// - Complexity: As ``remove(at:)``, however many are removed.
  @inlinable
  public mutating func removeSubrange(_ range: Range<Int>, inSection section: Int) {
    let positions = positions(of: range, inSection: section)
    if range.isEmpty { return }
    editItems { $0.replaceSubrange(positions, with: []) }
    offsets.resize(section, by: -range.count)
  }

  /// Moves an item.
  ///
  /// - Parameters:
  ///   - source: Where it is.
  ///   - target: Where it will be afterwards, so counted without it.
  /// - Complexity: O(log *n* + *s*), where *n* is the number of items and *s* that of sections; O(*n*) in the first edit of a
  ///   snapshot that was made of arrays.
  @inlinable
  public mutating func move(from source: ItemPath, to target: ItemPath) {
    moveSubrange(source.item..<source.item + 1, inSection: source.section, to: target)
  }

  /// Moves items that follow one another.
  ///
  /// - Parameters:
  ///   - range: Their offsets in the section.
  ///   - section: The offset of the section.
  ///   - target: Where the first of them will be afterwards, so counted without them.
  /// - Complexity: As ``move(from:to:)``, however many are moved.
  @inlinable
  public mutating func moveSubrange(_ range: Range<Int>, inSection section: Int, to target: ItemPath) {
    let positions = positions(of: range, inSection: section)
    var offsets = offsets
    offsets.resize(section, by: -range.count)
    let start = offsets.position(ofPlace: target)
    offsets.resize(target.section, by: range.count)
    editItems { $0.moveSubrange(positions, to: start) }
    self.offsets = offsets
    if section != target.section, !uniqueness.isGlobal { uniqueness = .unknown }
  }

  // MARK: Sections

  /// The section with a key, or `nil`.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public subscript(section key: Key) -> SectionView? { sectionIndex(of: key).map { sections[$0] } }

  /// Inserts a section before the one at `index`; at the end where `index` is ``sectionCount``.
  ///
  /// A second section with one key is reported when the snapshot is diffed, as an error that names both.
  ///
  /// - Complexity: O(log *n* + *s* + *m*), where *m* is the number of new items, *n* that of all and *s* that of sections; O(*n*)
  ///   in the first edit of a snapshot that was made of arrays.
  @inlinable
  public mutating func insertSection(_ section: SnapshotSection<Key, Item, Header>, at index: Int) {
    precondition(
      index >= 0 && index <= sectionCount, "there is no place \(index) among \(sectionCount) sections")
    let repeats = sectionClash != nil || keys.contains(section.key)
    keys.insert(section.key, at: index)
    headers.insert(section.header, at: index)
    offsets.editSizes { $0.insert(0, at: index) }
    if repeats { sectionClash = SectionClash(in: keys) }
    insert(contentsOf: section.items, at: ItemPath(section: index, item: 0))
  }

  /// Adds a section at the end.
  ///
  /// - Complexity: That of ``insertSection(_:at:)``.
  @inlinable
  public mutating func appendSection(_ section: SnapshotSection<Key, Item, Header>) {
    insertSection(section, at: sectionCount)
  }

  /// Removes a section with its items.
  ///
  /// - Complexity: O(log *n* + *s*), where *n* is the number of items and *s* that of sections; O(*n*) in the first edit of a
  ///   snapshot that was made of arrays.
  @inlinable
  public mutating func removeSection(at index: Int) {
    removeSubrange(0..<offsets.size(of: checked(section: index)), inSection: index)
    keys.remove(at: index)
    headers.remove(at: index)
    offsets.editSizes { $0.remove(at: index) }
    if sectionClash != nil { sectionClash = SectionClash(in: keys) }
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - source: Where it is.
  ///   - target: Where it will be afterwards, so counted without it.
  /// - Complexity: That of ``removeSection(at:)``.
  @inlinable
  public mutating func moveSection(from source: Int, to target: Int) {
    let positions = offsets[checked(section: source)]
    _ = checked(section: target)
    keys.insert(keys.remove(at: source), at: target)
    headers.insert(headers.remove(at: source), at: target)
    offsets.editSizes { $0.insert($0.remove(at: source), at: target) }
    let start = offsets.start(of: target)
    editItems { $0.moveSubrange(positions, to: start) }
    if sectionClash != nil { sectionClash = SectionClash(in: keys) }
  }

  /// Gives a section another header.
  ///
  /// - Complexity: O(1); O(*s*) where a copy of the snapshot is held, *s* being the number of sections.
  @inlinable
  public mutating func setHeader(_ header: Header, ofSection section: Int) {
    headers[checked(section: section)] = header
  }
}

// MARK: - Editing the store

extension Snapshot {
  /// Edits the items in chunks. A snapshot of one chunk is stored as an array.
  @inlinable
  mutating func editItems(_ edit: (inout RankedArray<Item>) -> Void) {
    var chunks = items.chunks
    // Held by no one else, it is edited where it is.
    items = .flat([])
    edit(&chunks)
    if case .leaf(let items) = chunks.root.node { self.items = .flat(items) } else { items = .chunked(chunks) }
  }

  /// The offset of a section, which must exist.
  @inlinable
  func checked(section: Int) -> Int {
    precondition(section >= 0 && section < sectionCount, "there is no section \(section) of \(sectionCount)")
    return section
  }

  /// The positions of items of a section, which must exist.
  @inlinable
  func positions(of range: Range<Int>, inSection section: Int) -> Range<Int> {
    let all = offsets[checked(section: section)]
    precondition(
      range.lowerBound >= 0 && range.upperBound <= all.count, "range \(range) is not in a section of \(all.count) items"
    )
    return all.lowerBound + range.lowerBound..<all.lowerBound + range.upperBound
  }
}
