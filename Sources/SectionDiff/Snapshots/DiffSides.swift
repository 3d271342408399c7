/// The sections of both sides, and which is which: what every stage of a diff that looks at no item gets.
@usableFromInline
struct DiffSides: ~Copyable {
  @usableFromInline let oldOffsets: SectionOffsets
  @usableFromInline let newOffsets: SectionOffsets
  @usableFromInline var sections: SectionPlan
  /// Kept sections with another header, ascending in `new`.
  @usableFromInline let headerUpdates: [PositionPair]

  /// - Complexity: As ``SectionPlan``, and a comparison for each header.
  @inlinable
  init<Key, Item, Header>(
    _ old: borrowing Snapshot<Key, Item, Header>, _ new: borrowing Snapshot<Key, Item, Header>,
    in pool: inout BufferPool
  ) {
    oldOffsets = old.offsets
    newOffsets = new.offsets
    sections = SectionPlan(old: old.keys, new: new.keys, in: &pool)
    headerUpdates = Header.self == NoHeader.self ? [] : sections.updated(from: old.headers, to: new.headers)
  }
}
