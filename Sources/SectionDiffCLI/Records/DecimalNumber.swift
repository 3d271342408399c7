/// The exact value of a JSON number: no digit is lost, so `9007199254740993` comes after `9007199254740992`.
struct DecimalNumber: Comparable {
  /// -1, 0 or 1.
  private let sign: Int
  /// The power of ten of the first significant digit; 0 for zero.
  private let magnitude: Int
  /// The significant digits, without zeros at either end.
  private let digits: [UInt8]

  /// Reads a number by the grammar of JSON, or returns nil.
  init?(json: [UInt8]) {
    var offset = 0
    func digit(at offset: Int) -> Bool { offset < json.count && json[offset] >= 0x30 && json[offset] <= 0x39 }
    let isNegative = json.first == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    guard digit(at: offset) else { return nil }
    let start = offset
    while digit(at: offset) { offset += 1 }
    if json[start] == 0x30, offset - start > 1 { return nil }
    var digits = Array(json[start..<offset])
    let whole = digits.count
    if offset < json.count, json[offset] == UInt8(ascii: ".") {
      offset += 1
      let first = offset
      while digit(at: offset) { offset += 1 }
      if offset == first { return nil }
      digits += json[first..<offset]
    }
    var exponent = 0
    if offset < json.count, json[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let isBelowOne = offset < json.count && json[offset] == UInt8(ascii: "-")
      if isBelowOne || offset < json.count && json[offset] == UInt8(ascii: "+") { offset += 1 }
      let first = offset
      while digit(at: offset) {
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

  static func < (a: DecimalNumber, b: DecimalNumber) -> Bool {
    if a.sign != b.sign { return a.sign < b.sign }
    let (small, large) = a.sign < 0 ? (b, a) : (a, b)
    if small.magnitude != large.magnitude { return small.magnitude < large.magnitude }
    return small.digits.lexicographicallyPrecedes(large.digits)
  }
}
