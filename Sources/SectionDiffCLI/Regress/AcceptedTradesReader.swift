internal import BenchmarkHarness
internal import RecordFormats

/// Reads a file of accepted trades, and says what is wrong with it where something is.
enum AcceptedTradesReader {
  /// Reads the file at a path.
  ///
  /// - Throws: a failure that names file, place and remedy.
  static func trades(at path: String) throws(Failure) -> AcceptedTrades {
    let source = try reading { () throws(FormatError) in try SourceText(path: path, access: .copied) }
    // Says line and column of what is no JSON; the decoder does not.
    _ = try reading { () throws(FormatError) in try JSONDocument(source) }
    let trades: AcceptedTrades
    do {
      trades = try AcceptedTrades(json: source.withSpan { span in span.indices.map { span[$0] } })
    } catch let error as DecodingError {
      throw Failure("\(path): no file of accepted trades: \(BenchmarkRunReader.description(of: error)); \(advice)")
    } catch {
      throw Failure("\(path): no file of accepted trades: \(error); \(advice)")
    }
    return trades
  }

  private static let advice = "section-diff regress --help shows one"
}
