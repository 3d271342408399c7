#if CommandLine
  internal import ArgumentParser
  internal import RecordFormats

  /// Which format two files are read in when the command does not say.
  @available(LiveSystems, *)
  enum InputFormat {
    /// The format for a pair of files: that of their endings.
    ///
    /// A file whose name has no ending that is known here (`-`, `/dev/fd/63`) follows the other one; where both have
    /// none, they are lines.
    ///
    /// - Throws: a usage error when the endings represent different formats.
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
#endif
