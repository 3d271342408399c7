/// What 32 bits can say of where a value comes among others: where two prefixes differ, the smaller one is first; where
/// they are equal, or one is not known, the values themselves must be compared.
///
///     value                     prefix
///     17, 17.25 (numbers)       the bits of the nearest `Float`, so that they compare as numbers
///     "north" (ASCII so far)    0x80000000 | "nort"
///     nil                       1, before all others
///     anything else             0: not known
@usableFromInline
package struct SortPrefix: Sendable, Equatable, BitwiseCopyable {
  @usableFromInline let bits: UInt32

  @inlinable
  package init(bits: UInt32) { self.bits = bits }

  /// Of a value of which nothing is known.
  @inlinable package static var unknown: SortPrefix { SortPrefix(bits: 0) }

  /// Whether anything is known of the value.
  @inlinable package var isKnown: Bool { bits != 0 }

  /// Whether this comes before another; `nil` where that is unknown.
  @inlinable
  package func precedes(_ other: SortPrefix) -> Bool? {
    bits == other.bits || bits == 0 || other.bits == 0 ? nil : bits < other.bits
  }

  /// The prefix under the opposite order.
  @inlinable package var reversed: SortPrefix { bits == 0 ? self : SortPrefix(bits: ~bits) }
}

extension SortPrefix {
  /// The prefix of a value, by its type.
  @inlinable
  package init<Value>(of value: Value) {
    switch value {
    case let value as Int: self.init(nearest: Float(value))
    case let value as Double: self.init(nearest: Float(value))
    case let value as String: self.init(ascii: value)
    case let value as Int64: self.init(nearest: Float(value))
    case let value as Int32: self.init(nearest: Float(value))
    case let value as UInt64: self.init(nearest: Float(value))
    case let value as UInt32: self.init(nearest: Float(value))
    case let value as Float: self.init(nearest: value)
    default: self = .unknown
    }
  }

  /// The prefix of a value that may be missing: missing ones come first.
  @inlinable
  package init<Value>(of value: Value?) {
    switch value {
    case nil: self.init(bits: 1)
    case let value?: self.init(of: value)
    }
  }

  /// Of a number, rounded. Rounding keeps the order, but for making different numbers equal.
  @inlinable
  package init(nearest value: Float) {
    if value.isNaN {
      self = .unknown
      return
    }
    // Adding zero makes one of both zeros.
    let bits = (value + 0).bitPattern
    // Positive numbers compare as their bits do, negative ones the other way round, before all positive ones.
    self.init(bits: bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits)
  }

  /// Of a text that begins with ASCII: its first four bytes. The fifth must be ASCII as well: strings compare in their
  /// normal form, in which a mark may change the character before it.
  @inlinable
  package init(ascii text: String) {
    var bits: UInt32 = 0
    var bytes = text.utf8.makeIterator()
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      guard let byte = bytes.next() else { break }
      if byte >= 0x80 {
        self = .unknown
        return
      }
      bits |= UInt32(byte) << shift
    }
    if let fifth = bytes.next(), fifth >= 0x80 {
      self = .unknown
      return
    }
    self.init(bits: bits | 0x8000_0000)
  }
}
