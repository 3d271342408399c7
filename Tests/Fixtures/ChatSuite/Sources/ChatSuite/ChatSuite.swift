// sample: chat-suite
import BenchmarkHarness
import Chat
import SectionDiff

@main
enum ChatSuite: BenchmarkSuite {
  static var benchmarks: [Benchmark] {
    [
      Benchmark("chat history", "what a refresh of a chat changes", size: 5_000) { size, _ in
        let history = ChatHistory(messages: size)
        return .diffs(
          from: FlatSnapshot(history.messages), to: FlatSnapshot(history.later().messages),
          by: [AdaptiveDiff(), HeckelDiff(), FirstCome()])
      },
      Benchmark("chat log", "reading what was saved", size: 5_000) { size, _ in
        let history = ChatHistory(messages: size)
        let log = history.log
        let parser = Contender("parser") {
          var parser = ChatParser()
          guard parser.messages(of: log) == history.messages else {
            throw VerificationFailure("parser", "it does not read what was written")
          }
        } counts: {
          var parser = ChatParser()
          _ = parser.messages(of: log)
          return ["fields": parser.fields]
        } run: {
          var parser = ChatParser()
          return parser.messages(of: log).count
        }
        return BenchmarkInput(
          items: size, [parser], floors: [Contender("bytes") { log.utf8.reduce(0) { $0 &+ Int($1) } }])
      },
    ]
  }
}
// end sample
