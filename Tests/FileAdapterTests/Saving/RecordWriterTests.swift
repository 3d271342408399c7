import FileAdapter
import Foundation
import StoreInterface
import Testing

/// What is not changed keeps its bytes.
@Suite("The form of a file is kept")
struct RecordWriterTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func written(_ name: String, _ text: String, _ batch: StoreBatch<Entry>) async throws -> String {
    try folder.overwrite(name, text)
    try await FileStore<Entry>(path: folder(name), options: .creating).commit(batch)
    return try folder.text(name)
  }

  private func writtenRaw(_ name: String, _ text: String, _ json: [String], delete: [String] = []) async throws
    -> String
  {
    try folder.overwrite(name, text)
    let store = FileStore(path: folder(name), id: ["id"], options: .creating)
    var batch = StoreBatch<FileRecord>()
    for record in json { batch.insert(try FileRecord(json: record, id: ["id"])) }
    let items = try await store.fetch(.all).items
    for key in delete { batch.delete(try #require(items.first { $0.id.json == key }?.id)) }
    try await store.commit(batch)
    return try folder.text(name)
  }

  @Test("a line is a string of the record's own coding")
  func lines() async throws {
    struct Word: Identifiable, Equatable, Codable, Sendable {
      var id: String
      init(_ id: String) { self.id = id }
      init(from decoder: any Decoder) throws { id = try decoder.singleValueContainer().decode(String.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
      }
    }
    try folder.overwrite("a.txt", "one\n{\"two\": 2}\n")
    let store = FileStore<Word>(path: folder("a.txt"))
    #expect(try await store.fetch(.all).items == [Word("one"), Word("{\"two\": 2}")])
    try await store.commit([.insert(Word("\"three\"")), .delete("one")])
    #expect(try folder.text("a.txt") == "{\"two\": 2}\n\"three\"\n")
  }

  @Test("JSON: indentation, order of fields, digits, white space, fields that the type does not know")
  func json() async throws {
    let text = """
      [
          {
              "version": 0,
              "id": 1,
              "size": 1.50e+3
          },
          { "id" : 2,   "version":0, "x": [ ] }
      ]

      """
    let result = try await written("a.json", text, [.update(Entry(1, 7)), .insert(Entry(3))])
    #expect(
      result == """
        [
            {
                "version": 7,
                "id": 1,
                "size": 1.50e+3
            },
            { "id" : 2,   "version":0, "x": [ ] },
            {
                "id": 3,
                "version": 0
            }
        ]

        """)
  }

  @Test("JSON on one line, an empty array, no file")
  func smallJSON() async throws {
    #expect(
      try await written("a.json", #"[{"id":1,"version":0},{"id":2,"version":0}]"#, [.delete(1), .insert(Entry(3))])
        == #"[{"id":2,"version":0},{"id":3,"version":0}]"#)
    #expect(try await written("b.json", "[ ]", [.insert(Entry(3))]) == "[\n{\"id\":3,\"version\":0}\n]\n")
    #expect(try await written("c.json", #"[{"id":1,"version":0}]"#, [.delete(1)]) == "[]\n")
    try await FileStore<Entry>(path: folder("d.json"), options: .creating).commit([.insert(Entry(1))])
    #expect(try folder.text("d.json") == "[\n{\"id\":1,\"version\":0}\n]\n")
  }

  @Test("NDJSON: lines as they are, line ends, mark, a last line without an end")
  func ndjson() async throws {
    let text = "\u{FEFF}{\"id\": 1, \"version\": 0, \"n\": 10000000000000000000001}\r\n{\"id\":2,\"version\":0}"
    #expect(
      try await written("a.ndjson", text, [.insert(Entry(3)), .update(Entry(2, 1))])
        == "\u{FEFF}{\"id\": 1, \"version\": 0, \"n\": 10000000000000000000001}\r\n{\"id\":2,\"version\":1}\r\n"
        + "{\"id\":3,\"version\":0}\r\n")
    #expect(try await written("b.ndjson", "", [.insert(Entry(3))]) == "{\"id\":3,\"version\":0}\n")
  }

  @Test("CSV: quotes, line ends, columns that the type does not know, new columns, order of columns")
  func csv() async throws {
    #expect(
      try await written(
        "a.csv", "\"version\",id,note\r\n0,1,\"a,\"\"b\"\r\n0,\"2\",c\r\n", [.update(Entry(1, 7)), .insert(Entry(3))])
        == "\"version\",id,note\r\n7,1,\"a,\"\"b\"\r\n0,\"2\",c\r\n0,3,\r\n")
    #expect(
      try await writtenRaw("b.csv", "id,a\n1,x\n\"2\",y\n", [#"{"id":"3","a":"z","b":"new, here"}"#])
        == "id,a,b\n1,x,\n2,y,\n3,z,\"new, here\"\n")
    #expect(try await written("c.csv", "id,version\n1,0\n", [.delete(1)]) == "id,version\n")
  }

  @Test("raw records keep every digit and every field")
  func raw() async throws {
    #expect(
      try await writtenRaw(
        "a.ndjson", "{\"id\":1,\"x\":1.10}\n{\"id\":2}\n", [#"{"id":3,"x":0.1000000000000000055,"y":{"z":[1e2]}}"#],
        delete: ["2"])
        == "{\"id\":1,\"x\":1.10}\n{\"id\":3,\"x\":0.1000000000000000055,\"y\":{\"z\":[1e2]}}\n")
  }

  @Test("what a format cannot hold is refused, and the file stays")
  func refused() async throws {
    for (name, text, record) in [
      ("a.csv", "id,a\n1,x\n", #"{"id":"2","a":[1]}"#), ("b.tsv", "id\ta\n1\tx\n", #"{"id":"2","a":"x\ty"}"#),
    ] {
      let error = await #expect(throws: StoreError.self) { _ = try await writtenRaw(name, text, [record]) }
      #expect(error?.kind == .refused)
      #expect(try folder.text(name) == text)
    }
  }

  @Test("a record that would be read with another key is refused")
  func otherKeys() async throws {
    for (name, text, json, fields) in [
      ("a.csv", "id,a\n1,x\n", #"{"id":1,"a":"y"}"#, ["id"]), ("b.csv", "id,a\n1,x\n", #"{"id":"2","a":"1"}"#, ["a"]),
      ("c.ndjson", "{\"id\":1,\"a\":2}\n", #"{"id":3,"a":1}"#, ["a"]),
    ] {
      try folder.overwrite(name, text)
      let store = FileStore(path: folder(name), id: ["id"])
      let record = try FileRecord(json: json, id: fields)
      let error = await #expect(throws: StoreError.self, "\(name)") { try await store.commit([.insert(record)]) }
      #expect(error?.kind == .refused, "\(name)")
      #expect(try folder.text(name) == text)
    }
  }

  @Test("where the whole record is the key, records are taken as they will be read")
  func wholeKeys() async throws {
    try folder.overwrite("a.csv", "a\nx\n")
    let store = FileStore(
      path: folder("a.csv"), format: nil, coding: .raw(id: []), files: SystemFiles(), watcher: NoWatcher("test")
    ) { $0 == $1 }
    try await store.commit([.insert(try FileRecord(json: #"{"a":1}"#, id: []))])
    let here = try await store.fetch(.all).items
    let there = try await FileStore(path: folder("a.csv"), id: []).fetch(.all).items
    #expect(here.map(\.id.json) == [#"{"a":"x"}"#, #"{"a":"1"}"#])
    #expect(here == there)
  }

  @Test("mode and symbolic link are kept")
  func modeAndLink() async throws {
    try folder.overwrite("real.json", "[{\"id\":1,\"version\":0}]")
    chmod(folder("real.json"), 0o640)
    try FileManager.default.createSymbolicLink(atPath: folder("a.json"), withDestinationPath: "real.json")
    try await FileStore<Entry>(path: folder("a.json")).commit([.insert(Entry(2))])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("a.json")) == "real.json")
    #expect(try folder.text("real.json").contains("\"id\":2"))
    #expect(try SystemFiles().status(of: folder("real.json"), followingLinks: false).permissions == 0o640)
    #expect(try folder.names == ["a.json", "real.json"])
  }
}
