#if CommandLine
  import Foundation
  import LiveResults
  import RecordFormats
  import SectionDiff
  import StoreInterface
  import Testing

  @testable import SectionDiffCLI

  /// What one page receives: the encoding of events, going on from a revision, composing for a slow page.
  @Suite("The events of a page")
  struct PageEventStreamTests {
    private let form: WatchedForm
    private let source: ScriptedSource
    private let controller: WatchedForm.Controller
    private let hub = PageHub()

    init() {
      var rules = ComparisonRules()
      rules.id = ["id"]
      rules.sectionBy = "group"
      rules.duplicates = .reject
      form = WatchedForm(format: .csv, rules: rules)
      source = ScriptedSource(form: form)
      controller = form.controller(over: source.store)
    }

    /// An event as a browser takes it.
    private struct Event: Equatable {
      var kind: String?
      var id: String?
      var data: String?
    }

    private func page(since revision: Int? = nil) throws -> PageEventStream.Iterator {
      let wakes = try #require(hub.open())
      return PageEventStream(
        hub: hub, wakes: wakes, reader: controller.reader(since: revision), form: form, name: "a\nb", run: "run"
      ).makeAsyncIterator()
    }

    private func event(_ page: inout PageEventStream.Iterator) async throws -> Event? {
      guard let bytes = try await page.nextBuffer(suggested: 1) else { return nil }
      #expect(bytes.suffix(2) == Array("\n\n".utf8)[...])
      var event = Event()
      for line in String(decoding: bytes, as: UTF8.self).dropLast(2).split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        switch parts.first {
        case "event": event.kind = parts.last.map(String.init)
        case "id": event.id = parts.last.map(String.init)
        case "data": event.data = parts.count > 1 ? String(parts[1]) : ""
        default: event.kind = "raw"
        }
      }
      return event
    }

    /// Reads a text and waits until the results have it.
    private func show(_ rows: String) async throws {
      var updates = controller.updates().makeAsyncIterator()
      let seen = await updates.next()?.revision ?? 0
      try source.read("id,group,n\n" + rows)
      if seen == 0 { await controller.load() } else { _ = await updates.next() }
      hub.wake(hasAnswer: true)
    }

    @Test("the opening, the status, everything, then changes: byte for byte")
    func encoding() async throws {
      try await show("1,A,<b>\n2,B,\"x\"\"\ny\"\n")
      hub.setStatus { $0.health = .live }
      var page = try page()
      #expect(try await page.nextBuffer(suggested: 1).map { String(decoding: $0, as: UTF8.self) } == "retry: 500\n\n")
      #expect(
        try await event(&page)
          == Event(kind: "status", data: #"{"name":"a\\nb","health":"live","text":"live","error":null}"#))
      hub.setStatus { $0.held = "a.csv: held" }
      #expect(
        try await event(&page)
          == Event(kind: "status", data: #"{"name":"a\\nb","health":"live","text":"live; a.csv: held","error":null}"#))
      let counts = { (numbers: [Int]) in
        let names = [
          "sectionDeletes", "sectionInserts", "sectionMoves", "sectionUpdates", "deletes", "inserts", "moves",
          "updates",
        ]
        return "{" + zip(names, numbers).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
      }
      #expect(
        try await event(&page)
          == Event(
            kind: "reset", id: "run.1",
            data: #"{"revision":1,"isFlat":false,"counts":\#(counts([0, 2, 0, 0, 0, 2, 0, 0])),"sections":["#
              + #"{"key":"\"A\"","title":"A","header":null,"rows":[["\"1\"","1",[["n","<b>"]]]]},"#
              + #"{"key":"\"B\"","title":"B","header":null,"rows":[["\"2\"","2",[["n","\"x\\\"\\ny\""]]]]}]}"#))
      try await show("2,C,z\n3,B,new\n")
      #expect(
        try await event(&page)
          == Event(
            kind: "changes", id: "run.2",
            data: #"{"revision":2,"isFlat":false,"counts":\#(counts([1, 1, 0, 0, 1, 1, 1, 1])),"sizes":[1,1],"#
              + #""sections":{"deleted":[0],"inserted":[{"at":0,"key":"\"C\"","title":"C","header":null}],"#
              + #""moved":[],"updated":[]},"items":{"deleted":[[0,0]],"inserted":[[1,0,["\"3\"","3",[["n","new"]]]]],"#
              + #""moved":[[1,0,0,0]],"updated":[[1,0,0,0,["\"2\"","2",[["n","z"]]],"#
              + #"["group: B → C","n: \"x\\\"\\ny\" → z"]]]}}"#))
    }

    @Test("before the first answer there is nothing to show, not even none")
    func firstAnswer() async throws {
      var page = try page()
      _ = try await event(&page)
      hub.setStatus { $0.error = "not yet" }
      #expect(try await event(&page)?.kind == "status")
      hub.wake(hasAnswer: false)
      hub.beat()
      #expect(try await event(&page) == Event(kind: "beat", data: ""))
      try await show("")
      let first = try await event(&page)
      #expect(first?.kind == "reset" && first?.data?.hasSuffix(#""sections":[]}"#) == true, "\(first?.data ?? "")")
      // What has answered once has answered.
      hub.wake(hasAnswer: false)
      #expect(hub.hasAnswer)
    }

    @Test("a page that is slow receives what it missed as one changeset")
    func slow() async throws {
      try await show("1,A,a\n")
      var slow = try page()
      var quick = try page()
      for _ in 0..<3 { _ = try await event(&slow) }
      for _ in 0..<3 { _ = try await event(&quick) }
      for number in 2..<50 {
        try await show("1,A,a\n\(number),A,x\n")
        #expect(try await event(&quick)?.id == "run.\(number)")
      }
      let event = try await event(&slow)
      #expect(event?.kind == "changes" && event?.id == "run.49")
      #expect(event?.data?.contains(#""inserted":[[0,1,["\"49\""#) == true, "\(event?.data ?? "")")
    }

    @Test("a page goes on from the revision that it has seen")
    func resuming() async throws {
      for number in 1..<6 { try await show((1...number).map { "\($0),A,x\n" }.joined()) }
      func first(since revision: Int?) async throws -> Event? {
        var page = try page(since: revision)
        _ = try await event(&page)
        _ = try await event(&page)
        hub.beat()
        return try await event(&page)
      }
      let late = try await first(since: 2)
      #expect(late?.kind == "changes" && late?.id == "run.5")
      #expect(late?.data?.contains(#""deletes":0,"inserts":3,"moves":0,"updates":0"#) == true)
      // Nothing was missed: the next thing is a sign of life.
      #expect(try await first(since: 5)?.kind == "beat")
      // Not there yet, and none at all: everything.
      #expect(try await first(since: 99)?.kind == "reset")
      #expect(try await first(since: nil)?.kind == "reset")
    }

    @Test("the name of a revision: read and written, and of another run nothing")
    func ids() {
      #expect(PageEventID("k3.12") == PageEventID(run: "k3", revision: 12))
      #expect("\(PageEventID(run: "k3", revision: 12))" == "k3.12")
      #expect(PageEventID("k3.12")?.revision(in: "k3") == 12)
      #expect(PageEventID("k3.12")?.revision(in: "k4") == nil)
      for text in ["", ".", "k3", "k3.", "k3.-1", "k3.+1", "k3.1.2", "k3.1234567890123456789", "k3.٣", "k3.1 "] {
        #expect(PageEventID(text) == nil, "\(text)")
      }
    }

    @Test("the status is sent when it changes; trouble does not end a page")
    func status() async throws {
      try await show("1,A,a\n")
      var page = try page()
      for _ in 0..<3 { _ = try await event(&page) }
      hub.setStatus { $0.error = "no \"file\"" }
      #expect(
        try await event(&page)
          == Event(kind: "status", data: #"{"name":"a\\nb","health":null,"text":null,"error":"no \"file\""}"#))
      // The same again is no news.
      hub.setStatus { $0.error = "no \"file\"" }
      hub.beat()
      #expect(try await event(&page)?.kind == "beat")
    }

    @Test("as many pages as there may be; one that is gone makes room; the end ends all")
    func limit() async throws {
      var pages: [AsyncStream<Void>] = []
      for _ in 0..<PageHub.limit { pages.append(try #require(hub.open())) }
      #expect(hub.open() == nil && hub.pageCount == PageHub.limit)
      pages.removeLast()
      #expect(hub.pageCount == PageHub.limit - 1)
      #expect(hub.open() != nil)
      pages = []
      var last = try page()
      _ = try await last.nextBuffer(suggested: 1)
      _ = try await last.nextBuffer(suggested: 1)
      hub.end()
      #expect(try await last.nextBuffer(suggested: 1) == nil)
      #expect(hub.open() == nil && hub.pageCount == 0)
    }

    @Test("byte by byte it is the same")
    func bytes() async throws {
      var (whole, single) = (try page(), try page())
      let bytes = try #require(try await whole.nextBuffer(suggested: 1))
      var read: [UInt8] = []
      while read.count < bytes.count, let byte = try await single.next() { read.append(byte) }
      #expect(read == bytes)
    }
  }
#endif
