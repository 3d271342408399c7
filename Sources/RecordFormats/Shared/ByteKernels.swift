#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// The unsafe loops of the module, each with the bound that makes it safe.
enum ByteKernels {
  /// Whether two ranges hold the same bytes; false when either is not within its span.
  static func equal(_ a: Span<UInt8>, _ aRange: Range<Int>, _ b: Span<UInt8>, _ bRange: Range<Int>) -> Bool {
    guard aRange.count == bRange.count else { return false }
    guard aRange.lowerBound >= 0, aRange.upperBound <= a.count else { return false }
    guard bRange.lowerBound >= 0, bRange.upperBound <= b.count else { return false }
    if aRange.isEmpty { return true }
    return unsafe a.withUnsafeBufferPointer { (a) -> Bool in
      unsafe b.withUnsafeBufferPointer { (b) -> Bool in
        guard let a = a.baseAddress, let b = b.baseAddress else { return false }
        // Both ranges were checked against their spans above.
        return unsafe memcmp(a + aRange.lowerBound, b + bRange.lowerBound, aRange.count) == 0
      }
    }
  }

  /// The eight bytes at `offset`, lowest first. In bounds: `offset + 8` is checked against the span.
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first `byte` in `start..<end`, or `end`.
  @inline(__always)
  static func first(_ byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    let end = min(end, bytes.count)
    let pattern = spread(byte)
    while offset + 8 <= end {
      let hits = zeroBytes(word(bytes, at: offset) ^ pattern)
      if hits != 0 { return offset + hits.trailingZeroBitCount >> 3 }
      offset += 8
    }
    while offset < end, bytes[offset] != byte { offset += 1 }
    return offset
  }

  /// How many bytes are equal from the starts of two ranges on; at most the shorter one's count.
  static func commonPrefix(
    _ a: Span<UInt8>, _ aRange: Range<Int>, _ b: Span<UInt8>, _ bRange: Range<Int>
  ) -> Int {
    let aRange = aRange.clamped(to: 0..<a.count)
    let bRange = bRange.clamped(to: 0..<b.count)
    let count = min(aRange.count, bRange.count)
    var length = 0
    while length + 8 <= count {
      let difference = word(a, at: aRange.lowerBound + length) ^ word(b, at: bRange.lowerBound + length)
      if difference != 0 { return length + difference.trailingZeroBitCount >> 3 }
      length += 8
    }
    while length < count, a[aRange.lowerBound + length] == b[bRange.lowerBound + length] { length += 1 }
    return length
  }

  /// The offset of the first byte in `start..<end` that is not ASCII, or `end`.
  static func endOfASCII(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    let end = min(end, bytes.count)
    while offset + 8 <= end {
      let high = word(bytes, at: offset) & 0x8080_8080_8080_8080
      if high != 0 { return offset + high.trailingZeroBitCount >> 3 }
      offset += 8
    }
    while offset < end, bytes[offset] < 0x80 { offset += 1 }
    return offset
  }

  /// The offset of the first byte in `start..<end` that ends plain text in a JSON string: a quote, a
  /// backslash, a control character or the start of a non-ASCII sequence; or `end`.
  @inline(__always)
  static func endOfPlainJSON(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var offset = start
    let end = min(end, bytes.count)
    while offset + 8 <= end {
      let word = word(bytes, at: offset)
      let controls = (word &- spread(0x20)) & ~word & spread(0x80)
      let hits =
        controls | zeroBytes(word ^ spread(0x22)) | zeroBytes(word ^ spread(0x5C)) | word & spread(0x80)
      if hits != 0 { return offset + hits.trailingZeroBitCount >> 3 }
      offset += 8
    }
    while offset < end {
      let byte = bytes[offset]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x80 { break }
      offset += 1
    }
    return offset
  }

  /// `byte` in all eight places.
  @inline(__always)
  static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The high bit of every byte of `word` that is zero; places above the first true one may be wrong.
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- spread(1)) & ~word & spread(0x80) }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of `span` in `range`, cut to what exists.
  mutating func append(_ span: Span<UInt8>, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<span.count)
    // In bounds: the range was cut to the span's.
    unsafe span.withUnsafeBufferPointer { (buffer) in
      unsafe append(contentsOf: UnsafeBufferPointer(rebasing: buffer[range]))
    }
  }
}
