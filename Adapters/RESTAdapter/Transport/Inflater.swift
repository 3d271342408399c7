#if AsyncHTTPClient
  /// Decodes `gzip` and `deflate` bit by bit, as much at a time as is asked for, so that what swells takes no memory.
  ///
  ///     var inflater = Inflater(.gzip)
  ///     inflater.feed(bytes)
  ///     let decoded = try inflater.inflate(atMost: 65_536)      // empty when more bytes are needed
  ///
  /// The formats are RFC 1950 (zlib), RFC 1951 (deflate) and RFC 1952 (gzip). Checksums and lengths are verified, members
  /// of gzip may follow one another, and nothing else may follow an end. `deflate` may come without zlib's frame, as some
  /// servers send it.
  ///
  /// *Time*: O(bytes in and out). *Space*: the window of 32 kB, what was fed and is not read, what is asked for.
  struct Inflater {
    enum Format { case gzip, deflate }

    /// Why a stream cannot be decoded.
    enum Damage: Error, Equatable {
      case malformed(String)
      case trailingBytes
    }

    private enum Stage {
      case frame, gzipFixed, gzipExtraLength, gzipExtra(Int), gzipName, gzipComment, gzipHeaderSum
      case block, stored, storedBytes(Int)
      case counts, codeLengths(Int), lengths
      case symbols, copy(length: Int, distance: Int)
      case check, size, end
    }

    private let format: Format
    private var stage = Stage.frame
    private var isZlib = false
    private var gzipFlags: UInt8 = 0
    private var hasMember = false

    private var input: [UInt8] = []
    private var position = 0
    private var bits: UInt64 = 0
    private var bitCount = 0

    private var window = [UInt8](repeating: 0, count: 1 << 15)
    /// How many bytes this member has given so far.
    private var produced = 0
    private var crc: UInt32 = ~0
    private var adler: (a: UInt32, b: UInt32) = (1, 0)

    private var isLastBlock = false
    private var literalCount = 0
    private var distanceCount = 0
    private var codeLengthCount = 0
    private var lengths: [UInt8] = []
    private var codes = HuffmanCode.empty
    private var distances = HuffmanCode.empty

    init(_ format: Format) { self.format = format }

    /// Whether the stream may end here.
    private(set) var isComplete = false

    /// Adds bytes of the stream.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
      input.removeSubrange(..<position)
      position = 0
      input.append(contentsOf: bytes)
    }

    /// Decodes so many bytes or fewer; none when more input is needed, or the stream is at its end.
    mutating func inflate(atMost count: Int) throws(Damage) -> [UInt8] {
      var output: [UInt8] = []
      while output.count < count, try step(&output, count) {}
      return output
    }

    // MARK: - Bits

    /// Takes in what fits; 57 bits or more where there is input.
    private mutating func refill() {
      while bitCount <= 56, position < input.count {
        bits |= UInt64(input[position]) << UInt64(bitCount)
        bitCount += 8
        position += 1
      }
    }

    private mutating func drop(_ count: Int) {
      bits >>= UInt64(count)
      bitCount -= count
    }

    /// The next bits as a number, least first; nil where there are not as many yet. At most 32.
    private mutating func take(_ count: Int) -> Int? {
      refill()
      guard bitCount >= count else { return nil }
      defer { drop(count) }
      return Int(bits & ((1 << UInt64(count)) - 1))
    }

    private mutating func put(_ byte: UInt8, _ output: inout [UInt8]) {
      output.append(byte)
      window[produced & 0x7FFF] = byte
      produced += 1
      if format == .gzip {
        crc = Self.crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
      } else if isZlib {
        adler.a += UInt32(byte)
        if adler.a >= 65_521 { adler.a -= 65_521 }
        adler.b += adler.a
        if adler.b >= 65_521 { adler.b -= 65_521 }
      }
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    // MARK: - Stages

    /// Goes on by one stage, or one symbol.
    ///
    /// - Returns: False when more input is needed, or the stream is at its end.
    private mutating func step(_ output: inout [UInt8], _ most: Int) throws(Damage) -> Bool {
      switch stage {
      case .frame: return try beginFrame()
      case .gzipFixed, .gzipExtraLength, .gzipExtra, .gzipName, .gzipComment, .gzipHeaderSum: return try gzipHeader()
      case .block: return try beginBlock()
      case .stored:
        guard let both = take(32) else { return false }
        guard both & 0xFFFF == ~(both >> 16) & 0xFFFF else { throw .malformed("a stored block has a wrong length") }
        stage = .storedBytes(both & 0xFFFF)
      case .storedBytes(let left):
        guard left > 0 else {
          endBlock()
          return true
        }
        guard let byte = take(8) else { return false }
        put(UInt8(byte), &output)
        stage = .storedBytes(left - 1)
      case .counts:
        guard let counts = take(14) else { return false }
        literalCount = (counts & 0x1F) + 257
        distanceCount = (counts >> 5 & 0x1F) + 1
        codeLengthCount = (counts >> 10) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw .malformed("a block has too many codes") }
        lengths = [UInt8](repeating: 0, count: 19)
        stage = .codeLengths(0)
      case .codeLengths(let index):
        if index == codeLengthCount {
          codes = try HuffmanCode(lengths[...])
          lengths = []
          stage = .lengths
          return true
        }
        guard let length = take(3) else { return false }
        lengths[Self.codeLengthOrder[index]] = UInt8(length)
        stage = .codeLengths(index + 1)
      case .lengths: return try readLengths()
      case .symbols: return try symbols(&output, most)
      case .copy(let length, let distance):
        let count = min(length, most - output.count)
        for _ in 0..<count { put(window[(produced - distance) & 0x7FFF], &output) }
        stage = length > count ? .copy(length: length - count, distance: distance) : .symbols
      case .check:
        guard let sum = take(32) else { return false }
        if format == .gzip {
          guard UInt32(sum) == ~crc else { throw .malformed("its checksum is wrong") }
          stage = .size
        } else {
          guard UInt32(sum).byteSwapped == adler.b << 16 | adler.a else { throw .malformed("its checksum is wrong") }
          (stage, isComplete) = (.end, true)
        }
      case .size:
        guard let size = take(32) else { return false }
        guard size == produced & 0xFFFF_FFFF else { throw .malformed("its length is wrong") }
        (stage, isComplete) = (.end, true)
      case .end:
        refill()
        guard bitCount > 0 else { return false }
        guard format == .gzip else { throw .trailingBytes }
        // Another member (RFC 1952, section 2.2).
        isComplete = false
        (produced, crc) = (0, ~0)
        stage = .gzipFixed
      }
      return true
    }

    private mutating func beginFrame() throws(Damage) -> Bool {
      if format == .gzip {
        stage = .gzipFixed
        return true
      }
      refill()
      guard bitCount >= 16 else { return false }
      let (method, flags) = (Int(bits & 0xFF), Int(bits >> 8 & 0xFF))
      // RFC 1950, section 2.2; what is not zlib's frame is deflate without one.
      isZlib = method & 0x0F == 8 && method >> 4 <= 7 && (method << 8 | flags) % 31 == 0
      if isZlib {
        guard flags & 0x20 == 0 else { throw .malformed("it needs a dictionary") }
        drop(16)
      }
      stage = .block
      return true
    }

    /// RFC 1952, section 2.3.
    private mutating func gzipHeader() throws(Damage) -> Bool {
      switch stage {
      case .gzipFixed:
        // Ten bytes do not fit in one number: the magic number, the method and the flags are in the first four.
        refill()
        guard bitCount >= 32 else {
          // What is too short to be a member, and begins unlike one, is none.
          if bitCount >= 8, bits & 0xFF != 0x1F { throw hasMember ? .trailingBytes : .notGzip }
          return false
        }
        guard bits & 0xFF_FFFF == 0x08_8B1F else { throw hasMember ? .trailingBytes : .notGzip }
        gzipFlags = UInt8(bits >> 24 & 0xFF)
        guard gzipFlags & 0xE0 == 0 else { throw .malformed("its header has flags that nobody knows") }
        drop(32)
        hasMember = true
        stage = .gzipExtra(6)
      case .gzipExtra(let left):
        guard left > 0 else {
          stage = gzipFlags & 0x04 != 0 ? .gzipExtraLength : .gzipName
          return true
        }
        guard take(8) != nil else { return false }
        stage = .gzipExtra(left - 1)
      case .gzipExtraLength:
        guard let length = take(16) else { return false }
        gzipFlags &= ~0x04
        stage = .gzipExtra(length)
      case .gzipName, .gzipComment:
        let flag: UInt8 = if case .gzipName = stage { 0x08 } else { 0x10 }
        if gzipFlags & flag != 0 {
          guard let byte = take(8) else { return false }
          if byte != 0 { return true }
        }
        stage = flag == 0x08 ? .gzipComment : .gzipHeaderSum
      default:
        if gzipFlags & 0x02 != 0, take(16) == nil { return false }
        stage = .block
      }
      return true
    }

    private mutating func beginBlock() throws(Damage) -> Bool {
      guard let header = take(3) else { return false }
      isLastBlock = header & 1 == 1
      switch header >> 1 {
      case 0:
        drop(bitCount % 8)
        stage = .stored
      case 1:
        (codes, distances) = (.fixedCodes, .fixedDistances)
        stage = .symbols
      case 2: stage = .counts
      default: throw .malformed("it has a block of no known kind")
      }
      return true
    }

    private mutating func endBlock() {
      guard isLastBlock else {
        stage = .block
        return
      }
      drop(bitCount % 8)
      if format == .deflate, !isZlib {
        (stage, isComplete) = (.end, true)
      } else {
        stage = .check
      }
    }

    private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads one code length, or a run of them (RFC 1951, section 3.2.7).
    private mutating func readLengths() throws(Damage) -> Bool {
      let all = literalCount + distanceCount
      guard lengths.count < all else {
        guard lengths[256] > 0 else { throw .malformed("a block has no end") }
        codes = try HuffmanCode(lengths[..<literalCount])
        distances = try HuffmanCode(lengths[literalCount...])
        stage = .symbols
        return true
      }
      refill()
      guard let (symbol, width) = try codes.symbol(bits, bitCount) else { return false }
      guard symbol >= 16 else {
        drop(width)
        lengths.append(UInt8(symbol))
        return true
      }
      let (extra, least) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard bitCount >= width + extra else { return false }
      drop(width)
      let count = least + (take(extra) ?? 0)
      guard lengths.count + count <= all else { throw .malformed("a block has too many codes") }
      var value: UInt8 = 0
      if symbol == 16 {
        guard let last = lengths.last else { throw .malformed("a block repeats a length before the first") }
        value = last
      }
      for _ in 0..<count { lengths.append(value) }
      return true
    }

    /// Reads bytes, then the end of a block or a pair of length and distance, which has 48 bits at most.
    private mutating func symbols(_ output: inout [UInt8], _ most: Int) throws(Damage) -> Bool {
      refill()
      guard var (symbol, width) = try codes.symbol(bits, bitCount) else { return false }
      while symbol < 256 {
        drop(width)
        put(UInt8(symbol), &output)
        if output.count >= most { return true }
        refill()
        guard let next = try codes.symbol(bits, bitCount) else { return false }
        (symbol, width) = next
      }
      if symbol == 256 {
        drop(width)
        endBlock()
        return true
      }
      guard symbol <= 285 else { throw .malformed("it has a length of no known kind") }
      let index = symbol - 257
      let lengthExtra = index < 8 || index == 28 ? 0 : (index - 4) / 4
      var used = width + lengthExtra
      guard bitCount >= used else { return false }
      let lengthBits = Int(bits >> UInt64(width)) & ((1 << lengthExtra) - 1)
      guard let (code, codeWidth) = try distances.symbol(bits >> UInt64(used), bitCount - used) else { return false }
      guard code <= 29 else { throw .malformed("it has a distance of no known kind") }
      let distanceExtra = code < 4 ? 0 : (code - 2) / 2
      used += codeWidth
      guard bitCount >= used + distanceExtra else { return false }
      let distanceBits = Int(bits >> UInt64(used)) & ((1 << distanceExtra) - 1)
      drop(used + distanceExtra)
      let distance = (code < 4 ? code + 1 : ((2 + code % 2) << distanceExtra) + 1) + distanceBits
      guard distance <= produced else { throw .malformed("it refers to what is before its beginning") }
      let length: Int =
        switch index {
        case ..<8: index + 3
        case 28: 258
        default: ((4 + index % 4) << lengthExtra) + 3 + lengthBits
        }
      stage = .copy(length: length, distance: distance)
      return true
    }
  }

  extension Inflater.Damage {
    static let notGzip = Self.malformed("it is not gzip")
  }

  /// A canonical prefix code (RFC 1951, section 3.2.2).
  struct HuffmanCode {
    /// Up to so many bits are looked up at once; the few codes that are longer are read bit by bit.
    private static let quickBits = 9

    /// For each pattern of `quickBits` bits: the symbol times 16, and the width of its code; zero where it is longer.
    private var quick = [UInt16](repeating: 0, count: 1 << quickBits)
    /// How many codes have each width.
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols in the order of their codes.
    private var symbols: [UInt16] = []

    static let empty = HuffmanCode()
    static let fixedCodes =
      (try? HuffmanCode(
        ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
          + [UInt8](repeating: 8, count: 8))[...])) ?? empty
    static let fixedDistances = (try? HuffmanCode([UInt8](repeating: 5, count: 30)[...], isFixed: true)) ?? empty

    private init() {}

    /// Makes the code in which each symbol has the width given, zero for none.
    ///
    /// - Parameter isFixed: Whether codes may be left over; without that, only a code of one symbol may have some.
    init(_ widths: ArraySlice<UInt8>, isFixed: Bool = false) throws(Inflater.Damage) {
      for width in widths where width > 0 { counts[Int(width)] += 1 }
      var left = 1
      var starts = [0, 0]
      for width in 1...15 {
        left = left * 2 - counts[width]
        guard left >= 0 else { throw .malformed("a block has more codes than there are") }
        starts.append((starts.last ?? 0) + counts[width])
      }
      let used = starts.last ?? 0
      guard left == 0 || isFixed || used <= 1 else { throw .malformed("a block leaves codes without a meaning") }
      symbols = [UInt16](repeating: 0, count: used)
      for (symbol, width) in widths.enumerated() where width > 0 {
        symbols[starts[Int(width)]] = UInt16(symbol)
        starts[Int(width)] += 1
      }
      fillQuick()
    }

    private mutating func fillQuick() {
      var (code, index) = (0, 0)
      for width in 1...Self.quickBits {
        for _ in 0..<counts[width] {
          // A code comes with its first bit first.
          let reversed = (0..<width).reduce(0) { $0 | (code >> $1 & 1) << (width - 1 - $1) }
          for pattern in stride(from: reversed, to: quick.count, by: 1 << width) {
            quick[pattern] = symbols[index] << 4 | UInt16(width)
          }
          code += 1
          index += 1
        }
        code <<= 1
      }
    }

    /// The symbol that the bits begin with and the width of its code, or nil where there are not enough of them yet.
    func symbol(_ bits: UInt64, _ count: Int) throws(Inflater.Damage) -> (symbol: Int, width: Int)? {
      let found = quick[Int(truncatingIfNeeded: bits) & (quick.count - 1)]
      if found != 0 {
        let width = Int(found & 0x0F)
        return width <= count ? (Int(found >> 4), width) : nil
      }
      var (code, first, index) = (0, 0, 0)
      for width in 1...15 {
        guard width <= count else { return nil }
        code |= Int(truncatingIfNeeded: bits >> UInt64(width - 1)) & 1
        let number = counts[width]
        if code - first < number { return (Int(symbols[index + code - first]), width) }
        index += number
        first = (first + number) << 1
        code <<= 1
      }
      throw .malformed("it has a code without a meaning")
    }
  }
#endif
