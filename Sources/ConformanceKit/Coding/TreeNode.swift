/// A value as its `Codable` conformance writes it: what ``TreeEncoder`` makes and ``TreeDecoder`` reads.
///
/// It keeps the order in which fields were written.
final class TreeNode {
  /// A value, or the values within it.
  enum Value {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([TreeNode])
    case object([Field])
  }

  /// A value with a name, in an object.
  struct Field {
    var name: String
    var node: TreeNode
  }

  var value: Value = .null

  init() {}

  init(_ value: Value) { self.value = value }

  /// Whether the same would be written: the same values with the same names in the same order.
  func isWritten(like other: TreeNode) -> Bool {
    switch (value, other.value) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    // By its bits: zero and its negative are equal, and what is no number is not equal to itself.
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    // As bytes: strings of other bytes may be equal.
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isWritten(like: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.name == $1.name && $0.node.isWritten(like: $1.node) }
    default: false
    }
  }
}
