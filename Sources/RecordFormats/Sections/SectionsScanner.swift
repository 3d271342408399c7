/// Checks the `sections` form and notes its sections and items.
struct SectionsScanner {
  var sections: [SectionsDocument.Section] = []
  var starts = OffsetIndex()
  private var scanner = JSONScanner()

  mutating func run(_ bytes: Span<UInt8>) throws(ScanFailure) {
    scanner.skipWhitespace(bytes)
    if scanner.offset >= bytes.count {
      throw ScanFailure(
        kind: .shape, offset: 0, problem: "empty file", advice: "write an array of sections, at least []",
        isTruncated: true)
    }
    try list("an array of sections", bytes) { (scan, bytes) throws(ScanFailure) in try scan.section(bytes) }
    scanner.skipWhitespace(bytes)
    if scanner.offset < bytes.count {
      throw ScanFailure(
        offset: scanner.offset,
        problem: "\(ScanFailure.found(at: scanner.offset, in: bytes)) after the end of the array",
        advice: "remove it")
    }
  }

  /// Reads an array, calling `element` at every element.
  private mutating func list(
    _ what: String, _ bytes: Span<UInt8>,
    _ element: (inout SectionsScanner, Span<UInt8>) throws(ScanFailure) -> Void
  ) throws(ScanFailure) {
    try open(UInt8(ascii: "["), what, bytes)
    scanner.skipWhitespace(bytes)
    if scanner.peek(bytes) == UInt8(ascii: "]") {
      scanner.offset += 1
      return
    }
    while true {
      try element(&self, bytes)
      scanner.skipWhitespace(bytes)
      if scanner.peek(bytes) == UInt8(ascii: "]") {
        scanner.offset += 1
        return
      }
      try scanner.expect(UInt8(ascii: ","), "',' or ']'", bytes)
    }
  }

  private mutating func section(_ bytes: Span<UInt8>) throws(ScanFailure) {
    try open(UInt8(ascii: "{"), "a section, an object", bytes)
    let start = scanner.offset - 1
    let firstItem = starts.count
    var key: FieldValue?
    var content: FieldValue?
    var hasItems = false
    scanner.skipWhitespace(bytes)
    var isFirst = true
    while isFirst ? scanner.peek(bytes) != UInt8(ascii: "}") : true {
      isFirst = false
      scanner.skipWhitespace(bytes)
      guard scanner.peek(bytes) == UInt8(ascii: "\"") else {
        throw scanner.unexpected("a name in quotes", bytes)
      }
      let name = try scanner.string(bytes)
      var nameBytes: [UInt8] = []
      ValueDecoding.append(name, bytes, to: &nameBytes)
      try scanner.expect(UInt8(ascii: ":"), "':' after the name", bytes)
      switch String(decoding: nameBytes, as: UTF8.self) {
      case "section":
        if key != nil { throw duplicate(name, "section") }
        key = try string("a string as the section's key", bytes)
      case "content":
        if content != nil { throw duplicate(name, "content") }
        content = try string("a string as the section's content", bytes)
      case "items":
        if hasItems { throw duplicate(name, "items") }
        hasItems = true
        try list("an array of items", bytes) { (scan, bytes) throws(ScanFailure) in try scan.item(bytes) }
      default:
        throw ScanFailure(
          kind: .shape, offset: name.range.lowerBound - 1,
          problem: "a section has no member \(JSONText.literal(nameBytes))",
          advice: "only \"section\", \"content\" and \"items\" are known")
      }
      scanner.skipWhitespace(bytes)
      if scanner.peek(bytes) == UInt8(ascii: "}") { break }
      try scanner.expect(UInt8(ascii: ","), "',' or '}'", bytes)
    }
    scanner.offset += 1
    guard let key else { throw missing("section", start) }
    guard hasItems else { throw missing("items", start) }
    sections.append(
      .init(key: key, content: content, items: firstItem..<starts.count, range: start..<scanner.offset))
  }

  private mutating func item(_ bytes: Span<UInt8>) throws(ScanFailure) {
    let expected = "an item, a pair of strings [\"id\",\"content\"]"
    try open(UInt8(ascii: "["), expected, bytes)
    starts.append(scanner.offset - 1)
    _ = try string("a string as the item's id", bytes)
    try pairPart(UInt8(ascii: ","), "',' and the item's content", bytes)
    _ = try string("a string as the item's content", bytes)
    try pairPart(UInt8(ascii: "]"), "']' after the item's content", bytes)
  }

  /// Moves over the punctuation of a pair. Another length than two is an error of form, not of grammar.
  private mutating func pairPart(
    _ wanted: UInt8, _ expected: String, _ bytes: Span<UInt8>
  ) throws(ScanFailure) {
    scanner.skipWhitespace(bytes)
    let found = scanner.peek(bytes)
    if found != wanted, found == UInt8(ascii: ",") || found == UInt8(ascii: "]") {
      throw ScanFailure(
        kind: .shape, offset: scanner.offset,
        problem: found == UInt8(ascii: ",")
          ? "an item with more than two strings" : "an item with one string only",
        advice: "write [\"id\",\"content\"]")
    }
    try scanner.expect(wanted, expected, bytes)
  }

  /// Moves over an opening bracket; a value of another kind is an error of form.
  private mutating func open(_ bracket: UInt8, _ what: String, _ bytes: Span<UInt8>) throws(ScanFailure) {
    scanner.skipWhitespace(bytes)
    guard scanner.peek(bytes) == bracket else { throw mistyped(what, bytes) }
    scanner.offset += 1
  }

  private mutating func string(_ what: String, _ bytes: Span<UInt8>) throws(ScanFailure) -> FieldValue {
    scanner.skipWhitespace(bytes)
    guard scanner.peek(bytes) == UInt8(ascii: "\"") else { throw mistyped(what, bytes) }
    return try scanner.string(bytes)
  }

  private func mistyped(_ what: String, _ bytes: Span<UInt8>) -> ScanFailure {
    guard let byte = scanner.peek(bytes), "{[\"-0123456789tfn".utf8.contains(byte) else {
      return scanner.unexpected(what, bytes)
    }
    var probe = scanner
    do {
      let value = try probe.value(bytes, depth: 4)
      return ScanFailure(
        kind: .shape, offset: scanner.offset, problem: "expected \(what), found \(value.kind.article)",
        advice: "see the form of the sections format")
    } catch {
      return error
    }
  }

  private func duplicate(_ name: FieldValue, _ text: String) -> ScanFailure {
    ScanFailure(
      kind: .duplicateName, offset: name.range.lowerBound - 1,
      problem: "the name \"\(text)\" occurs twice in one object", advice: "remove one of the two members")
  }

  private func missing(_ text: String, _ start: Int) -> ScanFailure {
    ScanFailure(
      kind: .shape, offset: start, problem: "a section without \"\(text)\"", advice: "add the member")
  }
}
