import Foundation
import SampleSupport
import SectionDiff
import Testing

/// A case of `behaviour.json`: facts restated from the tests and bug reports of other libraries.
struct BehaviourCase: Decodable, Sendable, CustomTestStringConvertible {
  typealias State = Snapshot<String, Record, String>

  /// A row: identity and content.
  struct Record: Hashable, Codable, Sendable, Identifiable {
    let id: String
    let content: String

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      id = try container.decode(String.self)
      content = try container.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(id)
      try container.encode(content)
    }
  }

  struct Section: Decodable, Sendable {
    let section: String
    let content: String?
    let items: [Record]
  }

  struct Counts: Decodable, Sendable {
    let sectionDeletes: Int
    let sectionInserts: Int
    let sectionMoves: Int
    /// Not in the batch view: header updates are no operation of a list view.
    let sectionUpdates: Int?
    let deletes: Int
    let inserts: Int
    let moves: Int
    let updates: Int

    func changeCounts(sectionUpdates given: Int) -> ChangeCounts {
      ChangeCounts(
        sectionDeletes: sectionDeletes, sectionInserts: sectionInserts, sectionMoves: sectionMoves,
        sectionUpdates: sectionUpdates ?? given, deletes: deletes, inserts: inserts, moves: moves,
        updates: updates)
    }
  }

  struct Expectation: Decodable, Sendable {
    let identity: Counts?
    let batch: Counts?
    let error: String?
    let section: String?
  }

  /// What the source asserts, as far as it can be held against any right answer.
  struct SourceExpectation: Decodable, Sendable {
    /// Inserts less deletes.
    let netCount: Int?
    let changes: Int?
  }

  let id: String
  let kind: String
  let name: String
  let old: [Section]?
  let new: [Section]?
  let expect: Expectation?
  let sourceExpect: SourceExpectation?
  let duplicates: Bool?
  let idScope: String?

  var testDescription: String { "\(id) \(name)" }

  var scope: IdentityScope { idScope == "section" ? .section : .global }

  /// Whether two sections of one side have one key, which is an error here, whatever the source does.
  var hasDuplicateSections: Bool {
    [old, new].contains { side in
      let keys = (side ?? []).map(\.section)
      return Set(keys).count != keys.count
    }
  }

  static func snapshot(_ sections: [Section]?) -> State {
    State(
      sections: (sections ?? []).map {
        SnapshotSection($0.section, header: $0.content ?? "", items: $0.items)
      })
  }
}

/// The cases in `Tests/Data/behaviour.json`.
enum BehaviourCases {
  private struct File: Decodable {
    /// A case of any kind: only those about diffs are read further.
    struct Entry: Decodable {
      let diffCase: BehaviourCase?

      private enum CodingKeys: CodingKey { case kind }

      init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
        diffCase = ["diff", "error"].contains(kind) ? try BehaviourCase(from: decoder) : nil
      }
    }
    let cases: [Entry]
  }

  /// The cases of kind `diff` and `error`; an error says why there are none.
  static let all: Result<[BehaviourCase], any Error> = Result {
    let data = try Data(contentsOf: TestData.url(of: "behaviour.json"))
    return try JSONDecoder().decode(File.self, from: data).cases.compactMap(\.diffCase)
  }

  /// The cases of one kind; none where the file cannot be read.
  static func cases(kind: String) -> [BehaviourCase] {
    ((try? all.get()) ?? []).filter { $0.kind == kind }
  }
}
