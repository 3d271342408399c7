/// Where a byte occurs among 64, as one bit each, lowest address first.
enum ByteMask {
  /// The bytes of a block in two halves of 32, the width at which every platform compiles well.
  typealias Block = (SIMD32<UInt8>, SIMD32<UInt8>)

  /// The 64 bytes at `offset`. In bounds: the caller's `offset + 64` is checked against the span.
  @inline(__always)
  static func block(_ bytes: Span<UInt8>, at offset: Int) -> Block {
    let raw = unsafe bytes.bytes
    let low = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self)
    let high = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset + 32, as: SIMD32<UInt8>.self)
    return (low, high)
  }

  /// The places of `byte` in `block`.
  @inline(__always)
  static func places(of byte: UInt8, in block: Block) -> UInt64 {
    let low = places(of: byte, in: block.0)
    let high = places(of: byte, in: block.1)
    return low | high << 32
  }

  /// Whether a byte of `block` is not ASCII.
  @inline(__always)
  static func hasNonASCII(_ block: Block) -> Bool {
    // Same size, no padding: 32 bytes seen as four words.
    let words = unsafe unsafeBitCast(block.0 | block.1, to: SIMD4<UInt64>.self)
    return (words[0] | words[1] | words[2] | words[3]) & 0x8080_8080_8080_8080 != 0
  }

  @inline(__always)
  private static func places(of byte: UInt8, in half: SIMD32<UInt8>) -> UInt64 {
    let equal = half .== SIMD32(repeating: byte)
    // Same size, no padding: 32 lanes of 0x00 or 0xFF seen as four words.
    let words = unsafe unsafeBitCast(equal, to: SIMD4<UInt64>.self)
    return gather(words[0]) | gather(words[1]) << 8 | gather(words[2]) << 16 | gather(words[3]) << 24
  }

  /// One bit for each byte of `word`, which are 0x00 or 0xFF: the multiplication moves bit 0 of byte k to bit
  /// 56 + k, and no two partial products meet.
  @inline(__always)
  private static func gather(_ word: UInt64) -> UInt64 {
    (word & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080 >> 56
  }

  /// For every place whether an odd number of bits stands at or below it.
  @inline(__always)
  static func parity(_ mask: UInt64) -> UInt64 {
    var mask = mask
    mask ^= mask << 1
    mask ^= mask << 2
    mask ^= mask << 4
    mask ^= mask << 8
    mask ^= mask << 16
    mask ^= mask << 32
    return mask
  }
}
