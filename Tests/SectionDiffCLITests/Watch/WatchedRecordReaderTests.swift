#if CommandLine
  import LiveResults
  import RecordFormats
  import SectionDiff
  import StoreInterface
  import Testing

  @testable import SectionDiffCLI

  /// What `watch` shows of a source is what `diff` makes of it.
  @Suite("Records of a watched source")
  struct WatchedRecordReaderTests {
    @Test("sections, order, duplicates and counts are those of diff", arguments: RecordFormat.allCases)
    func likeDiff(format: RecordFormat) async throws {
      var random = RandomFiles(seed: 5, format: format)
      var compared = 0
      var refused = 0
      for _ in 0..<300 {
        let pair = random.pair()
        // There diff counts the records that it drops, too, when it looks where a section appears first.
        if pair.rules.duplicates == .keepLast, pair.rules.sectionOrder == .appearance { continue }
        let form = WatchedForm(format: format, rules: pair.rules)
        var reader = WatchedRecordReader(form: form)
        let diff: RecordDiff
        do throws(Failure) {
          let files = RecordPair(
            old: try RecordFile(SourceText(pair.old, name: "f"), format: format, rules: pair.rules),
            new: try RecordFile(SourceText(pair.new, name: "f"), format: format, rules: pair.rules))
          try files.checkSelection()
          diff = try RecordDiff(files, rules: pair.rules, strategy: .lis, budget: .standard)
        } catch {
          // What diff does not take, one of the readings does not take.
          #expect(throws: Failure.self) {
            _ = try reader.contents(of: SourceText(pair.old, name: "f"))
            _ = try reader.contents(of: SourceText(pair.new, name: "f"))
          }
          refused += 1
          continue
        }
        let contents: [StoreContents<WatchedRecord>]
        do throws(Failure) {
          contents = [
            try reader.contents(of: SourceText(pair.old, name: "f")),
            try reader.contents(of: SourceText(pair.new, name: "f")),
          ]
        } catch {
          // A column of the rules that only the new file has.
          refused += 1
          continue
        }
        let update = try await Self.update(contents, form)
        #expect(Self.shown(update.before) == Self.shown(diff.old, diff.pair.old))
        #expect(Self.shown(update.after) == Self.shown(diff.new, diff.pair.new))
        // Which copy is which may be decided otherwise.
        if pair.rules.duplicates != .allow { #expect(update.counts == diff.counts(.identity)) }
        compared += 1
      }
      #expect(compared > 200, "\(refused) refused")
    }

    /// The results of two readings, and what lies between them.
    private static func update(
      _ contents: [StoreContents<WatchedRecord>], _ form: WatchedForm
    ) async throws -> (before: WatchedForm.Results, after: WatchedForm.Results, counts: ChangeCounts) {
      let results = await contents.asyncMap { contents in
        let controller = form.controller(over: AnyDataStore(Fixed(contents: contents)))
        await controller.load()
        return controller.snapshot
      }
      let controller = ResultsController(
        store: AnyDataStore<WatchedRecord, WatchRequest>(Fixed(contents: contents[1])), request: WatchRequest(),
        arrangement: form.arrangement, first: results[0])
      var reader = controller.reader()
      _ = reader.next()
      await controller.load()
      let counts = reader.next()?.changeset.counts ?? ChangeCounts()
      return (results[0], controller.snapshot, counts)
    }

    private struct Fixed: DataStore {
      typealias Item = WatchedRecord
      typealias Request = WatchRequest
      let contents: StoreContents<WatchedRecord>
      func events(for request: WatchRequest) -> StoreEvents<WatchedRecord> { StoreEvents(just: .replace(contents)) }
    }

    private static func shown(_ snapshot: WatchedForm.Results) -> [String] {
      snapshot.sections.flatMap { section in
        ["\(section.key) \(section.header.json.map { String(decoding: $0, as: UTF8.self) } ?? "")"]
          + section.items.map { String(decoding: $0.json, as: UTF8.self) }
      }
    }

    private static func shown(_ snapshot: RecordSnapshot, _ file: RecordFile) -> [String] {
      snapshot.sections.flatMap { section in
        ["\(section.key) \(section.header.json.map { String(decoding: $0, as: UTF8.self) } ?? "")"]
          + section.items.map { row in
            var output: [UInt8] = []
            file.appendJSON(of: row.number, to: &output)
            return String(decoding: output, as: UTF8.self)
          }
      }
    }

    @Test("a record that is as it was is the same object; none holds the source that it came from")
    func sharing() throws {
      let form = WatchedForm(format: .ndjson, rules: Self.rules(id: ["id"]))
      var reader = WatchedRecordReader(form: form)
      let one = try reader.contents(of: SourceText("{\"id\":1,\"a\":1}\n{\"id\":2}\n", name: "f")).items
      let two = try reader.contents(of: SourceText("{\"id\":2}\n{\"id\":1,\"a\":2}\n", name: "f")).items
      #expect(one[1].isSameObject(as: two[0]))
      #expect(!one[0].isSameObject(as: two[1]) && one[0].id == two[1].id)
    }

    @Test("an identity that occurs twice is reported with its places")
    func repeated() throws {
      var reader = WatchedRecordReader(form: WatchedForm(format: .csv, rules: Self.rules(id: ["id"])))
      #expect {
        _ = try reader.contents(of: SourceText("id\n1\n2\n1\n2\n1\n", name: "f"))
      } throws: { error in
        "\(error)" == """
          f:4: the identity "1" occurs more than once: at f:2, f:4, f:6 (and 1 more such identities); make identities \
          unique or choose --duplicates allow, first or last
          """
      }
    }

    @Test("a column may be named by its number, and keeps its name where it stands elsewhere later")
    func numbers() throws {
      var rules = Self.rules(id: ["1"])
      rules.selection = FieldSelection(ignore: ["3"], only: [])
      var reader = WatchedRecordReader(form: WatchedForm(format: .csv, rules: rules))
      let before = try #require(try reader.contents(of: SourceText("id,v,w\n1,a,x\n", name: "f")).items.first)
      let same = try #require(try reader.contents(of: SourceText("w,id,v\ny,1,a\n", name: "f")).items.first)
      let other = try #require(try reader.contents(of: SourceText("id,v,w\n1,b,x\n", name: "f")).items.first)
      #expect(before.id == same.id && before.hasEqualContent(same) && !before.hasEqualContent(other))
      #expect(other.form.rules.id == ["id"] && other.form.rules.selection.ignore == ["w"])
    }

    @Test("many equal lines take no longer than many others")
    func manyEqual() throws {
      var rules = ComparisonRules()
      rules.duplicates = .allow
      var reader = WatchedRecordReader(form: WatchedForm(format: .lines, rules: rules))
      let text = String(repeating: "same\n", count: 20_000)
      let items = try reader.contents(of: SourceText(text, name: "f")).items
      #expect(items.count == 20_000 && Set(items.map(\.id)).count == 20_000)
    }

    private static func rules(id: [String]) -> ComparisonRules {
      var rules = ComparisonRules()
      rules.id = id
      rules.duplicates = .reject
      return rules
    }
  }

  extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
      var results: [Result] = []
      for element in self { results.append(await transform(element)) }
      return results
    }
  }
#endif
