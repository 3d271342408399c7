/// Where each section begins in the concatenation of all items of a snapshot.
///
///     sections   a b c | | d e        starts   0 3 3 5
///     offsets[0] is 0..<3, offsets[1] is 3..<3, offsets[2] is 3..<5
///
/// A *position* is an offset into the concatenation; an ``ItemPath`` is a section and an offset in it.
///
/// Invariant: the starts begin with 0, never fall, and there is one more of them than there are sections; the last is the
/// number of items. They are stored only where there is not exactly one section, so that a plain list allocates nothing.
@usableFromInline
package struct SectionOffsets: Hashable, Sendable {
  /// The starts; empty where there is one section.
  @usableFromInline var starts: [Int]
  /// The number of items in all sections.
  @usableFromInline package var itemCount: Int

  /// Takes a table of starts as it is. The caller keeps the invariant.
  @inlinable
  package init(_ starts: [Int]) {
    self.starts = starts.count == 2 && starts[0] == 0 ? [] : starts
    itemCount = starts.last ?? 0
  }

  /// One section that holds all items.
  @inlinable
  package init(oneSectionOf count: Int) {
    starts = []
    itemCount = count
  }

  /// Sections of these sizes; `nil` when one is negative or all are too many for 32-bit positions.
  init?(sizes: [Int]) {
    var starts = [0]
    var total = 0
    for size in sizes {
      guard size >= 0, size < Int(Int32.max) - total else { return nil }
      total += size
      starts.append(total)
    }
    self.init(starts)
  }

  /// The most items that a snapshot may have: positions of both sides together fit into 32 bits.
  @inlinable static var maximumItemCount: Int { Int(Int32.max) / 2 }

  /// No section.
  @inlinable static var none: SectionOffsets { SectionOffsets([0]) }

  /// Whether there is exactly one section.
  @inlinable var isOneSection: Bool { starts.isEmpty }

  /// The number of sections.
  @inlinable package var sectionCount: Int { isOneSection ? 1 : starts.count - 1 }

  /// The offsets of all sections.
  @inlinable var sections: Range<Int> { 0..<sectionCount }

  /// The number of items in each section.
  @usableFromInline var sizes: [Int] { sections.map(size) }

  /// The first few sizes, as text.
  @usableFromInline var sizesForMessages: String {
    let first = sections.prefix(8).map { "\(size(of: $0))" }
    return "[" + first.joined(separator: ", ") + (sectionCount > 8 ? ", …" : "") + "]"
  }

  /// The position of the first item of a section; the number of items for the section after the last.
  @inlinable
  package func start(of section: Int) -> Int {
    if !isOneSection { return starts[section] }
    precondition(section == 0 || section == 1, "there is no section \(section) of one")
    return section == 0 ? 0 : itemCount
  }

  /// The position after the last item of a section.
  @inlinable
  func end(of section: Int) -> Int { start(of: section + 1) }

  /// The number of items in a section.
  @inlinable
  package func size(of section: Int) -> Int { start(of: section + 1) - start(of: section) }

  /// The positions of the items of a section.
  @inlinable
  package subscript(section: Int) -> Range<Int> { start(of: section)..<start(of: section + 1) }

  /// Makes room for so many sections.
  @inlinable
  mutating func reserveCapacity(_ sections: Int) {
    if sections > 1 { starts.reserveCapacity(sections + 1) }
  }

  /// Adds a section after the last.
  @inlinable
  mutating func appendSection(endingAt position: Int) {
    if isOneSection {
      starts.append(0)
      starts.append(itemCount)
    }
    starts.append(position)
    itemCount = position
    if starts.count == 2 { starts.removeAll(keepingCapacity: true) }
  }

  /// Makes a section larger or smaller by so many items.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  mutating func resize(_ section: Int, by change: Int) {
    itemCount += change
    if isOneSection { return }
    for next in section + 1..<starts.count { starts[next] += change }
  }

  /// Inserts, removes and moves sections by their sizes.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  mutating func editSizes(_ edit: (inout [Int]) -> Void) {
    var sizes = sizes
    edit(&sizes)
    var starts = [0]
    starts.reserveCapacity(sizes.count + 1)
    for (section, size) in sizes.enumerated() { starts.append(starts[section] + size) }
    self = SectionOffsets(starts)
  }

  /// Whether both are in the same memory.
  @inlinable
  func isSameMemory(as other: SectionOffsets) -> Bool {
    itemCount == other.itemCount && starts.isSameMemory(as: other.starts)
  }
}

// MARK: - Positions and paths

extension SectionOffsets {
  /// The section that holds a position, by binary search; sections may be empty.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  @inlinable
  func section(ofPosition position: Int) -> Int {
    if isOneSection { return 0 }
    var low = 0
    var high = starts.count - 1
    // Invariant: starts[low] <= position < starts[high].
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// The path of a position.
  @inlinable
  func path(ofPosition position: Int) -> ItemPath {
    let section = section(ofPosition: position)
    return ItemPath(section: section, item: position - start(of: section))
  }

  /// The position of a path, or `nil` when there is no such path.
  func position(of path: ItemPath) -> Int? {
    guard path.section >= 0, path.section < sectionCount, path.item >= 0, path.item < size(of: path.section) else {
      return nil
    }
    return start(of: path.section) + path.item
  }

  /// The position of a place for items, which must exist: that of an item, or the end of a section.
  @inlinable
  func position(ofPlace path: ItemPath) -> Int {
    precondition(
      path.section >= 0 && path.section < sectionCount && path.item >= 0 && path.item <= size(of: path.section),
      "there is no place \(path) in a snapshot with section sizes \(sizesForMessages)")
    return start(of: path.section) + path.item
  }
}

// MARK: - Comparing

extension SectionOffsets {
  /// Whether each start in a range of sections differs by the same from its counterpart.
  ///
  /// Unsafe code: the subscripts are not checked. Bound: the range lies in both arrays, which is checked once.
  @usableFromInline
  func isShifted(from other: SectionOffsets, in range: Range<Int>) -> Bool {
    if isOneSection || other.isOneSection {
      guard let first = range.first else { return true }
      let shift = start(of: first) - other.start(of: first)
      return range.allSatisfy { start(of: $0) - other.start(of: $0) == shift }
    }
    let (mine, theirs) = (starts, other.starts)
    precondition(range.lowerBound >= 0 && range.upperBound <= mine.count && range.upperBound <= theirs.count)
    guard let first = range.first else { return true }
    let shift = mine[first] &- theirs[first]
    return unsafe mine.withUnsafeBufferPointer { mine in
      unsafe theirs.withUnsafeBufferPointer { theirs in
        let (mine, theirs) = unsafe (mine.span, theirs.span)
        var differing = 0
        for index in range { differing |= unsafe (mine[unchecked: index] &- theirs[unchecked: index]) ^ shift }
        return differing == 0
      }
    }
  }

  /// Why this is no table of starts, or `nil`.
  func checkInvariants() -> String? {
    if isOneSection { return itemCount >= 0 ? nil : "the only section has \(itemCount) items" }
    guard starts.first == 0 else { return "the starts \(starts.prefix(4)) do not begin with 0" }
    for section in sections where starts[section] > starts[section + 1] {
      return "section \(section) starts at \(starts[section]) and ends at \(starts[section + 1])"
    }
    if starts.last != itemCount { return "the starts end with \(starts.last ?? 0), but there are \(itemCount) items" }
    return nil
  }
}
