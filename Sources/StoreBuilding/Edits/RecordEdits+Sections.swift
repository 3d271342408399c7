public import StoreInterface

extension RecordEdits {
  /// The keys of the sections, in order; none where the store keeps one list.
  public var sections: [SectionID] { records.sectionIDs }

  /// The header of a section; also `nil` if there is no such section.
  public func header(of section: some Hashable & Sendable) -> SectionHeader? {
    records.header(of: SectionID(section)) ?? nil
  }

  /// Inserts a section with its records. If the key exists, the section gets the header, and keeps its place unless
  /// it is placed elsewhere; the records go to its end.
  ///
  /// - Throws: `StoreError.Kind.refused`, when the store keeps one list.
  public mutating func insert(_ section: StoreSection<Item>, at placement: SectionPlacement = .end) throws(StoreError) {
    try records.checkKeepsSections()
    records.insertSection(section.id, header: section.header, at: placement)
    for item in section.items { try insert(item, at: .end(of: section.id)) }
  }

  /// Replaces a section by another, which may have another key. Its records are those of the new section, and no
  /// others.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when there is no such section; `StoreError.Kind.refused`, when the new
  ///   section's key is that of a third one.
  public mutating func replaceSection(
    _ section: some Hashable & Sendable, with other: StoreSection<Item>
  ) throws(StoreError) {
    let old = try records.known(section)
    if old != other.id {
      if records.containsSection(other.id) {
        throw StoreError(.refused, "another section has the key of the replacement", at: "section \(other.id)")
      }
      records.insertSection(other.id, header: other.header, at: .after(old))
      _ = records.deleteSection(old)
    } else {
      _ = records.setHeader(other.header, of: old)
      let kept = Set(other.items.map(\.id))
      for item in items(of: old) where !kept.contains(item.id) { _ = records.delete(item.id) }
    }
    for item in other.items { try insert(item, at: .end(of: other.id)) }
  }

  /// Sets or removes the header of a section.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when there is no such section.
  public mutating func setHeader(
    _ header: SectionHeader?, of section: some Hashable & Sendable
  ) throws(StoreError) {
    _ = records.setHeader(header, of: try records.known(section))
  }

  /// Moves a section with its records.
  ///
  /// - Throws: `StoreError.Kind.invalidBatch`, when there is no such section.
  public mutating func moveSection(
    _ section: some Hashable & Sendable, to placement: SectionPlacement
  ) throws(StoreError) {
    _ = records.moveSection(try records.known(section), to: placement)
  }

  /// Takes a section out, and its records with it.
  ///
  /// - Returns: The records, or `nil` where there is no such section.
  @discardableResult
  public mutating func removeSection(_ section: some Hashable & Sendable) -> [Item]? {
    records.deleteSection(SectionID(section))
  }

  /// The records of a section, in order; none where there is no such section.
  public func items(of section: some Hashable & Sendable) -> [Item] { records.items(of: SectionID(section)) }

  /// Makes the store hold just this, in this order, by few changes.
  ///
  /// - Throws: `StoreError.Kind.refused`, when a list is given to a store that keeps sections, or sections to one that
  ///   keeps a list.
  public mutating func replaceAll(with contents: StoreContents<Item>) throws(StoreError) {
    if records.reload(contents, haveEqualContent: haveEqualContent) { return }
    try records.checkKeepsSections()
    throw StoreError(.refused, "the store keeps sections, and was given a list")
  }

  /// Makes the store hold just these records, in this order.
  public mutating func replaceAll(with items: [Item]) throws(StoreError) { try replaceAll(with: .items(items)) }
}
