/// The lines of a file that was checked, to find them again in another one: the same bytes need no second check.
///
/// Whether a line is right does not depend on the lines before it. So one with the bytes of a checked line, up to where
/// the next record starts, is right, too.
struct CheckedLines {
  private let starts: OffsetIndex
  /// The line that is expected next.
  private var next = 0
  /// How many more lines may be looked for in vain: files that have nothing in common are not compared for long.
  private var credit = Self.patience

  /// As many failures in a row as end the search.
  private static let patience = 256
  /// How far from the expected line one is looked for: past this many lines that came or went together.
  private static let reach = 8

  /// Looks for lines that start at `starts`.
  init(_ starts: OffsetIndex) { self.starts = starts }

  /// The length of the line at `offset` up to the start of the next, or nil where it is none of the checked lines near
  /// the expected one.
  mutating func length(at offset: Int, in bytes: Span<UInt8>, _ checked: Span<UInt8>) -> Int? {
    guard credit > 0 else { return nil }
    if let length = length(of: next, at: offset, in: bytes, checked) { return length }
    for distance in 1...Self.reach {
      if let length = length(of: next + distance, at: offset, in: bytes, checked) { return length }
      if let length = length(of: next - distance, at: offset, in: bytes, checked) { return length }
    }
    // Taken as a changed line; one that came or went is found again beside the expected one.
    next += 1
    credit -= 1
    return nil
  }

  private mutating func length(
    of line: Int, at offset: Int, in bytes: Span<UInt8>, _ checked: Span<UInt8>
  ) -> Int? {
    // The last line may lack its end.
    guard let start = starts[line], let end = starts[line + 1] else { return nil }
    let length = end - start
    guard offset + length <= bytes.count,
      ByteKernels.equal(bytes, offset..<offset + length, checked, start..<end)
    else { return nil }
    next = line + 1
    credit = Self.patience
    return length
  }
}
