/// What a run of changes comes to for the sections kept by hand.
struct SectionChanges<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// Sections that come, move or get another header: said before the records are placed.
  var first: [StoreChange<Item>] = []
  /// Sections that go: said after records have left them.
  var last: [StoreChange<Item>] = []
  /// The sections that go.
  var deleted: [Int32] = []
  /// Whether a section came, went or moved.
  var isReordered = false

  init(of records: borrowing OrderedRecords<Item>) {
    guard let before = records.sectionsBefore else { return }
    let numbers = Dictionary(before.enumerated().map { ($1.slot, $0) }) { first, _ in first }
    for (section, record) in before where !records.isLiving(section) {
      deleted.append(section)
      last.append(.deleteSection(record.id))
    }
    let living = records.livingSections
    let kept = living.filter { numbers[$0] != nil }
    let stays = Set(zip(kept, longestRun(kept.map { numbers[$0] ?? 0 })).filter(\.1).map(\.0))
    var previous: SectionID?
    for section in living {
      guard let record = records.sections[Int(section)] else { continue }
      let placement: SectionPlacement = previous.map { .after($0) } ?? .start
      previous = record.id
      guard let number = numbers[section] else {
        first.append(.insertSection(record.id, header: record.header, at: section == living.last ? .end : placement))
        continue
      }
      if !stays.contains(section) { first.append(.moveSection(record.id, to: placement)) }
      if before[number].record.header != record.header {
        first.append(.updateSection(record.id, header: record.header))
      }
    }
    isReordered = !deleted.isEmpty || first.contains { if case .updateSection = $0 { false } else { true } }
  }
}
