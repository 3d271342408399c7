import DiffWorkloads
import MeasuringSupport
import Foundation
import SectionDiff
import TestScale
import Testing

@testable import BenchmarkHarness

/// The forms of the protocol, as their schemas in docs/schemas describe them.
@Suite("Schemas of the protocol")
struct SchemaTests {
  private func value(_ json: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(json.utf8)) }

  @Test("the list of a suite is as its schema describes")
  func listing() throws {
    let schema = try JSONSchema(named: "section-diff-suite-1")
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

  @Test(
    "a run is as its schema describes: diffs, floors, what is no diff, wrong answers", .enabled(if: TestScale.isFull))
  func run() throws {
    let schema = try JSONSchema(named: "section-diff-benchmark-1")
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

  @Test("what the schema lets be left out of an answer, the reader does without; and no more")
  func leftOut() throws {
    let schema = try JSONSchema(named: "section-diff-benchmark-1")
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
    let schema = try JSONSchema(named: "section-diff-benchmark-1")
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

  @Test("what the checker of schemas knows: null, one of several values, members that are not described")
  func checker() throws {
    let schema = try JSONSchema(
      Data(
        """
        {"type": "object", "properties": {
          "a": {"type": ["integer", "null"], "minimum": 0}, "b": {"enum": ["x", null]}, "c": {"type": "string"}}}
        """.utf8))
    for good in ["{}", "{\"a\":1,\"b\":\"x\"}", "{\"a\":null,\"b\":null}", "{\"c\":\"\"}"] {
      #expect(schema.problem(in: try value(good), isWhole: true) == nil, "\(good)")
    }
    for (bad, problem) in [
      ("{\"a\":\"1\"}", "a is no integer"), ("{\"a\":-1}", "a is less than 0"),
      ("{\"b\":\"y\"}", "b is none of the values that it can have"), ("{\"c\":null}", "c is null"),
      ("{\"d\":1}", "the value has a member d that is not described"),
    ] {
      #expect(schema.problem(in: try value(bad), isWhole: true) == problem)
    }
    #expect(schema.problem(in: try value("{\"d\":1}")) == nil)
    #expect(throws: (any Error).self) { try JSONSchema(Data("{\"type\":\"text\"}".utf8)) }
    #expect(throws: (any Error).self) { try JSONSchema(Data("{\"maximum\":1}".utf8)) }
  }
}
