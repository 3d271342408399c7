import Foundation
import SampleSupport
import Testing

/// A case of `behaviour.json` about live results: facts restated from the tests and bug reports of other libraries.
struct BehaviourCase: Decodable, Sendable, CustomTestStringConvertible {
  /// Any value; an operation is an array that begins with its name.
  indirect enum Value: Decodable, Hashable, Sendable {
    case null
    case number(Int)
    case text(String)
    case flag(Bool)
    case list([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    /// A name or a number as text; `nil` for anything else.
    var text: String? {
      switch self {
      case .text(let text): text
      case .number(let number): String(number)
      default: nil
      }
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var list: [Value]? { if case .list(let list) = self { list } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    subscript(key: String) -> Value? { if case .object(let members) = self { members[key] } else { nil } }
  }

  struct Section: Decodable, Sendable {
    let section: String
    let items: [[String]]
  }

  let id: String
  let kind: String
  let name: String
  let initial: [Section]?
  let ops: [Value]?
  let sectionBy: String?
  let sectionOrder: String?
  let sort: String?
  let throttle: Int?
  let known: [String]?
  let window: [Int]?
  let items: [[Value]]?
  let values: [Int]?
  let data: [Section]?
  let expect: Value

  private enum CodingKeys: CodingKey {
    case id, kind, name, initial, ops, sectionBy, sectionOrder, sort, throttle, known, window, items, values, data,
      expect
    case old, new
  }

  /// The two sides of a case of kind `replaceAll`: identity and content.
  let old: [[String]]?
  let new: [[String]]?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func optional<T: Decodable>(_ type: T.Type, _ key: CodingKeys) throws -> T? {
      try container.decodeIfPresent(type, forKey: key)
    }
    id = try container.decode(String.self, forKey: .id)
    kind = try container.decode(String.self, forKey: .kind)
    name = try container.decode(String.self, forKey: .name)
    initial = try optional([Section].self, .initial)
    ops = try optional([Value].self, .ops)
    sectionBy = try optional(String.self, .sectionBy)
    sectionOrder = try optional(String.self, .sectionOrder)
    sort = try optional(String.self, .sort)
    throttle = try optional(Int.self, .throttle)
    known = try optional([String].self, .known)
    window = try optional([Int].self, .window)
    items = try optional([[Value]].self, .items)
    values = try optional([Int].self, .values)
    data = try optional([Section].self, .data)
    expect = try container.decode(Value.self, forKey: .expect)
    old = kind == "replaceAll" ? try optional([[String]].self, .old) : nil
    new = kind == "replaceAll" ? try optional([[String]].self, .new) : nil
  }

  var testDescription: String { "\(id) \(name)" }
}

/// The cases in `Tests/Data/behaviour.json`.
enum BehaviourCases {
  static let kinds: Set<String> = ["coalesce", "ops", "window", "filter", "group", "query", "replaceAll", "property"]

  private struct File: Decodable {
    /// A case of any kind: only those about live results are read further.
    struct Entry: Decodable {
      let live: BehaviourCase?

      private enum CodingKeys: CodingKey { case id, kind }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let isOurs =
          try kinds.contains(container.decode(String.self, forKey: .kind))
          || container.decode(String.self, forKey: .id) == "rrc-13"
        live = isOurs ? try BehaviourCase(from: decoder) : nil
      }
    }
    let cases: [Entry]
  }

  /// The cases about live results; an error says why there are none.
  static let all: Result<[BehaviourCase], any Error> = Result {
    try JSONDecoder().decode(File.self, from: Data(contentsOf: TestData.url(of: "behaviour.json"))).cases.compactMap(
      \.live)
  }

  /// The cases of one kind; none where the file cannot be read.
  static func cases(kind: String) -> [BehaviourCase] {
    ((try? all.get()) ?? []).filter { $0.kind == kind }
  }

  /// The case with a name.
  static func behaviour(_ id: String) throws -> BehaviourCase {
    try #require(try all.get().first { $0.id == id }, "there is no case \(id)")
  }
}
