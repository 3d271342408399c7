/// A fast hash of bytes under a seed. Not for storage: values differ from seed to seed.
enum ByteHash {
  /// The seed of this process, for tables whose order no one sees.
  static let processSeed = UInt64.random(in: .min ... .max)

  /// Hashes the bytes in `range`, eight at a time by folded multiplication.
  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    let range = range.clamped(to: 0..<bytes.count)
    var state = fold(seed ^ 0x9E37_79B9_7F4A_7C15, UInt64(range.count) ^ 0xD1B5_4A32_D192_ED03)
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      state = fold(state ^ ByteKernels.word(bytes, at: offset), 0xA076_1D64_78BD_642F)
      offset += 8
    }
    if offset < range.upperBound {
      var rest: UInt64 = 0
      while offset < range.upperBound {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      state = fold(state ^ rest, 0xE703_7ED1_A0B4_28DB)
    }
    return fold(state, seed | 1)
  }

  /// Both halves of the product of `a` and `b`, folded into one word.
  @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
