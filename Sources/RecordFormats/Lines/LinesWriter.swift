/// Writes lines of text into memory.
///
/// ```swift
/// var writer = LinesWriter()
/// try writer.append("one")
/// try writer.append("two")
/// try writer.finish(withFinalNewline: false)  // writer.output: one⏎two
/// ```
public struct LinesWriter: Sendable {
  /// What has been written. A caller may take it away between two lines, to send it on.
  public var output: [UInt8] = []
  private var lines = 0
  private var isLastEmpty = false
  /// What ends a line, and whether one holds a CR.
  private let lineEnd: UInt8
  private var holdsCR = false

  /// Makes a writer of lines that end in LF.
  public init() { self.init(endsInCR: false) }

  init(endsInCR: Bool) { lineEnd = endsInCR ? 0x0D : 0x0A }

  /// Appends a line.
  ///
  /// - Throws: an error when the line contains LF.
  public mutating func append(_ line: String) throws(FormatError) { try append(Array(line.utf8)) }

  /// Appends a line.
  ///
  /// - Throws: an error when the line contains LF.
  public mutating func append(_ line: [UInt8]) throws(FormatError) {
    try append(ContiguousArray(line).span, 0..<line.count)
  }

  /// Appends a value of a document, decoded, as a line.
  ///
  /// - Throws: an error when the line contains LF.
  public mutating func append(_ value: FieldValue, of source: SourceText) throws(FormatError) {
    try source.withSpan { (bytes) throws(FormatError) in
      try ValueDecoding.withDecoded(value, bytes) { (bytes, range) throws(FormatError) in
        try append(bytes, range)
      }
    }
  }

  private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(FormatError) {
    let range = range.clamped(to: 0..<bytes.count)
    for offset in range where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
      guard bytes[offset] == 0x0D, lineEnd == 0x0A else {
        throw FormatError(
          .unwritable, source: "output",
          problem: "cannot write a \(bytes[offset] == 0x0A ? "line feed" : "carriage return") within a line",
          advice: "write two lines")
      }
      holdsCR = true
    }
    if lines > 0 { output.append(lineEnd) }
    // The reader skips one mark at the start of a file; a second one is the line's own.
    if lines == 0, output.isEmpty, SourceText.beginsWithMark(bytes, range) { output += SourceText.byteOrderMark }
    output.append(bytes, range)
    lines += 1
    isLastEmpty = range.isEmpty
  }

  /// Ends the text. Without lines nothing is written.
  ///
  /// - Throws: an error when the last line is empty and has no newline: it would not be there when read. So it is where the
  ///   only line has no newline and holds a CR: it would be read as two.
  public mutating func finish(withFinalNewline: Bool = true) throws(FormatError) {
    guard lines > 0 else { return }
    if withFinalNewline {
      output.append(lineEnd)
    } else if lines == 1, holdsCR {
      throw FormatError(
        .unwritable, source: "output", problem: "cannot write a carriage return in the only line without a newline",
        advice: "end the line with a newline: in a file without any, carriage returns end the lines")
    } else if isLastEmpty {
      throw FormatError(
        .unwritable, source: "output", problem: "cannot write an empty last line without a newline",
        advice: "leave out the line, or end it with a newline")
    }
  }
}
