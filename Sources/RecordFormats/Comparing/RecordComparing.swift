/// Compares records of two documents of one format, by key and by content: as bytes first, by value where those differ.
///
/// A format says how to compare bytes, keys and fields; what follows from these is here.
package protocol RecordComparing {
  associatedtype Document: FormatDocument
  /// What is compared.
  var documents: DocumentPair<Document> { get }

  /// Whether records have no key, so that their content is their identity.
  var isKeyless: Bool { get }
  /// Whether both records have the same bytes, and these mean the same. False is no answer.
  func haveSameBytes(_ a: Row, _ b: Row) -> Bool
  /// Whether both records have the same key.
  func haveSameKey(_ a: Row, _ b: Row) -> Bool
  /// Whether all fields that count are equal.
  func haveEqualFields(_ a: Row, _ b: Row) -> Bool
  /// The hash of a key, or of what counts where there is none.
  func hash(of row: Row, seed: UInt64) -> UInt64
  /// The hashes of all records of one side, in the order of the file.
  func hashes(isNew: Bool, seed: UInt64) -> [UInt64]
  /// The values that make up the key of a record; nil for one that it lacks.
  func key(of row: Row) -> [SourcedValue?]

  /// Whether nothing differs. May be false where all fields are equal one by one.
  func areIdentical(_ a: Row, _ b: Row) -> Bool
  /// Whether both records are the same one.
  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool
  /// Whether two versions of one record are equal in all that counts.
  func haveEqualContent(_ a: Row, _ b: Row) -> Bool
}

extension RecordComparing {
  package func areIdentical(_ a: Row, _ b: Row) -> Bool {
    if haveSameBytes(a, b) { return true }
    return (isKeyless || haveSameKey(a, b)) && haveEqualFields(a, b)
  }

  package func haveSameIdentity(_ a: Row, _ b: Row) -> Bool {
    isKeyless ? haveSameBytes(a, b) || haveEqualFields(a, b) : haveSameKey(a, b)
  }

  package func haveEqualContent(_ a: Row, _ b: Row) -> Bool {
    isKeyless || haveSameBytes(a, b) || haveEqualFields(a, b)
  }

  package func hashes(isNew: Bool, seed: UInt64) -> [UInt64] {
    (0..<(isNew ? documents.new : documents.old).count).map { hash(of: Row($0, isNew: isNew), seed: seed) }
  }

  /// What identifies a record, as JSON for messages.
  package func identity(of row: Row) -> String {
    if isKeyless {
      var output: [UInt8] = []
      documents[row].appendJSON(of: row.number, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    let parts = key(of: row).map { $0?.json ?? "null" }
    return parts.count == 1 ? parts[0] : "[" + parts.joined(separator: ",") + "]"
  }

  /// A value of a record, with its bytes.
  func sourced(_ value: FieldValue, _ row: Row) -> SourcedValue {
    SourcedValue(value: value, source: documents[row].source)
  }
}

/// Two documents of one format: what was, and what is.
package struct DocumentPair<Document: FormatDocument> {
  let old: Document
  let new: Document

  /// The document that a record is in.
  subscript(row: Row) -> Document { row.isNew ? new : old }

  /// Lends `body` the documents of two records: to copy a document costs more than to compare two fields.
  @inline(__always)
  func lend<Result>(_ a: Row, _ b: Row, _ body: (Document, Document) -> Result) -> Result {
    switch (a.isNew, b.isNew) {
    case (false, false): body(old, old)
    case (false, true): body(old, new)
    case (true, false): body(new, old)
    case (true, true): body(new, new)
    }
  }
}

/// Compares by what every document offers: what a format gets that does not compare faster itself.
struct PlainComparison<Document: FormatDocument>: RecordComparing {
  let documents: DocumentPair<Document>
  let key: (old: [FieldLocator], new: [FieldLocator])
  let selection: FieldSelection

  var isKeyless: Bool {
    key.old.isEmpty && documents.old.ownParts(of: 0) == nil && documents.new.ownParts(of: 0) == nil
  }

  func haveSameBytes(_ a: Row, _ b: Row) -> Bool { false }

  func haveSameKey(_ a: Row, _ b: Row) -> Bool {
    zip(key(of: a), key(of: b)).allSatisfy { a, b in
      guard let a, let b else { return a == nil && b == nil }
      return a.equals(b)
    }
  }

  func haveEqualFields(_ a: Row, _ b: Row) -> Bool {
    if let aParts = documents[a].ownParts(of: a.number), let bParts = documents[b].ownParts(of: b.number) {
      return aParts.equals(bParts)
    }
    return FieldChanges(from: fields(a), to: fields(b)).isEmpty
  }

  func hash(of row: Row, seed: UInt64) -> UInt64 {
    // A sum, because columns may come in another order on the other side.
    if isKeyless { return fields(row).reduce(seed) { $0 &+ $1.value.source.hash(of: $1.value.value, seed: seed) } }
    return key(of: row).reduce(seed) { hash, part in part.map { $0.source.hash(of: $0.value, seed: hash) } ?? hash }
  }

  func key(of row: Row) -> [SourcedValue?] {
    let document = documents[row]
    if let own = document.ownParts(of: row.number) { return [own.id] }
    return (row.isNew ? key.new : key.old).map { locator in
      document.value(row.number, at: locator).map { sourced($0, row) }
    }
  }

  private func fields(_ row: Row) -> [RecordField] {
    documents[row].fields(of: row.number).filter { selection.includes(column: $0.name) }
  }
}

extension FormatDocument {
  package func comparison(
    to new: any FormatDocument, key: (old: [FieldLocator], new: [FieldLocator]), selection: FieldSelection
  ) -> (any RecordComparing)? {
    (new as? Self).map { PlainComparison(documents: DocumentPair(old: self, new: $0), key: key, selection: selection) }
  }
}
