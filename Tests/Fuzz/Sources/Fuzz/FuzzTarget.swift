import RecordFormats

/// What can be fuzzed; the name is that in `FUZZ_TARGET` and of the folder in `Corpus`.
enum FuzzTarget {
  /// A file of records.
  case records(RecordFormat)
  /// A JSON value of any kind, as a patch is.
  case value
  /// A changeset decoded from JSON, applied to what it may not fit.
  case changeset
  /// The same, with positions made of the bytes, so that most have the form of a changeset.
  case positions
  /// Two snapshots made of the bytes, compared by every strategy.
  case diff

  static let all = RecordFormat.allCases.map { FuzzTarget.records($0) } + [.value, .changeset, .positions, .diff]

  var name: String {
    switch self {
    case .records(let format): format.rawValue
    case .value: "value"
    case .changeset: "changeset"
    case .positions: "positions"
    case .diff: "diff"
    }
  }

  /// Runs one input; traps where a promise is broken.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .records(let format): RecordsCheck(format: format).run(bytes)
    case .value: ValueCheck.run(bytes)
    case .changeset: ChangesetCheck.run(bytes)
    case .positions: ChangesetCheck.run(Array(ChangesetText(bytes).text.utf8))
    case .diff: DiffCheck.run(bytes)
    }
  }
}
