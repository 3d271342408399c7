#if AsyncHTTPClient
  import CZlib

  /// Decodes `gzip` and `deflate` by zlib, as much at a time as is requested, so that what swells takes no memory.
  ///
  ///     let inflater = Inflater(.gzip)
  ///     inflater.feed(bytes)
  ///     let decoded = try inflater.inflate(atMost: 65_536)      // empty when more bytes are needed
  ///
  /// The formats are RFC 1950 (zlib), RFC 1951 (deflate) and RFC 1952 (gzip). Checksums and lengths are verified, members
  /// of gzip may follow one another, and nothing else may follow an end. `deflate` may come without zlib's frame, as some
  /// servers send it.
  ///
  /// *Time*: O(bytes in and out). *Space*: the window of 32 kB, what was fed and is not read, what is requested.
  @safe final class Inflater {
    enum Format { case gzip, deflate }

    /// Why a stream cannot be decoded.
    enum Damage: Error, Equatable {
      case malformed(String)
      case trailingBytes
    }

    private enum Stage {
      /// Nothing was read yet.
      case waiting
      /// In a member of gzip, or in the only stream of deflate.
      case inside
      /// Behind the end of one.
      case ended
    }

    /// So much is decoded at a time, whatever is requested.
    private static let longestPiece = 1 << 16

    private let format: Format
    private var stage = Stage.waiting
    private var input: [UInt8] = []
    /// How much of the input was read.
    private var offset = 0
    /// Where it is may not change: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ format: Format) {
      self.format = format
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
    }

    deinit {
      // Does nothing where the stream was not begun.
      _ = unsafe inflateEnd(stream)
      unsafe stream.deinitialize(count: 1)
      unsafe stream.deallocate()
    }

    /// Whether the stream may end here.
    var isComplete: Bool { stage == .ended && offset == input.count }

    /// Adds bytes of the stream.
    func feed(_ bytes: some Sequence<UInt8>) {
      input.removeSubrange(..<offset)
      offset = 0
      input.append(contentsOf: bytes)
    }

    /// Decodes so many bytes or fewer; none when more input is needed, or the stream is at its end.
    func inflate(atMost count: Int) throws(Damage) -> [UInt8] {
      while true {
        switch stage {
        case .waiting:
          guard try begin() else { return [] }
        case .inside:
          let output = try decode(atMost: min(count, Self.longestPiece))
          if !output.isEmpty || stage == .inside { return output }
        case .ended:
          guard offset < input.count else { return [] }
          // RFC 1952, section 2.2: members follow one another, with nothing between.
          guard format == .gzip, input[offset] == 0x1F else { throw .trailingBytes }
          guard unsafe inflateReset(stream) == Z_OK else { throw .malformed("zlib cannot be reset") }
          stage = .inside
        }
      }
    }

    /// Sets zlib up for the format that the first bytes show.
    ///
    /// - Returns: False where there are not enough of them yet.
    private func begin() throws(Damage) -> Bool {
      var windowBits = MAX_WBITS
      switch format {
      case .gzip: windowBits += 16
      case .deflate:
        guard offset + 1 < input.count else { return false }
        let (method, flags) = (Int(input[offset]), Int(input[offset + 1]))
        // RFC 1950, section 2.2: method 8, a window of at most 32 kB, and a check of both bytes. Otherwise it is bare.
        let isFramed = method & 0x0F == 8 && method >> 4 <= 7 && (method << 8 | flags) % 31 == 0
        if !isFramed { windowBits = -windowBits }
      }
      let status = unsafe inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      guard status == Z_OK else { throw .malformed("zlib cannot begin (\(status))") }
      stage = .inside
      return true
    }

    /// Has zlib decode what was fed, until there is so much, or nothing is left to read.
    ///
    /// zlib reads within `input[offset...]` and writes within the new array of `count` bytes; both are reported to it
    /// by length, and it is left without pointers to them.
    private func decode(atMost count: Int) throws(Damage) -> [UInt8] {
      var status = Z_OK
      let output = unsafe [UInt8](unsafeUninitializedCapacity: count) { output, filled in
        unsafe input.withUnsafeMutableBufferPointer { input in
          let rest = unsafe UnsafeMutableBufferPointer(rebasing: input[offset...])
          let taken = min(rest.count, Int(uInt.max))
          unsafe stream.pointee.next_in = rest.baseAddress
          unsafe stream.pointee.avail_in = uInt(taken)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = uInt(count)
          status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          offset += unsafe taken - Int(stream.pointee.avail_in)
          filled = unsafe count - Int(stream.pointee.avail_out)
          unsafe stream.pointee.next_in = nil
          unsafe stream.pointee.next_out = nil
        }
      }
      switch status {
      // No progress is possible without more input.
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: stage = .ended
      case Z_NEED_DICT: throw .malformed("it needs a dictionary")
      case Z_MEM_ERROR: throw .malformed("zlib has no memory")
      default:
        throw .malformed(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib's error \(status)")
      }
      return output
    }
  }
#endif
