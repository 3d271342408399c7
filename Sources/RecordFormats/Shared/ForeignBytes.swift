/// What is no text in UTF-8, recognised by how it begins. Asked only where something is wrong: what can be read is read.
enum ForeignBytes {
  /// What the bytes are, and what to do about it; `nil` where nothing is recognised.
  ///
  /// Every mark holds a byte that UTF-8 does not have, or a control character that no text begins with.
  static func recognise(_ bytes: Span<UInt8>) -> (problem: String, advice: String)? {
    for mark in marks where begins(bytes, with: mark.bytes) {
      return ("\(mark.name), not text", mark.advice)
    }
    guard let utf16 = utf16(bytes) else { return nil }
    return (
      "UTF-16 (\(utf16.isBig ? "big" : "little")-endian), not UTF-8",
      "convert it first: iconv -f UTF-16\(utf16.isMarked ? "" : utf16.isBig ? "BE" : "LE") -t UTF-8"
    )
  }

  private static let marks: [(bytes: [UInt8], name: String, advice: String)] = [
    ([0x1F, 0x8B], "compressed by gzip", "decompress it first: gzip -dc"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd", "decompress it first: zstd -dc"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed by xz", "decompress it first: xz -dc"),
    (
      Array("BZh".utf8) + [0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "compressed by bzip2",
      "decompress it first: bzip2 -dc"
    ),
    (
      Array("PK".utf8) + [0x03, 0x04], "a ZIP archive or a workbook",
      "unpack it, or save the sheet as CSV in UTF-8"
    ),
    ([0xD0, 0xCF, 0x11, 0xE0], "a workbook of an old form", "save the sheet as CSV in UTF-8"),
    (Array("SQLite format 3".utf8) + [0x00], "a SQLite database", "export the table: sqlite3 -csv -header"),
    (Array("PAR1".utf8) + [0x15], "a Parquet file", "export it as CSV or NDJSON"),
  ]

  private static func begins(_ bytes: Span<UInt8>, with mark: [UInt8]) -> Bool {
    bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
  }

  /// The order of bytes of UTF-16: by its mark, or because every other byte of the first ones is zero, mostly.
  private static func utf16(_ bytes: Span<UInt8>) -> (isBig: Bool, isMarked: Bool)? {
    if begins(bytes, with: [0xFF, 0xFE]) { return (false, true) }
    if begins(bytes, with: [0xFE, 0xFF]) { return (true, true) }
    let pairs = min(bytes.count / 2, 128)
    guard pairs >= 4 else { return nil }
    var (first, second) = (0, 0)
    for pair in 0..<pairs {
      if bytes[2 * pair] == 0 { first += 1 }
      if bytes[2 * pair + 1] == 0 { second += 1 }
    }
    if first == 0, second * 2 > pairs { return (false, false) }
    if second == 0, first * 2 > pairs { return (true, false) }
    return nil
  }
}

extension SourceText {
  /// That something else is there instead of text; `nil` where nothing is recognised.
  func foreignError() -> FormatError? {
    withSpan { ForeignBytes.recognise($0) }.map {
      FormatError(.invalidUTF8, source: name, problem: $0.problem, advice: $0.advice)
    }
  }
}
