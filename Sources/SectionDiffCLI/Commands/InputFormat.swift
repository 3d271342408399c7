internal import ArgumentParser
internal import RecordFormats

extension SectionOrder: ExpressibleByArgument {}

/// A format by the name that the command gives it.
enum InputChoice: String, CaseIterable, ExpressibleByArgument {
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

/// Which format two files are read in when the command does not say.
enum InputFormat {
  /// The format for a pair of files: that of their endings.
  ///
  /// A file whose name has no ending that is known here (`-`, `/dev/fd/63`) follows the other one; where both have
  /// none, they are lines.
  ///
  /// - Throws: a usage error when the endings stand for different formats.
  static func common(_ old: String, _ new: String) throws -> RecordFormat {
    switch (known(old), known(new)) {
    case (nil, nil): return .lines
    case (let format?, nil), (nil, let format?): return format
    case (let a?, let b?):
      guard a == b else {
        throw ValidationError(
          "OLD looks like \(a.rawValue) and NEW like \(b.rawValue); say with --input how to read both")
      }
      return a
    }
  }

  private static func known(_ path: String) -> RecordFormat? {
    let format = RecordFormat(fileName: path)
    if format != .lines { return format }
    let ending = path.suffix(4).lowercased()
    return ending == ".txt" ? .lines : nil
  }
}
