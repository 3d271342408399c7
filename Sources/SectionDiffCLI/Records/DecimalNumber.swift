/// The exact value of a JSON number: no digit is lost, so `9007199254740993` is not `9007199254740992`.
///
/// Equal values have equal parts, however they are written.
struct DecimalNumber: Equatable {
  /// -1, 0 or 1.
  let sign: Int
  /// The power of ten of the first significant digit, plus one; 0 for zero.
  let magnitude: Int
  /// The significant digits as ASCII, without zeros at either end.
  let digits: [UInt8]

  /// Reads a number by the grammar of JSON, or returns nil.
  init?(json: [UInt8]) {
    var offset = 0
    func isDigit(_ offset: Int) -> Bool {
      offset < json.count && json[offset] >= 0x30 && json[offset] <= 0x39
    }
    let isNegative = json.first == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    guard isDigit(offset) else { return nil }
    let start = offset
    while isDigit(offset) { offset += 1 }
    if json[start] == 0x30, offset - start > 1 { return nil }
    var digits = Array(json[start..<offset])
    let whole = digits.count
    if offset < json.count, json[offset] == UInt8(ascii: ".") {
      offset += 1
      let first = offset
      while isDigit(offset) { offset += 1 }
      if offset == first { return nil }
      digits += json[first..<offset]
    }
    var exponent = 0
    if offset < json.count, json[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let isBelowOne = offset < json.count && json[offset] == UInt8(ascii: "-")
      if isBelowOne || offset < json.count && json[offset] == UInt8(ascii: "+") { offset += 1 }
      let first = offset
      while isDigit(offset) {
        // Beyond any number that is meant; saturating keeps the order of all others.
        exponent = min(exponent * 10 + Int(json[offset] - 0x30), 1 << 48)
        offset += 1
      }
      if offset == first { return nil }
      if isBelowOne { exponent = -exponent }
    }
    guard offset == json.count else { return nil }
    let leadingZeros = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(leadingZeros)
    while digits.last == 0x30 { digits.removeLast() }
    self.digits = digits
    sign = digits.isEmpty ? 0 : isNegative ? -1 : 1
    magnitude = digits.isEmpty ? 0 : whole - leadingZeros + exponent
  }
}
