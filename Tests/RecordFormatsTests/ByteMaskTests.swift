import Testing

@testable import RecordFormats

@Suite struct ByteMaskTests {
  @Test func masksAgreeWithALoop() {
    var random = SeededGenerator(seed: 21)
    for round in 0..<2_000 {
      let bytes: [UInt8] = (0..<64).map { _ in
        round.isMultiple(of: 2)
          ? UInt8.random(in: 0...255, using: &random)
          : [0x22, 0x23, 0xA2, 0x0A, 0x2C].randomElement(using: &random) ?? 0
      }
      let block = ByteMask.block(bytes.span, at: 0)
      for wanted: UInt8 in [0x00, 0x0A, 0x22, 0x2C, 0x7F] {
        var expected: UInt64 = 0
        for (place, byte) in bytes.enumerated() where byte == wanted { expected |= 1 << UInt64(place) }
        #expect(ByteMask.places(of: wanted, in: block) == expected)
      }
      #expect(ByteMask.hasNonASCII(block) == bytes.contains { $0 >= 0x80 })
      let mask = random.next()
      var parity: UInt64 = 0
      for place in 0..<64 where (mask << UInt64(63 - place)).nonzeroBitCount % 2 == 1 {
        parity |= 1 << UInt64(place)
      }
      #expect(ByteMask.parity(mask) == parity)
    }
  }

  @Test func kernelsAgreeWithALoop() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<2_000 {
      let bytes: [UInt8] = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<12, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : 0x61
      }
      let ascii = bytes.firstIndex { $0 >= 0x80 } ?? bytes.count
      #expect(ByteKernels.endOfASCII(bytes.span, from: 0, to: bytes.count) == ascii)
      let plain = bytes.firstIndex { $0 >= 0x80 || $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? bytes.count
      #expect(ByteKernels.endOfPlainJSON(bytes.span, from: 0, to: bytes.count) == plain)
    }
  }
}
