/// An event of a stream of type `text/event-stream`, as the HTML standard defines it.
struct ServerSentEvent: Equatable, Sendable {
  var id = ""
  var name = "message"
  var data = ""

  /// The event as text. `data` may have several lines; `id` and `name` must have one.
  var text: String {
    let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
    return "id: \(id)\nevent: \(name)\n\(lines.joined())\n"
  }

  /// A comment, which readers skip: it keeps the connection open and shows that both ends are alive.
  static let comment = ":\n\n"
}

/// Finds the events in a stream of bytes, however the network has cut it.
struct EventParser: Sendable {
  /// A line or an event is longer than the limit.
  struct TooLong: Error, CustomStringConvertible {
    let limit: Int
    var description: String { "the server sent an event of more than \(limit) bytes" }
  }

  /// The most bytes that an event may have. Without a limit, a server could fill the memory.
  let limit: Int

  private var line: [UInt8] = []
  private var followsCR = false
  private var name = ""
  private var data: [String] = []
  private var size = 0
  private var lastID = ""

  init(limit: Int) { self.limit = limit }

  /// Takes the next bytes, and returns the events that they complete.
  mutating func parse(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where followsCR: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = endOfLine() { events.append(event) }
      default:
        size += 1
        if size > limit { throw TooLong(limit: limit) }
        line.append(byte)
      }
      followsCR = byte == UInt8(ascii: "\r")
    }
    return events
  }

  /// A line has ended. An empty one ends the event, if there is one.
  private mutating func endOfLine() -> ServerSentEvent? {
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    if text.isEmpty {
      defer { (name, data, size) = ("", [], 0) }
      if data.isEmpty { return nil }
      return ServerSentEvent(id: lastID, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
    // A line that begins with a colon is a comment: a field without a name, which falls through below.
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? parts[1] : ""
    if value.first == " " { value.removeFirst() }
    switch parts[0] {
    case "id": lastID = String(value)
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: size -= min(size, text.utf8.count)
    }
    return nil
  }
}
