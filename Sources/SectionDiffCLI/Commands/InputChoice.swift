internal import RecordFormats

/// A format by the name that the command gives it.
enum InputChoice: String, CaseIterable {
  case csv
  case tsv
  case ndjson
  case json
  case sections
  case lines

  /// The format.
  var format: RecordFormat {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .ndjson: .ndjson
    case .json: .json
    case .sections: .sections
    case .lines: .lines
    }
  }
}
