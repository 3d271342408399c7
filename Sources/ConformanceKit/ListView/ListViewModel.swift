package import SectionDiff

/// What a list view accepts in one step: the rules L1 to L7, checked on plain values.
///
/// UITableView, UICollectionView, RecyclerView and the DOM all do the same thing with a batch of operations: they
/// take the deleted rows and the sources of moves out of the old rows, put the inserted rows and the targets of
/// moves at their places in the new ones, and believe that every other row is as it was, in the order it had. The
/// model does just that, and says where the data contradicts the batch.
///
/// It uses neither snapshots nor changesets, so it cannot merely agree with the engine that makes them. For
/// example, a batch that forgets a delete:
///
///     let row = World.Row(id: 1)
///     let before = [World.Section(key: 0, rows: [row])]
///     let after = [World.Section(key: 0, rows: [])]
///     ListViewModel.violations(of: PlainChanges(), from: before, to: after).first?.rule     // l2
package enum ListViewModel {
  /// A rule of the model.
  package enum Rule: String, Hashable, Sendable, CaseIterable {
    /// Sections after = sections before − deleted + inserted; no operation names a section that is not there.
    case l1
    /// Rows of a kept section after = before − deleted − moved out + inserted + moved in; no operation names a row
    /// that is not there.
    case l2
    /// No old place is the source, and no new place the target, of two operations; sections likewise.
    case l3
    /// No operation on a row starts in a deleted section or ends in an inserted one.
    case l4
    /// No row is both reloaded and moved.
    case l5
    /// No operation on a row touches a section that moves in the same step.
    case l6
    /// A row that is not named is the same row with the same content, at the place that the operations imply; a row
    /// that is moved is the same with the same content, a row that is reloaded is the same; sections likewise.
    case l7
  }

  /// Where a rule is broken.
  package enum Place: Hashable, Sendable {
    /// The number of sections.
    case sections
    /// A section before the step.
    case oldSection(Int)
    /// A section after the step.
    case newSection(Int)
    /// A row before the step.
    case oldRow(ItemPath)
    /// A row after the step.
    case newRow(ItemPath)
  }

  /// A broken rule.
  package struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The rule.
    package let rule: Rule
    /// Where it is broken.
    package let place: Place
    /// What is wrong, in a sentence.
    package let message: String

    /// The rule, then the sentence.
    package var description: String { "\(rule.rawValue.uppercased()): \(message)" }
  }

  /// What is wrong with `batch` as the step from `before` to `after`; empty where a list view accepts it.
  ///
  /// An update is a reload of the row at its old path; updates of headers are nothing to a list view.
  ///
  /// The counting rules come first; where a place that is named does not exist, or the numbers do not add up, there
  /// is nothing to simulate and L7 is not judged for that list.
  ///
  /// - Complexity: O(*s* + *n*), where *s* is the number of sections and *n* the number of rows on both sides.
  package static func violations(
    of batch: PlainChanges, from before: [World.Section], to after: [World.Section]
  ) -> [Violation] {
    var step = Step(batch: batch, before: before, after: after)
    step.check()
    return step.violations
  }
}

/// One step being judged.
private struct Step {
  typealias Violation = ListViewModel.Violation
  typealias Rule = ListViewModel.Rule
  typealias Place = ListViewModel.Place

  /// What the batch says about a place before the step.
  enum Fate: Equatable {
    case unnamed
    case deleted
    case moved(index: Int)
    case reloaded
  }

  /// What the batch says about a place after the step.
  enum Origin: Equatable {
    case unnamed
    case inserted
    case moved(index: Int)
  }

  let batch: PlainChanges
  let before: [World.Section]
  let after: [World.Section]
  var violations: [Violation] = []

  var sectionFates: [Fate]
  var sectionOrigins: [Origin]
  /// By section, then by row.
  var rowFates: [[Fate]]
  var rowOrigins: [[Origin]]

  init(batch: PlainChanges, before: [World.Section], after: [World.Section]) {
    self.batch = batch
    self.before = before
    self.after = after
    sectionFates = Array(repeating: .unnamed, count: before.count)
    sectionOrigins = Array(repeating: .unnamed, count: after.count)
    rowFates = before.map { Array(repeating: .unnamed, count: $0.rows.count) }
    rowOrigins = after.map { Array(repeating: .unnamed, count: $0.rows.count) }
  }

  mutating func report(_ rule: Rule, _ place: Place, _ message: String) {
    violations.append(Violation(rule: rule, place: place, message: message))
  }

  mutating func check() {
    nameSections()
    nameRows()
    checkSectionCount()
    guard let implied = impliedSections() else { return }
    for (new, old) in implied.enumerated() {
      guard let old else { continue }
      checkSection(old: old, new: new)
    }
    checkMovedRows()
  }

  // MARK: Naming places (L3, L4, L5, L6, places that are not there)

  mutating func nameSections() {
    for old in batch.sectionDeletes { nameOldSection(old, .deleted) }
    for (index, move) in batch.sectionMoves.enumerated() {
      nameOldSection(move.from, .moved(index: index))
      nameNewSection(move.to, .moved(index: index))
    }
    for new in batch.sectionInserts { nameNewSection(new, .inserted) }
  }

  mutating func nameOldSection(_ old: Int, _ fate: Fate) {
    guard before.indices.contains(old) else {
      return report(.l1, .oldSection(old), "section \(old) is named but there are \(before.count) before")
    }
    if sectionFates[old] != .unnamed {
      report(.l3, .oldSection(old), "old section \(old) is the source of two operations")
    }
    sectionFates[old] = fate
  }

  mutating func nameNewSection(_ new: Int, _ origin: Origin) {
    guard after.indices.contains(new) else {
      return report(.l1, .newSection(new), "section \(new) is named but there are \(after.count) after")
    }
    if sectionOrigins[new] != .unnamed {
      report(.l3, .newSection(new), "new section \(new) is the target of two operations")
    }
    sectionOrigins[new] = origin
  }

  mutating func nameRows() {
    for path in batch.deletes { nameOldRow(path, .deleted) }
    for (index, move) in batch.moves.enumerated() {
      nameOldRow(move.from, .moved(index: index))
      nameNewRow(move.to, .moved(index: index))
    }
    for update in batch.updates { nameOldRow(update.from, .reloaded) }
    for path in batch.inserts { nameNewRow(path, .inserted) }
  }

  mutating func nameOldRow(_ path: ItemPath, _ fate: Fate) {
    guard before.indices.contains(path.section), before[path.section].rows.indices.contains(path.item) else {
      return report(.l2, .oldRow(path), "row \(path) is named but there is none before")
    }
    switch (rowFates[path.section][path.item], fate) {
    case (.unnamed, _): break
    case (.moved, .reloaded), (.reloaded, .moved):
      report(.l5, .oldRow(path), "old row \(path) is both reloaded and moved")
    default: report(.l3, .oldRow(path), "old row \(path) is the source of two operations")
    }
    rowFates[path.section][path.item] = fate
    switch sectionFates[path.section] {
    case .deleted: report(.l4, .oldRow(path), "old row \(path) is named but its section is deleted")
    case .moved: report(.l6, .oldRow(path), "old row \(path) is named but its section moves")
    case .unnamed, .reloaded: break
    }
  }

  mutating func nameNewRow(_ path: ItemPath, _ origin: Origin) {
    guard after.indices.contains(path.section), after[path.section].rows.indices.contains(path.item) else {
      return report(.l2, .newRow(path), "row \(path) is named but there is none after")
    }
    if rowOrigins[path.section][path.item] != .unnamed {
      report(.l3, .newRow(path), "new row \(path) is the target of two operations")
    }
    rowOrigins[path.section][path.item] = origin
    switch sectionOrigins[path.section] {
    case .inserted: report(.l4, .newRow(path), "new row \(path) is named but its section is inserted")
    case .moved: report(.l6, .newRow(path), "new row \(path) is named but its section moves")
    case .unnamed: break
    }
  }

  // MARK: Sections (L1, L7)

  mutating func checkSectionCount() {
    let expected = before.count - batch.sectionDeletes.count + batch.sectionInserts.count
    if after.count != expected {
      report(
        .l1, .sections,
        "\(before.count) sections − \(batch.sectionDeletes.count) deleted + "
          + "\(batch.sectionInserts.count) inserted are \(expected), but there are \(after.count) after")
    }
  }

  /// For every new section the old one that a list view takes it for, `nil` for inserted ones.
  mutating func impliedSections() -> [Int?]? {
    guard !violations.contains(where: { $0.rule == .l1 }) else { return nil }
    let survivors = before.indices.filter { sectionFates[$0] == .unnamed }
    let targets = after.indices.filter { sectionOrigins[$0] == .unnamed }
    // Unequal only where L3 is broken already.
    guard survivors.count == targets.count else { return nil }
    var implied: [Int?] = Array(repeating: nil, count: after.count)
    for (old, new) in zip(survivors, targets) {
      implied[new] = old
      if before[old].key != after[new].key {
        report(
          .l7, .newSection(new),
          "the operations leave section \(old) (key \(before[old].key)) at \(new), where key "
            + "\(after[new].key) is")
      }
    }
    for move in batch.sectionMoves {
      implied[move.to] = move.from
      if before[move.from].key != after[move.to].key {
        report(
          .l7, .newSection(move.to),
          "section \(move.from) (key \(before[move.from].key)) is said to move to \(move.to), where key "
            + "\(after[move.to].key) is")
      }
    }
    return implied
  }

  // MARK: Rows (L2, L7)

  mutating func checkSection(old: Int, new: Int) {
    let oldRows = before[old].rows
    let newRows = after[new].rows
    var survivors: [Int] = []
    for item in oldRows.indices {
      switch rowFates[old][item] {
      case .unnamed, .reloaded: survivors.append(item)
      case .deleted, .moved: break
      }
    }
    let targets = newRows.indices.filter { rowOrigins[new][$0] == .unnamed }
    guard survivors.count == targets.count else {
      report(
        .l2, .newSection(new),
        "old section \(old) has \(oldRows.count) rows, \(oldRows.count - survivors.count) leave and "
          + "\(newRows.count - targets.count) come, but new section \(new) has \(newRows.count)")
      return
    }
    for (from, to) in zip(survivors, targets) {
      let path = ItemPath(section: new, item: to)
      let reloaded = rowFates[old][from] == .reloaded
      if oldRows[from].id != newRows[to].id {
        report(
          .l7, .newRow(path),
          "the operations leave row [\(old), \(from)] (identity \(oldRows[from].id)) at \(path), where "
            + "identity \(newRows[to].id) is")
      } else if !reloaded, oldRows[from].content != newRows[to].content {
        report(
          .l7, .newRow(path),
          "row [\(old), \(from)] (identity \(oldRows[from].id)) at \(path) has other content but is "
            + "not reloaded")
      }
    }
  }

  mutating func checkMovedRows() {
    for move in batch.moves {
      guard before.indices.contains(move.from.section), after.indices.contains(move.to.section),
        before[move.from.section].rows.indices.contains(move.from.item),
        after[move.to.section].rows.indices.contains(move.to.item)
      else { continue }
      let row = before[move.from.section].rows[move.from.item]
      let target = after[move.to.section].rows[move.to.item]
      if row.id != target.id {
        report(
          .l7, .newRow(move.to),
          "row \(move.from) (identity \(row.id)) is said to move to \(move.to), where identity "
            + "\(target.id) is")
      } else if row.content != target.content {
        report(
          .l7, .newRow(move.to),
          "row \(move.from) (identity \(row.id)) has other content after its move to \(move.to); a move "
            + "shows the row as it was")
      }
    }
  }
}
