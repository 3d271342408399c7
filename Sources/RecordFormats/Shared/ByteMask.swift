/// Where a byte occurs among 64, as one bit each, lowest address first.
///
/// Eight bytes are handled as one word: Swift's SIMD types have no way from a vector to a bit mask, and their
/// comparisons compile lane by lane (measured: 20 times slower than this).
enum ByteMask {
  /// 64 bytes in eight words, lowest address first, lowest byte first.
  typealias Block = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  /// The 64 bytes at `offset`. In bounds: every load is checked against the span.
  @inline(__always)
  static func block(_ bytes: Span<UInt8>, at offset: Int) -> Block {
    (
      ByteKernels.word(bytes, at: offset), ByteKernels.word(bytes, at: offset &+ 8),
      ByteKernels.word(bytes, at: offset &+ 16), ByteKernels.word(bytes, at: offset &+ 24),
      ByteKernels.word(bytes, at: offset &+ 32), ByteKernels.word(bytes, at: offset &+ 40),
      ByteKernels.word(bytes, at: offset &+ 48), ByteKernels.word(bytes, at: offset &+ 56)
    )
  }

  /// A bit for each offset of `byte`, which is ASCII, in `block`.
  @inline(__always)
  static func bits(of byte: UInt8, in block: Block) -> UInt64 {
    let pattern = ByteKernels.spread(byte)
    let low =
      bits(block.0 ^ pattern) | bits(block.1 ^ pattern) << 8
      | bits(block.2 ^ pattern) << 16 | bits(block.3 ^ pattern) << 24
    let high =
      bits(block.4 ^ pattern) | bits(block.5 ^ pattern) << 8
      | bits(block.6 ^ pattern) << 16 | bits(block.7 ^ pattern) << 24
    return low | high << 32
  }

  /// Whether a byte of `block` is not ASCII.
  @inline(__always)
  static func hasNonASCII(_ block: Block) -> Bool {
    let low = block.0 | block.1 | block.2 | block.3
    let high = block.4 | block.5 | block.6 | block.7
    return (low | high) & 0x8080_8080_8080_8080 != 0
  }

  /// One bit for each byte of `word` that is zero.
  ///
  /// The addition sets the high bit of every byte whose low seven bits are not all zero and cannot carry into the
  /// next; the multiplication moves the high bit of byte k to bit 56 + k, and no two partial products meet.
  @inline(__always)
  private static func bits(_ word: UInt64) -> UInt64 {
    let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let zeros = ~(((word & sevens) &+ sevens) | word) & ~sevens
    return (zeros &* 0x0002_0408_1020_4081) >> 56
  }

  /// For every place whether an odd number of bits is at or below it.
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
