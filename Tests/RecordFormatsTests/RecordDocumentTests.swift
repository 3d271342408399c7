import RecordFormats
import Testing

@Suite struct RecordDocumentTests {
  @Test func locatorsFindFields() throws {
    let csv = try read("id,user.id\n1,2\n", .csv)
    let inCSV = try csv.locator(for: "user.id")
    #expect(csv.value(0, at: inCSV).map { csv.source.string(of: $0) } == "2")
    #expect(csv.columns == ["id", "user.id"])
    let json = try read("{\"user\":{\"id\":3}}\n{}\n", .ndjson)
    let inJSON = try json.locator(for: "user.id")
    #expect(json.value(0, at: inJSON).map { json.source.string(of: $0) } == "3")
    #expect(json.value(1, at: inJSON) == nil)
    #expect(json.value(0, at: inCSV) == nil)
    #expect(json.columns == nil)
    #expect(json.position(of: 1).line == 2)
  }

  @Test func unknownColumnsAreNamedWithTheKnown() throws {
    func message(_ text: String, _ format: RecordFormat) throws -> String {
      let document = try read(text, format)
      do {
        _ = try document.locator(for: "key")
        return "no error"
      } catch {
        return error.description
      }
    }
    #expect(try message("id,name\n", .csv) == "in:1:1: no column \"key\"; the columns are \"id\", \"name\"")
    #expect(
      try message("x\n", .lines)
        == "in: the format lines has no fields, so no \"key\"; choose csv, tsv, ndjson or json")
  }

  @Test func formatsAreKept() throws {
    let texts: [RecordFormat: String] = [
      .csv: "a\n1\n", .tsv: "a\n1\n", .ndjson: "{}\n", .json: "[{}]", .lines: "x\n",
      .sections: "[{\"section\":\"A\",\"items\":[[\"1\",\"x\"]]}]",
    ]
    for format in RecordFormat.allCases {
      let document = try read(texts[format] ?? "", format)
      #expect(document.format == format)
      #expect(document.count == 1)
      #expect(!document.range(of: 0).isEmpty)
      #expect(document.range(of: 1).isEmpty)
      #expect(document.source.name == "in")
    }
  }
}
