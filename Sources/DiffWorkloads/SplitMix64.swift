/// A small random number generator whose output never changes: the same seed gives the same workload in every version.
///
/// Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Starts a sequence.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number in `0 ..< bound`; zero when `bound` is not positive. Biased by less than one part in 2³².
  public mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(truncatingIfNeeded: (next() >> 32).multipliedFullWidth(by: UInt64(bound)).low >> 32)
  }

  /// Puts the elements in a random order.
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() { elements.swapAt(index, below(index + 1)) }
  }

  /// Whether each of `0 ..< bound` is among `count` of them, chosen at random.
  public mutating func choose(_ count: Int, of bound: Int) -> [Bool] {
    var isChosen = [Bool](repeating: false, count: max(0, bound))
    // Floyd's sampling: one draw a choice, no rejections.
    for last in max(0, bound - count)..<max(0, bound) {
      let pick = below(last + 1)
      isChosen[isChosen[pick] ? last : pick] = true
    }
    return isChosen
  }
}
