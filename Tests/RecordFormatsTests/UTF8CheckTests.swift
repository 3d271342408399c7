import Testing

@testable import RecordFormats

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
