import Foundation
import Testing

/// The workflows of the page "Gate your package in CI" are those of the sample package.
@Suite("Gate in CI")
struct GateInCISamples {
  @Test("the page shows the workflows as they are", arguments: ["gate", "history"])
  func workflows(name: String) throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }
    let page = try text("Sources/BenchmarkHarness/BenchmarkHarness.docc/GateInCI.md")
    let workflow = try text("Tests/Fixtures/ChatSuite/.github/workflows/\(name).yml")
    #expect(page.contains("<!-- workflow: \(name) -->\n```yaml\n\(workflow)```\n"))
    // What runs on a clean machine must name no tool but git and Swift.
    for line in workflow.split(separator: "\n") where line.contains("apt") || line.contains("pip ") {
      Issue.record("\(line)")
    }
  }
}
