import BenchmarkHarness
import RegressionGate
import Foundation
import Testing

/// The workflows of the page "Gate your package in CI" are those of the sample package.
@Suite("Gate in CI")
struct GateInCISamples {
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    return String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  private func page() throws -> String { try text("Sources/BenchmarkHarness/BenchmarkHarness.docc/GateInCI.md") }

  @Test("the page shows the workflows as they are", arguments: ["gate", "history"])
  func workflows(name: String) throws {
    let page = try page()
    let workflow = try text("Tests/Fixtures/ChatSuite/.github/workflows/\(name).yml")
    #expect(page.contains("<!-- workflow: \(name) -->\n```yaml\n\(workflow)```\n"))
    // What runs on a clean machine must name no tool but git and Swift.
    for line in workflow.split(separator: "\n") where line.contains("apt") || line.contains("pip ") {
      Issue.record("\(line)")
    }
  }

  @Test("the trades of the page are read, and what they are about is in the suite")
  func trades() throws {
    let page = try page()
    let start = try #require(page.range(of: "<!-- accepted: chat -->\n```json\n")?.upperBound)
    let end = try #require(page[start...].range(of: "```\n")?.lowerBound)
    let trades = try AcceptedTrades(json: Array(page[start..<end].utf8)).accepted
    let suite = try ["ChatSuite/ChatSuite.swift", "ChatSuite/FirstCome.swift"].map {
      try text("Tests/Fixtures/ChatSuite/Sources/\($0)")
    }.joined()
    #expect(trades.map(\.metric) == ["fields", FigureName.removal])
    for name in trades.flatMap({ [$0.workload, $0.contender] }) {
      #expect(suite.contains("\"\(try #require(name))\""))
    }
  }
}
