/// Snapshots in chunks: the next one is made from the one before by editing a few of them, while the one before stays as
/// it is.
extension Snapshot {
  /// Makes a snapshot of items in chunks.
  ///
  /// - Parameters:
  ///   - items: All items, section after section.
  ///   - offsets: Where each section begins in `items`, and their count.
  ///   - keys: The keys of the sections; no two may be equal, which is not checked.
  ///   - headers: The headers of the sections.
  ///   - identity: The name of an identity that is known to be unique over all sections, so that no diff looks for
  ///     repeats.
  /// - Complexity: O(1).
  @inlinable
  package init(
    chunked items: RankedArray<Item>, offsets: [Int], distinctKeys keys: [Key], headers: [Header],
    uniqueBy identity: IdentityName? = nil
  ) {
    precondition(
      offsets.count == keys.count + 1 && headers.count == keys.count && offsets.last == items.count,
      "\(keys.count) keys, \(headers.count) headers, \(offsets.count) offsets up to \(offsets.last ?? 0) and \(items.count) items"
    )
    self.items = .chunked(items)
    self.offsets = SectionOffsets(offsets)
    self.keys = keys
    self.headers = headers
    self.uniqueness = Uniqueness(identity: identity, isGlobal: true)
    self.sectionClash = nil
  }

  /// Makes a snapshot of items in chunks; looks for two sections with one key.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  package init(chunked items: RankedArray<Item>, offsets: [Int], keys: [Key], headers: [Header]) {
    self.init(chunked: items, offsets: offsets, distinctKeys: keys, headers: headers)
    self.sectionClash = keys.count > 1 ? SectionClash(in: keys) : nil
  }

  /// Whether the items are in chunks.
  @inlinable
  package var isChunked: Bool {
    if case .chunked = items { true } else { false }
  }

  /// All items in chunks, section after section.
  ///
  /// - Complexity: O(1) where they are; O(*n*) where not, *n* being the number of items.
  @inlinable package var chunkedItems: RankedArray<Item> { items.chunks }
}
