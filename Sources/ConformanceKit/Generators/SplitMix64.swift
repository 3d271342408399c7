/// A small, fast generator of pseudo-random numbers: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014. Equal seeds give equal numbers on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator; any seed will do.
  package init(seed: UInt64) { state = seed }

  /// Makes the generator of the case with this number: neighbouring numbers give unrelated cases.
  package init(seed: UInt64, case number: Int) {
    var seeding = SplitMix64(seed: seed)
    state = seeding.next() ^ (UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03)
    state = next()
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `0 ..< bound`; `bound` must be positive. The bias, at most `bound` / 2⁶⁴, does not matter here.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
