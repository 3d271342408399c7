import ConformanceKit
import ListViewSupport
import SectionDiff

typealias WorldSnapshot = Snapshot<Int, World.Row, Int>

/// A list view that does what a plan says, and judges each batch by the rules of list views.
@MainActor final class ModelListView {
  /// What the list view shows.
  private(set) var shown: [World.Section] = []
  /// What its data source has.
  private(set) var data: WorldSnapshot
  private(set) var problems: [String] = []
  private(set) var batches = 0
  private(set) var reloads = 0
  private(set) var completions: [Bool] = []

  init(_ data: WorldSnapshot) {
    self.data = data
    shown = World(data).listSections
  }

  var sections: ShownSections {
    ShownSections(isInWindow: true, sectionCount: shown.count) { shown[$0].rows.count }
  }

  func perform(_ plan: ListViewPlan<Int, World.Row, Int>) {
    plan.perform(
      setData: { data = $0 },
      reloadData: {
        shown = World(data).listSections
        reloads += 1
      },
      batch: { stage, completion in
        batches += 1
        if World(data).listSections != shown { problems.append("the data source has other data before a batch") }
        data = stage.snapshot
        let after = World(data).listSections
        problems += ListViewModel.violations(of: PlainChanges(stage.changes), from: shown, to: after)
          .map { "\($0)" }
        shown = after
        completion?(true)
      },
      completion: { self.completions.append($0) })
  }
}

/// A table of rows that performs one operation after the other, as `NSTableView` does, and shows a row as it was until it
/// shows it anew.
@MainActor final class ModelTable {
  let headerRows: Bool
  /// What each row shows.
  private(set) var shown: [World.Row] = []
  private(set) var data: WorldSnapshot
  private(set) var problems: [String] = []
  private(set) var reloads = 0

  init(_ data: WorldSnapshot, headerRows: Bool) {
    self.data = data
    self.headerRows = headerRows
    shown = wanted
  }

  /// What the rows are to show, read as a data source reads it.
  var wanted: [World.Row] {
    (0..<data.rowCount(headerRows: headerRows)).compactMap { row in
      switch data.row(at: row, headerRows: headerRows) {
      case .header(let section):
        World.Row(id: Int.min + data.sections[section].key, content: data.sections[section].header)
      case .item(let path): data[path]
      case nil: nil
      }
    }
  }

  func perform(_ plan: RowPlan<Int, World.Row, Int>) {
    plan.perform(
      setData: { data = $0 },
      reloadData: {
        shown = wanted
        reloads += 1
      },
      steps: { steps in
        let wanted = wanted
        guard steps.removed.allSatisfy(shown.indices.contains) else { return problems.append("no row to remove") }
        // All at once: the numbers are those before.
        let removed = Set(steps.removed)
        shown = shown.indices.filter { !removed.contains($0) }.map { shown[$0] }
        for move in steps.moved {
          guard shown.indices.contains(move.from), shown.indices.contains(move.to) else {
            return problems.append("no row to move")
          }
          shown.insert(shown.remove(at: move.from), at: move.to)
        }
        for row in steps.inserted {
          guard row <= shown.count, wanted.indices.contains(row) else { return problems.append("no place to insert") }
          shown.insert(wanted[row], at: row)
        }
        for row in steps.updated {
          guard shown.indices.contains(row), shown[row].id == wanted[row].id else {
            return problems.append("no row to update")
          }
          shown[row] = wanted[row]
        }
      })
  }
}
