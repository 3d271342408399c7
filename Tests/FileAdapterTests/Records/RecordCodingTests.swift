import FileAdapter
import RecordFormats
import StoreInterface
import Testing

@Suite("Records as values")
struct RecordCodingTests {
  enum Colour: String, Codable { case red, green }

  struct Part: Codable, Identifiable, Equatable, Sendable {
    var id: UInt16
    var name: String
    var price: Double
    var isNew: Bool
    var colour: Colour
    var note: String?
    var count: Int?
  }

  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("fields of CSV become what the type requests, and come back")
  func csv() async throws {
    try folder.overwrite(
      "a.csv", "id,name,price,isNew,colour,note,count\n1,007,1.5,true,red,,\n2,\"a,b\",-2e3,0,green,x,4\n")
    let store = FileStore<Part>(path: folder("a.csv"))
    let parts = try await store.fetch(.all).items
    #expect(
      parts == [
        Part(id: 1, name: "007", price: 1.5, isNew: true, colour: .red, note: nil, count: nil),
        Part(id: 2, name: "a,b", price: -2000, isNew: false, colour: .green, note: "x", count: 4),
      ])
    var part = parts[0]
    part.count = 3
    try await store.commit([.update(part)])
    #expect(try folder.text("a.csv").split(separator: "\n")[1] == "1,007,1.5,true,red,,3")
  }

  @Test("fields that do not fit are refused with their place")
  func misfits() async throws {
    for row in ["x,n,1,true,red,,", "70000,n,1,true,red,,", "1,n,,true,red,,", "1,n,1,yes,red,,", "1,n,1,true,blue,,"] {
      try folder.overwrite("a.csv", "id,name,price,isNew,colour,note,count\n\(row)\n")
      let error = await #expect(throws: StoreError.self) {
        try await FileStore<Part>(path: folder("a.csv")).fetch(.all)
      }
      #expect(error?.kind == .malformed, "\(row)")
      #expect(error?.location == folder("a.csv") + ":2:1", "\(row)")
    }
  }

  @Test("raw records: keys by JSON, composite, dotted, or the whole record")
  func raw() async throws {
    try folder.overwrite(
      "a.ndjson",
      "{\"u\":{\"id\":1},\"k\":\"a\"}\n{\"u\":{\"id\":1.0},\"k\":\"a\"}\n{\"k\":\"a\",\"u\":{\"id\":\"1\"}}\n")
    let store = FileStore(path: folder("a.ndjson"), id: ["u.id", "k"])
    let records = try await store.fetch(.all).items
    #expect(records.map(\.id.json) == ["[1,\"a\"]", "[1.0,\"a\"]", "[\"1\",\"a\"]"])
    #expect(records[0].text(at: "k") == "a")
    #expect(records[1].json(at: "u.id") == "1.0")
    #expect(records[1].json(at: "none") == nil)
    try folder.overwrite("b.ndjson", "{\"a\":1}\n{\"a\":2}\n{\"a\":1}\n")
    let lines = try await FileStore(path: folder("b.ndjson"), id: []).fetch(.all).items
    #expect(lines.map(\.id.json) == ["{\"a\":1}", "{\"a\":2}", "[{\"a\":1},1]"])
  }

  @Test("a key that occurs twice is refused with both places")
  func twice() async throws {
    try folder.overwrite("a.ndjson", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":2}\n")
    let error = await #expect(throws: StoreError.self) {
      try await FileStore(path: folder("a.ndjson"), id: ["id"]).fetch(.all)
    }
    #expect(error?.message == "the key 2 occurs twice, first on line 2")
    #expect(error?.location == folder("a.ndjson") + ":4:1")
  }

  @Test("raw records are equal whatever the order of their fields, and differ by a digit")
  func equality() throws {
    func record(_ json: String) throws -> FileRecord { try FileRecord(json: json, id: ["id"]) }
    #expect(try record(#"{"id":1,"a":{"b":2,"c":3}}"#) == record(#"{ "a":{"c":3,"b":2}, "id":1}"#))
    #expect(try record(#"{"id":1,"a":1}"#) != record(#"{"id":1,"a":1.0}"#))
    #expect(throws: StoreError.self) { try record("{\"a\":1}") }
    #expect(throws: StoreError.self) { try record("{\"id\":[1]}") }
    #expect(throws: StoreError.self) { try record("{\"id\":1},{\"id\":2}") }
    #expect(throws: StoreError.self) { try record("") }
  }

  @Test("requests choose, order and limit")
  func requests() async throws {
    try folder.overwrite("a.csv", "id,version\n3,0\n1,1\n2,0\n4,1\n")
    let store = FileStore<Entry>(path: folder("a.csv"))
    let request = RecordRequest<Entry>(where: { $0.id != 3 }, sortedBy: [.descending(\.version)], limit: 2)
    #expect(try await store.fetch(request).items == [Entry(1, 1), Entry(4, 1)])
  }

  @Test("lines are raw records, too: each its own identity")
  func lines() async throws {
    try folder.overwrite("a.txt", "one\ntwo\none")
    let store = FileStore(path: folder("a.txt"), id: [])
    let lines = try await store.fetch(.all).items
    #expect(lines.map(\.json) == ["\"one\"", "\"two\"", "\"one\""])
    try await store.commit([.delete(lines[1].id)])
    #expect(try folder.text("a.txt") == "one\none\n")
  }

  @Test("formats that are no records are refused")
  func otherFormats() async throws {
    try folder.overwrite("a.txt", "x\n")
    await #expect(throws: StoreError.self) { try await FileStore<Entry>(path: folder("a.txt")).fetch(.all) }
    await #expect(throws: StoreError.self) {
      try await FileStore(path: folder("a.txt"), id: [], format: .sections).fetch(.all)
    }
  }

  @Test("a file read as a whole: sections and headers, failures with their place; nothing is written")
  func readOnly() async throws {
    let text = #"[{"section":"a","items":[["1","x"]]},{"section":"b","items":[]}]"#
    try folder.overwrite("a.json", text)
    let coding = RecordCoding<Entry>.readOnly { document in
      guard document.count < 2 else { throw StoreError(.malformed, "too many", at: "a.json:1") }
      return .sections([
        StoreSection("one", items: (0..<document.count).map { Entry($0) }), StoreSection("two", items: []),
      ])
    }
    let store = FileStore(path: folder("a.json"), format: .sections, coding: coding) { $0 == $1 }
    #expect(try await store.fetch(.all).sections?.map(\.items) == [[Entry(0)], []])
    let refused = await #expect(throws: StoreError.self) { try await store.commit([.insert(Entry(9))]) }
    #expect(refused?.kind == .refused)
    #expect(try folder.text("a.json") == text)
    try folder.overwrite("a.json", #"[{"section":"a","items":[["1","x"],["2","y"]]}]"#)
    let failure = await #expect(throws: StoreError.self) { try await store.fetch(.all) }
    #expect(failure == StoreError(.malformed, "too many", at: "a.json:1"))
  }
}
