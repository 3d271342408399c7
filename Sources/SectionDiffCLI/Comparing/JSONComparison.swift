internal import RecordFormats
internal import SectionDiff

/// Objects of two JSON or NDJSON files: compared as bytes first, by value only where those differ.
struct JSONComparison: ItemComparison {
  let old: JSONRecords
  let new: JSONRecords
  private let key: [FieldPath]
  private let selection: FieldSelection

  init(old: JSONRecords, new: JSONRecords, pair: RecordPair) {
    self.old = old
    self.new = new
    key = pair.old.key.compactMap { if case .path(let path) = $0 { path } else { nil } }
    selection = pair.old.selection
  }

  func areIdentical(_ a: Row, _ b: Row) -> Bool {
    haveSameBytes(a, b) || haveSameIdentity(a, b) && haveEqualContent(a, b)
  }

  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
    if key.isEmpty { return haveSameBytes(a, b) || haveEqualFields(a, b) }
    let aRecords = a.isNew ? new : old
    let bRecords = b.isNew ? new : old
    return key.allSatisfy { aRecords.valuesEqual(a.number, b.number, of: bRecords, at: $0) }
  }

  func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    // Without a key the content is the identity.
    key.isEmpty || haveSameBytes(a, b) || haveEqualFields(a, b)
  }

  func identityHash(of item: Row, seed: Int) -> Int {
    let seed = UInt64(bitPattern: Int64(seed))
    var hash: UInt64 = seed
    if key.isEmpty {
      let records = item.isNew ? new : old
      let record = records.value(item.number)
      if selection.isEverything {
        hash = records.source.hash(of: record, seed: seed)
      } else {
        // A sum, because the order of members does not matter.
        for field in records.source.selectedMembers(of: record, selection) {
          var name = UInt64(field.name.count)
          for byte in field.name { name = name &* 0x0000_0100_0000_01B3 ^ UInt64(byte) }
          hash &+= field.value.source.hash(of: field.value.value, seed: seed ^ name)
        }
      }
    } else {
      let records = item.isNew ? new : old
      for path in key { hash = records.hash(item.number, at: path, seed: hash) ?? hash }
    }
    return Int(truncatingIfNeeded: hash)
  }

  /// The hashes of all keys of one side, in the order of the file.
  func identityHashes(isNew: Bool, seed: Int) -> [UInt64] {
    let records = isNew ? new : old
    if key.count == 1 { return records.hashes(at: key[0], seed: UInt64(bitPattern: Int64(seed))) }
    return (0..<records.count).map {
      UInt64(bitPattern: Int64(identityHash(of: Row($0, isNew: isNew), seed: seed)))
    }
  }

  func describeIdentity(of item: Row) -> String {
    let records = item.isNew ? new : old
    if key.isEmpty { return records.source.json(of: records.value(item.number)) }
    let values = key.map { value(of: item, at: $0)?.json ?? "null" }
    return values.count == 1 ? values[0] : "[" + values.joined(separator: ",") + "]"
  }

  private func value(of row: Row, at path: FieldPath) -> SourcedValue? {
    let records = row.isNew ? new : old
    return records.value(row.number, at: path).map { SourcedValue(value: $0, source: records.source) }
  }

  private func haveSameBytes(_ a: Row, _ b: Row) -> Bool {
    switch (a.isNew, b.isNew) {
    case (false, false): old.rawEqual(a.number, b.number, of: old)
    case (false, true): old.rawEqual(a.number, b.number, of: new)
    case (true, false): new.rawEqual(a.number, b.number, of: old)
    case (true, true): new.rawEqual(a.number, b.number, of: new)
    }
  }

  private func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    let aRecords = a.isNew ? new : old
    let bRecords = b.isNew ? new : old
    let aRecord = aRecords.value(a.number)
    let bRecord = bRecords.value(b.number)
    if selection.isEverything { return aRecords.source.value(aRecord, equals: bRecord, in: bRecords.source) }
    return FieldChanges(
      from: aRecords.source.selectedMembers(of: aRecord, selection),
      to: bRecords.source.selectedMembers(of: bRecord, selection)
    ).isEmpty
  }
}
