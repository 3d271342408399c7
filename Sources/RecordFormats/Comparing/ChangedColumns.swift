/// What differs between rows of two files with the same columns, column by column: what ``FieldChanges`` says, without an
/// array for each row.
///
/// A class, because it is used for each row, and a document takes long to copy.
package final class ChangedColumns {
  /// A column that differs.
  package struct Change {
    /// The column.
    package let column: Int
    /// Its old value.
    package let old: FieldValue
    /// Its new value.
    package let new: FieldValue
  }

  private let documents: DocumentPair<DelimitedDocument>
  private let counts: [Bool]
  /// The names of the columns.
  package let names: [[UInt8]]

  /// Returns nil unless both are CSV or TSV with the same columns.
  package init?(_ old: RecordDocument, _ new: RecordDocument, _ selection: FieldSelection) {
    guard let old = old.records as? DelimitedDocument, let new = new.records as? DelimitedDocument,
      old.nameBytes == new.nameBytes
    else { return nil }
    documents = DocumentPair(old: old, new: new)
    names = old.nameBytes
    counts = names.map { selection.includes(column: $0) }
  }

  /// The bytes of a row's file.
  package func source(of row: Row) -> SourceText { row.isNew ? documents.new.source : documents.old.source }

  /// Replaces `changes` by the columns that count and differ.
  package func find(from before: Row, to after: Row, into changes: inout [Change]) {
    changes.removeAll(keepingCapacity: true)
    documents.lend(before, after) { a, b in
      a.source.withSpan { aBytes in
        b.source.withSpan { bBytes in
          var aFields = DelimitedFields(a.range(of: before.number, in: aBytes), a.grammar)
          var bFields = DelimitedFields(b.range(of: after.number, in: bBytes), b.grammar)
          for column in counts.indices {
            let (old, new) = (aFields.next(aBytes), bFields.next(bBytes))
            if counts[column], !ValueEquality.equal(old, aBytes, new, bBytes) {
              changes.append(Change(column: column, old: old, new: new))
            }
          }
        }
      }
    }
  }

  /// Replaces `values` by the fields of a row.
  package func values(of row: Row, into values: inout [FieldValue]) {
    if row.isNew {
      documents.new.values(row.number, into: &values)
    } else {
      documents.old.values(row.number, into: &values)
    }
  }

  /// The field of a row in one column.
  package func value(of row: Row, column: Int) -> FieldValue {
    row.isNew ? documents.new.value(row.number, column: column) : documents.old.value(row.number, column: column)
  }
}

extension SourceText {
  /// Whether all bytes are ASCII.
  ///
  /// - Complexity: O(bytes), at several gigabytes a second.
  package var isASCII: Bool {
    withSpan { bytes in
      var offset = 0
      while offset + 64 <= bytes.count {
        if ByteMask.hasNonASCII(ByteMask.block(bytes, at: offset)) { return false }
        offset += 64
      }
      while offset < bytes.count {
        if bytes[offset] >= 0x80 { return false }
        offset += 1
      }
      return true
    }
  }

  /// Appends the text of a plain value as it is, where that can be read in one way only: printable ASCII without a blank at an
  /// end, a quote at its start, or, after a comma, what looks like another field.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isText: Whether all values of the format are text, so that `1` can only be one thing.
  ///   - isInList: Whether other values follow, so that a comma would be misread.
  ///   - limit: The most characters that are shown; nil for all.
  ///   - output: What it is appended to; nothing is where false is returned.
  /// - Returns: Whether it was appended; else the caller has more to do.
  package func appendPlain(
    _ value: FieldValue, isText: Bool, isInList: Bool = false, limit: Int?, to output: inout [UInt8]
  ) -> Bool {
    switch value.kind {
    case .textWithDoubledQuotes, .stringWithEscapes, .array, .object: return false
    case .text, .string, .number, .boolean, .null: break
    }
    let length = value.range.count
    guard length > 0, limit.map({ length <= $0 }) ?? true else { return false }
    return withSpan { bytes in
      let range = value.range.clamped(to: 0..<bytes.count)
      guard range.count == length else { return false }
      if value.kind == .text || value.kind == .string {
        let (first, last) = (bytes[range.lowerBound], bytes[range.upperBound - 1])
        if first == 0x20 || last == 0x20 || first == UInt8(ascii: "\"") { return false }
        // What may be another value of JSON is for the caller to tell.
        if value.kind == .string, !isText, Self.mayBeJSON(first) { return false }
        var before: UInt8 = 0
        var hasComma = false
        for offset in range {
          let byte = bytes[offset]
          guard byte >= 0x20, byte < 0x7F else { return false }
          if byte == 0x20 {
            if before == UInt8(ascii: ",") {
              if isInList { return false }
              hasComma = true
            } else if before == UInt8(ascii: ":"), hasComma {
              return false
            }
          }
          before = byte
        }
      }
      output.append(bytes, range)
      return true
    }
  }

  /// Whether a number, a truth value, null, an object or an array may begin so.
  private static func mayBeJSON(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"):
      true
    default: false
    }
  }
}
