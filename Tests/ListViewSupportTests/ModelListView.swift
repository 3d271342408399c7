import ConformanceKit
import ListViewSupport
import SectionDiff

typealias WorldSnapshot = Snapshot<Int, World.Row, Int>

/// A list view that does what a plan says, and judges each batch by the rules of list views.
@MainActor final class ModelListView {
  /// What the list view shows.
  private(set) var shown: [World.Section] = []
  /// The header of each section on show, by its key: as it was when the section came or was reloaded.
  private(set) var headers: [Int: Int] = [:]
  /// What its data source has.
  private(set) var data: WorldSnapshot
  private(set) var problems: [String] = []
  private(set) var batches = 0
  private(set) var reloads = 0
  private(set) var completions: [Bool] = []
  /// What the calls of the present batch have named.
  private var named = PlainChanges()

  init(_ data: WorldSnapshot) {
    self.data = data
    shown = World(data).listSections
    headers = wantedHeaders
  }

  /// The headers that are to be shown.
  var wantedHeaders: [Int: Int] {
    Dictionary(uniqueKeysWithValues: data.sections.map { ($0.key, $0.header) })
  }

  var sections: ShownSections {
    ShownSections(isInWindow: true, sectionCount: shown.count) { shown[$0].rows.count }
  }

  func perform(_ plan: ListViewPlan<Int, World.Row, Int>) {
    plan.perform(
      setData: { data = $0 },
      reloadData: {
        shown = World(data).listSections
        headers = wantedHeaders
        reloads += 1
      },
      batch: { changes, completion in
        batches += 1
        if World(data).listSections != shown { problems.append("the data source has other data before a batch") }
        named = PlainChanges()
        changes()
        let after = World(data).listSections
        problems += ListViewModel.violations(of: named, from: shown, to: after).map { "\($0)" }
        shown = after
        // Those of sections that stay, stay.
        headers = wantedHeaders.merging(headers) { _, shown in shown }.filter { wantedHeaders[$0.key] != nil }
        completion?(true)
      },
      call: { call in
        if case .reloadSections(let sections) = call {
          for section in sections {
            guard data.sections.indices.contains(section) else {
              problems.append("there is no section \(section) to reload")
              continue
            }
            headers[data.sections[section].key] = data.sections[section].header
          }
          return
        }
        // Data are set before the first call.
        if World(data).listSections == shown { problems.append("the data source has old data when \(call) comes") }
        switch call {
        case .deleteSections(let sections): named.sectionDeletes += sections
        case .insertSections(let sections): named.sectionInserts += sections
        case .moveSection(let from, let to): named.sectionMoves.append(.init(from: from, to: to))
        case .deleteItems(let paths): named.deletes += paths
        case .insertItems(let paths): named.inserts += paths
        case .moveItem(let from, let to): named.moves.append(.init(from: from, to: to))
        // The model reads where a reload starts from.
        case .reloadItems(let paths): named.updates += paths.map { .init(from: $0, to: $0) }
        case .reconfigureItems: problems.append("\(call) where items are to be reloaded")
        case .reloadSections: break
        }
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
      batch: { changes in changes() },
      call: { call in
        let wanted = wanted
        switch call {
        case .remove(let rows):
          guard rows.allSatisfy(shown.indices.contains) else { return problems.append("no row to remove") }
          // All at once: the numbers are those before.
          let removed = Set(rows)
          shown = shown.indices.filter { !removed.contains($0) }.map { shown[$0] }
        case .move(let from, let to):
          guard shown.indices.contains(from), shown.indices.contains(to) else {
            return problems.append("no row to move")
          }
          shown.insert(shown.remove(at: from), at: to)
        case .insert(let rows):
          for row in rows {
            guard row <= shown.count, wanted.indices.contains(row) else { return problems.append("no place to insert") }
            shown.insert(wanted[row], at: row)
          }
        case .reload(let rows):
          for row in rows {
            guard shown.indices.contains(row), shown[row].id == wanted[row].id else {
              return problems.append("no row to reload")
            }
            shown[row] = wanted[row]
          }
        }
      })
  }
}
