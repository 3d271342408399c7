import RecordFormats
import Testing

@Suite struct SectionsDocumentTests {
  @Test func sectionsAndItemsAreFound() throws {
    let text = """
      [ {"section":"A","content":"he\\u0061d","items":[["1","one"],["2",""]]},
        {"items":[],"section":"B"}, {"section":"","items":[["3","x"]]} ]
      """
    let document = try SectionsDocument(SourceText(text, name: "in"))
    let source = document.source
    #expect(document.list.map { source.string(of: $0.key) } == ["A", "B", ""])
    #expect(document.list.map { $0.content.map { source.string(of: $0) } } == ["head", nil, nil])
    #expect(document.list.map(\.items) == [0..<2, 2..<2, 2..<3])
    #expect(document.count == 3)
    #expect((0..<3).map { source.string(of: document.item($0).id) } == ["1", "2", "3"])
    #expect((0..<3).map { source.string(of: document.item($0).content) } == ["one", "", "x"])
    #expect(source.string(in: document.range(of: 1)) == "[\"2\",\"\"]")
    #expect(document.item(9).id.range.isEmpty)
    #expect(
      string(try RecordDocument(source, format: .sections).canonical())
        == "[{\"section\":\"A\",\"content\":\"head\",\"items\":[[\"1\",\"one\"],[\"2\",\"\"]]},"
        + "{\"section\":\"B\",\"items\":[]},{\"section\":\"\",\"items\":[[\"3\",\"x\"]]}]\n")
  }

  @Test func noSectionsAreAnEmptyArray() throws {
    #expect(try SectionsDocument(SourceText(" [ ] ", name: "in")).list.isEmpty)
    var writer = SectionsWriter()
    writer.finish()
    #expect(string(writer.output) == "[]\n")
  }

  @Test(arguments: [
    ("", "in:1:1: empty file; write an array of sections, at least []"),
    ("{}", "in:1:1: expected an array of sections, found an object; see the form of the sections format"),
    ("[1]", "in:1:2: expected a section, an object, found a number; see the form of the sections format"),
    ("[{}]", "in:1:2: a section without \"section\"; add the member"),
    ("[{\"section\":\"A\"}]", "in:1:2: a section without \"items\"; add the member"),
    ("[{\"items\":[]}]", "in:1:2: a section without \"section\"; add the member"),
    (
      "[{\"section\":1,\"items\":[]}]",
      "in:1:13: expected a string as the section's key, found a number; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"content\":null,\"items\":[]}]",
      "in:1:27: expected a string as the section's content, found null; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"items\":{}}]",
      "in:1:25: expected an array of items, found an object; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"items\":[\"x\"]}]",
      "in:1:26: expected an item, a pair of strings [\"id\",\"content\"], found a string; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"items\":[[]]}]",
      "in:1:27: expected a string as the item's id, found ']'; check the comma or the bracket before it"
    ),
    (
      "[{\"section\":\"A\",\"items\":[[1,\"x\"]]}]",
      "in:1:27: expected a string as the item's id, found a number; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"items\":[[\"1\"]]}]",
      "in:1:30: an item with one string only; write [\"id\",\"content\"]"
    ),
    (
      "[{\"section\":\"A\",\"items\":[[\"1\",\"x\",\"y\"]]}]",
      "in:1:34: an item with more than two strings; write [\"id\",\"content\"]"
    ),
    (
      "[{\"section\":\"A\",\"items\":[[\"1\",true]]}]",
      "in:1:31: expected a string as the item's content, found a boolean; see the form of the sections format"
    ),
    (
      "[{\"section\":\"A\",\"section\":\"B\",\"items\":[]}]",
      "in:1:17: the name \"section\" occurs twice in one object; remove one of the two members"
    ),
    (
      "[{\"section\":\"A\",\"items\":[],\"more\":1}]",
      "in:1:28: a section has no member \"more\"; only \"section\", \"content\" and \"items\" are known"
    ),
    (
      "[{\"section\":\"A\",\"items\":[]},]",
      "in:1:29: expected a section, an object, found ']'; check the comma or the bracket before it"
    ),
    ("[] x", "in:1:4: 'x' after the end of the array; remove it"),
    (
      "[{\"section\":\"A\",\"items\":[[\"1\",\"x",
      "in:1:31: unterminated string; add the closing \" (it was opened here)"
    ),
  ])
  func errorsSayWhereAndWhatToDo(_ text: String, _ expected: String) {
    #expect(failure(text, .sections)?.description == expected)
  }
}
