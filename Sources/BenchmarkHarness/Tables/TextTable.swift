/// Rows of cells as lines, in columns of equal width with two spaces between them, and nothing behind the last cell.
package enum TextTable {
  /// Returns a line for each row; a row may have fewer cells than others.
  ///
  /// - Parameters:
  ///   - isNumeric: Whether the cells of a column stand at its right end.
  ///   - painting: Colours a cell, given with the offsets of its row and its column.
  package static func lines(
    _ rows: [[String]], isNumeric: (Int) -> Bool = { _ in false },
    painting: (String, Int, Int) -> String = { text, _, _ in text }
  ) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.enumerated().map { row, cells in
      var line = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        let text = painting(cell, row, column)
        return isNumeric(column) ? space + text : text + space
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
