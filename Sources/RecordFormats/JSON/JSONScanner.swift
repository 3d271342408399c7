/// Checks JSON by RFC 8259, byte by byte, without recursion.
///
/// The open arrays and objects are on a stack of its own, so depth costs memory and is cut at
/// ``SourceText/depthLimit``. Names that occur twice in one object are refused at every level.
struct JSONScanner {
  /// The offset of the next byte.
  var offset: Int
  /// False for NDJSON, where a record ends with its line.
  let mayCrossLines: Bool
  /// How many containers may be open at once.
  private let depthLimit: Int
  /// The names of all open objects.
  private var names = JSONNameStack()
  /// The open containers, outermost first: true for an object.
  private var open: [Bool] = []

  init(at offset: Int = 0, mayCrossLines: Bool = true, depthLimit: Int = JSONText.depthLimit) {
    self.offset = offset
    self.mayCrossLines = mayCrossLines
    self.depthLimit = depthLimit
  }

  /// The byte at `offset`, or nil at the end of the input.
  func peek(_ bytes: Span<UInt8>) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Moves over white space; over line feeds only where a value may cross lines.
  mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0D: offset += 1
      case 0x0A where mayCrossLines: offset += 1
      default: return
      }
    }
  }

  /// Moves over white space and the byte `wanted`, or says what is there instead.
  mutating func expect(_ wanted: UInt8, _ expected: String, _ bytes: Span<UInt8>) throws(ScanFailure) {
    skipWhitespace(bytes)
    guard peek(bytes) == wanted else { throw unexpected(expected, bytes) }
    offset += 1
  }

  /// That `expected` was expected at `offset`.
  func unexpected(_ expected: String, _ bytes: Span<UInt8>) -> ScanFailure {
    if let byte = peek(bytes), byte >= 0x80, UTF8Check.length(at: offset, in: bytes) == nil {
      return .invalidUTF8(at: offset, in: bytes)
    }
    let advice: String
    switch peek(bytes) {
    case nil: advice = "the input ends too early"
    case 0x0A where !mayCrossLines: advice = "a record must be on one line"
    case UInt8(ascii: "'"): advice = "JSON strings need double quotes"
    case UInt8(ascii: "/"): advice = "JSON has no comments"
    case UInt8(ascii: "}"), UInt8(ascii: "]"): advice = "check the comma or the bracket before it"
    default: advice = "correct the JSON there"
    }
    return ScanFailure(
      offset: offset, problem: "expected \(expected), found \(ScanFailure.found(at: offset, in: bytes))",
      advice: advice, isTruncated: offset >= bytes.count)
  }

  /// Reads one value, within so many open containers, and moves behind it.
  mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(ScanFailure) -> FieldValue {
    skipWhitespace(bytes)
    let start = offset
    open.removeAll(keepingCapacity: true)
    names.reset()
    // Invariant: a value is expected at `offset`, within the containers of `open`.
    while true {
      skipWhitespace(bytes)
      var last: FieldValue
      switch peek(bytes) {
      case UInt8(ascii: "{"):
        try push(isObject: true, bytes, depth: depth)
        skipWhitespace(bytes)
        if peek(bytes) != UInt8(ascii: "}") {
          try name(bytes, "a name in quotes or '}'")
          continue
        }
        last = try pop(start, bytes)
      case UInt8(ascii: "["):
        try push(isObject: false, bytes, depth: depth)
        skipWhitespace(bytes)
        if peek(bytes) != UInt8(ascii: "]") { continue }
        last = try pop(start, bytes)
      case UInt8(ascii: "\""): last = try string(bytes)
      case UInt8(ascii: "t"): last = try literal("true", .boolean, bytes)
      case UInt8(ascii: "f"): last = try literal("false", .boolean, bytes)
      case UInt8(ascii: "n"): last = try literal("null", .null, bytes)
      case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): last = try number(bytes)
      default: throw unexpected("a value", bytes)
      }
      // A value ended: close containers until one continues.
      while true {
        guard let isObject = open.last else { return last }
        skipWhitespace(bytes)
        switch (peek(bytes), isObject) {
        case (UInt8(ascii: ","), true):
          offset += 1
          skipWhitespace(bytes)
          try name(bytes, "a name in quotes")
        case (UInt8(ascii: ","), false):
          offset += 1
        case (UInt8(ascii: "}"), true), (UInt8(ascii: "]"), false):
          last = try pop(start, bytes)
          continue
        default: throw unexpected(isObject ? "',' or '}'" : "',' or ']'", bytes)
        }
        break
      }
    }
  }

  private mutating func push(isObject: Bool, _ bytes: Span<UInt8>, depth: Int) throws(ScanFailure) {
    guard depth + open.count < depthLimit else {
      throw ScanFailure(
        kind: .tooDeep, offset: offset, problem: "nested deeper than \(depthLimit) levels",
        advice: "flatten the document")
    }
    open.append(isObject)
    if isObject { names.open() }
    offset += 1
  }

  /// Closes the innermost container. `start` is where the outermost began.
  private mutating func pop(_ start: Int, _ bytes: Span<UInt8>) throws(ScanFailure) -> FieldValue {
    offset += 1
    let isObject = open.popLast() ?? false
    if isObject { try names.close(bytes) }
    // Only the outermost is handed out, so its start is the only one that matters.
    return FieldValue(isObject ? .object : .array, start..<max(start, offset))
  }

  /// Reads a member's name and its colon.
  private mutating func name(_ bytes: Span<UInt8>, _ expected: String) throws(ScanFailure) {
    guard peek(bytes) == UInt8(ascii: "\"") else { throw unexpected(expected, bytes) }
    try names.insert(try string(bytes), bytes)
    try expect(UInt8(ascii: ":"), "':' after the name", bytes)
  }

  private mutating func literal(
    _ word: String, _ kind: FieldValue.Kind, _ bytes: Span<UInt8>
  ) throws(ScanFailure) -> FieldValue {
    let start = offset
    for byte in word.utf8 {
      guard peek(bytes) == byte else { throw unexpected("'\(word)'", bytes) }
      offset += 1
    }
    return FieldValue(kind, start..<offset)
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(ScanFailure) -> FieldValue {
    let start = offset
    if peek(bytes) == UInt8(ascii: "-") { offset += 1 }
    if peek(bytes) == UInt8(ascii: "0") {
      offset += 1
      if let byte = peek(bytes), Self.isDigit(byte) {
        throw ScanFailure(offset: start, problem: "a number with a leading zero", advice: "remove the zero")
      }
    } else {
      try digits(bytes)
    }
    if peek(bytes) == UInt8(ascii: ".") {
      offset += 1
      try digits(bytes)
    }
    if let byte = peek(bytes), byte | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if let sign = peek(bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try digits(bytes)
    }
    return FieldValue(.number, start..<offset)
  }

  private mutating func digits(_ bytes: Span<UInt8>) throws(ScanFailure) {
    guard let byte = peek(bytes), Self.isDigit(byte) else { throw unexpected("a digit", bytes) }
    while let byte = peek(bytes), Self.isDigit(byte) { offset += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Reads the string whose opening quote is at `offset`.
  mutating func string(_ bytes: Span<UInt8>) throws(ScanFailure) -> FieldValue {
    let quote = offset
    offset += 1
    var hasEscapes = false
    while true {
      offset = ByteKernels.endOfPlainJSON(bytes, from: offset, to: bytes.count)
      guard let byte = peek(bytes) else { throw unterminated(quote) }
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return FieldValue(hasEscapes ? .stringWithEscapes : .string, (quote + 1)..<(offset - 1))
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try escape(bytes, quote: quote)
      case 0x0A where !mayCrossLines:
        throw ScanFailure(
          offset: quote, problem: "unterminated string",
          advice: "add the closing \" on the same line (it was opened here)")
      case 0..<0x20:
        throw ScanFailure(
          offset: offset, problem: "\(ScanFailure.found(at: offset, in: bytes)) inside a string",
          advice: "write it as \(Self.escaped(byte))")
      default:
        guard let length = UTF8Check.length(at: offset, in: bytes) else {
          throw .invalidUTF8(at: offset, in: bytes)
        }
        offset += length
      }
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    String(JSONText.literal([byte]).dropFirst().dropLast())
  }

  private func unterminated(_ quote: Int) -> ScanFailure {
    ScanFailure(
      offset: quote, problem: "unterminated string", advice: "add the closing \" (it was opened here)",
      isTruncated: true)
  }

  /// Reads the escape whose backslash is at `offset`.
  private mutating func escape(_ bytes: Span<UInt8>, quote: Int) throws(ScanFailure) {
    let start = offset
    offset += 1
    guard let letter = peek(bytes) else { throw unterminated(quote) }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let code = try hexCode(bytes, start: start)
      if code < 0xD800 || code >= 0xE000 { return }
      if code < 0xDC00, peek(bytes) == UInt8(ascii: "\\"), offset + 1 < bytes.count,
        bytes[offset + 1] == UInt8(ascii: "u")
      {
        offset += 2
        let low = try hexCode(bytes, start: start)
        if low >= 0xDC00, low < 0xE000 { return }
      }
      throw ScanFailure(
        offset: start, problem: "half a surrogate pair, \\u\(String(code, radix: 16))",
        advice: "write both halves, or the character itself",
        isTruncated: code < 0xDC00 && offset >= bytes.count - (peek(bytes) == UInt8(ascii: "\\") ? 1 : 0))
    default:
      throw ScanFailure(
        offset: start,
        problem: "an unknown escape: \(ScanFailure.found(at: offset - 1, in: bytes)) after a backslash",
        advice: "write a backslash as \\\\")
    }
  }

  private mutating func hexCode(_ bytes: Span<UInt8>, start: Int) throws(ScanFailure) -> UInt32 {
    guard let code = JSONText.hexCode(bytes, at: offset, end: bytes.count) else {
      throw ScanFailure(
        offset: start, problem: "\\u without four hexadecimal digits", advice: "write all four",
        isTruncated: offset + 4 > bytes.count)
    }
    offset += 4
    return code
  }
}
