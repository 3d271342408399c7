/// A file format that holds records.
///
/// ```swift
/// RecordFormat(fileName: "export/2026.CSV")  // .csv
/// RecordFormat(rawValue: "ndjson")           // .ndjson
/// ```
public struct RecordFormat: Sendable {
  package let definition: any FormatDefinition

  package init(_ definition: any FormatDefinition) { self.definition = definition }

  /// Comma-separated values by RFC 4180, with a header row.
  public static let csv = RecordFormat(DelimitedFormat.csv)
  /// Tab-separated values as registered with IANA: a header row, and no quoting.
  public static let tsv = RecordFormat(DelimitedFormat.tsv)
  /// One JSON object a line.
  public static let ndjson = RecordFormat(JSONFormat.lines)
  /// One JSON array of objects.
  public static let json = RecordFormat(JSONFormat.array)
  /// One JSON array of sections, each with a key, an optional header and its items.
  public static let sections = RecordFormat(SectionsFormat())
  /// Plain text, one record a line.
  public static let lines = RecordFormat(LinesFormat())

  /// Chooses the format that the ending of `fileName` represents, letter case ignored.
  ///
  /// `.csv`, `.tsv`, `.ndjson` and `.jsonl` (both NDJSON) and `.json` name their format; everything else,
  /// `.txt` and `-` included, is read as lines. `sections` files end in `.json` and must be requested by name.
  public init(fileName: String) { self = RecordFormat(endingOf: fileName) ?? .lines }

  /// The format among `formats` that the ending of a file's name represents; nil where it represents none.
  package init?(endingOf fileName: String, among formats: [RecordFormat] = RecordFormat.allCases) {
    let bytes = Array(fileName.utf8)
    let name = bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard let format = formats.first(where: { $0.definition.endings.contains(ending) }) else { return nil }
    self = format
  }

  /// What records of this format are.
  package var shape: RecordShape { definition.shape }

  /// What an HTTP server calls it.
  package var mediaTypes: MediaTypes { definition.mediaTypes }

  /// Whether files are JSON, which may be nested.
  package var holdsJSON: Bool { definition.holdsJSON }

  /// Whether programs append to such files, a record a line.
  package var growsByLines: Bool { definition.growsByLines }

  /// Whether a patch made from files of `other` can be applied to a file of this format: records are of one shape.
  package func isCompatible(with other: RecordFormat) -> Bool { shape == other.shape }
}

extension RecordFormat: CaseIterable {
  /// All formats. What offers a choice of formats, or goes through them, reads this list.
  public static let allCases: [RecordFormat] = [.csv, .tsv, .ndjson, .json, .sections, .lines]
}

extension RecordFormat: RawRepresentable, Hashable {
  /// The format of that name, or nil.
  public init?(rawValue: String) { self.init(name: rawValue, among: Self.allCases) }

  /// The format of that name among `formats`, or nil.
  package init?(name: String, among formats: [RecordFormat]) {
    guard let format = formats.first(where: { $0.rawValue == name }) else { return nil }
    self = format
  }

  /// The name in options and patches: `csv`, `tsv`, `ndjson`, `json`, `sections` or `lines`.
  public var rawValue: String { definition.name }
}

extension RecordFormat: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
