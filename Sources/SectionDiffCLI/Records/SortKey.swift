internal import RecordFormats

/// A value's place in the one order that `--sort-by` and `--section-order value` use.
///
/// What is missing or null comes first, then `false` and `true`, then numbers by their exact value, then text by
/// its bytes, then arrays and objects by their JSON. A field of CSV or TSV that is written like a JSON number is a
/// number. The order is total, so the outcome of sorting does not depend on where it starts.
///
/// The parts are compared one after the other, words before bytes: a million keys are sorted many times.
struct SortKey: Comparable {
  /// The kinds of values in their order; numbers below zero are a kind, because their magnitudes descend.
  private enum Rank: UInt8 {
    case missing
    case isFalse
    case isTrue
    case negative
    case zero
    case positive
    case text
    case container
  }

  private let rank: Rank
  /// For numbers the power of ten of the first digit.
  private let magnitude: Int
  /// The first bytes of text, or digits of a number, as one word that sorts as they do.
  private let head: UInt64
  /// What follows the head.
  private let tail: [UInt8]
  /// Reports text from the same text followed by zero bytes, where both fit into the head.
  private let length: Int

  /// The key of a missing value.
  static let missing = SortKey(rank: .missing)

  /// The key of a value, or of a missing one.
  init(_ value: SourcedValue?) {
    guard let value else {
      self = .missing
      return
    }
    switch value.value.kind {
    case .null: self = .missing
    case .boolean:
      self.init(rank: value.text == "true" ? .isTrue : .isFalse)
    case .number, .text, .textWithDoubledQuotes:
      let bytes = value.source.decodedBytes(of: value.value)
      if let number = DecimalNumber(json: bytes) { self.init(number) } else { self.init(bytes, .text) }
    case .string, .stringWithEscapes: self.init(value.source.decodedBytes(of: value.value), .text)
    case .array, .object: self.init(Array(value.json.utf8), .container)
    }
  }

  /// The key of a value.
  ///
  /// - Parameter readsNumbers: Whether a string that is written like a JSON number is one, as a field of CSV is.
  init(_ value: SourcedValue, readsNumbers: Bool) {
    if readsNumbers, value.value.isText,
      let number = DecimalNumber(json: value.source.decodedBytes(of: value.value))
    {
      self.init(number)
    } else {
      self.init(value)
    }
  }

  private init(rank: Rank) { self.init(rank: rank, magnitude: 0, head: 0, tail: [], length: 0) }

  private init(rank: Rank, magnitude: Int, head: UInt64, tail: [UInt8], length: Int) {
    self.rank = rank
    self.magnitude = magnitude
    self.head = head
    self.tail = tail
    self.length = length
  }

  private init(_ bytes: [UInt8], _ rank: Rank) {
    var head: UInt64 = 0
    for offset in 0..<8 { head = head << 8 | UInt64(offset < bytes.count ? bytes[offset] : 0) }
    self.init(rank: rank, magnitude: 0, head: head, tail: Array(bytes.dropFirst(8)), length: bytes.count)
  }

  private init(_ number: DecimalNumber) {
    // Sixteen digits of four bits; what is missing counts as zero.
    var head: UInt64 = 0
    for offset in 0..<16 {
      head = head << 4 | UInt64(offset < number.digits.count ? number.digits[offset] & 0x0F : 0)
    }
    self.init(
      rank: number.sign < 0 ? .negative : number.sign == 0 ? .zero : .positive, magnitude: number.magnitude,
      head: head, tail: Array(number.digits.dropFirst(16)), length: 0)
  }

  static func < (a: SortKey, b: SortKey) -> Bool {
    if a.rank != b.rank { return a.rank.rawValue < b.rank.rawValue }
    return a.rank == .negative ? b.precedesByParts(a) : a.precedesByParts(b)
  }

  private func precedesByParts(_ other: SortKey) -> Bool {
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    if head != other.head { return head < other.head }
    if !tail.isEmpty || !other.tail.isEmpty, tail != other.tail {
      return tail.lexicographicallyPrecedes(other.tail)
    }
    return length < other.length
  }
}
