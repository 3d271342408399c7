package import SectionDiff

/// A list that performs one step after the other, as `NSTableView` and arrays do, and finds fault with each.
///
/// It takes what is inserted or shown anew from the world to be reached, at the path of the step. On small worlds each step
/// is judged by ``ListViewModel``, too, as a batch of its own.
package struct StepwiseList {
  /// What the list shows.
  package private(set) var world: World
  /// What is wrong, one sentence each.
  package private(set) var problems: [String] = []
  private let target: World
  /// How far each row must be the only one of its identity after each step; `nil` where repeats are allowed.
  private let unique: IdentityScope?

  /// Worlds of more rows are not judged by the model: it looks at all rows for each step, and the steps of large worlds are
  /// of the same kinds as those of small ones.
  private static let judgedRows = 8

  /// Makes a list that shows `world` and is to show `target`.
  package init(_ world: World, target: World, unique: IdentityScope?) {
    self.world = world
    self.target = target
    self.unique = unique
  }

  /// Performs a step.
  package mutating func perform(_ step: ChangeList.Change) {
    let before = world
    var batch = PlainChanges()
    var brings = false
    switch step {
    case .deleteSection(let section):
      guard world.sections.indices.contains(section) else { return reject(step) }
      world.sections.remove(at: section)
      batch.sectionDeletes = [section]
    case .insertSection(let section):
      guard section <= world.sections.count, target.sections.indices.contains(section) else { return reject(step) }
      world.sections.insert(target.sections[section], at: section)
      batch.sectionInserts = [section]
      brings = true
    case .moveSection(let from, let to):
      guard world.sections.indices.contains(from), world.sections.indices.contains(to) else { return reject(step) }
      world.sections.insert(world.sections.remove(at: from), at: to)
      batch.sectionMoves = [.init(from: from, to: to)]
    case .updateSection(let from, let to):
      guard from == to, world.sections.indices.contains(from), target.sections.indices.contains(from),
        world.sections[from].key == target.sections[from].key
      else { return reject(step) }
      world.sections[from].header = target.sections[from].header
    case .delete(let path):
      guard world.row(at: path) != nil else { return reject(step) }
      world.sections[path.section].rows.remove(at: path.item)
      batch.deletes = [path]
    case .insert(let path):
      guard let row = target.row(at: path), insert(row, at: path) else { return reject(step) }
      batch.inserts = [path]
      brings = true
    case .move(let from, let to):
      guard let row = world.row(at: from) else { return reject(step) }
      world.sections[from.section].rows.remove(at: from.item)
      guard insert(row, at: to) else { return reject(step) }
      batch.moves = [.init(from: from, to: to)]
    case .update(let from, let to):
      guard from == to, let row = target.row(at: to), world.row(at: from)?.id == row.id else { return reject(step) }
      world.sections[from.section].rows[from.item] = row
      batch.updates = [.init(from: from, to: to)]
    }
    if before.sections.reduce(0, { $0 + $1.rows.count }) <= Self.judgedRows {
      problems += ListViewModel.violations(of: batch, from: before.listSections, to: world.listSections)
        .map { "step \(step) on \(before): \($0)" }
    }
    if brings, let unique, !world.hasUniqueRows(in: unique) {
      problems.append("step \(step) on \(before) leaves an identity twice: \(world)")
    }
  }

  private mutating func insert(_ row: World.Row, at path: ItemPath) -> Bool {
    guard world.sections.indices.contains(path.section),
      (0...world.sections[path.section].rows.count).contains(path.item)
    else { return false }
    world.sections[path.section].rows.insert(row, at: path.item)
    return true
  }

  private mutating func reject(_ step: ChangeList.Change) {
    problems.append("step \(step) names a place that is not there, or data that are not its own: \(world)")
  }
}

extension World {
  /// The rows of all sections as one section, each led by a row for its header where wanted.
  package func flattened(headerRows: Bool) -> World {
    World(sections: [
      Section(
        key: 0,
        rows: sections.flatMap { section in
          // No generator makes identities as small as these.
          (headerRows ? [Row(id: Int.min + section.key, content: section.header)] : []) + section.rows
        })
    ])
  }
}
