/// A place in an input, for people and for programs.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1. Lines end at LF; a quoted CSV field may span several.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int
  /// The offset from the start of the file in bytes, from 0, a byte-order mark included.
  public let offset: Int

  /// Makes a position from its parts.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The position as `line:column`.
  public var description: String { "\(line):\(column)" }
}
