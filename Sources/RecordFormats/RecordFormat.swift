/// A file format that holds records.
public enum RecordFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated values by RFC 4180, with a header row.
  case csv
  /// Tab-separated values as registered with IANA: a header row, and no quoting.
  case tsv
  /// One JSON object a line.
  case ndjson
  /// One JSON array of objects.
  case json
  /// One JSON array of sections, each with a key, an optional header and its items.
  case sections
  /// Plain text, one record a line.
  case lines

  /// Chooses the format that the ending of `fileName` represents, letter case ignored.
  ///
  /// `.csv`, `.tsv`, `.ndjson` and `.jsonl` (both NDJSON) and `.json` name their format; everything else,
  /// `.txt` and `-` included, is read as lines. `sections` files end in `.json` and must be requested by name.
  ///
  /// ```swift
  /// RecordFormat(fileName: "export/2026.CSV")  // .csv
  /// ```
  public init(fileName: String) {
    let bytes = Array(fileName.utf8)
    let name = bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
      self = .lines
      return
    }
    switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    default: self = .lines
    }
  }
}
