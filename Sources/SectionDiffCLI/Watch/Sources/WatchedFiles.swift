#if CommandLine
  internal import FileAdapter
  internal import RecordFormats
  internal import StoreInterface

  /// A file, or a folder of JSON files, that is watched: by the system where it reports changes, by looking again elsewhere.
  @available(LiveSystems, *)
  struct WatchedFiles: WatchedSource {
    let name: String
    private let files: FileStore<WatchedRecord>

    /// Makes a source of a file.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it need not be there yet.
    ///   - form: What its records have in common.
    ///   - interval: How often to look where the system does not report changes, and even where it does.
    ///   - clock: What that is waited on.
    ///   - watching: How changes are reported.
    ///   - removals: Which removals are withheld.
    init(
      path: String, form: WatchedForm, every interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
      watching: FileOptions.Watching = .automatic, removals: RemovalLimit = .usual
    ) {
      name = path
      let reader = Locked(WatchedRecordReader(form: form))
      files = FileStore(
        path: path, format: form.format,
        coding: .readOnly { document in
          try StoreError.naming { () throws(Failure) in
            try reader.withLock { (reader) throws(Failure) in try reader.contents(of: document) }
          }
        },
        options: FileOptions(form, every: interval, watching, removals), clock: clock
      ) { $0.isSame(as: $1) }
    }

    /// Makes a source of a folder: a record each JSON file, a section each folder. The form's format is JSON.
    init(folder: String, form: WatchedForm, every interval: Duration, removals: RemovalLimit = .usual) {
      name = folder
      files = FileStore(
        folder: folder, coding: .readOnly { try Self.record($0, in: $1, called: $2, form) },
        options: FileOptions(form, every: interval, .automatic, removals)
      ) { $0.isSame(as: $1) }
    }

    private var isFolder: Bool { files.format == nil }

    var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(WholeStore(base: files, all: .all)) }

    /// A file has no parts: what is wrong with it is the state of the results.
    var lastError: StoreError? { isFolder ? files.lastError : nil }

    func notes() -> AsyncStream<WatchNote> {
      let end = isFolder ? "the folder is touched" : "the file is touched or written again"
      return .joined(
        .notes(of: files.healthUpdates()) { WatchNote.notes($0) },
        .notes(of: files.heldRemovalsUpdates()) { [name] in WatchNote.held($0, in: name, end) })
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

  @available(LiveSystems, *)
  extension FileOptions {
    /// The options of a file or folder that is looked at so often.
    fileprivate init(_ form: WatchedForm, every interval: Duration, _ watching: Watching, _ removals: RemovalLimit) {
      self.init(
        watching: watching,
        timing: WatchTiming(quiet: min(interval, .milliseconds(30)), pollInterval: interval, heartbeat: interval),
        removalGuard: removals.rule?.fitting(form))
    }
  }

  @available(LiveSystems, *)
  extension WatchNote {
    /// What a store of files says of itself.
    static func notes(_ health: FileHealth) -> [WatchNote] {
      switch health {
      case .idle: []
      case .live: [.health(.live)]
      case .polling(let reason): [.health(.polling(reason: reason))]
      case .lost: [.health(.lost(reason: "the folder is gone"))]
      }
    }
  }
#endif
