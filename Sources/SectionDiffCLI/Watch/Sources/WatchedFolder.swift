#if CommandLine
  internal import FileAdapter
  internal import RecordFormats
  internal import StoreBuilding
  internal import StoreInterface

  /// A folder that is watched: a record each JSON file, a section each folder.
  @available(LiveSystems, *)
  struct WatchedFolder: WatchedSource {
    let name: String
    private let folder: FileStore<WatchedRecord>

    /// Makes a source of a folder.
    ///
    /// - Parameters:
    ///   - path: Where the folder is.
    ///   - form: What its records have in common; its format is JSON.
    ///   - interval: How often to look where the system does not report changes, and even where it does.
    ///   - clock: What that is waited on.
    ///   - watching: How changes are reported.
    ///   - removals: Which removals are withheld.
    init(
      path: String, form: WatchedForm, every interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
      watching: FileOptions.Watching = .automatic, removals: RemovalLimit = .usual
    ) {
      name = path
      folder = FileStore(
        folder: path, coding: .readOnly { try Self.record($0, in: $1, called: $2, form) },
        options: FileOptions(
          watching: watching, timing: .watching(every: interval), removalGuard: removals.rule?.fitting(form)),
        clock: clock
      ) { $0.isSame(as: $1) }
    }

    var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(WholeStore(base: folder, all: .all)) }

    var trouble: StoreError? { folder.trouble }

    func notes() -> AsyncStream<WatchNote> {
      .joined(
        .notes(of: folder.healthUpdates()) { WatchNote.notes($0) },
        .notes(of: folder.heldRemovalsUpdates()) { [name] in
          WatchNote.held($0, in: name, "the folder is touched")
        })
    }

    /// The record of a file: identified by its path from the folder on, unless the rules name fields, and in the section
    /// of its folder, unless the rules name a field.
    private static func record(
      _ document: RecordDocument, in section: FolderSection, called name: String, _ form: WatchedForm
    ) throws -> WatchedRecord {
      var reader = WatchedRecordReader(form: form)
      let contents = try StoreError.naming { () throws(Failure) in try reader.contents(of: document) }
      guard let record = contents.items.first else {
        throw StoreError(.malformed, "it holds no record", at: document.source.name)
      }
      let path = section == .root ? name : section.path + "/" + name
      let id = Array(JSONText.literal(path).utf8)
      return WatchedRecord(
        form: form, key: form.isIdentifiedByFile ? WatchedRecord.Key(bytes: id) : record.id,
        idJSON: form.isIdentifiedByFile ? id : record.idJSON, json: record.json,
        section: form.rules.sectionBy == nil
          ? SectionKey(json: Array(JSONText.literal(section.description).utf8)) : record.section,
        order: form.rules.sortBy.indices.map { record.sortKey($0) })
    }
  }
#endif
