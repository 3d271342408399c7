/// The quoting rule of CSV (RFC 4180, section 2), in one place: a field may stand in quotes; then delimiters and line ends
/// in it are text, and each quote of the text is written twice.
enum CSVQuoting {
  static let quote = UInt8(ascii: "\"")

  // MARK: Reading

  /// Where the field ends whose text starts at `start`, after the opening quote: the offset of the closing quote, or
  /// `limit` where there is none; and whether quotes of the text are doubled.
  @inline(__always)
  static func close(of start: Int, to limit: Int, in bytes: Span<UInt8>) -> (offset: Int, hasDoubled: Bool) {
    var offset = start
    var hasDoubled = false
    while offset < limit {
      if bytes[offset] == quote {
        guard offset + 1 < limit, bytes[offset + 1] == quote else { return (offset, hasDoubled) }
        hasDoubled = true
        offset += 1
      }
      offset += 1
    }
    return (limit, hasDoubled)
  }

  /// The same where a quote closes the field only before a delimiter, a line end or the limit; any other is text.
  static func lazyClose(
    of start: Int, to limit: Int, delimiter: UInt8, in bytes: Span<UInt8>
  ) -> (offset: Int, hasDoubled: Bool) {
    var offset = start
    var hasDoubled = false
    while offset < limit {
      if bytes[offset] == quote {
        guard offset + 1 < limit else { return (offset, hasDoubled) }
        switch bytes[offset + 1] {
        case quote:
          hasDoubled = true
          offset += 1
        case delimiter, 0x0A, 0x0D: return (offset, hasDoubled)
        default: break
        }
      }
      offset += 1
    }
    return (limit, hasDoubled)
  }

  /// Appends the text between the quotes with every doubled quote made one.
  static func appendText(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = bytes[offset]
      output.append(byte)
      let isDoubled = byte == quote && offset + 1 < range.upperBound && bytes[offset + 1] == quote
      offset += isDoubled ? 2 : 1
    }
  }

  /// The quotes of 64 bytes after 64, as bits: what they open and close, and which delimiters and line ends are text.
  struct Mask {
    // Bits carried from block to block; each is 0 or 1, except `inside`, all zeros or all ones.
    private var inside: UInt64 = 0
    private var afterQuoteEnd: UInt64 = 0
    private var afterReturn: UInt64 = 0
    private var mayOpen: UInt64 = 1

    /// Takes the next block, and takes the delimiters and line ends out that are within quotes.
    ///
    /// - Returns: False where anything is unusual: a quote that neither opens, closes nor is doubled, or a byte behind a
    ///   closing one that ends no field.
    @inline(__always)
    mutating func take(_ block: ByteMask.Block, delimiters: inout UInt64, lineEnds: inout UInt64) -> Bool {
      let quotes = ByteMask.bits(of: quote, in: block)
      let separators = delimiters | lineEnds
      if quotes | inside | afterQuoteEnd | afterReturn == 0 {
        mayOpen = separators >> 63
        return true
      }
      // After each place, whether it is inside quotes; before it, the same one place earlier.
      let insideAfter = ByteMask.parity(quotes) ^ inside
      let insideBefore = insideAfter << 1 | inside & 1
      let opening = quotes & ~insideBefore
      let closing = quotes & insideBefore
      // A quote opens after a separator, or after a closing quote (then the pair is a doubled quote).
      let allowed = (separators | closing) << 1 | mayOpen
      if opening & ~allowed != 0 { return false }
      // After a closing quote comes a separator, CR LF, or the second half of a doubled quote.
      let following = closing << 1 | afterQuoteEnd
      let odd = following & ~(separators | quotes)
      var returns: UInt64 = 0
      if odd | afterReturn != 0 {
        returns = odd & ByteMask.bits(of: 0x0D, in: block)
        if odd & ~returns != 0 || (returns << 1 | afterReturn) & ~lineEnds != 0 { return false }
      }
      mayOpen = (separators | closing) >> 63
      afterQuoteEnd = closing >> 63
      afterReturn = returns >> 63
      inside = 0 &- (insideAfter >> 63)
      delimiters &= ~insideAfter
      lineEnds &= ~insideAfter
      return true
    }
  }

  // MARK: Comparing

  /// Whether two rows that differ in the byte at `length` from their starts have no field in quotes there, so that they
  /// have different values: the bytes of a field without quotes are its text.
  static func isPlain(
    differingAt length: Int, _ a: Span<UInt8>, _ aRange: Range<Int>, _ b: Span<UInt8>, _ bRange: Range<Int>
  ) -> Bool {
    let aEnd = min(aRange.lowerBound + length + 1, aRange.upperBound)
    let bEnd = min(bRange.lowerBound + length + 1, bRange.upperBound)
    return ByteKernels.first(quote, in: a, from: aRange.lowerBound, to: aEnd) == aEnd
      && ByteKernels.first(quote, in: b, from: bRange.lowerBound + length, to: bEnd) == bEnd
  }

  // MARK: Writing

  /// Appends a field: in quotes if it holds a delimiter, a quote, CR or LF, or if `mustQuote`.
  ///
  /// - Parameter quotingOthers: Whether bytes that delimit fields in other files are quoted, too.
  /// - Returns: Whether one of those stands there without quotes.
  static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, delimiter: UInt8, mustQuote: Bool, quotingOthers: Bool,
    to output: inout [UInt8]
  ) -> Bool {
    var needsQuotes = mustQuote
    var hasQuote = false
    var hasOther = false
    for offset in range {
      switch bytes[offset] {
      case delimiter, 0x0A, 0x0D: needsQuotes = true
      case quote: hasQuote = true
      case UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"): hasOther = true
      default: break
      }
    }
    guard needsQuotes || hasQuote || hasOther && quotingOthers else {
      output.append(bytes, range)
      return hasOther
    }
    output.append(quote)
    if hasQuote {
      for offset in range {
        if bytes[offset] == quote { output.append(quote) }
        output.append(bytes[offset])
      }
    } else {
      output.append(bytes, range)
    }
    output.append(quote)
    return false
  }
}
