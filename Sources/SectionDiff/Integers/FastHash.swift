/// Cheap hashes for the commonest identities: about a quarter of the cost of `Hasher` for an integer, a fifth for a
/// string of 36 characters.
///
/// Both fold a 64 × 64-bit product: the high half of a product depends on every bit of both factors, and the low half
/// gives the table its index. The method is that of Wang Yi, "wyhash", 2019. The seed differs from process to process;
/// a program that finds keys that collide nevertheless only makes the diff fall back to `Hasher`.
@usableFromInline
enum FastHash {
  /// The hash of an identity whose type is known to have one; `nil` for all others.
  ///
  /// Specialised for one type, all tests but one fold away.
  @inlinable @inline(__always)
  static func hash<ID: Hashable>(_ id: ID, seed: UInt64) -> UInt64? {
    if ID.self == Int.self, let id = id as? Int { return mix(UInt64(bitPattern: Int64(id)), seed: seed) }
    if ID.self == Int64.self, let id = id as? Int64 { return mix(UInt64(bitPattern: id), seed: seed) }
    if ID.self == UInt64.self, let id = id as? UInt64 { return mix(id, seed: seed) }
    if ID.self == Int32.self, let id = id as? Int32 { return mix(UInt64(bitPattern: Int64(id)), seed: seed) }
    if ID.self == UInt32.self, let id = id as? UInt32 { return mix(UInt64(id), seed: seed) }
    if ID.self == String.self, let id = id as? String { return hash(ofText: id, seed: seed) }
    return nil
  }

  /// Mixes one word. One product leaves patterns in the low bits of evenly spaced words; two do not.
  @inlinable @inline(__always)
  static func mix(_ word: UInt64, seed: UInt64) -> UInt64 {
    fold(fold(word ^ seed, 0x9E37_79B9_7F4A_7C15) ^ seed, 0xD1B5_4A32_D192_ED03)
  }

  /// Mixes the bytes of a text; `nil` when one is not ASCII.
  ///
  /// Only ASCII texts are equal exactly when their bytes are: `"\u{212A}"` (the kelvin sign) equals `"K"`.
  ///
  /// The text is read where it is: `withUTF8` needs a copy that may be changed, and for that the compiler copied the whole
  /// item whose id the text is, which retains and releases each of its fields. For the same reason it is not called but
  /// put where the item is: then only a text that is stored otherwise is retained.
  @inlinable @inline(__always)
  static func hash(ofText text: String, seed: UInt64) -> UInt64? {
    let found = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hash(ofBytes: bytes.span, seed: seed)
    }
    if let found { return found }
    return hash(ofForeignText: text, seed: seed)
  }

  /// Mixes the bytes of a text that is stored otherwise, such as one bridged from Objective-C.
  @usableFromInline @inline(never)
  static func hash(ofForeignText text: String, seed: UInt64) -> UInt64? {
    var text = text
    return text.withUTF8 { bytes in unsafe hash(ofBytes: bytes.span, seed: seed) }
  }

  /// Mixes bytes, eight at a time, the last eight once more with some of those before; `nil` when one is not ASCII.
  @inlinable
  static func hash(ofBytes bytes: Span<UInt8>, seed: UInt64) -> UInt64? {
    let count = bytes.count
    let raw = unsafe bytes.bytes
    var state = fold(UInt64(truncatingIfNeeded: count) ^ seed, 0xD1B5_4A32_D192_ED03)
    var seen: UInt64 = 0
    var rest: UInt64 = 0
    if count >= 8 {
      let last = count &- 8
      var start = 0
      while start < last {
        // Bound: start + 8 < count.
        let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
        seen |= word
        state = fold(state ^ word, 0x9E37_79B9_7F4A_7C15)
        start &+= 8
      }
      rest = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: last, as: UInt64.self)
    } else {
      for index in 0..<count { rest = rest << 8 | UInt64(bytes[index]) }
    }
    seen |= rest
    if seen & 0x8080_8080_8080_8080 != 0 { return nil }
    return fold(state ^ rest, 0xD1B5_4A32_D192_ED03)
  }

  /// Both halves of a product, one over the other.
  @inlinable @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

/// Differs from process to process, as the standard library's own seed does, so that no input can be built to collide.
@usableFromInline let identitySeed = Hasher().finalize()
