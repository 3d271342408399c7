internal import RecordFormats
internal import StoreInterface

/// One file with all records.
struct FileBacking<Item: Identifiable & Sendable>: Backing where Item.ID: Sendable {
  let path: String
  let format: RecordFormat
  let coding: RecordCoding<Item>
  let absence: FileOptions.Absence
  let files: any FileSystem
  let haveEqualContent: @Sendable (Item, Item) -> Bool

  /// The state in which the file was found emptied last.
  private let emptied = Locked<FileSignature?>(nil)

  init(
    path: String, format: RecordFormat, coding: RecordCoding<Item>, absence: FileOptions.Absence,
    files: any FileSystem, haveEqualContent: @escaping @Sendable (Item, Item) -> Bool
  ) {
    self.path = path
    self.format = format
    self.coding = coding
    self.absence = absence
    self.files = files
    self.haveEqualContent = haveEqualContent
  }

  struct Memory: Sendable {
    /// The file, or `nil` where there is none.
    var file: (status: FileStatus, isTelling: Bool, document: RecordDocument)?
  }

  func way() throws(SystemError) -> ResolvedPath { try ResolvedPath(path, in: files) }

  func lockedPath() throws(SystemError) -> String { try way().path }

  func prepareToWrite() {}

  func looksChanged(since memory: Memory?) -> Bool {
    guard let memory else { return true }
    guard let status = try? files.status(of: path, followingLinks: true) else { return memory.file != nil }
    guard let file = memory.file else { return true }
    return !file.isTelling || file.status.signature != status.signature
  }

  // MARK: Reading

  func read(after memory: Memory?, for purpose: ReadPurpose) throws(ReadFailure) -> Reading<Item, Memory> {
    guard let status = try ReadFailure.from({ () throws(SystemError) in try files.statusIfAny(of: path) }) else {
      return try missing(after: memory)
    }
    switch status.kind {
    case .regular: break
    case .folder:
      throw .failed(StoreError(.unavailable, "there is a folder where the file was to be", at: path))
    case .link, .other:
      throw .failed(StoreError(.refused, "not a regular file", at: path, advice: "copy it into one"))
    }
    if let memory, let file = memory.file, file.isTelling, file.status.signature == status.signature {
      return Reading(contents: nil, memory: memory)
    }
    let reading = try StableReading(path, in: files, name: path)
    if purpose == .watching, isJustEmptied(reading, after: memory) {
      throw .torn(StoreError(.unavailable, "the file is empty, and is perhaps being written", at: path))
    }
    if let old = memory?.file?.document, old.source.hasSameBytes(as: reading.source) {
      return Reading(contents: nil, memory: Memory(file: (reading.status, reading.isTelling, old)))
    }
    let document = try document(reading.source, resembling: memory?.file?.document)
    do throws(StoreError) {
      let contents = try coding.contents(of: document)
      return Reading(contents: contents, memory: Memory(file: (reading.status, reading.isTelling, document)))
    } catch {
      throw .failed(error)
    }
  }

  /// Whether a file was emptied and has not been looked at since: whoever writes into it is about to.
  private func isJustEmptied(_ reading: StableReading, after memory: Memory?) -> Bool {
    guard reading.source.count == 0, let old = memory?.file?.document, old.source.count > 0 else { return false }
    return emptied.withLock { seen in
      defer { seen = reading.status.signature }
      return seen != reading.status.signature
    }
  }

  private func missing(after memory: Memory?) throws(ReadFailure) -> Reading<Item, Memory> {
    guard absence == .isEmpty else {
      throw .failed(StoreError(.unavailable, "no such file", at: path, advice: "check the path"))
    }
    let isKnown = memory != nil && memory?.file == nil
    return Reading(contents: isKnown ? nil : .items([]), memory: Memory(file: nil))
  }

  private func document(
    _ source: SourceText, resembling other: RecordDocument?
  ) throws(ReadFailure) -> RecordDocument {
    if format == .sections, coding.whole == nil {
      throw .failed(
        StoreError(.refused, "the format sections has no records of its own", at: path, advice: "use another format"))
    }
    do {
      return try RecordDocument(source, format: format, resembling: other)
    } catch {
      // Whoever appends has written a part of the last line; the rest will come. A cut in another format may as well be
      // damage.
      throw format == .ndjson && error.isTruncated ? .torn(StoreError(error)) : .failed(StoreError(error))
    }
  }

  // MARK: Writing

  func check(_ batch: Batch<Item>, on records: OrderedRecords<Item>) throws(StoreError) {
    if coding.whole != nil { throw RecordCoding<Item>.isReadOnly(path) }
    if batch.changesSections { throw StoreError(.refused, "a file has no sections", at: path) }
  }

  func apply(_ batch: Batch<Item>, to records: inout OrderedRecords<Item>) {
    for change in batch.changes { _ = records.apply(change) }
  }

  func save(
    _ new: OrderedRecords<Item>, over old: OrderedRecords<Item>, _ memory: Memory
  ) throws(SaveFailure<Memory>) -> Memory {
    let bytes: [UInt8]
    let document: RecordDocument
    do throws(StoreError) {
      let writer = RecordWriter(
        coding: coding, haveEqualContent: haveEqualContent, format: format,
        old: memory.file.map { ($0.document, old.contents.items) })
      bytes = try writer.bytes(of: new.contents.items)
      document = try check(bytes, holds: new.contents.items)
    } catch {
      throw .untouched(error)
    }
    let file: SavedFile
    do throws(SystemError) {
      file = SavedFile(try way().path, in: files)
    } catch {
      throw .untouched(StoreError(error))
    }
    file.removeLeftovers()
    do throws(SavedFile.Failure) {
      let status = try file.replace(with: bytes, expecting: memory.file?.status)
      return Memory(file: (status, false, document))
    } catch {
      throw SaveFailure(error) { Memory(file: ($0, false, document)) }
    }
  }

  /// Reads what is about to be written: it must be the records that it was made of.
  private func check(_ bytes: [UInt8], holds items: [Item]) throws(StoreError) -> RecordDocument {
    let document: RecordDocument
    do throws(FormatError) {
      document = try RecordDocument(SourceText(bytes, name: path), format: format)
    } catch {
      throw StoreError(.refused, "the records cannot be written in this format: \(error)", at: path)
    }
    guard document.count == items.count else {
      throw StoreError(.refused, "\(items.count) records would be read as \(document.count)", at: path)
    }
    return document
  }
}
