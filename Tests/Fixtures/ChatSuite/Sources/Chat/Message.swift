/// A message of a chat.
public struct Message: Identifiable, Equatable, Sendable {
  /// The identity.
  public let id: Int
  /// Who wrote it.
  public let author: String
  /// What it says.
  public var text: String

  /// Makes a message.
  public init(id: Int, author: String, text: String) {
    self.id = id
    self.author = author
    self.text = text
  }
}

/// A chat: its messages, and the log that they are kept in.
public struct ChatHistory: Sendable {
  /// The messages, the oldest first.
  public private(set) var messages: [Message]

  /// Makes messages, always the same ones.
  public init(messages count: Int) {
    messages = (0..<count).map { Message(id: $0, author: ["Ada", "Ben", "Cleo"][$0 % 3], text: "message \($0)") }
  }

  /// The same chat a moment later: some messages are new, some edited, and an old one is pinned to the front.
  public func later() -> ChatHistory {
    var later = self
    let count = messages.count
    for offset in stride(from: 5, to: count, by: 20) { later.messages[offset].text += " (edited)" }
    later.messages += (0..<count / 50).map { Message(id: count + $0, author: "Dan", text: "hello \($0)") }
    if count > 10 { later.messages.insert(later.messages.remove(at: count / 2), at: 0) }
    return later
  }

  /// A line for each message: number, author and text, with tabs between them.
  public var log: String { messages.map { "\($0.id)\t\($0.author)\t\($0.text)" }.joined(separator: "\n") }
}

/// Reads logs.
public struct ChatParser {
  /// How many fields have been read.
  public private(set) var fields = 0

  /// A parser that has read nothing.
  public init() {}

  /// The messages of a log; lines that are none are left out.
  public mutating func messages(of log: String) -> [Message] {
    var messages: [Message] = []
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2)
      fields += parts.count
      guard parts.count == 3, let id = Int(parts[0]) else { continue }
      messages.append(Message(id: id, author: String(parts[1]), text: String(parts[2])))
    }
    return messages
  }
}
