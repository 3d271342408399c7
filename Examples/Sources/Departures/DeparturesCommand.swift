import ArgumentParser
import Foundation
import LiveResults
import SectionDiff
import Support

@main
struct DeparturesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "departures",
    abstract: "Shows live results: a store that changes, sections that follow, and every changeset.",
    discussion: """
      The store is in memory and holds the flights of an airport with a simulated clock. A results controller shows them as \
      a board, in sections. Each step is one edit of the store. It is printed as the board after the edit, with all changes: \
      + inserted, - deleted, ↕ moved, ~ updated. The first step is the changeset from nothing. The same options give the same \
      steps. With --json each step is one object per line.
      """)

  @Option(help: "How many steps to make after the first board; 0 continues until stopped.") var steps = 20
  @Option(help: "The same seed gives the same steps.") var seed: UInt64 = 1
  @Option(help: "Milliseconds between steps; by default 1000 on a terminal, else 0.") var every: Int?
  @Option(help: "What the sections are made of.") var sections: BoardSections = .status
  @Option(help: "Show only flights whose destination contains this; the others stay in the store.") var filter: String?
  @Flag(help: "Print each step as an object of JSON.") var json = false

  func validate() throws {
    guard steps >= 0 else { throw ValidationError("--steps must be at least 0.") }
    if let every { guard every >= 0 else { throw ValidationError("--every must be at least 0.") } }
  }

  func run() async throws {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isColoured = isTerminal && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    let board = DepartureBoard(
      steps: steps == 0 ? nil : steps, interval: .milliseconds(every ?? (isTerminal ? 1_000 : 0)), seed: seed,
      sections: sections, filter: filter)
    let stops = signals(SIGINT, SIGTERM, SIGHUP)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in stops { break } }
      group.addTask { [json] in
        try await board.run(on: ContinuousClock()) { step in
          let text = json ? try step.json() + "\n" : BoardText.report(step, isColoured: isColoured)
          try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
      }
      // The end of one is the end of both.
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension BoardSections: ExpressibleByArgument {}

extension DepartureBoard.Step {
  private struct Line: Encodable {
    let step: Int
    let time: String
    let revision: Int
    let changeset: Changeset<String?, Flight, NoHeader>
  }

  /// The step for programs, in one line.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = Line(step: number, time: time.description, revision: update.revision, changeset: update.changeset)
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }
}
