import RecordFormats

/// What can be fuzzed; the raw value is the name in `FUZZ_TARGET` and of the folder in `Corpus`.
enum FuzzTarget: String, CaseIterable {
  case csv, tsv, ndjson, json, sections, lines
  /// A JSON value of any kind, as a patch is.
  case value
  /// A changeset decoded from JSON, applied to what it may not fit.
  case changeset
  /// The same, with positions made of the bytes, so that most have the form of a changeset.
  case positions
  /// Two snapshots made of the bytes, compared by every strategy.
  case diff

  /// Runs one input; traps where a promise is broken.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .csv: RecordsCheck(format: .csv).run(bytes)
    case .tsv: RecordsCheck(format: .tsv).run(bytes)
    case .ndjson: RecordsCheck(format: .ndjson).run(bytes)
    case .json: RecordsCheck(format: .json).run(bytes)
    case .sections: RecordsCheck(format: .sections).run(bytes)
    case .lines: RecordsCheck(format: .lines).run(bytes)
    case .value: ValueCheck.run(bytes)
    case .changeset: ChangesetCheck.run(bytes)
    case .positions: ChangesetCheck.run(Array(ChangesetText(bytes).text.utf8))
    case .diff: DiffCheck.run(bytes)
    }
  }
}
