/// Objects of two JSON or NDJSON files: compared as bytes first, by value only where those differ.
struct JSONComparison: RecordComparing {
  let documents: DocumentPair<JSONRecords>
  private let key: [FieldPath]
  private let selection: FieldSelection

  init(old: JSONRecords, new: JSONRecords, key: [FieldLocator], selection: FieldSelection) {
    documents = DocumentPair(old: old, new: new)
    self.key = key.compactMap { if case .path(let path) = $0 { path } else { nil } }
    self.selection = selection
  }

  var isKeyless: Bool { key.isEmpty }

  func haveSameBytes(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) { $0.rawEqual(a.number, b.number, of: $1) }
  }

  func haveSameKey(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) { x, y in key.allSatisfy { x.valuesEqual(a.number, b.number, of: y, at: $0) } }
  }

  func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    documents.lend(a, b) { x, y in
      let (aRecord, bRecord) = (x.value(a.number), y.value(b.number))
      if selection.isEverything { return x.source.value(aRecord, equals: bRecord, in: y.source) }
      return FieldChanges(
        from: x.source.selectedMembers(of: aRecord, selection), to: y.source.selectedMembers(of: bRecord, selection)
      ).isEmpty
    }
  }

  func hash(of row: Row, seed: UInt64) -> UInt64 {
    let records = documents[row]
    var hash = seed
    guard isKeyless else {
      for path in key { hash = records.hash(row.number, at: path, seed: hash) ?? hash }
      return hash
    }
    let record = records.value(row.number)
    if selection.isEverything { return records.source.hash(of: record, seed: seed) }
    // A sum, because the order of members does not matter.
    for field in records.source.selectedMembers(of: record, selection) {
      var name = UInt64(field.name.count)
      for byte in field.name { name = name &* 0x0000_0100_0000_01B3 ^ UInt64(byte) }
      hash &+= field.value.source.hash(of: field.value.value, seed: seed ^ name)
    }
    return hash
  }

  func hashes(isNew: Bool, seed: UInt64) -> [UInt64] {
    let records = isNew ? documents.new : documents.old
    if key.count == 1 { return records.hashes(at: key[0], seed: seed) }
    return (0..<records.count).map { hash(of: Row($0, isNew: isNew), seed: seed) }
  }

  func key(of row: Row) -> [SourcedValue?] {
    key.map { path in documents[row].value(row.number, at: path).map { sourced($0, row) } }
  }
}
