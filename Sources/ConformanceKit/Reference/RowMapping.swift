package import SectionDiff

/// Which old row is which new row, read from a list of changes by the definition of its coordinates alone.
///
/// Deleted rows and sources of moves are taken out of each old section; inserted rows and targets of moves are put
/// at their places in each new one; what is left pairs in order. Reading also notes everything that contradicts the
/// two worlds: a place named twice or not there, rows that do not add up, pairs of unequal identity, changed content
/// that is not named as an update, and the like.
package struct RowMapping: Sendable {
  /// What a list of changes says of the rows of deleted and inserted sections.
  package enum View: Sendable {
    /// They are listed, row by row.
    case identity
    /// They are implied, and must not be listed.
    case batch
  }

  /// For each new section, the offset of the old one that it is.
  package private(set) var oldSections: [Int?]
  /// For each old section, the offset of the new one that it is.
  package private(set) var newSections: [Int?]
  /// For each new row, the path of the old one that it is.
  package private(set) var oldPaths: [[ItemPath?]]
  /// For each old row, the path of the new one that it is.
  package private(set) var newPaths: [[ItemPath?]]
  /// What contradicts the worlds, one sentence each.
  package private(set) var problems: [String] = []

  private let old: World
  private let new: World

  /// Reads `changes` as a step from `old` to `new`. The view is what the changes say of rows of deleted and inserted sections;
  /// within sections, no row may pair with one of another section.
  package init(
    reading changes: PlainChanges, from old: World, to new: World, view: View, scope: IdentityScope = .global
  ) {
    self.old = old
    self.new = new
    oldSections = Array(repeating: nil, count: new.sections.count)
    newSections = Array(repeating: nil, count: old.sections.count)
    oldPaths = new.sections.map { Array(repeating: nil, count: $0.rows.count) }
    newPaths = old.sections.map { Array(repeating: nil, count: $0.rows.count) }
    pairSections(changes)
    pairRows(changes, view: view)
    checkHeaders(changes)
    checkRows(changes, scope: scope)
  }

  /// Where the row at an old path is now, or `nil`.
  package func newPath(for path: ItemPath) -> ItemPath? { newPaths[path.section][path.item] }

  /// Where the row at a new path was, or `nil`.
  package func oldPath(for path: ItemPath) -> ItemPath? { oldPaths[path.section][path.item] }
}

// MARK: - Sections

extension RowMapping {
  /// Which of so many sections are named; notes what is named twice or not there.
  private mutating func named(_ offsets: [Int], of count: Int, _ side: String) -> [Bool] {
    var named = Array(repeating: false, count: count)
    for offset in offsets {
      guard named.indices.contains(offset) else {
        problems.append("\(side) section \(offset) is named but not there")
        continue
      }
      if named[offset] { problems.append("\(side) section \(offset) is named twice") }
      named[offset] = true
    }
    return named
  }

  private mutating func pairSections(_ changes: PlainChanges) {
    let leaving = named(changes.sectionDeletes + changes.sectionMoves.map(\.from), of: old.sections.count, "old")
    let coming = named(changes.sectionInserts + changes.sectionMoves.map(\.to), of: new.sections.count, "new")
    let staying = leaving.indices.filter { !leaving[$0] }
    let targets = coming.indices.filter { !coming[$0] }
    if staying.count != targets.count {
      problems.append("\(staying.count) old sections stay, but \(targets.count) new ones are not named")
    }
    let pairs =
      Array(zip(staying, targets))
      + changes.sectionMoves.map { ($0.from, $0.to) }.filter {
        leaving.indices.contains($0.0) && coming.indices.contains($0.1)
      }
    for (from, to) in pairs {
      oldSections[to] = from
      newSections[from] = to
      if old.sections[from].key != new.sections[to].key {
        problems.append(
          "section \(from) (key \(old.sections[from].key)) is paired with \(to) (key \(new.sections[to].key))"
        )
      }
    }
  }

  private mutating func checkHeaders(_ changes: PlainChanges) {
    var updated = Array(repeating: false, count: new.sections.count)
    for update in changes.sectionUpdates {
      guard updated.indices.contains(update.to), oldSections[update.to] == update.from else {
        problems.append("section update \(update.from) → \(update.to) does not name a kept section")
        continue
      }
      if updated[update.to] { problems.append("new section \(update.to) is updated twice") }
      updated[update.to] = true
    }
    for (to, from) in oldSections.enumerated() {
      guard let from else { continue }
      let differs = old.sections[from].header != new.sections[to].header
      if differs != updated[to] {
        problems.append(
          differs
            ? "the header of new section \(to) changed, but no update says so"
            : "new section \(to) is updated, but its header is the same")
      }
    }
  }
}

// MARK: - Rows

extension RowMapping {
  private mutating func pairRows(_ changes: PlainChanges, view: View) {
    var leaving = old.sections.map { Array(repeating: false, count: $0.rows.count) }
    var coming = new.sections.map { Array(repeating: false, count: $0.rows.count) }
    func name(_ path: ItemPath, in flags: inout [[Bool]], _ side: String, _ problems: inout [String]) {
      guard flags.indices.contains(path.section), flags[path.section].indices.contains(path.item) else {
        return problems.append("\(side) row \(path) is named but not there")
      }
      if flags[path.section][path.item] { problems.append("\(side) row \(path) is named twice") }
      flags[path.section][path.item] = true
    }
    for path in changes.deletes { name(path, in: &leaving, "old", &problems) }
    for path in changes.inserts { name(path, in: &coming, "new", &problems) }
    for move in changes.moves {
      name(move.from, in: &leaving, "old", &problems)
      name(move.to, in: &coming, "new", &problems)
      guard old.row(at: move.from) != nil, new.row(at: move.to) != nil else { continue }
      oldPaths[move.to.section][move.to.item] = move.from
      newPaths[move.from.section][move.from.item] = move.to
    }

    let isListed = view == .identity
    for section in old.sections.indices where newSections[section] == nil {
      if leaving[section].contains(!isListed) {
        problems.append(
          "rows of deleted section \(section) \(isListed ? "must all be listed" : "must not be listed")")
      }
    }
    for (to, from) in oldSections.enumerated() {
      guard let from else {
        if coming[to].contains(!isListed) {
          problems.append(
            "rows of inserted section \(to) \(isListed ? "must all be listed" : "must not be listed")")
        }
        continue
      }
      let staying = leaving[from].indices.filter { !leaving[from][$0] }
      let targets = coming[to].indices.filter { !coming[to][$0] }
      if staying.count != targets.count {
        problems.append(
          "\(staying.count) rows of old section \(from) stay, but \(targets.count) of new section \(to) are not "
            + "named")
      }
      for (source, target) in zip(staying, targets) {
        oldPaths[to][target] = ItemPath(section: from, item: source)
        newPaths[from][source] = ItemPath(section: to, item: target)
      }
    }
  }

  private mutating func checkRows(_ changes: PlainChanges, scope: IdentityScope) {
    var updated = new.sections.map { Array(repeating: false, count: $0.rows.count) }
    for update in changes.updates {
      guard new.row(at: update.to) != nil, oldPath(for: update.to) == update.from else {
        problems.append("update \(update.from) → \(update.to) does not name a kept row")
        continue
      }
      if updated[update.to.section][update.to.item] { problems.append("new row \(update.to) is updated twice") }
      updated[update.to.section][update.to.item] = true
    }
    for (section, origins) in oldPaths.enumerated() {
      for (item, origin) in origins.enumerated() {
        guard let origin, let before = old.row(at: origin) else { continue }
        let after = new.sections[section].rows[item]
        let path = ItemPath(section: section, item: item)
        if before.id != after.id {
          problems.append("old row \(origin) (\(before.id)) is paired with new row \(path) (\(after.id))")
          continue
        }
        if scope == .section, oldSections[section] != origin.section {
          problems.append("row \(origin) is kept as \(path), in another section, against the scope")
        }
        let differs = before.content != after.content
        if differs != updated[section][item] {
          problems.append(
            differs
              ? "the content of new row \(path) changed, but no update says so"
              : "new row \(path) is updated, but its content is the same")
        }
      }
    }
  }
}

// MARK: - Paths

extension RowMapping {
  /// Where a translation of paths says something else than this mapping.
  func problems(of translation: PathTranslation) -> [String] {
    differences(newPaths, "newPath") { translation.newPath(for: $0) }
      + differences(oldPaths, "oldPath") { translation.oldPath(for: $0) }
  }

  private func differences(
    _ paths: [[ItemPath?]], _ name: String, from answer: (ItemPath) -> ItemPath?
  ) -> [String] {
    func text(_ path: ItemPath?) -> String { path?.description ?? "nil" }
    var problems: [String] = []
    for (section, right) in paths.enumerated() {
      for (item, right) in right.enumerated() {
        let path = ItemPath(section: section, item: item)
        let found = answer(path)
        if found != right { problems.append("\(name)(for: \(path)) is \(text(found)), not \(text(right))") }
      }
    }
    return problems
  }
}
