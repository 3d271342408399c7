/// How far a line is indented.
package enum LineIndentation {
  /// The columns of blanks and tabs before the first other byte of a line, 200 at most; `nil` for a line that has none. A
  /// tab goes to the next multiple of eight.
  package static func columns(of line: some Sequence<UInt8>) -> Int? {
    var columns = 0
    for byte in line {
      switch byte {
      case UInt8(ascii: " "): columns += 1
      case UInt8(ascii: "\t"): columns += 8 - columns % 8
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C: break
      default: return columns
      }
      if columns >= 200 { return 200 }
    }
    return nil
  }
}
