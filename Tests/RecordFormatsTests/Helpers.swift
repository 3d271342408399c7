import RecordFormats
import Testing

/// Reads `text` in a format, under the name `in`.
func read(_ text: String, _ format: RecordFormat) throws -> RecordDocument {
  try RecordDocument(SourceText(text, name: "in"), format: format)
}

/// Reads `bytes` in a format, under the name `in`.
func read(_ bytes: [UInt8], _ format: RecordFormat) throws -> RecordDocument {
  try RecordDocument(SourceText(bytes, name: "in"), format: format)
}

/// The error of reading `bytes`, or nil.
func failure(_ bytes: [UInt8], _ format: RecordFormat) -> FormatError? {
  do {
    _ = try RecordDocument(SourceText(bytes, name: "in"), format: format)
    return nil
  } catch {
    return error
  }
}

/// The error of reading `text`, or nil.
func failure(_ text: String, _ format: RecordFormat) -> FormatError? { failure(Array(text.utf8), format) }

/// All fields of CSV or TSV, decoded.
func rows(_ text: String, _ format: RecordFormat = .csv) throws -> [[String]] {
  let document = try DelimitedDocument(SourceText(text, name: "in"), grammar: format == .tsv ? .tsv : .csv)
  return (0..<document.count).map { record in
    document.values(record).map { document.source.string(of: $0) }
  }
}

/// `bytes` as text, for reading in failures.
func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
