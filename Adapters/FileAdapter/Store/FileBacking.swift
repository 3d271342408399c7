internal import RecordFormats
internal import StoreBuilding
internal import StoreInterface

/// One file with all records.
@available(LiveSystems, *)
struct FileBacking<Item: Identifiable & Sendable>: Backing where Item.ID: Sendable {
  let path: String
  let format: RecordFormat
  let coding: RecordCoding<Item>
  let absence: FileOptions.Absence
  let files: any FileSystem
  let haveEqualContent: @Sendable (Item, Item) -> Bool

  /// What was read last.
  struct Memory: Sendable {
    /// The file, or `nil` where there is none.
    var file: (status: FileStatus, isConclusive: Bool, document: RecordDocument)?
    /// What is wrong with the end of the file, which is not in the document, while it is being written.
    var tear: TornRead?
  }

  private(set) var memory: Memory?
  /// The state in which a writer found the file emptied last.
  private(set) var emptied: FileSignature?
  /// Whether a record that was written last is read as another content: the format cannot tell the two.
  private(set) var isInexact = false

  var readsBack: Bool { coding.distinguished != nil || isInexact }
  var lookCount: Int { 1 }
  var signature: FileSignature? { memory?.file?.status.signature }

  func way(knowingFolders: Bool) throws(SystemError) -> ResolvedPath { try ResolvedPath(path, in: files) }

  func lockedPath() throws(SystemError) -> String { try ResolvedPath(path, in: files).path }
  var locksFolder: Bool { false }

  func prepareToWrite() {}

  func noteUnlocked() {}

  mutating func forget() { memory = nil }

  func looksChanged(_ look: QuickLook?) -> Bool {
    guard let memory else { return true }
    guard let status = try? files.status(of: path, followingLinks: true) else { return memory.file != nil }
    guard let file = memory.file else { return true }
    return !file.isConclusive || file.status.signature != status.signature
  }

  func isBeingWritten(since signature: FileSignature?, quiet: Duration) -> Bool {
    guard let status = try? files.status(of: path, followingLinks: true), status.kind == .regular,
      status.signature != signature
    else { return false }
    let age = files.now - status.modified
    return age >= .zero && age < quiet
  }

  // MARK: Reading

  mutating func read(for purpose: ReadPurpose) throws -> Reading<Item> {
    guard let status = try files.statusIfAny(of: path) else { return try missing() }
    switch status.kind {
    case .regular: break
    case .folder: throw StoreError(.unavailable, "a folder is in the place of the file", at: path)
    case .link, .other: throw StoreError(.refused, "not a regular file", at: path, advice: "copy it into one")
    }
    if let memory, let file = memory.file, file.isConclusive, file.status.signature == status.signature {
      if purpose == .writing, let tear = memory.tear { throw tear }
      return Reading(contents: nil, tear: memory.tear)
    }
    let reading = try StableReading(path, in: files)
    if isJustEmptied(reading, for: purpose) {
      throw TornRead(
        error: StoreError(.unavailable, "the file is empty; another program may be writing it", at: path),
        signature: reading.status.signature)
    }
    let isRewritten = isRewritten(reading)
    if let old = memory?.file?.document, old.source.hasSameBytes(as: reading.source) {
      memory = Memory(file: (reading.status, reading.isConclusive, old))
      return Reading(contents: nil, isRewritten: { _ in isRewritten })
    }
    let document: RecordDocument
    do {
      document = try self.document(reading.source, resembling: memory?.file?.document)
    } catch let error as FormatError where format.growsByLines && error.isTruncated {
      // A program that appends has written a part of the last line; the rest will come. A cut in another format may as
      // well be damage.
      let tear = TornRead(error: StoreError(error), signature: reading.status.signature)
      if purpose != .writing, let begun = try wholeLines(of: reading, tear) { return begun }
      throw tear
    }
    let contents = try coding.contents(of: document)
    memory = Memory(file: (reading.status, reading.isConclusive, document))
    return Reading(contents: contents, isRewritten: { _ in isRewritten })
  }

  /// Whether a file is another version than the one that was read last. An empty file says nothing about what it is to
  /// hold: what comes into one, or in the place of none, is a first version, and so is the file that was emptied.
  /// One that was continued is the same version: it is perhaps still being written.
  private func isRewritten(_ reading: StableReading) -> Bool {
    guard let old = memory?.file, (old.status.size == 0) == (reading.status.size == 0) else { return false }
    let before = old.document.source
    if reading.source.count > before.count, reading.source.begins(with: before) { return false }
    return reading.status.signature.isAnotherVersion(than: old.status.signature)
  }

  /// The lines before one that is still being written; `nil` where there are none, or where these are not those that were
  /// there before and more: then the file is written again, and the lines that are missing will come.
  private mutating func wholeLines(of reading: StableReading, _ tear: TornRead) throws -> Reading<Item>? {
    guard let lines = reading.source.wholeLines else { return nil }
    let old = memory?.file?.document
    if let old, !lines.begins(with: old.source) { return nil }
    let isKnown = old.map { $0.source.hasSameBytes(as: lines) } ?? false
    let document = if let old, isKnown { old } else { try document(lines, resembling: old) }
    let contents = isKnown ? nil : try coding.contents(of: document)
    memory = Memory(file: (reading.status, reading.isConclusive, document), tear: tear)
    return Reading(contents: contents, tear: tear)
  }

  /// Whether a file was emptied a moment ago: its writer is about to write. How long that is awaited is up to who reads;
  /// a writer is refused once.
  private mutating func isJustEmptied(_ reading: StableReading, for purpose: ReadPurpose) -> Bool {
    guard reading.source.count == 0, let old = memory?.file?.document, old.source.count > 0 else { return false }
    if case .settled(let known) = purpose { return known.map { $0 != reading.status.signature } ?? false }
    guard purpose == .writing else { return true }
    defer { emptied = reading.status.signature }
    return emptied != reading.status.signature
  }

  private mutating func missing() throws(StoreError) -> Reading<Item> {
    guard absence == .isEmpty else {
      throw StoreError(.unavailable, "no such file", at: path, advice: "check the path")
    }
    let isKnown = memory != nil && memory?.file == nil
    memory = Memory()
    return Reading(contents: isKnown ? nil : .items([]))
  }

  private func document(
    _ source: SourceText, resembling other: RecordDocument?
  ) throws -> RecordDocument {
    if format.shape.hasSections, coding.whole == nil {
      throw StoreError(
        .refused, "the format \(format) has no records of its own", at: path, advice: "use another format")
    }
    return try RecordDocument(source, format: format, resembling: other)
  }

  // MARK: Writing

  func check(_ batch: StoreBatch<Item>, on records: OrderedRecords<Item>) throws(StoreError) {
    if coding.whole != nil { throw RecordCoding<Item>.isReadOnly(path) }
    if batch.changesSections { throw StoreError(.refused, "a file has no sections", at: path) }
  }

  func apply(_ batch: StoreBatch<Item>, to records: inout OrderedRecords<Item>) {
    for change in batch.changes { _ = records.apply(change) }
  }

  mutating func save(_ new: OrderedRecords<Item>, over old: OrderedRecords<Item>) throws -> StoreError? {
    let present = memory?.file
    let writer = RecordWriter(
      coding: coding, haveEqualContent: haveEqualContent, format: format,
      old: present.map { ($0.document, old.contents.items) })
    let bytes = try writer.bytes(of: new.contents.items)
    let document = try check(bytes, holds: new.contents.items, over: old)
    let file = SavedFile(try lockedPath(), in: files)
    try file.removeLeftovers()
    let saved = try file.replace(
      with: bytes, expecting: present?.status, holding: present.flatMap { $0.isConclusive ? nil : $0.document.source })
    memory = Memory(file: (saved.status, false, document))
    return saved.doubt
  }

  /// Reads what is about to be written: it must be the records that it was made of. Those that did not change are there
  /// with their old bytes, and are not read again.
  private mutating func check(
    _ bytes: [UInt8], holds items: [Item], over old: OrderedRecords<Item>
  ) throws(StoreError) -> RecordDocument {
    let document: RecordDocument
    do throws(FormatError) {
      document = try RecordDocument(SourceText(bytes, name: path), format: format)
    } catch {
      throw StoreError(.refused, "the records cannot be written in this format: \(error)", at: path)
    }
    guard document.count == items.count else {
      throw StoreError(.refused, "\(items.count) records would be read as \(document.count)", at: path)
    }
    isInexact = false
    // Without key fields the whole record is its key, as it will be read.
    if coding.distinguished != nil { return document }
    for (number, item) in items.enumerated() {
      if let before = old.item(for: item.id), haveEqualContent(before, item) { continue }
      let decoded: Item
      do {
        decoded = try coding.decode(number, document)
      } catch {
        let problem = StoreError(error).message
        throw StoreError(.refused, "a record could not be read again: \(problem)", at: "key \(item.id)")
      }
      guard decoded.id == item.id else {
        throw StoreError(
          .refused, "the record would be read with the key \(decoded.id)", at: "key \(item.id)",
          advice: "give it the key fields of the store, in the form that the file has for them")
      }
      isInexact = isInexact || !haveEqualContent(decoded, item)
    }
    return document
  }
}
