internal import RecordFormats
internal import SectionDiff

/// Rows of two CSV or TSV files: whole rows are compared as bytes first, fields only where those differ.
struct DelimitedComparison: ItemComparison {
  let old: DelimitedDocument
  let new: DelimitedDocument
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

  init(old: DelimitedDocument, new: DelimitedDocument, pair: RecordPair) {
    self.old = old
    self.new = new
    func columns(_ key: [FieldLocator]) -> [Int] {
      key.compactMap { if case .column(let column) = $0 { column } else { nil } }
    }
    equalRows = EqualRows(count: new.count)
    oldKey = columns(pair.old.key)
    newKey = columns(pair.new.key)
    hasSameColumns = old.columns.elementsEqual(new.columns) { $0.utf8.elementsEqual($1.utf8) }
    let selection = pair.old.selection
    var oldColumns: [Int] = []
    var newColumns: [Int] = []
    let oldCounts = old.columns.map { selection.includes(column: Array($0.utf8)) }
    let newCounts = new.columns.map { selection.includes(column: Array($0.utf8)) }
    for place in old.columns.indices where oldCounts[place] {
      guard let other = new.column(named: old.columns[place]) else { continue }
      oldColumns.append(place)
      newColumns.append(other)
    }
    self.oldColumns = oldColumns
    self.newColumns = newColumns
    isWidened = [oldCounts, newCounts].contains { $0.count(where: \.self) > oldColumns.count }
    self.oldCounts = oldCounts.allSatisfy(\.self) ? nil : oldCounts
    self.newCounts = newCounts.allSatisfy(\.self) ? nil : newCounts
  }

  func areIdentical(_ a: Row, _ b: Row) -> Bool {
    if haveSameBytes(a, b) { return true }
    // Without a key the content is the identity.
    return (oldKey.isEmpty || haveSameIdentity(a, b)) && haveEqualFields(a, b)
  }

  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
    if oldKey.isEmpty { return haveSameBytes(a, b) || haveEqualFields(a, b) }
    for place in oldKey.indices where !equal(a, column(place, of: a), b, column(place, of: b)) {
      return false
    }
    if !a.isNew, b.isNew, haveSameBytes(a, b) { equalRows.note(old: a.number, new: b.number) }
    return true
  }

  func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    // Without a key the content is the identity.
    oldKey.isEmpty || isKnownEqual(a, b) || haveSameBytes(a, b) || haveEqualFields(a, b)
  }

  func identityHash(of item: Row, seed: Int) -> Int {
    let seed = UInt64(bitPattern: Int64(seed))
    var hash: UInt64 = seed
    if oldKey.count == 1 {
      hash = self.hash(item, column: item.isNew ? newKey[0] : oldKey[0], seed: seed)
    } else if oldKey.isEmpty {
      let document = item.isNew ? new : old
      let values = document.values(item.number)
      for column in item.isNew ? newColumns : oldColumns {
        hash = document.source.hash(of: values[column], seed: hash)
      }
    } else {
      for column in item.isNew ? newKey : oldKey { hash = self.hash(item, column: column, seed: hash) }
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// The hashes of all keys of one side, in the order of the file.
  func identityHashes(isNew: Bool, seed: Int) -> [UInt64] {
    let document = isNew ? new : old
    let key = isNew ? newKey : oldKey
    if key.count == 1 { return document.hashes(column: key[0], seed: UInt64(bitPattern: Int64(seed))) }
    return (0..<document.count).map {
      UInt64(bitPattern: Int64(identityHash(of: Row($0, isNew: isNew), seed: seed)))
    }
  }

  func describeIdentity(of item: Row) -> String {
    let document = item.isNew ? new : old
    let key = item.isNew ? newKey : oldKey
    if key.isEmpty {
      var output: [UInt8] = []
      document.appendJSON(of: item.number, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    let values = key.map { document.source.json(of: document.value(item.number, column: $0)) }
    return values.count == 1 ? values[0] : "[" + values.joined(separator: ",") + "]"
  }

  private func isKnownEqual(_ a: Row, _ b: Row) -> Bool {
    !a.isNew && b.isNew && equalRows.contains(old: a.number, new: b.number)
  }

  private func column(_ place: Int, of row: Row) -> Int { row.isNew ? newKey[place] : oldKey[place] }

  private func hash(_ row: Row, column: Int, seed: UInt64) -> UInt64 {
    row.isNew
      ? new.source.hash(of: new.value(row.number, column: column), seed: seed)
      : old.source.hash(of: old.value(row.number, column: column), seed: seed)
  }

  /// Whether both rows have the same bytes and these mean the same fields.
  private func haveSameBytes(_ a: Row, _ b: Row) -> Bool {
    switch (a.isNew, b.isNew) {
    case (false, false): old.rawEqual(a.number, b.number, of: old)
    case (false, true): hasSameColumns && old.rawEqual(a.number, b.number, of: new)
    case (true, false): hasSameColumns && new.rawEqual(a.number, b.number, of: old)
    case (true, true): new.rawEqual(a.number, b.number, of: new)
    }
  }

  /// Whether all fields that count are equal.
  private func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    switch (a.isNew, b.isNew) {
    case (false, false): return old.fieldsEqual(a.number, b.number, of: old, where: oldCounts)
    case (true, true): return new.fieldsEqual(a.number, b.number, of: new, where: newCounts)
    case (false, true) where hasSameColumns: return old.fieldsEqual(a.number, b.number, of: new, where: oldCounts)
    case (true, false) where hasSameColumns: return new.fieldsEqual(a.number, b.number, of: old, where: newCounts)
    default: return !isWidened && haveEqualFieldsByName(a, b)
    }
  }

  /// The same for two files whose columns are in different orders.
  private func haveEqualFieldsByName(_ a: Row, _ b: Row) -> Bool {
    let aValues = a.isNew ? new.values(a.number) : old.values(a.number)
    let bValues = b.isNew ? new.values(b.number) : old.values(b.number)
    let aSource = a.isNew ? new.source : old.source
    let bSource = b.isNew ? new.source : old.source
    return zip(a.isNew ? newColumns : oldColumns, b.isNew ? newColumns : oldColumns).allSatisfy {
      aSource.value(aValues[$0], equals: bValues[$1], in: bSource)
    }
  }

  private func equal(_ a: Row, _ aColumn: Int, _ b: Row, _ bColumn: Int) -> Bool {
    let aValue = a.isNew ? new.value(a.number, column: aColumn) : old.value(a.number, column: aColumn)
    let bValue = b.isNew ? new.value(b.number, column: bColumn) : old.value(b.number, column: bColumn)
    return switch (a.isNew, b.isNew) {
    case (false, false): old.source.value(aValue, equals: bValue, in: old.source)
    case (false, true): old.source.value(aValue, equals: bValue, in: new.source)
    case (true, false): new.source.value(aValue, equals: bValue, in: old.source)
    case (true, true): new.source.value(aValue, equals: bValue, in: new.source)
    }
  }
}
