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

  private let columns: ArraySlice<Int32>
  private let firstRow: Int
  private let rowCount: Int
  private let wordCount: Int
  /// Row after row, the first without any token.
  private var words: [UInt64]

  /// The units that a table of so many rows and columns takes: one a word; the most that there are where these are more.
  static func units(_ rows: Int, _ columns: Int) -> Int {
    let (units, isTooMany) = (rows + 1).multipliedReportingOverflow(by: (columns + 63) / 64)
    return isTooMany ? .max : units
  }

  /// Fills in the table of two rows of tokens; `nil` when the budget ran out.
  init?(_ rows: ArraySlice<Int32>, _ columns: ArraySlice<Int32>, in run: inout DiffRun) throws(DiffInterruption) {
    self.columns = columns
    firstRow = rows.startIndex
    rowCount = rows.count
    var row = SubsequenceRow(columns, in: &run)
    defer { row.giveBack(to: &run) }
    wordCount = row.words.count
    words = run.scratch.pool.takeWords(count: (rowCount + 1) * wordCount)
    var end = row.write(to: &words, at: 0)
    for token in rows {
      guard try run.spend(wordCount) else {
        giveBack(to: &run.scratch.pool)
        return nil
      }
      row.advance(by: token)
      end = row.write(to: &words, at: end)
    }
  }

  /// Gives the memory back.
  mutating func giveBack(to pool: inout BufferPool) { pool.give(&words) }

  /// Calls `body` with the indices of each pair of the subsequence, from the last one to the first.
  func forEachPair(_ body: (_ row: Int, _ column: Int) -> Void) {
    var row = rowCount
    var column = columns.count
    func grows(_ row: Int, _ column: Int) -> Bool {
      words[row * wordCount + column >> 6] & 1 << UInt64(truncatingIfNeeded: column & 63) == 0
    }
    while row > 0, column > 0 {
      if !grows(row, column - 1) {
        column -= 1
        continue
      }
      row -= 1
      if grows(row, column - 1) { continue }
      column -= 1
      body(firstRow + row, columns.startIndex + column)
    }
  }

  /// The corner in the middle of the rows that a longest common subsequence goes through; `nil` when the budget ran out.
  static func corner(
    _ rows: ArraySlice<Int32>, _ columns: ArraySlice<Int32>, in run: inout DiffRun
  ) throws(DiffInterruption) -> (row: Int, column: Int)? {
    let middle = rows.startIndex + rows.count / 2
    var above = SubsequenceRow(columns, in: &run)
    defer { above.giveBack(to: &run) }
    for token in rows[..<middle] {
      guard try run.spend(above.words.count) else { return nil }
      above.advance(by: token)
    }
    var below = SubsequenceRow(columns.reversed()[...], in: &run)
    defer { below.giveBack(to: &run) }
    for token in rows[middle...].reversed() {
      guard try run.spend(below.words.count) else { return nil }
      below.advance(by: token)
    }
    // The length below the corner, of what is left of the columns; it falls as those do.
    var length = (0..<columns.count).count { below.grows(at: $0) }
    var best = (column: 0, length: length)
    for column in 0..<columns.count {
      if above.grows(at: column) { length += 1 }
      if below.grows(at: columns.count - 1 - column) { length -= 1 }
      if length > best.length { best = (column + 1, length) }
    }
    return (middle, columns.startIndex + best.column)
  }
}

/// The last row of a table.
private struct SubsequenceRow {
  private(set) var words: ContiguousArray<UInt64>
  private var columns: TokenColumns
  /// The columns of one token; empty in between.
  private var match: ContiguousArray<UInt64>

  /// The row without any token.
  init(_ columns: ArraySlice<Int32>, in run: inout DiffRun) {
    let count = (columns.count + 63) / 64
    words = ContiguousArray(repeating: ~0, count: count)
    match = ContiguousArray(repeating: 0, count: count)
    self.columns = TokenColumns(columns, in: &run)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) { columns.giveBack(to: &run) }

  /// Whether the length grows at a column.
  func grows(at column: Int) -> Bool { words[column >> 6] & 1 << UInt64(truncatingIfNeeded: column & 63) == 0 }

  /// Writes it where a row begins, and returns where that ends.
  func write(to table: inout [UInt64], at start: Int) -> Int {
    for index in words.indices { table[start + index] = words[index] }
    return start + words.count
  }

  /// Makes it the row after this one.
  mutating func advance(by token: Int32) {
    guard let number = columns.numbers[token] else { return }
    if columns.made[number] >= 0 {
      add(columns.words, from: Int(columns.made[number]))
      return
    }
    columns.mark(number, in: &match)
    add(match, from: 0)
    columns.keep(number, match)
    columns.clear(number, in: &match)
  }

  private mutating func add(_ match: ContiguousArray<UInt64>, from start: Int) {
    var carry: UInt64 = 0
    for index in words.indices {
      let (word, here) = (words[index], match[start + index])
      let (sum, overflows) = word.addingReportingOverflow(word & here)
      let (next, carries) = sum.addingReportingOverflow(carry)
      carry = overflows || carries ? 1 : 0
      words[index] = next | (word & ~here)
    }
  }
}

/// Which columns have each token: a list of them, and words once they were made of a list that is longer than those.
private struct TokenColumns {
  /// The number of each token.
  private(set) var numbers: [Int32: Int] = [:]
  /// Where the words of each begin, or -1 where they were not made.
  private(set) var made: [Int32]
  /// All words that were made; fewer than there are columns.
  private(set) var words: ContiguousArray<UInt64> = []
  /// How many columns have each.
  private var counts: [Int32]
  /// The last column that has each token, and for each column the one before that has its token, or -1.
  private var last: [Int32]
  private var before: [Int32]

  init(_ columns: ArraySlice<Int32>, in run: inout DiffRun) {
    numbers.reserveCapacity(columns.count)
    counts = run.takeEmptyArray(capacity: columns.count)
    last = run.takeEmptyArray(capacity: columns.count)
    before = run.takeEmptyArray(capacity: columns.count)
    for (column, token) in columns.enumerated() {
      let number = numbers[token] ?? counts.count
      if number == counts.count {
        numbers[token] = number
        counts.append(0)
        last.append(-1)
      }
      before.append(last[number])
      last[number] = Int32(truncatingIfNeeded: column)
      counts[number] += 1
    }
    made = run.takeArray(count: counts.count, filledWith: -1)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&made)
    run.giveBack(&counts)
    run.giveBack(&last)
    run.giveBack(&before)
  }

  /// Keeps the words of a token's columns where it has more of those than there are words.
  mutating func keep(_ number: Int, _ match: ContiguousArray<UInt64>) {
    guard Int(counts[number]) > match.count else { return }
    made[number] = Int32(truncatingIfNeeded: words.count)
    words.append(contentsOf: match)
  }

  /// Sets the bits of a token's columns.
  func mark(_ number: Int, in words: inout ContiguousArray<UInt64>) {
    var column = Int(last[number])
    while column >= 0 {
      words[column >> 6] |= 1 << UInt64(truncatingIfNeeded: column & 63)
      column = Int(before[column])
    }
  }

  /// Clears the words that hold them.
  func clear(_ number: Int, in words: inout ContiguousArray<UInt64>) {
    var column = Int(last[number])
    while column >= 0 {
      words[column >> 6] = 0
      column = Int(before[column])
    }
  }
}
