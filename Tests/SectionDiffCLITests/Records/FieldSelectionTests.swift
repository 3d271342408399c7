#if CommandLine
  import RecordFormats
  import Testing

  @testable import SectionDiffCLI

  /// Which fields count, and what that means for nested ones.
  @Suite struct FieldSelectionTests {
    private func names(_ json: String, ignore: [String] = [], only: [String] = []) throws -> [String] {
      let document = try JSONDocument(SourceText(json, name: "record"))
      return document.source.selectedMembers(of: document.root, FieldSelection(ignore: ignore, only: only))
        .map { String(decoding: $0.name, as: UTF8.self) }
    }

    private let record = #"{"id":1,"user":{"name":"Ada","seen":{"at":1,"by":2}},"a.b":3}"#

    @Test func membersStandForThemselvesUnlessAPathGoesIntoThem() throws {
      #expect(try names(record) == ["id", "user", "a.b"])
      #expect(try names(record, ignore: ["id"]) == ["user", "a.b"])
      #expect(try names(record, ignore: ["user.seen"]) == ["id", "user.name", "a.b"])
      #expect(try names(record, ignore: ["user.seen.at"]) == ["id", "user.name", "user.seen.by", "a.b"])
      #expect(try names(record, only: ["user.seen"]) == ["user.seen"])
      #expect(try names(record, only: ["user"]) == ["user"])
      #expect(try names(record, only: ["a.b"]) == ["a.b"])
      #expect(try names(record, ignore: ["user.name"], only: ["user"]) == ["user.seen"])
      #expect(try names(record, ignore: ["user"], only: ["user.name"]) == [])
    }

    @Test func aPlainValueCountsWhereItsMembersAreNotAloneMeant() throws {
      #expect(try names(#"{"user":7}"#, ignore: ["user.name"]) == ["user"])
      #expect(try names(#"{"user":7}"#, only: ["user.name"]) == [])
    }

    /// A patch may name as many; looking through all of them for each took seconds.
    @Test func tensOfThousandsOfPathsAreNoWork() {
      let paths = (0..<50_000).map { "a\($0).b.c" }
      let selection = FieldSelection(ignore: paths, only: [])
      for number in stride(from: 0, to: 50_000, by: 1) {
        let member = Array("a\(number).b".utf8)
        guard case .members = selection.part(of: member) else { Issue.record("a\(number)"); return }
        #expect(selection.container(of: Array("a\(number).b.d".utf8)) == member)
      }
    }

    @Test func columnsAreNotPaths() {
      let selection = FieldSelection(ignore: ["a.b"], only: [])
      #expect(!selection.includes(column: Array("a.b".utf8)))
      #expect(selection.includes(column: Array("a".utf8)))
    }

    @Test(arguments: [
      (#"{"a.b":1}"#, ["a.c"]), (#"{"a":{"b.d":1}}"#, ["a.b.c"]), (#"{"a.b":{"c":1}}"#, ["a.b.c"]),
    ])
    func aNameThatReadsLikeAPathIsRefused(_ json: String, _ ignore: [String]) {
      var rules = ComparisonRules()
      rules.selection = FieldSelection(ignore: ignore, only: [])
      let failure = #expect(throws: Failure.self) {
        try RecordFile(SourceText(json + "\n", name: "a.ndjson"), format: .ndjson, rules: rules)
      }
      #expect(failure?.description.contains("say which by a JSON Pointer") == true)
    }
  }
#endif
