#if CommandLine
  import Foundation
  import RecordFormats
  import SampleSupport
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// The small cases restated from other libraries, through files and patches.
  @Suite("Behaviour cases through files and patches")
  struct BehaviourCasesTests {
    private struct File: Decodable {
      let cases: [Case]
    }

    private struct Case: Decodable {
      let id: String
      let kind: String
      let old: [Part]?
      let new: [Part]?
      let expect: Expectation?
      let idScope: String?
      let duplicates: Bool?

      private enum CodingKeys: CodingKey {
        case id, kind, old, new, expect, idScope, duplicates
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        kind = try container.decode(String.self, forKey: .kind)
        guard kind == "diff" else {
          (old, new, expect, idScope, duplicates) = (nil, nil, nil, nil, nil)
          return
        }
        old = try container.decode([Part].self, forKey: .old)
        new = try container.decode([Part].self, forKey: .new)
        expect = try container.decodeIfPresent(Expectation.self, forKey: .expect)
        idScope = try container.decodeIfPresent(String.self, forKey: .idScope)
        duplicates = try container.decodeIfPresent(Bool.self, forKey: .duplicates)
      }
    }

    private struct Part: Decodable {
      let section: String
      let content: String?
      let items: [[String]]
    }

    private struct Expectation: Decodable {
      let identity: [String: Int]?
      let batch: [String: Int]?
    }

    @Test func countsAgree() throws {
      let url = TestData.url(of: "behaviour.json")
      let cases = try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).cases.filter {
        $0.kind == "diff"
      }
      #expect(cases.count > 90)
      for example in cases {
        guard let before = example.old, let after = example.new else { continue }
        var rules = ComparisonRules()
        rules.duplicates = example.duplicates == true ? .allow : .reject
        rules.idScope = example.idScope == "section" ? .section : .global
        let old = SourceText(text(before), name: "old")
        let new = SourceText(text(after), name: "new")
        func compare() throws -> RecordDiff {
          try RecordDiff(
            RecordPair(
              old: try RecordFile(old, format: .sections, rules: rules),
              new: try RecordFile(new, format: .sections, rules: rules)),
            rules: rules, strategy: .adaptive, budget: .standard)
        }
        if [before, after].contains(where: { Set($0.map(\.section)).count < $0.count }) {
          // Two sections with one key are an error under every policy.
          #expect(throws: Failure.self, "\(example.id)") { try compare() }
          continue
        }
        let diff = try compare()
        if let expected = example.expect?.identity { check(diff.counts(.identity), expected, example.id) }
        if let expected = example.expect?.batch { check(diff.counts(.batch), expected, example.id + " batch") }
        for view in ChangeView.allCases {
          let patch = try Patch(
            SourceText(try PatchWriter.patch(diff, view: view, withReceipt: false), name: "patch"))
          let forth = try PatchApplier.output(of: patch, to: old, isReversed: false)
          #expect(forth == new.bytes(in: 0..<new.count), "\(example.id) \(view)")
          let back = try PatchApplier.output(of: patch, to: new, isReversed: true)
          #expect(back == old.bytes(in: 0..<old.count), "\(example.id) \(view)")
        }
      }
    }

    private func text(_ parts: [Part]) -> [UInt8] {
      var writer = SectionsWriter()
      for part in parts {
        writer.beginSection(part.section, content: part.content)
        for item in part.items { writer.append(id: item[0], content: item.count > 1 ? item[1] : "") }
      }
      writer.finish()
      return writer.output
    }

    private func check(_ counts: ChangeCounts, _ expected: [String: Int], _ id: String) {
      let found = [
        "sectionDeletes": counts.sectionDeletes, "sectionInserts": counts.sectionInserts,
        "sectionMoves": counts.sectionMoves, "sectionUpdates": counts.sectionUpdates, "deletes": counts.deletes,
        "inserts": counts.inserts, "moves": counts.moves, "updates": counts.updates,
      ]
      for (name, count) in expected { #expect(found[name] == count, "\(id): \(name)") }
    }
  }
#endif
