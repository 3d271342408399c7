#if CommandLineGate
  internal import BenchmarkHarness
  internal import RecordFormats
  internal import RegressionGate

  extension AcceptedTrades {
    /// Reads the file of accepted trades at a path.
    ///
    /// - Throws: a failure that names file, place and remedy.
    static func read(at path: String) throws(Failure) -> AcceptedTrades {
      let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
      return try BenchmarkRunReader.decoded(source, { try AcceptedTrades(json: $0) }) {
        "\(source.name): no file of accepted trades: \($0); section-diff regress --help shows one"
      }
    }
  }
#endif
