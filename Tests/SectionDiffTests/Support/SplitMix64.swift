import SectionDiff

/// The same random numbers in every run (Guy Steele et al., "Fast Splittable Pseudorandom Number Generators", 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A list of `0...count` letters below `letters`.
  mutating func word(upTo count: Int, letters: Int) -> [Int] {
    (0..<Int.random(in: 0...count, using: &self)).map { _ in Int.random(in: 0..<letters, using: &self) }
  }

  /// Distinct rows in random order with random small values.
  mutating func uniqueRows(upTo count: Int, of names: Int) -> [Row] {
    let wanted = Int.random(in: 0...count, using: &self)
    return (0..<names).shuffled(using: &self).prefix(wanted).map {
      Row(id: "r\($0)", value: Int.random(in: 0...1, using: &self))
    }
  }

  /// A board of up to `sections` sections over the rows `r0`, `r1`, …
  ///
  /// - Parameter repeats: Whether an identity may stand more than once.
  mutating func board(sections: Int = 4, rows: Int = 8, repeats: Bool = false) -> Board {
    let keys = (0..<sections).shuffled(using: &self).prefix(Int.random(in: 0...sections, using: &self))
    var items = (0..<rows).shuffled(using: &self)
    if repeats { items = items.map { $0 % max(1, rows / 2) } }
    items.removeLast(Int.random(in: 0...rows, using: &self))
    var contents = [[Row]](repeating: [], count: max(1, keys.count))
    for item in items {
      contents[Int.random(in: contents.indices, using: &self)].append(
        Row(id: "r\(item)", value: Int.random(in: 0...1, using: &self)))
    }
    return Board(
      sections: zip(keys, contents).map { key, rows in
        SnapshotSection("s\(key)", header: "h\(Int.random(in: 0...1, using: &self))", items: rows)
      })
  }
}
