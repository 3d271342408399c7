#if CommandLine
  internal import FileAdapter
  internal import RecordFormats
  internal import StoreBuilding
  internal import StoreInterface

  /// A file that is watched: by the system where it reports changes, by looking again elsewhere.
  @available(LiveSystems, *)
  struct WatchedFile: WatchedSource {
    let name: String
    private let file: FileStore<WatchedRecord>

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
      file = FileStore(
        path: path, format: form.format,
        coding: .readOnly { document in
          try StoreError.naming { () throws(Failure) in
            try reader.withLock { (reader) throws(Failure) in try reader.contents(of: document) }
          }
        },
        options: FileOptions(
          watching: watching, timing: .watching(every: interval), removalGuard: removals.rule?.fitting(form)),
        clock: clock
      ) { $0.isSame(as: $1) }
    }

    var store: AnyDataStore<WatchedRecord, WatchRequest> { AnyDataStore(WholeStore(base: file, all: .all)) }

    func notes() -> AsyncStream<WatchNote> {
      .joined(
        .notes(of: file.healthUpdates()) { WatchNote.notes($0) },
        .notes(of: file.heldRemovalsUpdates()) { [name] in
          WatchNote.held($0, in: name, "the file is touched or written again")
        })
    }
  }

  @available(LiveSystems, *)
  extension WatchTiming {
    /// The timing of a file or folder that is looked at so often.
    static func watching(every interval: Duration) -> WatchTiming {
      WatchTiming(quiet: min(interval, .milliseconds(30)), pollInterval: interval, heartbeat: interval)
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
