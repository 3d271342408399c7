import Foundation
import Testing

@testable import RecordFormats

/// Real files, where they are at hand: see `SECTION_DIFF_SHARED`.
@Suite struct RealDataTests {
  private static let shared: String = {
    if let path = ProcessInfo.processInfo.environment["SECTION_DIFF_SHARED"] { return path }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared").path
  }()
  private static let isAtHand = FileManager.default.fileExists(atPath: shared + "/data")

  @Test(
    .enabled(if: isAtHand, "the folder ../shared (or SECTION_DIFF_SHARED) is missing"),
    arguments: [
      ("sp500-2023-10-06", 8, 503), ("sp500-2024-07-17", 8, 503), ("sp500-2026-08-08", 8, 503),
      ("navaids-2022", 20, 11_021), ("navaids-2026-07", 20, 11_009), ("navaids-2026", 20, 11_008),
    ])
  func tablesAreReadWhole(_ name: String, _ columns: Int, _ records: Int) throws {
    let source = try SourceText(path: Self.shared + "/data/\(name).csv")
    let document = try DelimitedDocument(source)
    #expect(document.columns.count == columns)
    #expect(document.count == records)
    let exact = try DelimitedDocument(source, format: .csv, isFast: false)
    #expect((0..<records).allSatisfy { exact.range(of: $0) == document.range(of: $0) })
    let keys = document.hashes(column: 0, seed: 1)
    #expect(Set(keys).count == records)
    // Written and read again, every field is the same.
    var writer = DelimitedWriter()
    try writer.append(document.columns)
    for record in 0..<records {
      for value in document.values(record) { try writer.appendField(value, of: source) }
      try writer.endRow()
    }
    let again = try DelimitedDocument(SourceText(writer.output, name: "again"))
    #expect(again.count == records)
    for record in 0..<records {
      for (a, b) in zip(document.values(record), again.values(record)) {
        #expect(source.value(a, equals: b, in: again.source))
      }
    }
  }

  @Test(.enabled(if: isAtHand, "the folder ../shared (or SECTION_DIFF_SHARED) is missing"))
  func behaviourCasesAreOneSoundJSONValue() throws {
    let document = try JSONDocument(SourceText(path: Self.shared + "/cases/behaviour.json"))
    let source = document.source
    #expect(source.members(of: document.root).map { source.string(of: $0.name) }.contains("schema"))
    let canonical = source.json(of: document.root)
    let again = try JSONDocument(SourceText(canonical, name: "again"))
    #expect(source.value(document.root, equals: again.root, in: again.source))
    #expect(again.source.json(of: again.root) == canonical)
  }
}
