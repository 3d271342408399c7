/// Two lists of ids with nothing left to chance: the same in every run.
struct Workload {
  let name: String
  let old: [Int]
  let new: [Int]

  /// The same ids in the same order, in storage of their own.
  static func identical(_ count: Int) -> Workload {
    Workload(name: "identical", old: ids(count, from: 0), new: ids(count, from: 0))
  }

  /// One in a hundred gone, and as many come, all over the list.
  static func sparseEdits(_ count: Int) -> Workload {
    var random = SplitMix64(state: 1)
    let old = ids(count, from: 0)
    var new: [Int] = []
    for (place, id) in old.enumerated() {
      if random.next(upperBound: UInt64(100)) > 0 { new.append(id) }
      if random.next(upperBound: UInt64(100)) == 0 { new.append(spread(count + place)) }
    }
    return Workload(name: "1 % out, 1 % in", old: old, new: new)
  }

  /// The same ids in random order.
  static func shuffle(_ count: Int) -> Workload {
    var random = SplitMix64(state: 2)
    return Workload(
      name: "shuffle", old: ids(count, from: 0), new: ids(count, from: 0).shuffled(using: &random))
  }

  private static func ids(_ count: Int, from first: Int) -> [Int] { (first..<(first + count)).map(spread) }

  /// Distinct numbers for distinct numbers, without any order.
  private static func spread(_ number: Int) -> Int { number &* 0x2545_F491_4F6C_DD1D }
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
