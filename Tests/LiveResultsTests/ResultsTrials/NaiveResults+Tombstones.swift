@testable import SectionDiff
@testable import StoreInterface

/// An answer under drafts: a record that the store deletes and that drafts bring back keeps its place, for as long as they
/// do.
extension NaiveResults {
  /// Runs a batch of the store, to which a record that was gone before is a new one when it comes again.
  ///
  /// - Returns: The keys of the records refreshed while they were there.
  mutating func applyKeepingTombstones(_ batch: StoreBatch<SmallRecord>) -> [Int] {
    age()
    let sections = handSections.map(\.key)
    let refreshed = batch.changes.compactMap { run($0) }
    moveTombstonesOutOfDeletedSections(sections)
    return refreshed
  }

  /// Takes a whole answer. Of the records that stay in their section, as many as can keep their places among the
  /// tombstones.
  mutating func replaceKeepingTombstones(with contents: StoreContents<SmallRecord>) {
    age()
    let former = handSections.map(\.key)
    defer { moveTombstonesOutOfDeletedSections(former) }
    var new = self
    new.replace(with: contents)
    for index in placed.indices where !new.placed.contains(where: { $0.record.id == placed[index].record.id }) {
      placed[index].isGone = true
    }
    handSections = new.handSections
    let sections = setting.isSectionedByStore ? handSections.map(\.key) : [0]
    for section in sections {
      let rows = new.placed.filter { $0.section == section }
      let offsets = rows.map { row in
        placed.firstIndex { $0.record.id == row.record.id && !$0.isGone && $0.section == section }
      }
      var stays = Set<Int>()
      let run = longestIncreasingRun(offsets.compactMap { $0.map { Int32($0) } })
      for (row, isKept) in zip(zip(rows, offsets).filter({ $0.1 != nil }), run) where isKept {
        stays.insert(row.0.record.id)
      }
      var previous: Int?
      for row in rows {
        let id = row.record.id
        if stays.contains(id), let index = placed.firstIndex(where: { $0.record.id == id }) {
          placed[index].record = row.record
        } else {
          placed.removeAll { $0.record.id == id }
          let place = previous.flatMap { key in placed.firstIndex { $0.record.id == key } }.map { $0 + 1 } ?? 0
          placed.insert(row, at: place)
        }
        previous = id
      }
    }
  }

  /// The answer with drafts on top, and what they brought back.
  func laidUnder(
    _ drafts: [StoreChange<SmallRecord>], matches: (SmallRecord) -> Bool
  ) -> (shown: NaiveResults, revived: Set<Int>) {
    var shown = self
    for index in shown.placed.indices { shown.placed[index].isAged = false }
    var revived: Set<Int> = []
    for draft in drafts {
      switch draft {
      case .insert(let record, _), .update(let record):
        guard matches(record) else {
          _ = shown.run(.delete(record.id))
          continue
        }
        _ = shown.run(draft)
        if shown.placed.contains(where: { $0.record.id == record.id && !$0.isGone }) { revived.insert(record.id) }
      default: _ = shown.run(draft)
      }
    }
    shown.placed.removeAll(where: \.isGone)
    return (shown, revived)
  }

  /// Forgets the places of records that were not brought back.
  mutating func dropTombstones(except revived: Set<Int>) {
    placed.removeAll { $0.isGone && !revived.contains($0.record.id) }
  }

  private mutating func age() {
    for index in placed.indices where placed[index].isGone { placed[index].isAged = true }
  }

  /// The tombstones of sections that went come after all others, in order: a section that comes again is another one.
  private mutating func moveTombstonesOutOfDeletedSections(_ former: [Int]) {
    guard setting.isSectionedByStore, let last = handSections.last?.key else { return }
    for key in former where !handSections.contains(where: { $0.key == key }) {
      var homeless = placed.filter { $0.isGone && $0.section == key }
      for index in homeless.indices { homeless[index].section = last }
      placed.removeAll { $0.isGone && $0.section == key }
      placed += homeless
    }
  }
}
