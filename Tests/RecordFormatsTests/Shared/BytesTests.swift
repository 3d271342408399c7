@testable import RecordFormats
import Testing

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
        #expect(ByteMask.bits(of: wanted, in: block) == expected)
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

@Suite struct UTF8CheckTests {
  private func isValid(_ bytes: [UInt8]) -> Bool {
    UTF8Check.firstInvalid(in: bytes.span, from: 0, to: bytes.count) == nil
  }

  @Test func allPairsAgreeWithTheStandardLibrary() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        if isValid(bytes) != (String(validating: bytes, as: UTF8.self) != nil) {
          Issue.record("\(bytes) is judged wrongly")
        }
      }
    }
  }

  @Test func longSequencesAgreeWithTheStandardLibrary() {
    let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0xC0)...UInt8.max {
      for second in edges {
        for third in edges {
          for fourth in edges {
            for bytes in [[first, second, third], [first, second, third, fourth]]
            where isValid(bytes) != (String(validating: bytes, as: UTF8.self) != nil) {
              Issue.record("\(bytes) is judged wrongly")
            }
          }
        }
      }
    }
  }

  @Test func everyScalarIsValid() {
    for code in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(code) else { continue }
      if !isValid(Array(String(scalar).utf8)) { Issue.record("U+\(String(code, radix: 16)) is refused") }
    }
  }
}

@Suite struct OffsetIndexTests {
  @Test func offsetsBeyondFourGigabytesAreKept() {
    let step = 1 << 32
    let offsets = [0, 5, step - 1, step, step + 7, 3 * step, 3 * step + 1, 4 * step - 1]
    var index = OffsetIndex()
    for offset in offsets { index.append(offset) }
    #expect(offsets.indices.map { index[$0] } == offsets)
    #expect(index.count == offsets.count)
    #expect(index[-1] == nil)
    #expect(index[offsets.count] == nil)
  }
}
