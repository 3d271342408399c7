/// Rows of two CSV or TSV files: whole rows are compared as bytes first, fields only where those differ.
struct DelimitedComparison: RecordComparing {
  let documents: DocumentPair<DelimitedDocument>
  /// The columns of the key, on each side; empty where all columns that count are the key.
  private let oldKey: [Int]
  private let newKey: [Int]
  /// The columns that count and exist on both sides.
  private let oldColumns: [Int]
  private let newColumns: [Int]
  private let equalRows: EqualRows
  /// Whether equal bytes mean equal fields across the two files.
  private let hasSameColumns: Bool
  /// Whether a column that counts is on one side only: then no record of one file equals one of the other.
  private let isWidened: Bool
  /// For each column of a side whether it counts; nil where all do.
  private let oldCounts: [Bool]?
  private let newCounts: [Bool]?

  init(
    old: DelimitedDocument, new: DelimitedDocument, key: (old: [FieldLocator], new: [FieldLocator]),
    selection: FieldSelection
  ) {
    documents = DocumentPair(old: old, new: new)
    func columns(_ key: [FieldLocator]) -> [Int] {
      key.compactMap { if case .column(let column) = $0 { column } else { nil } }
    }
    equalRows = EqualRows(count: new.count)
    oldKey = columns(key.old)
    newKey = columns(key.new)
    hasSameColumns = old.nameBytes == new.nameBytes && old.grammar == new.grammar
    var oldColumns: [Int] = []
    var newColumns: [Int] = []
    let oldCounts = old.nameBytes.map { selection.includes(column: $0) }
    let newCounts = new.nameBytes.map { selection.includes(column: $0) }
    for offset in old.names.indices where oldCounts[offset] {
      guard let other = new.offset(ofColumn: old.names[offset]) else { continue }
      oldColumns.append(offset)
      newColumns.append(other)
    }
    self.oldColumns = oldColumns
    self.newColumns = newColumns
    isWidened = [oldCounts, newCounts].contains { $0.count(where: \.self) > oldColumns.count }
    self.oldCounts = oldCounts.allSatisfy(\.self) ? nil : oldCounts
    self.newCounts = newCounts.allSatisfy(\.self) ? nil : newCounts
  }

  var isKeyless: Bool { oldKey.isEmpty }

  func haveSameKey(_ a: Row, _ b: Row) -> Bool {
    for offset in oldKey.indices where !equal(a, column(offset, of: a), b, column(offset, of: b)) {
      return false
    }
    if !a.isNew, b.isNew, haveSameBytes(a, b) { equalRows.note(old: a.number, new: b.number) }
    return true
  }

  func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    isKeyless || isKnownEqual(a, b) || haveSameBytes(a, b) || haveEqualFields(a, b)
  }

  func hash(of row: Row, seed: UInt64) -> UInt64 {
    if oldKey.count == 1 { return hash(row, column: column(0, of: row), seed: seed) }
    var hash = seed
    if isKeyless {
      let document = documents[row]
      let values = document.values(row.number)
      for column in row.isNew ? newColumns : oldColumns {
        hash = document.source.hash(of: values[column], seed: hash)
      }
    } else {
      for column in row.isNew ? newKey : oldKey { hash = self.hash(row, column: column, seed: hash) }
    }
    return hash
  }

  func hashes(isNew: Bool, seed: UInt64) -> [UInt64] {
    let document = isNew ? documents.new : documents.old
    let key = isNew ? newKey : oldKey
    if key.count == 1 { return document.hashes(column: key[0], seed: seed) }
    return (0..<document.count).map { hash(of: Row($0, isNew: isNew), seed: seed) }
  }

  func key(of row: Row) -> [SourcedValue?] {
    (row.isNew ? newKey : oldKey).map { sourced(documents[row].value(row.number, column: $0), row) }
  }

  private func isKnownEqual(_ a: Row, _ b: Row) -> Bool {
    !a.isNew && b.isNew && equalRows.contains(old: a.number, new: b.number)
  }

  private func column(_ offset: Int, of row: Row) -> Int { row.isNew ? newKey[offset] : oldKey[offset] }

  private func hash(_ row: Row, column: Int, seed: UInt64) -> UInt64 {
    documents.lend(row, row) { document, _ in
      document.source.hash(of: document.value(row.number, column: column), seed: seed)
    }
  }

  /// Whether both rows have the same bytes and these mean the same fields.
  func haveSameBytes(_ a: Row, _ b: Row) -> Bool {
    (a.isNew == b.isNew || hasSameColumns) && documents.lend(a, b) { $0.rawEqual(a.number, b.number, of: $1) }
  }

  /// Whether all fields that count are equal.
  func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    guard a.isNew == b.isNew || hasSameColumns else { return !isWidened && haveEqualFieldsByName(a, b) }
    return documents.lend(a, b) { $0.fieldsEqual(a.number, b.number, of: $1, where: a.isNew ? newCounts : oldCounts) }
  }

  /// The same for two files whose columns are in different orders, or separated by different bytes.
  private func haveEqualFieldsByName(_ a: Row, _ b: Row) -> Bool {
    let (aDocument, bDocument) = (documents[a], documents[b])
    let aValues = aDocument.values(a.number)
    let bValues = bDocument.values(b.number)
    return zip(a.isNew ? newColumns : oldColumns, b.isNew ? newColumns : oldColumns).allSatisfy {
      aDocument.source.value(aValues[$0], equals: bValues[$1], in: bDocument.source)
    }
  }

  private func equal(_ a: Row, _ aColumn: Int, _ b: Row, _ bColumn: Int) -> Bool {
    documents.lend(a, b) {
      $0.source.value($0.value(a.number, column: aColumn), equals: $1.value(b.number, column: bColumn), in: $1.source)
    }
  }
}

/// Which row of the old file a row of the new one was found to equal, byte for byte.
///
/// When rows are in another order, the old one is fetched from memory to compare its key; that takes longer than all
/// else. Its content is compared later, and by then would be fetched again. So both are compared at once, and this
/// remembers what came of it.
final class EqualRows {
  private let count: Int
  /// For each row of the new file the number of the old one, or -1. Empty until there is something to remember.
  private var oldOfNew: [Int32] = []

  /// Remembers rows of a file of `count`.
  init(count: Int) { self.count = count }

  /// Notes that two rows have the same bytes.
  func note(old: Int, new: Int) {
    guard new < count else { return }
    if oldOfNew.isEmpty { oldOfNew = [Int32](repeating: -1, count: count) }
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
  }

  /// Whether two rows were noted.
  func contains(old: Int, new: Int) -> Bool { new < oldOfNew.count && Int(oldOfNew[new]) == old }
}
