import RecordFormats
import Testing

@Suite struct WritersTests {
  private func delimited(
    _ rows: [[String]], _ format: RecordFormat = .csv, _ newline: Newline = .lf
  ) throws -> String {
    var writer = DelimitedWriter(format: format, newline: newline)
    for row in rows { try writer.append(row) }
    return string(writer.output)
  }

  @Test func csvQuotesWhereItMust() throws {
    #expect(
      try delimited([["a", "b"], ["1", "x,y"], ["say \"hi\"", " pad "], ["p\nq", "r\r"], ["", ""]])
        == "a,b\n1,\"x,y\"\n\"say \"\"hi\"\"\", pad \n\"p\nq\",\"r\r\"\n,\n")
    #expect(try delimited([["a"], [""]]) == "a\n\"\"\n")
    #expect(try delimited([["a", "b"], ["1", "2"]], .csv, .crlf) == "a,b\r\n1,2\r\n")
    #expect(try delimited([["\u{FEFF}a"], ["\u{FEFF}b"]]) == "\"\u{FEFF}a\"\n\u{FEFF}b\n")
  }

  @Test func tsvRefusesWhatItCannotHold() throws {
    func message(_ rows: [[String]], _ newline: Newline = .lf) -> String? {
      do {
        _ = try delimited(rows, .tsv, newline)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(try delimited([["a", "b"], ["\"x\"", "y,z"]], .tsv) == "a\tb\n\"x\"\ty,z\n")
    #expect(
      message([["a\tb"]])
        == "output: cannot write a tab or a line end in a field; TSV has no quoting: write CSV")
    for field in ["a\nb", "a\r", "\ra", "a\rb"] {
      for newline in [Newline.lf, .crlf, .cr] {
        #expect(
          message([[field, "b"]], newline)
            == "output: cannot write a tab or a line end in a field; TSV has no quoting: write CSV")
      }
    }
    #expect(message([[""]]) == "output: cannot write a header of one empty name; name the column")
  }

  @Test func valuesOfDocumentsAreWrittenDecoded() throws {
    let json = try JSONDocument(SourceText("[\"a\\\"b\",1.50,[ 1 ],\"c\"]", name: "in"))
    var writer = DelimitedWriter()
    for value in json.source.elements(of: json.root) { try writer.appendField(value, of: json.source) }
    try writer.endRow()
    #expect(string(writer.output) == "\"a\"\"b\",1.50,[ 1 ],c\n")
  }

  @Test func linesAreSeparatedAndEnded() throws {
    func written(_ lines: [String], _ withFinalNewline: Bool) throws -> String {
      var writer = LinesWriter()
      for line in lines { try writer.append(line) }
      try writer.finish(withFinalNewline: withFinalNewline)
      return string(writer.output)
    }
    #expect(try written(["a", "", "b\r"], true) == "a\n\nb\r\n")
    #expect(try written(["a", "b"], false) == "a\nb")
    #expect(try written([], true).isEmpty)
    #expect(try written([""], true) == "\n")
    #expect(throws: FormatError.self) { try written(["a", ""], false) }
    #expect(throws: FormatError.self) { try written(["a\nb"], true) }
  }

  @Test func recordsAreWrittenOneALine() throws {
    let records = try JSONRecords(
      SourceText("[{ \"a\" : 1.0 },{\"b\":\"\\u0041\"}]", name: "in"), isNDJSON: false)
    func written(_ format: RecordFormat, _ count: Int) -> String {
      var writer = JSONRecordsWriter(format: format)
      for record in 0..<count { writer.append(records.value(record), of: records.source) }
      writer.finish()
      return string(writer.output)
    }
    #expect(written(.ndjson, 2) == "{\"a\":1.0}\n{\"b\":\"A\"}\n")
    #expect(written(.json, 2) == "[\n{\"a\":1.0},\n{\"b\":\"A\"}\n]\n")
    #expect(written(.ndjson, 0).isEmpty)
    #expect(written(.json, 0) == "[]\n")
  }

  @Test func recordDocumentWritesEveryRecordAsJSON() throws {
    func json(_ text: String, _ format: RecordFormat) throws -> [String] {
      let document = try read(text, format)
      return (0..<document.count).map { record in
        var output: [UInt8] = []
        document.appendJSON(of: record, to: &output)
        return string(output)
      }
    }
    #expect(try json("a,b\n1,\"x\"\"\"\n", .csv) == [#"{"a":"1","b":"x\""}"#])
    #expect(try json("a\tb\n1\t2\n", .tsv) == [#"{"a":"1","b":"2"}"#])
    #expect(try json("{\"a\": 1}\n", .ndjson) == [#"{"a":1}"#])
    #expect(try json("[{\"a\": 1}]", .json) == [#"{"a":1}"#])
    #expect(try json("[{\"section\":\"A\",\"items\":[[\"1\" ,\"x\"]]}]", .sections) == [#"["1","x"]"#])
    #expect(try json("a\tb\n", .lines) == [#""a\tb""#])
  }
}
