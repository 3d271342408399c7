import Testing

@testable import Prices

@Suite("Parsing server-sent events")
struct EventParserTests {
  /// Two events and a comment, with all three ends of a line.
  private static let text =
    "id: 1\nevent: a\ndata: one\ndata: two\n\n: comment\n\nid:2\r\ndata:  x: y\r\n\r\nnothing\rdata\r\r"
  private static let events = [
    ServerSentEvent(id: "1", name: "a", data: "one\ntwo"),
    ServerSentEvent(id: "2", name: "message", data: " x: y"),
    ServerSentEvent(id: "2", name: "message", data: ""),
  ]

  @Test("However the network cuts the stream, the events are the same")
  func cuts() throws {
    let bytes = Array(Self.text.utf8)
    for first in bytes.indices {
      for second in first..<bytes.endIndex {
        var parser = EventParser(limit: 100)
        let events = try [bytes[..<first], bytes[first..<second], bytes[second...]].flatMap { try parser.parse($0) }
        #expect(events == Self.events, "cut at \(first) and \(second)")
      }
    }
  }

  @Test("What is written can be read")
  func roundTrip() throws {
    let event = ServerSentEvent(id: "7", name: "changes", data: "a\n\nb: c\n")
    var parser = EventParser(limit: 100)
    #expect(try parser.parse((ServerSentEvent.comment + event.text + event.text).utf8) == [event, event])
  }

  @Test("An event that is too long is refused, and many short ones are not")
  func limit() throws {
    var parser = EventParser(limit: 12)
    for _ in 0..<100 { #expect(try parser.parse("data: 5678\n\n: comment\n\n".utf8).count == 1) }
    _ = try parser.parse("data: a\n".utf8)
    #expect(throws: EventParser.TooLong.self) { try parser.parse("data: b\n".utf8) }
    var other = EventParser(limit: 12)
    #expect(throws: EventParser.TooLong.self) { try other.parse("0123456789ABC".utf8) }
  }
}
