public import Foundation

/// A stand-in for `UITableView`: the same calls, and the same way to put them together at the end of a batch.
///
/// Rows that a batch does not name keep the text that they showed, as cells on a screen do, so a wrong batch shows.
@MainActor
public final class FakeTableView {
  /// How a row comes or goes.
  public enum Animation {
    /// As the view likes.
    case automatic
  }

  /// The data source: how many sections there are.
  public var numberOfSections: () -> Int = { 0 }
  /// The data source: how many rows a section has.
  public var numberOfRows: (Int) -> Int = { _ in 0 }
  /// The data source: what a row shows.
  public var row: (IndexPath) -> String = { _ in "" }

  /// The text of the rows on show.
  public private(set) var rows: [[String]] = []
  /// What UIKit would have ended the program for.
  public private(set) var complaints: [String] = []
  private var batch = Batch()

  private struct Batch {
    var deletedSections = IndexSet()
    var insertedSections = IndexSet()
    var movedSections: [(from: Int, to: Int)] = []
    var deletedRows: [IndexPath] = []
    var insertedRows: [IndexPath] = []
    var movedRows: [(from: IndexPath, to: IndexPath)] = []
    var reloadedRows: [IndexPath] = []
  }

  /// A table that shows nothing.
  public init() {}

  /// Shows what the data source has, from nothing.
  public func reloadData() {
    rows = (0..<numberOfSections()).map { section in
      (0..<numberOfRows(section)).map { row(IndexPath(indexes: [section, $0])) }
    }
  }

  /// Takes the calls of a closure as one batch.
  public func performBatchUpdates(_ updates: () -> Void) {
    batch = Batch()
    updates()
    finish()
  }

  /// Sections go; by their offsets before the batch.
  public func deleteSections(_ sections: IndexSet, with animation: Animation) {
    batch.deletedSections.formUnion(sections)
  }
  /// Sections come; by their offsets after the batch.
  public func insertSections(_ sections: IndexSet, with animation: Animation) {
    batch.insertedSections.formUnion(sections)
  }
  /// A section goes elsewhere.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    batch.movedSections.append((section, newSection))
  }
  /// Rows go; by their paths before the batch.
  public func deleteRows(at paths: [IndexPath], with animation: Animation) { batch.deletedRows += paths }
  /// Rows come; by their paths after the batch.
  public func insertRows(at paths: [IndexPath], with animation: Animation) { batch.insertedRows += paths }
  /// A row goes elsewhere.
  public func moveRow(at path: IndexPath, to newPath: IndexPath) { batch.movedRows.append((path, newPath)) }
  /// Rows are shown anew; by their paths before the batch.
  public func reloadRows(at paths: [IndexPath], with animation: Animation) { batch.reloadedRows += paths }
  /// The cells of rows are filled anew, outside of a batch.
  public func reconfigureRows(at paths: [IndexPath]) {
    for path in paths {
      guard rows.indices.contains(path[0]), rows[path[0]].indices.contains(path[1]) else {
        complaints.append("there is no row \(path) to configure")
        continue
      }
      rows[path[0]][path[1]] = row(path)
    }
  }

  /// Builds what is on show from what was, and compares the counts with the data source.
  private func finish() {
    let leaving = batch.deletedRows + batch.movedRows.map(\.from) + batch.reloadedRows
    if Set(leaving).count < leaving.count { complaints.append("a row is named twice") }
    let leavingSections = batch.deletedSections.union(IndexSet(batch.movedSections.map(\.from)))
    let goneRows = Set(batch.deletedRows + batch.movedRows.map(\.from))

    let oldOfNew = kept(
      rows.indices.filter { !leavingSections.contains($0) }, moved: batch.movedSections,
      inserted: Array(batch.insertedSections), count: numberOfSections())
    guard let oldOfNew else {
      complaints.append("sections do not add up: \(rows.count) before, \(numberOfSections()) after")
      return
    }
    var shown: [[String]] = []
    for (new, old) in oldOfNew.enumerated() {
      guard let old else {
        shown.append((0..<numberOfRows(new)).map { row(IndexPath(indexes: [new, $0])) })
        continue
      }
      let staying = rows[old].indices.map { IndexPath(indexes: [old, $0]) }.filter { !goneRows.contains($0) }
      let arriving = batch.movedRows.filter { $0.to[0] == new }
      let sources = kept(
        staying, moved: arriving.map { ($0.from, $0.to[1]) },
        inserted: batch.insertedRows.filter { $0[0] == new }.map { $0[1] }, count: numberOfRows(new))
      guard let sources else {
        complaints.append("section \(new): rows do not add up to \(numberOfRows(new))")
        return
      }
      shown.append(
        sources.enumerated().map { place, source in
          guard let source, !batch.reloadedRows.contains(source) else {
            return row(IndexPath(indexes: [new, place]))
          }
          return rows[source[0]][source[1]]
        })
    }
    rows = shown
  }

  /// For each new place what stands there, nil for what is inserted; nil in all where the counts do not add up.
  private func kept<Place>(
    _ staying: [Place], moved: [(from: Place, to: Int)], inserted: [Int], count: Int
  ) -> [Place?]? {
    guard staying.count + moved.count + inserted.count == count else { return nil }
    var result = [Place?](repeating: nil, count: count)
    var taken = Set(inserted)
    guard inserted.allSatisfy({ $0 < count }), taken.count == inserted.count else { return nil }
    for move in moved {
      guard move.to < count, taken.insert(move.to).inserted else { return nil }
      result[move.to] = move.from
    }
    for (place, source) in zip((0..<count).filter { !taken.contains($0) }, staying) { result[place] = source }
    return result
  }
}
