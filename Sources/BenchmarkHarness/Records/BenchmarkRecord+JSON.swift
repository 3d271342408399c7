#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BenchmarkRecord {
  /// The record as JSON, members in alphabetical order, for a file: the same bytes for the same record.
  ///
  /// - Throws: `EncodingError` when a figure is not a number.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Reads what ``json()`` writes.
  ///
  /// - Throws: `DecodingError` that says what is wrong, for a record of another form, too.
  public init(json: [UInt8]) throws {
    let record = try JSONDecoder().decode(BenchmarkRecord.self, from: Data(json))
    guard record.format == Self.formatName else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "a record in the form \(record.format), not \(Self.formatName); record it again"))
    }
    self = record
  }
}
