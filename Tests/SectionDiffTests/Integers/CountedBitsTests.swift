import Testing

@testable import SectionDiff

@Suite struct CountedBitsTests {
  /// Every row of up to six bits, and each of its bits changed.
  @Test func countsWhatIsSetBeforeEveryPlace() {
    for length in 0...6 {
      for pattern in 0..<(1 << length) {
        var bits = (0..<length).map { pattern & 1 << $0 != 0 }
        var counted = CountedBits(bits)
        for changed in -1..<length {
          if changed >= 0 {
            bits[changed].toggle()
            if bits[changed] { counted.set(changed) } else { counted.clear(changed) }
          }
          for place in 0...length {
            #expect(counted.count(before: place) == bits[..<place].count { $0 }, "\(bits) before \(place)")
          }
        }
      }
    }
  }

  @Test func countsInLongRows() {
    var random = SplitMix64(seed: 116)
    var bits = (0..<1_000).map { _ in Bool.random(using: &random) }
    var counted = CountedBits(bits)
    for _ in 0..<500 {
      let changed = Int.random(in: bits.indices, using: &random)
      bits[changed].toggle()
      if bits[changed] { counted.set(changed) } else { counted.clear(changed) }
      let place = Int.random(in: 0...bits.count, using: &random)
      #expect(counted.count(before: place) == bits[..<place].count { $0 })
    }
  }
}
