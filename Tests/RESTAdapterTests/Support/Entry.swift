import Foundation
import RESTAdapter

/// The record of these tests.
struct Entry: Codable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  var id: Int
  var text: String

  init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }

  var description: String { "\(id)\(text)" }
}

extension [Entry] {
  /// The entries as a JSON array.
  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }
}

/// A response, before it is cut into pieces.
struct Reply: Sendable {
  var status = 200
  var fields: HTTPFields = [:]
  var body: [UInt8] = []

  static func json(_ entries: [Entry], _ fields: HTTPFields = [:]) -> Reply {
    var fields = fields
    if fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
    return Reply(fields: fields, body: entries.json)
  }

  static func status(_ status: Int, _ fields: HTTPFields = [:]) -> Reply { Reply(status: status, fields: fields) }

  var exchange: HTTPExchange { HTTPExchange(head: HTTPResponseHead(status: status, fields: fields), body: body) }
}
