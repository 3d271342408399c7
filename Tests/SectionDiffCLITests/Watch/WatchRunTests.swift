#if CommandLine
  import ConformanceKit
  import FileAdapter
  import Foundation
  import RecordFormats
  import StoreInterface
  import Testing

  @testable import SectionDiffCLI

  /// Following a source inside the process, on a clock that the test moves.
  @Suite("Following a source")
  struct WatchRunTests {
    private let folder: Scratch
    private let clock = ManualClock()
    private let form = WatchedForm(format: .lines, rules: ComparisonRules())

    init() throws { folder = try Scratch() }

    /// Starts to follow; pieces of the results are received one by one.
    private func follow(
      _ source: any WatchedSource, listening: Int = .max
    ) -> (task: Task<Void, any Error>, pieces: AsyncStream<String>) {
      let (pieces, received) = AsyncStream<String>.makeStream()
      let left = Locked(listening)
      let run = WatchRun(source: source, form: form, format: .json)
      let task = Task {
        defer { received.finish() }
        try await run.follow { (bytes) throws(Failure) in
          received.yield(String(decoding: bytes, as: UTF8.self))
          return left.withLock { left in
            left -= 1
            return left > 0
          }
        } say: { _ in
        }
      }
      return (task, pieces)
    }

    @Test(
      "a polled file: a look at each interval, no sooner; cancelling ends it and leaves no sleeper",
      .timeLimit(.minutes(10)))
    func interval() async throws {
      try folder.write("a.txt", "one\n")
      let file = WatchedFiles(
        path: folder.url.appendingPathComponent("a.txt").path, form: form, every: .seconds(5), clock: clock,
        watching: .polling)
      let (task, pieces) = follow(file)
      var received = pieces.makeAsyncIterator()
      #expect(await received.next()?.contains(#""item":"one""#) == true)
      try await clock.waitForSleepers()
      #expect(clock.nextDeadline == clock.now.advanced(by: .seconds(5)))
      try folder.write("a.txt", "two\n")
      clock.advance(by: .milliseconds(4999))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .milliseconds(1))
      // It has changed; it is read when it has been quiet for a moment.
      try await clock.waitForSleepers()
      clock.advance(by: .milliseconds(30))
      #expect(await received.next()?.contains(#""item":"two""#) == true)
      task.cancel()
      try await task.value
      #expect(await received.next() == nil)
      // The store polls in a task of its own, which ends soon after.
      while clock.sleeperCount > 0 {
        try Task.checkCancellation()
        await Task.yield()
      }
    }

    @Test("it ends when nobody reads any more")
    func nobodyListens() async throws {
      let source = ScriptedSource(form: form)
      try source.read("one\n")
      let (task, pieces) = follow(source, listening: 1)
      var received = pieces.makeAsyncIterator()
      #expect(await received.next() != nil)
      try await task.value
      #expect(await received.next() == nil)
    }

    @Test("failures before and after the first answer are lines; the same one again is not; their end is a line, once")
    func failures() async throws {
      let source = ScriptedSource(form: form)
      let (task, pieces) = follow(source)
      var received = pieces.makeAsyncIterator()
      source.fail("not yet")
      #expect(await received.next() == "{\"error\":\"not yet\"}\n")
      source.fail("not yet")
      try source.read("one\n")
      #expect(await received.next() == "{\"recovered\":true}\n")
      #expect(await received.next()?.hasPrefix(#"{"revision":1,"#) == true)
      source.fail("no more")
      #expect(await received.next() == "{\"error\":\"no more\"}\n")
      try source.read("one\n")
      #expect(await received.next() == "{\"recovered\":true}\n")
      try source.read("two\n")
      #expect(await received.next()?.hasPrefix(#"{"revision":2,"#) == true)
      task.cancel()
      try await task.value
    }

    @Test("an empty source has a first changeset, too")
    func empty() async throws {
      let source = ScriptedSource(form: form)
      try source.read("")
      let (task, pieces) = follow(source)
      var received = pieces.makeAsyncIterator()
      #expect(await received.next()?.contains(#""inserted":[{"id":null,"at":0}]"#) == true)
      task.cancel()
      try await task.value
    }
  }
#endif
