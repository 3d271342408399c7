/// A longest common subsequence by words of bits: a step takes 64 columns of the textbook's table at once.
///
/// A row of the table holds lengths, which from one column to the next stay or grow by one. So a row is a row of bits: 0
/// where the length grows. With *M* the columns whose token is that of the next row, the row after *V* is
/// (*V* + (*V* & *M*)) | (*V* & ~*M*): the carry of the sum takes each growth to the first match at or before it.
///
///     b          c a b a          columns, from the lowest bit
///     row 0      1 1 1 1          nothing yet
///     a          1 0 1 1          M = 0 1 0 1
///     a b        1 0 0 1          M = 0 0 1 0
///
/// All rows are kept, and read backwards from the last corner: to the left where the bit is 1; else up while the row above
/// has a 0 there, too; where it has a 1, that row and column are a pair.
///
/// Maxime Crochemore, Costas S. Iliopoulos, Yoan J. Pinzon and James F. Reid, "A Fast and Practical Bit-Vector Algorithm for
/// the Longest Common Subsequence Problem", Information Processing Letters 80, 2001; Heikki Hyyrö, "Bit-Parallel
/// LCS-length Computation Revisited", 2004.
///
/// Where the table would be too large, rows are taken from both ends to the middle one, without those in between; the column
/// where both lengths add up to the most is on a longest subsequence, and cuts the table in two (Daniel S. Hirschberg,
/// "A Linear Space Algorithm for Computing Maximal Common Subsequences", Communications of the ACM 18, 1975).
///
/// - Time: O(*n* *m* / 64).
/// - Space: O(*n* *m* / 64): ``mostWords`` words at most, and where columns repeat, no more than one for each that does.
/// - Minimal: no common subsequence is longer.
/// - Falls back when: never; the caller keeps the table below ``mostWords`` and within the budget.
struct SubsequenceTable {
  /// The most words of a table: 8 MB.
  static let mostWords = 1 << 20

  private let columns: Range<Int>
  private let firstRow: Int
  private let rowCount: Int
  /// Row after row, the first without any token.
  private var rows: SubsequenceRows

  /// The units that a table of so many rows and columns takes: one a word; the most that there are where these are more.
  static func units(_ rows: Int, _ columns: Int) -> Int {
    let (units, isTooMany) = (rows + 1).multipliedReportingOverflow(by: (columns + 63) / 64)
    return isTooMany ? .max : units
  }

  /// Fills in the table of two rows of tokens; `nil` when the budget ran out.
  ///
  /// - Parameter marks: What notes the columns of each token, for one table after another.
  init?(
    _ tokens: ArraySlice<Int32>, _ columns: ArraySlice<Int32>, marking marks: inout TokenColumns, in run: inout DiffRun
  ) throws(CancellationError) {
    self.columns = columns.indices
    let count = tokens.count
    firstRow = tokens.startIndex
    rowCount = count
    let repeats = marks.read(columns, isReversed: false)
    defer { marks.forget(columns) }
    var rows = SubsequenceRows(
      count: count + 1, columns: columns.count, repeats: repeats, tokens: count, in: &run.scratch.pool)
    var row = 0
    defer { if row < count { rows.giveBack(to: &run.scratch.pool) } }
    while row < count {
      guard try run.spend(rows.width) else { return nil }
      rows.advance(by: tokens[tokens.startIndex + row], from: row, to: row + 1, marking: &marks)
      row += 1
    }
    self.rows = rows
  }

  /// Gives the memory back.
  mutating func giveBack(to pool: inout BufferPool) { rows.giveBack(to: &pool) }

  /// Calls `body` with the indices of each pair of the subsequence, from the last one to the first.
  func forEachPair(_ body: (_ row: Int, _ column: Int) -> Void) {
    var row = rowCount
    var column = columns.count
    while row > 0, column > 0 {
      if !rows.grows(row, at: column - 1) {
        column -= 1
        continue
      }
      row -= 1
      if rows.grows(row, at: column - 1) { continue }
      column -= 1
      body(firstRow + row, columns.lowerBound + column)
    }
  }

  /// The corner in the middle of the rows that a longest common subsequence goes through; `nil` when the budget ran out.
  static func corner(
    _ tokens: ArraySlice<Int32>, _ columns: ArraySlice<Int32>, marking marks: inout TokenColumns, in run: inout DiffRun
  ) throws(CancellationError) -> (row: Int, column: Int)? {
    let middle = tokens.startIndex + tokens.count / 2
    let (above, below) = (0, 1)
    let repeats = marks.read(columns, isReversed: false)
    defer { marks.forget(columns) }
    var rows = SubsequenceRows(
      count: 2, columns: columns.count, repeats: repeats, tokens: (tokens.count + 1) / 2, in: &run.scratch.pool)
    defer { rows.giveBack(to: &run.scratch.pool) }
    for token in tokens[..<middle] {
      guard try run.spend(rows.width) else { return nil }
      rows.advance(by: token, from: above, to: above, marking: &marks)
    }
    marks.forget(columns)
    rows.forgetColumns()
    _ = marks.read(columns, isReversed: true)
    for token in tokens[middle...].reversed() {
      guard try run.spend(rows.width) else { return nil }
      rows.advance(by: token, from: below, to: below, marking: &marks)
    }
    // The length below the corner, of what is left of the columns; it falls as those do.
    var length = (0..<columns.count).count { rows.grows(below, at: $0) }
    var best = (column: 0, length: length)
    for column in 0..<columns.count {
      if rows.grows(above, at: column) { length += 1 }
      if rows.grows(below, at: columns.count - 1 - column) { length -= 1 }
      if length > best.length { best = (column + 1, length) }
    }
    return (middle, columns.startIndex + best.column)
  }
}

/// Rows of a table, and the columns of tokens as words, in one array.
///
///     columns of one token | row 0 | row 1 | … | columns of a token | columns of another | …
private struct SubsequenceRows {
  /// The words of a row.
  let width: Int
  private let end: Int
  private var words: [UInt64]

  /// Rows without any token.
  ///
  /// - Parameters:
  ///   - repeats: How many columns have the token of another one before.
  ///   - tokens: How many tokens rows are made by at most.
  init(count: Int, columns: Int, repeats: Int, tokens: Int, in pool: inout BufferPool) {
    width = (columns + 63) / 64
    end = (count + 1) * width
    // Words are made of a token that more columns have than there are words: of `width` that repeat at least. They are made
    // once for each token.
    words = pool.takeEmptyWords(capacity: end + min(repeats, tokens * width))
    words.append(contentsOf: repeatElement(0, count: width))
    words.append(contentsOf: repeatElement(~0, count: end - width))
  }

  /// Gives the memory back.
  mutating func giveBack(to pool: inout BufferPool) { pool.give(&words) }

  /// Whether the length grows at a column of a row.
  func grows(_ row: Int, at column: Int) -> Bool {
    words[(row + 1) * width + column >> 6] & 1 << UInt64(truncatingIfNeeded: column & 63) == 0
  }

  /// Makes a row the one after another, or after itself.
  mutating func advance(by token: Int32, from row: Int, to next: Int, marking marks: inout TokenColumns) {
    let (row, next) = ((row + 1) * width, (next + 1) * width)
    switch marks.columns(of: token) {
    case .none:
      if next != row { for index in 0..<width { words[next + index] = words[row + index] } }
    case .words(let start): add(start, from: row, to: next)
    case .list:
      // In the words of one token, which are cleared again.
      var count = 0
      marks.forEachColumn(of: token) { column in
        words[column >> 6] |= 1 << UInt64(truncatingIfNeeded: column & 63)
        count += 1
      }
      add(0, from: row, to: next)
      let start = words.count
      if count > width { for index in 0..<width { words.append(words[index]) } }
      marks.forEachColumn(of: token) { words[$0 >> 6] = 0 }
      if count > width { marks.keep(token, at: start) }
    }
  }

  private mutating func add(_ match: Int, from row: Int, to next: Int) {
    var carry: UInt64 = 0
    for index in 0..<width {
      let (word, here) = (words[row + index], words[match + index])
      let (sum, overflows) = word.addingReportingOverflow(word & here)
      let (total, carries) = sum.addingReportingOverflow(carry)
      carry = overflows || carries ? 1 : 0
      words[next + index] = total | (word & ~here)
    }
  }

  /// Forgets the words that were made of columns.
  mutating func forgetColumns() { words.removeLast(words.count - end) }
}

/// Which columns have each token: a list of them, or where words are that were made of a list longer than those.
///
/// It has a place for each token, and serves one table after another: what a table noted is forgotten by its columns.
struct TokenColumns {
  private let bound: Int
  /// For each token the last column that has it, -1 where none has, or -2 minus where its words begin.
  private var last: [Int32] = []
  /// For each column the one before that has its token, or -1.
  private var before: [Int32] = []

  /// No columns yet; nothing is allocated.
  ///
  /// - Parameter bound: Above every token.
  init(bound: Int) { self.bound = bound }

  /// Makes room for a table of so many columns.
  mutating func reserve(columns: Int, in run: inout DiffRun) {
    if last.isEmpty { last = run.takeArray(count: bound, filledWith: -1) }
    if before.count < columns {
      run.giveBack(&before)
      before = run.takeArray(count: columns)
    }
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&last)
    run.giveBack(&before)
  }

  /// Notes columns, from the last to the first where they are reversed.
  ///
  /// - Returns: How many of them have the token of another one before.
  mutating func read(_ columns: ArraySlice<Int32>, isReversed: Bool) -> Int {
    var repeats = 0
    for column in 0..<columns.count {
      let token = Int(columns[isReversed ? columns.endIndex - 1 - column : columns.startIndex + column])
      before[column] = last[token]
      if last[token] >= 0 { repeats += 1 }
      last[token] = Int32(truncatingIfNeeded: column)
    }
    return repeats
  }

  /// Forgets what was noted of columns.
  mutating func forget(_ columns: ArraySlice<Int32>) {
    for token in columns { last[Int(token)] = -1 }
  }

  /// How the columns of a token are there.
  enum Form {
    case none
    case list
    case words(start: Int)
  }

  func columns(of token: Int32) -> Form {
    let last = Int(last[Int(token)])
    if last >= 0 { return .list }
    return last == -1 ? .none : .words(start: -2 - last)
  }

  /// Says where the words of a token begin; its list is not needed any more.
  mutating func keep(_ token: Int32, at start: Int) { last[Int(token)] = Int32(truncatingIfNeeded: -2 - start) }

  /// Calls `body` with each column of a token that has a list, from the last one to the first.
  @inline(__always)
  func forEachColumn(of token: Int32, _ body: (Int) -> Void) {
    var column = last[Int(token)]
    while column >= 0 {
      body(Int(column))
      column = before[Int(column)]
    }
  }
}
