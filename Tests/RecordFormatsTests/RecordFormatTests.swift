import RecordFormats
import Testing

@Suite struct RecordFormatTests {
  @Test(arguments: [
    ("a.csv", RecordFormat.csv), ("A.CSV", .csv), ("dir.json/a.tsv", .tsv), ("x.ndjson", .ndjson),
    ("x.jsonl", .ndjson),
    ("x.json", .json), ("x.txt", .lines), ("x.md", .lines), ("x", .lines), ("dir.csv/x", .lines),
    ("-", .lines),
    ("", .lines), (".csv", .csv), ("a.csv.gz", .lines), ("a.", .lines),
  ])
  func endingChoosesTheFormat(_ name: String, _ format: RecordFormat) {
    #expect(RecordFormat(fileName: name) == format)
  }

  @Test func rawValuesAreTheNamesOfTheCommandLine() {
    #expect(RecordFormat.allCases.map(\.rawValue) == ["csv", "tsv", "ndjson", "json", "sections", "lines"])
  }
}
