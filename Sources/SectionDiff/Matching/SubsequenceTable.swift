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
/// - Space: O(*n* *m* / 64), ``mostWords`` words at most.
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
  ) throws(DiffInterruption) {
    self.columns = columns.indices
    firstRow = tokens.startIndex
    rowCount = tokens.count
    rows = SubsequenceRows(count: rowCount + 1, columns: columns.count, in: &run.scratch.pool)
    marks.read(columns, isReversed: false)
    defer { marks.forget(columns) }
    do {
      for (row, token) in tokens.enumerated() {
        guard try run.spend(rows.width) else {
          giveBack(to: &run.scratch.pool)
          return nil
        }
        rows.advance(by: token, from: row, to: row + 1, marking: &marks)
      }
    } catch {
      giveBack(to: &run.scratch.pool)
      throw error
    }
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
  ) throws(DiffInterruption) -> (row: Int, column: Int)? {
    let middle = tokens.startIndex + tokens.count / 2
    let (above, below) = (0, 1)
    var rows = SubsequenceRows(count: 2, columns: columns.count, in: &run.scratch.pool)
    defer { rows.giveBack(to: &run.scratch.pool) }
    func advance(
      _ row: Int, by tokens: some Sequence<Int32>, isReversed: Bool, in run: inout DiffRun
    ) throws(DiffInterruption) -> Bool {
      marks.read(columns, isReversed: isReversed)
      defer {
        marks.forget(columns)
        rows.forgetColumns()
      }
      for token in tokens {
        guard try run.spend(rows.width) else { return false }
        rows.advance(by: token, from: row, to: row, marking: &marks)
      }
      return true
    }
    guard try advance(above, by: tokens[..<middle], isReversed: false, in: &run),
      try advance(below, by: tokens[middle...].reversed(), isReversed: true, in: &run)
    else { return nil }
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
  init(count: Int, columns: Int, in pool: inout BufferPool) {
    width = (columns + 63) / 64
    end = (count + 1) * width
    // Words are made of more columns than they are, so that there are fewer of them than columns.
    words = pool.takeEmptyWords(capacity: end + columns)
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
      marks.set(token, in: &words)
      add(0, from: row, to: next)
      if marks.count(of: token) > width {
        marks.keep(token, at: words.count)
        for index in 0..<width { words.append(words[index]) }
      }
      marks.clear(token, in: &words)
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

/// Which columns have each token: a list of them, and where words are that were made of a list longer than those.
///
/// Its arrays have a place for each token, and serve one table after another: what a table noted is forgotten by its columns.
struct TokenColumns {
  private let bound: Int
  /// The last column that has each token, or -1, and for each column the one before that has its token, or -1.
  private var last: [Int32] = []
  private var before: [Int32] = []
  /// How many columns have each token.
  private var counts: [Int32] = []
  /// Where the words of each token begin, or -1 where they were not made.
  private var made: [Int32] = []

  /// No columns yet; nothing is allocated.
  ///
  /// - Parameter bound: Above every token.
  init(bound: Int) { self.bound = bound }

  /// Makes room for tables of so many columns, once.
  mutating func reserve(columns: Int, in run: inout DiffRun) {
    if before.count >= columns, last.count == bound { return }
    giveBack(to: &run)
    last = run.takeArray(count: bound, filledWith: -1)
    counts = run.takeArray(count: bound)
    made = run.takeArray(count: bound, filledWith: -1)
    before = run.takeArray(count: columns)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&last)
    run.giveBack(&counts)
    run.giveBack(&made)
    run.giveBack(&before)
  }

  /// Notes columns, from the last to the first where they are reversed.
  mutating func read(_ columns: ArraySlice<Int32>, isReversed: Bool) {
    for column in 0..<columns.count {
      let token = Int(columns[isReversed ? columns.endIndex - 1 - column : columns.startIndex + column])
      before[column] = last[token]
      last[token] = Int32(truncatingIfNeeded: column)
      counts[token] += 1
    }
  }

  /// Forgets what was noted of columns.
  mutating func forget(_ columns: ArraySlice<Int32>) {
    for token in columns {
      last[Int(token)] = -1
      counts[Int(token)] = 0
      made[Int(token)] = -1
    }
  }

  /// How the columns of a token are there.
  enum Form {
    case none
    case list
    case words(start: Int)
  }

  func columns(of token: Int32) -> Form {
    if last[Int(token)] < 0 { return .none }
    let start = made[Int(token)]
    return start < 0 ? .list : .words(start: Int(start))
  }

  func count(of token: Int32) -> Int { Int(counts[Int(token)]) }

  /// Says where the words of a token begin.
  mutating func keep(_ token: Int32, at start: Int) { made[Int(token)] = Int32(truncatingIfNeeded: start) }

  /// Sets the bits of a token's columns, in the first words.
  func set(_ token: Int32, in words: inout [UInt64]) {
    var column = Int(last[Int(token)])
    while column >= 0 {
      words[column >> 6] |= 1 << UInt64(truncatingIfNeeded: column & 63)
      column = Int(before[column])
    }
  }

  /// Clears the words that hold them.
  func clear(_ token: Int32, in words: inout [UInt64]) {
    var column = Int(last[Int(token)])
    while column >= 0 {
      words[column >> 6] = 0
      column = Int(before[column])
    }
  }
}
