public import SectionDiff

/// What a row of a flat list shows.
public enum ListRow: Hashable, Sendable {
  /// The header of the section at this offset.
  case header(Int)
  /// The item at this path.
  case item(ItemPath)
}

extension Snapshot {
  /// The number of rows in which a flat list shows this snapshot, section after section.
  ///
  /// - Parameter headerRows: Whether each section begins with a row of its own.
  public func rowCount(headerRows: Bool) -> Int { itemCount + (headerRows ? sectionCount : 0) }

  /// What a row of a flat list shows; `nil` where there is no such row.
  ///
  /// - Parameters:
  ///   - row: The number of the row, from zero.
  ///   - headerRows: Whether each section begins with a row of its own.
  /// - Complexity: O(log *s*), where *s* is the number of sections.
  public func row(at row: Int, headerRows: Bool) -> ListRow? {
    guard row >= 0, row < rowCount(headerRows: headerRows) else { return nil }
    let headers = headerRows ? 1 : 0
    /// The first row of a section.
    func start(_ section: Int) -> Int { offsets.start(of: section) + headers * section }
    var section = 0
    var end = sectionCount
    // Invariant: start(section) <= row < start(end); of several that start there, only the last has rows.
    while end - section > 1 {
      let middle = section + (end - section) / 2
      if start(middle) <= row { section = middle } else { end = middle }
    }
    let item = row - start(section) - headers
    return item < 0 ? .header(section) : .item(ItemPath(section: section, item: item))
  }
}
