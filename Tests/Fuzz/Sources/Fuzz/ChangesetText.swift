/// The encoded form of a changeset with small numbers from a run of bytes; zeros where the bytes end.
struct ChangesetText {
  let text: String

  init(_ bytes: [UInt8]) {
    var numbers = Numbers(rest: bytes[...])
    let old = numbers.list { "\($0.next(below: 5))" }
    let new = numbers.list { "\($0.next(below: 5))" }
    let sections = Self.lists(
      &numbers, values: #","key":"A","header":"a""#, pairs: #","key":"A","headers":["a","b"]"#
    ) {
      "\($0.next(below: 5))"
    }
    let items = Self.lists(&numbers, values: #","item":"1""#, pairs: #","items":["1","2"]"#) {
      "[\($0.next(below: 5)),\($0.next(below: 5))]"
    }
    text =
      #"{"format":"section-diff-changeset/1","rules":{"infersMoves":true,"scope":"global"},"old":"#
      + old + #","new":"# + new + #","sections":"# + sections + #","items":"# + items + "}"
  }

  /// The four lists of sections or of items.
  private static func lists(
    _ numbers: inout Numbers, values: String, pairs: String, place: (inout Numbers) -> String
  ) -> String {
    let deleted = numbers.list { #"{"at":"# + place(&$0) + values + "}" }
    let inserted = numbers.list { #"{"at":"# + place(&$0) + values + "}" }
    let moved = numbers.list { #"{"from":"# + place(&$0) + #","to":"# + place(&$0) + "}" }
    let updated = numbers.list { #"{"from":"# + place(&$0) + #","to":"# + place(&$0) + pairs + "}" }
    return #"{"deleted":"# + deleted + #","inserted":"# + inserted + #","moved":"# + moved + #","updated":"#
      + updated + "}"
  }

  private struct Numbers {
    var rest: ArraySlice<UInt8>

    mutating func next(below bound: UInt8) -> UInt8 { (rest.popFirst() ?? 0) % bound }

    /// A length, then so many elements.
    mutating func list(_ element: (inout Numbers) -> String) -> String {
      var elements: [String] = []
      for _ in 0..<next(below: 5) { elements.append(element(&self)) }
      return "[" + elements.joined(separator: ",") + "]"
    }
  }
}
