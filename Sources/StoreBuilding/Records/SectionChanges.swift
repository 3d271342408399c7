import SectionDiff
public import StoreInterface

/// The net effect of a run of changes for the manually ordered sections.
@usableFromInline
struct SectionChanges<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// Sections that come, move or get another header: said before the records are placed.
  @usableFromInline var first: [StoreChange<Item>] = []
  /// Sections that go: said after records have left them.
  @usableFromInline var last: [StoreChange<Item>] = []
  /// Whether a section came, went or moved.
  @usableFromInline var isReordered = false

  /// None.
  @inlinable
  init() {}

  @usableFromInline
  init(of records: borrowing OrderedRecords<Item>) {
    guard let before = records.sectionsBefore else { return }
    let numbers = Dictionary(before.enumerated().map { ($1.slot, Int32(truncatingIfNeeded: $0)) }) { first, _ in first }
    for (section, id, _) in before where !records.isPresent(section) {
      last.append(.deleteSection(id))
    }
    let present = records.presentSections
    let kept = present.filter { numbers[$0] != nil }
    let stays = Set(zip(kept, longestIncreasingRun(kept.map { numbers[$0] ?? 0 })).filter(\.1).map(\.0))
    var previous: SectionID?
    for section in present {
      guard let id = records.sections[section]?.id else { continue }
      let header = records.header(of: section)
      let placement: SectionPlacement = previous.map { .after($0) } ?? .start
      previous = id
      guard let number = numbers[section] else {
        first.append(.insertSection(id, header: header, at: section == present.last ? .end : placement))
        continue
      }
      if !stays.contains(section) { first.append(.moveSection(id, to: placement)) }
      if before[Int(number)].header != header { first.append(.updateSection(id, header: header)) }
    }
    isReordered = !last.isEmpty || first.contains { if case .updateSection = $0 { false } else { true } }
  }
}
