import DiffWorkloads
import Foundation
import SectionDiff
import Testing

@testable import BenchmarkHarness

/// The forms of the protocol, as their schemas in docs/schemas describe them.
@Suite("Schemas of the protocol")
struct SchemaTests {
  private func schema(_ name: String) throws -> JSONSchema {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    return try JSONSchema(Data(contentsOf: root.appending(path: "docs/schemas/\(name).json")))
  }

  private func value(_ json: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(json.utf8)) }

  @Test("the list of a suite is as its schema describes")
  func listing() throws {
    let schema = try schema("section-diff-suite-1")
    let listing = SuiteListing([
      Benchmark("a", "why", size: 100) { size, _ in BenchmarkInput(items: size, []) },
      Benchmark("b", size: 10, largestSize: 20, isDefault: false) { size, _ in BenchmarkInput(items: size, []) },
    ])
    #expect(schema.problem(in: try JSONSerialization.jsonObject(with: Data(listing.json()))) == nil)
    #expect(
      schema.problem(in: try value("{\"format\":\"section-diff-suite/2\",\"workloads\":[]}"))
        == "format is not section-diff-suite/1")
    #expect(
      schema.problem(
        in: try value("{\"format\":\"section-diff-suite/1\",\"workloads\":[{\"name\":\"x\",\"sizes\":[]}]}"))
        == "workloads[0] has no elements")
  }

  @Test("a run is as its schema describes: diffs, floors, what is no diff, wrong answers")
  func run() throws {
    let schema = try schema("section-diff-benchmark-1")
    let pair = try #require(Catalogue.workload("few-moves")).pair(size: 50)
    var input = BenchmarkInput.diffs(
      from: pair.old.snapshot(of: IntElement.self, from: ()), to: pair.new.snapshot(of: IntElement.self, from: ()))
    input.contenders += [
      Contender("counted", verify: {}, counts: { ["tokens": 3] }) { 1 },
      Contender("wrong", verify: { throw VerificationFailure("wrong", "it is wrong") }) { 1 },
    ]
    let contenders = input.floors + input.contenders
    let clock = ManualClock()
    let table = try Harness(plan: SamplingPlan(maximumRounds: 2), clock: clock, meter: nil)
      .measureRight([clock.contender("clock", taking: 1)] + contenders, against: ["clock"], noiseOf: "counted")
    let run = MadeRecord.record([50: table.rows])
    let object = try JSONSerialization.jsonObject(with: Data(run.json()))
    #expect(schema.problem(in: object) == nil)
    #expect(try BenchmarkRun(json: run.json()).json() == run.json())
  }

  @Test("what a history keeps is as its schema describes")
  func history() throws {
    let schema = try schema("section-diff-history-1")
    let run = MadeRecord.record([5: [MadeRecord.floor("scan", times: [10]), MadeRecord.row("lis")]])
    let blessing = try HistoryReportTests.blessing()
    for entry in [
      HistoryEntry(commit: "c0ffee", record: try HistoryRecord([run]), blessings: [blessing]),
      HistoryEntry(commit: "c0ffee"),
    ] {
      #expect(schema.problem(in: try JSONSerialization.jsonObject(with: Data(entry.json()))) == nil)
    }
    let least =
      "{\"format\":\"section-diff-history/1\",\"commit\":\"c\",\"record\":{\"environment\":{},\"measured\":[]},\"blessings\":[]}"
    #expect(schema.problem(in: try value(least)) == nil)
    #expect(try HistoryEntry(json: Array(least.utf8)).record?.environment.host == RunEnvironment.unknown)
    #expect(
      schema.problem(in: try value("{\"format\":\"section-diff-history/1\",\"commit\":\"c\"}"))
        == "the value has no blessings")
  }

  @Test("what the schema lets be left out of an answer, the reader does without; and no more")
  func leftOut() throws {
    let schema = try schema("section-diff-benchmark-1")
    let json = String(decoding: try MadeRecord.record([5: [MadeRecord.row("lis")]]).json(), as: UTF8.self)
    let answer = try #require(json.firstRange(of: "\"answer\" :"))
    let series = try #require(json.firstRange(of: "\"ratios\" :"))
    let names = json[answer.upperBound..<series.lowerBound].split(separator: "\"").filter {
      $0.allSatisfy(\.isLetter)
    }
    #expect(Set(names).isSuperset(of: ["counts", "receipt", "deletes", "infersMoves", "workSpent"]))
    for name in Set(names).subtracting(["lis"]) {
      let part = json[answer.lowerBound..<series.lowerBound].replacing("\"\(name)\" :", with: "\"other\" :")
      let changed = json.replacingCharacters(in: answer.lowerBound..<series.lowerBound, with: part)
      let isAccepted = schema.problem(in: try value(changed)) == nil
      let isRead = (try? BenchmarkRun(json: Array(changed.utf8))) != nil
      #expect(isAccepted == isRead, "\(name)")
    }
  }

  @Test("the least that another program must write is as the schema describes, and is read")
  func least() throws {
    let schema = try schema("section-diff-benchmark-1")
    let json = """
      {"format":"section-diff-benchmark/1","environment":{},"workloads":[{"name":"w","size":3,"elements":"e","old":3,
       "table":{"rows":[
        {"series":{"name":"parser","rounds":[{"first":2,"second":4},{"first":3,"second":3}]},"metrics":{"tokens":5}},
        {"series":{"name":"rival","rounds":[{"first":1,"second":1}]},"script":{"moves":[[[0,1],[0,2]]]}},
        {"series":{"name":"floor","rounds":[]}},
        {"series":{"name":"broken","rounds":[]},"wrong":"no"}]}}]}
      """
    #expect(schema.problem(in: try value(json)) == nil)
    let workload = try #require(try BenchmarkRun(json: Array(json.utf8)).workloads.first)
    #expect(workload.new == 3 && workload.seed == 0)
    let parser = try #require(workload.table["parser"])
    #expect(parser.median == 3 && parser.series.batch == 1 && parser.isJudged && parser.interval.contains(3))
    #expect(workload.table["rival"]?.script?.moves.count == 1)
    #expect(workload.table["floor"]?.isJudged == false && workload.table["broken"]?.isJudged == true)
    for (good, bad, problem) in [
      ("\"old\":3", "\"old\":-3", "workloads[0].old is less than 0"),
      ("\"tokens\":5", "\"tokens\":\"5\"", "workloads[0].table.rows[0].metrics.tokens is no integer"),
      ("[0,1]", "[0]", "workloads[0].table.rows[1].script.moves[0][0] is too short"),
      ("\"first\":2,", "", "workloads[0].table.rows[0].series.rounds[0] has no first"),
    ] {
      #expect(schema.problem(in: try value(json.replacing(good, with: bad))) == problem)
    }
  }
}

/// As much of JSON Schema as the schemas use; what it does not know is an error, not a pass.
struct JSONSchema {
  private struct Unsupported: Error {
    let keyword: String
  }

  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "required", "properties", "items", "minimum",
    "minItems", "maxItems", "additionalProperties",
  ]
  private let root: [String: Any]

  init(_ data: Data) throws {
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    try Self.check(root)
  }

  private static func check(_ schema: [String: Any]) throws {
    for (keyword, value) in schema {
      guard known.contains(keyword) else { throw Unsupported(keyword: keyword) }
      if keyword == "properties" || keyword == "$defs", let parts = value as? [String: [String: Any]] {
        for part in parts.values { try check(part) }
      } else if let part = value as? [String: Any] {
        try check(part)
      }
    }
  }

  /// The first place where a value is not as described; `nil` where there is none.
  func problem(in value: Any) -> String? { problem(value, root, "") }

  private func problem(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
    let place = path.isEmpty ? "the value" : path
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init) {
      guard let part = (root["$defs"] as? [String: [String: Any]])?[name] else { return "there is no \(name)" }
      return problem(value, part, path)
    }
    if let constant = schema["const"] as? String, value as? String != constant { return "\(place) is not \(constant)" }
    switch schema["type"] as? String {
    case "object":
      guard let object = value as? [String: Any] else { return "\(place) is no object" }
      for name in schema["required"] as? [String] ?? [] where object[name] == nil { return "\(place) has no \(name)" }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for (name, member) in object.sorted(by: { $0.key < $1.key }) {
        guard let part = properties[name] ?? schema["additionalProperties"] as? [String: Any] else { continue }
        if let found = problem(member, part, path.isEmpty ? name : "\(path).\(name)") { return found }
      }
    case "array":
      guard let array = value as? [Any] else { return "\(place) is no array" }
      if let least = schema["minItems"] as? Int, array.count < least { return "\(place) is too short" }
      if let most = schema["maxItems"] as? Int, array.count > most { return "\(place) is too long" }
      guard let part = schema["items"] as? [String: Any] else { return nil }
      for (index, element) in array.enumerated() {
        if let found = problem(element, part, "\(path)[\(index)]") { return found }
      }
    case "string": if !(value is String) { return "\(place) is no string" }
    case "boolean": if !(value is Bool) { return "\(place) is neither true nor false" }
    case "integer": if value is String || value as? Int == nil { return "\(place) is no integer" }
    case "number": if value is String || value as? Double == nil { return "\(place) is no number" }
    default: break
    }
    if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
      return "\(place) is less than \(Int(least))"
    }
    return nil
  }
}
