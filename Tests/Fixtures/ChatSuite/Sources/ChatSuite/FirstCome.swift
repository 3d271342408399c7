import SectionDiff

/// Pairs equal tokens in order of occurrence: an algorithm of the program's own.
struct FirstCome: DiffAlgorithm {
  let name = "first-come"
  let allowsWalk = true
  let promises: DiffPromises = [.fewestMoves]

  func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: [Int]] = [:]
    for offset in input.old.indices.reversed() { offsets[input.old[offset], default: []].append(offset) }
    for offset in input.new.indices {
      guard try run.spend(1) else { break }
      if let old = offsets[input.new[offset]]?.popLast() { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}
