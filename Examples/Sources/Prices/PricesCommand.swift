import ArgumentParser
import Foundation
import MemoryAdapter
import Support

@main
struct PricesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prices", abstract: "Streams changesets of prices over HTTP, and follows them.",
    subcommands: [Serve.self, Follow.self])

  struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves invented prices on 127.0.0.1, until Ctrl-C.")

    @Option(help: "The port; 0 for any that is free.") var port: UInt16 = 8080
    @Option(help: "How many shares there are at first.") var shares = 40
    @Option(help: "How long to wait between two changes, in milliseconds.") var every = 500
    @Option(help: "The same seed gives the same prices.") var seed: UInt64 = 1

    func validate() throws {
      guard shares >= 0 else { throw ValidationError("--shares must not be negative.") }
      guard every > 0 else { throw ValidationError("--every must be at least 1.") }
    }

    func run() async throws {
      // Before anyone can know the address, and stop the server.
      let stops = signals(SIGINT, SIGTERM)
      var market = Market(seed: seed)
      let store = MemoryStore(market.quotes(shares))
      let prices = PriceResults(of: store)
      await prices.load()
      let server = try PriceServer(prices, port: port)

      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          do { try await server.serve() } catch {
            throw Failure("port \(port) cannot be used: \(error.localizedDescription); choose another by --port")
          }
        }
        group.addTask {
          write("http://127.0.0.1:\(try await server.listeningPort())/prices")
          for await count in server.clientCounts { write("clients: \(count)", to: .standardError) }
        }
        group.addTask { [market] in
          var market = market
          while true {
            try await Task.sleep(for: .milliseconds(every))
            try market.trade(in: store)
          }
        }
        group.addTask {
          for await _ in stops { break }
          await server.stop()
        }
        // The first to end, by a signal or an error, ends the others.
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  struct Follow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Follows a server, and keeps a copy of its prices, until Ctrl-C.")

    @Argument(help: "The address, as the server prints it.") var url = "http://127.0.0.1:8080/prices"

    func run() async throws {
      guard let url = URL(string: url), url.scheme == "http" || url.scheme == "https" else {
        throw ValidationError("\(url) is not the address of a web server.")
      }
      let stops = signals(SIGINT, SIGTERM)
      await withTaskGroup { group in
        group.addTask { await PriceFollower(source: EventSource(url: url)).follow(report) }
        group.addTask { for await _ in stops { break } }
        await group.next()
        group.cancelAll()
      }
    }

    private func report(_ step: PriceFollower.Step) {
      switch step {
      case .updated(let copy, let event):
        write("\(event.id): \(event.kind), \(event.changes.counts); \(copy.prices.itemCount) prices, checksum verified")
      case .lost(let reason, let pause):
        write("\(reason); trying again in \(pause)", to: .standardError)
      }
    }
  }
}

/// Printed after "Error: ", and then the program ends with the exit code 1.
private struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Writes a line at once: `print` would keep it back where the output is a pipe.
private func write(_ line: String, to file: FileHandle = .standardOutput) { file.write(Data("\(line)\n".utf8)) }
