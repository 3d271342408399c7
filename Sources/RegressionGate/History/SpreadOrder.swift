internal import DiffWorkloads

/// An order in which neighbours are far apart in time: the ends, the middle, the middles of the halves, and so on, those of one
/// kind in a random order.
///
/// A slow hour of a machine that measures commits in this order bears on some here and there, not on a row of them that would
/// look like a change; and one who stops early has the whole span.
package enum SpreadOrder {
  /// The offsets of so many commits, the last one first; the same in every run.
  package static func offsets(_ count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<max(0, count)) }
    var generator = SplitMix64(seed: UInt64(count))
    var order = [count - 1, 0]
    var gaps = [(0, count - 1)]
    while !gaps.isEmpty {
      var middles: [Int] = []
      gaps = gaps.flatMap { low, high -> [(Int, Int)] in
        guard high - low > 1 else { return [] }
        let middle = low + (high - low) / 2
        middles.append(middle)
        return [(low, middle), (middle, high)]
      }
      generator.shuffle(&middles)
      order += middles
    }
    return order
  }
}
