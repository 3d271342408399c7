import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(5)))
struct ProgramTests {
  @Test("A follower verifies each change, and Ctrl-C ends both programs cleanly")
  func serveAndFollow() async throws {
    let server = try Program("serve", "--port", "0", "--every", "10")
    defer { server.stop() }
    let address = try #require(await server.nextLine())
    #expect(address.hasPrefix("http://127.0.0.1:"))

    let follower = try Program("follow", address)
    defer { follower.stop() }
    for _ in 0..<5 {
      let line = try #require(await follower.nextLine())
      #expect(line.hasSuffix("checksum verified"), "\(line)")
    }
    follower.interrupt()
    #expect(await follower.exitStatus() == 0)
    server.interrupt()
    #expect(await server.exitStatus() == 0)
  }

  @Test("A server that is interrupted while it streams ends without an error, and its clients see a proper end")
  func interrupted() async throws {
    let server = try Program("serve", "--port", "0", "--every", "5")
    defer { server.stop() }
    let address = try #require(await server.nextLine())
    let client = try Program("follow", address)
    defer { client.stop() }
    _ = await client.nextLine()
    server.interrupt()
    #expect(await server.exitStatus() == 0)
    #expect(await client.nextError()?.hasPrefix("the server has ended the stream; trying again") == true)
  }

  @Test(
    "Wrong usage is refused with a hint",
    arguments: [["serve", "--every", "0"], ["serve", "--port", "99999"], ["follow", "here"]])
  func usage(arguments: [String]) async throws {
    let program = try Program(arguments)
    #expect(await program.exitStatus() == 64)
    #expect(await program.nextError()?.hasPrefix("Error: ") == true)
  }

  @Test("A port that is taken is reported, with what to do")
  func portTaken() async throws {
    let server = try Program("serve", "--port", "0")
    defer { server.stop() }
    let address = try #require(await server.nextLine())
    let port = try #require(URL(string: address)?.port)
    let second = try Program("serve", "--port", "\(port)")
    #expect(await second.nextError()?.contains("choose another by --port") == true)
    #expect(await second.exitStatus() == 1)
  }
}

/// The built program in a process of its own.
private final class Program: Sendable {
  private let process: Process
  private let output: Lines
  private let errors: Lines
  private let exits: AsyncStream<Int32>

  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  init(_ arguments: [String]) throws {
    let process = Process()
    // The test runner and the programs are built into one folder.
    process.executableURL = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appending(path: "prices")
    process.arguments = arguments
    (output, errors) = (Lines(), Lines())
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    let (exits, exit) = AsyncStream<Int32>.makeStream()
    self.exits = exits
    process.terminationHandler = { process in
      exit.yield(process.terminationStatus)
      exit.finish()
    }
    try process.run()
    self.process = process
  }

  func nextLine() async -> String? { await output.next() }
  func nextError() async -> String? { await errors.next() }
  func interrupt() { process.interrupt() }
  func stop() { if process.isRunning { process.terminate() } }
  func exitStatus() async -> Int32? { await exits.first { _ in true } }
}

/// The lines that arrive in a pipe.
private struct Lines: Sendable {
  let pipe = Pipe()
  private let lines: AsyncStream<String>

  init() {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    self.lines = lines
    nonisolated(unsafe) var rest = Data()
    // Called by one thread at a time.
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[rest.index(after: end)...])
      }
      if data.isEmpty {
        handle.readabilityHandler = nil
        continuation.finish()
      }
    }
  }

  func next() async -> String? { await lines.first { _ in true } }
}
