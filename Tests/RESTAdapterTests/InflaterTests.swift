#if AsyncHTTPClient
  import TestScale
  import Testing

  @testable import RESTAdapter

  @Suite("Decoding gzip and deflate")
  struct InflaterTests {
    /// Decodes a stream that comes in parts.
    private func decoded(
      _ bytes: [UInt8], as format: Inflater.Format = .gzip, inPartsOf size: Int = .max, atMost most: Int = 1000
    ) throws -> (bytes: [UInt8], isComplete: Bool) {
      let inflater = Inflater(format)
      var output: [UInt8] = []
      var rest = bytes[...]
      repeat {
        inflater.feed(rest.prefix(size))
        rest = rest.dropFirst(size)
        while case let piece = try inflater.inflate(atMost: most), !piece.isEmpty {
          #expect(piece.count <= most)
          output += piece
        }
      } while !rest.isEmpty
      return (output, inflater.isComplete)
    }

    private static let streams: [(Inflater.Format, [UInt8], times: Int)] = [
      (.gzip, PackedRows.gzip, 1), (.gzip, PackedRows.fixedGzip, 1), (.gzip, PackedRows.storedGzip, 1),
      (.gzip, PackedRows.dressedGzip, 1), (.gzip, PackedRows.twoMembers, 2), (.deflate, PackedRows.rawDeflate, 1),
      (.deflate, PackedRows.zlibDeflate, 1),
    ]

    @Test("every kind of block and frame, in parts of any size", arguments: 0..<streams.count)
    func kinds(index: Int) throws {
      let (format, bytes, times) = Self.streams[index]
      let text = Array(repeatElement(PackedRows.text, count: times).joined())
      for (size, most) in [(1, 1), (1, 70), (7, 1000), (64, 1), (.max, .max)] {
        let result = try decoded(bytes, as: format, inPartsOf: size, atMost: most)
        #expect(result.bytes == text && result.isComplete, "parts of \(size), \(most) at a time")
      }
    }

    @Test("a stream that is cut is never whole, wherever it is cut", arguments: 0..<streams.count)
    func cuts(index: Int) {
      let (format, bytes, _) = Self.streams[index]
      for count in 0..<bytes.count where index != 4 || count != PackedRows.gzip.count {
        let result = try? decoded(Array(bytes.prefix(count)), as: format)
        #expect(result?.isComplete != true, "cut behind \(count)")
      }
    }

    @Test("what follows the end is an error, unless it is another member", arguments: 0..<streams.count)
    func trailing(index: Int) {
      let (format, bytes, _) = Self.streams[index]
      for tail in [[0], [0x20, 0x0A], Array("<html>".utf8)] as [[UInt8]] {
        #expect(throws: Inflater.Damage.trailingBytes) { try decoded(bytes + tail, as: format) }
      }
      #expect((try? decoded(bytes + [0x1F], as: format))?.isComplete != true)
    }

    @Test(
      "no damage of a byte goes unnoticed where there is a checksum, and none is fatal", arguments: 0..<streams.count)
    func damage(index: Int) {
      let (format, bytes, times) = Self.streams[index]
      let text = Array(repeatElement(PackedRows.text, count: times).joined())
      for place in bytes.indices {
        for change in [0x01, 0x80, 0xFF] as [UInt8] {
          var damaged = bytes
          damaged[place] ^= change
          guard let result = try? decoded(damaged, as: format), result.isComplete, index != 5 else { continue }
          // Times, names and comments of a header are nobody's business here.
          #expect(result.bytes == text, "byte \(place)")
        }
      }
    }

    /// What a stream gives, or how it is damaged.
    private func outcome(_ bytes: [UInt8], as format: Inflater.Format, inPartsOf size: Int, atMost most: Int) -> String
    {
      do {
        let found = try decoded(bytes, as: format, inPartsOf: size, atMost: most)
        return "\(found.bytes), complete: \(found.isComplete)"
      } catch {
        return "\(error)"
      }
    }

    @Test("random bytes come to an end, which does not depend on the parts they come in; none has the right checksum")
    func noise() {
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      var damaged = 0
      for round in 0..<TestScale.count(20_000, quick: 2_000) {
        let bytes = (0..<64).map { _ -> UInt8 in
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          return UInt8(truncatingIfNeeded: state)
        }
        let format = round % 2 == 0 ? Inflater.Format.gzip : .deflate
        let frame: [UInt8] = round % 2 == 0 ? [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] : []
        let whole = outcome(frame + bytes, as: format, inPartsOf: .max, atMost: .max)
        let parts = outcome(frame + bytes, as: format, inPartsOf: 1, atMost: 3)
        #expect(whole == parts, "round \(round)")
        if format == .gzip { #expect(!whole.hasSuffix("complete: true"), "round \(round)") }
        if !whole.contains("complete:") { damaged += 1 }
      }
      // Most bytes are no stream at all.
      #expect(damaged > TestScale.count(10_000, quick: 1_000))
    }

    @Test("a megabyte of spaces is decoded as much at a time as is requested")
    func swelling() throws {
      #expect(try decoded(GzipSamples.megabyteOfSpaces, atMost: 5000).bytes == [UInt8](repeating: 0x20, count: 1 << 20))
    }
  }
#endif
