/// A value as its `Codable` conformance writes it: what ``TreeEncoder`` makes and ``TreeDecoder`` reads.
///
/// It keeps the order in which fields were written, so two trees are equal only when the same bytes would be written.
final class TreeNode {
  /// What is at one place.
  enum Value {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([TreeNode])
    case record([(name: String, node: TreeNode)])
  }

  var value: Value = .null

  init() {}

  init(_ value: Value) { self.value = value }

  /// The tree in the manner of JSON, in the order in which it was written.
  var bytes: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch value {
    case .null: text += Array("null".utf8)
    case .bool(let flag): text += Array((flag ? "true" : "false").utf8)
    case .integer(let number): text += Array(String(number).utf8)
    case .unsigned(let number): text += Array(String(number).utf8)
    case .number(let number): text += Array("\(number)".utf8)
    case .text(let string): text += Array("\"\(string)\"".utf8)
    case .list(let nodes):
      text.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        node.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .record(let fields):
      text.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += Array("\"\(field.name)\":".utf8)
        field.node.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}
