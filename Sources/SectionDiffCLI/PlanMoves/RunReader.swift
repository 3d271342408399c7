/// Reads lines of three whole numbers, SECTION,START,LENGTH, as they come.
struct RunReader {
  private var line = 1
  private var column = 1
  /// The numbers of the line before this one.
  private var section = 0
  private var start = 0
  private var number = 0
  /// Which number of the line this is, and whether it has a digit.
  private var field = 0
  private var hasDigit = false
  /// Whether the rest of the line is skipped: it is the first one, and begins with a word.
  private var isHeader = false
  /// Whether a carriage return ended the line.
  private var isEnded = false

  /// Reads more bytes, which may end within a line.
  mutating func read(_ bytes: [UInt8], _ take: (RecordRun) throws(Failure) -> Void) throws(Failure) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"):
        if !isHeader { try take(run()) }
        (line, column, isHeader, isEnded) = (line + 1, 1, false, false)
        continue
      case _ where isHeader: break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !isEnded:
        let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = tens.addingReportingOverflow(Int(byte &- UInt8(ascii: "0")))
        if overflows || isTooLarge { throw failure("a number is above \(Int.max)") }
        (number, hasDigit) = (sum, true)
      case UInt8(ascii: ",") where hasDigit && field < 2:
        if field == 0 { section = number } else { start = number }
        (field, number, hasDigit) = (field + 1, 0, false)
      case UInt8(ascii: "\r") where hasDigit && field == 2: isEnded = true
      default:
        guard line == 1, column == 1 else { throw failure("SECTION,START,LENGTH is expected, three whole numbers") }
        isHeader = true
      }
      column += 1
    }
  }

  /// Reads the end of the input, whose last line may lack its own.
  mutating func finish(_ take: (RecordRun) throws(Failure) -> Void) throws(Failure) {
    if column > 1, !isHeader { try take(run()) }
  }

  /// The run of the line that ends here.
  private mutating func run() throws(Failure) -> RecordRun {
    guard field == 2, hasDigit else { throw failure("the line ends where a number is expected") }
    let (end, overflows) = start.addingReportingOverflow(number)
    if number == 0 || overflows { throw failure("a run has at least one record, and ranks up to \(Int.max)") }
    defer { (field, number, hasDigit) = (0, 0, false) }
    return RecordRun(section: section, ranks: start..<end)
  }

  private func failure(_ problem: String) -> Failure {
    Failure("standard input, line \(line), column \(column): \(problem)")
  }
}
