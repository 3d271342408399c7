import Foundation
import SampleSupport
import Testing

@testable import RecordFormats

/// Tables and JSON as others have made them.
@Suite struct RealDataTests {
  @Test(
    arguments: [
      ("sp500-2023-10-06", 8, 503), ("sp500-2024-07-17", 8, 503), ("sp500-2026-08-08", 8, 503),
      ("navaids-2022", 20, 658), ("navaids-2026-07", 20, 646), ("navaids-2026", 20, 645),
    ])
  func tablesAreReadWhole(_ name: String, _ columns: Int, _ records: Int) throws {
    let source = try SourceText(path: TestData.url(of: "\(name).csv").path)
    let document = try DelimitedDocument(source)
    #expect(document.names.count == columns)
    #expect(document.count == records)
    let exact = try DelimitedDocument(source, isFast: false)
    #expect((0..<records).allSatisfy { exact.range(of: $0) == document.range(of: $0) })
    let keys = document.hashes(column: 0, seed: 1)
    #expect(Set(keys).count == records)
    // Written and read again, every field is the same.
    var writer = DelimitedWriter()
    try writer.append(document.names)
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

  @Test func behaviourCasesAreOneSoundJSONValue() throws {
    let document = try JSONDocument(SourceText(path: TestData.url(of: "behaviour.json").path))
    let source = document.source
    #expect(source.members(of: document.root).map { source.string(of: $0.name) }.contains("schema"))
    let canonical = source.json(of: document.root)
    let again = try JSONDocument(SourceText(canonical, name: "again"))
    #expect(source.value(document.root, equals: again.root, in: again.source))
    #expect(again.source.json(of: again.root) == canonical)
  }
}
