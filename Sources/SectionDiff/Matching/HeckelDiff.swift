/// Pairs items that occur once on both sides, then their neighbours: linear time for every input.
///
/// Tokens that occur once on both sides are paired; then, downwards and upwards, equal neighbours of a pair are paired too.
/// What is left of repeated tokens is paired in order of occurrence.
///
///     old  a x b x c      a, b, c occur once: paired
///     new  a x b c x      x after a: paired as the neighbour below; x after c: what is left
///
/// Blocks of pairs that are neighbours on both sides move as one. Which block moves is decided greedily: both orders
/// are read side by side, and where they differ the shorter block moves.
///
/// Paul Heckel, "A Technique for Isolating Differences Between Files", Communications of the ACM 21(4), 1978.
///
/// - Time: O(*n*).
/// - Space: O(*n*).
/// - Minimal: deletes and inserts, when identities are unique; moves not always.
/// - Falls back when: the budget is smaller than the input; the engine then pairs in order of occurrence.
public struct HeckelDiff: DiffAlgorithm {
  /// Makes the algorithm.
  public init() {}

  /// `heckel`.
  public var name: String { "heckel" }

  /// False: its own passes look at all that trimming leaves, so that blocks are seen whole.
  public var allowsWalk: Bool { false }

  /// Pairs unique tokens, their neighbours, then the rest; says which blocks stay.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    guard try run.spend(3 * (input.old.count + input.new.count)) else { return Matching(for: input, in: &run) }
    var matching = Matching(for: input, in: &run)
    var newOfOld = run.takeArray(count: input.old.count, filledWith: -1)
    defer { run.giveBack(&newOfOld) }
    let (oldTokens, newTokens) = (input.old, input.new)
    func pair(_ old: Int, _ new: Int) {
      matching.oldOfNew[new] = Int32(truncatingIfNeeded: old)
      newOfOld[old] = Int32(truncatingIfNeeded: new)
    }
    /// Pairs what is a step further on both sides of a pair, if it is equal and has no partner.
    func pairNeighbour(of offset: Int, _ step: Int) {
      guard matching.oldOfNew[offset] >= 0 else { return }
      let (old, new) = (Int(matching.oldOfNew[offset]) + step, offset + step)
      guard newOfOld.indices.contains(old), newOfOld[old] < 0, matching.oldOfNew[new] < 0 else { return }
      if oldTokens[old] == newTokens[new] { pair(old, new) }
    }

    // Passes 1 and 2: the old offset of each token that occurs once; -1 for none, and -2 for more.
    var onlyOld = run.takeArray(count: input.oldTokenBound, filledWith: -1)
    for (offset, token) in oldTokens.enumerated() {
      onlyOld[Int(token)] = onlyOld[Int(token)] == -1 ? Int32(truncatingIfNeeded: offset) : -2
    }
    // Pass 3: once on both sides. What the new side has again is taken back.
    for (offset, token) in newTokens.enumerated() where Int(token) < onlyOld.count && onlyOld[Int(token)] >= 0 {
      let old = Int(onlyOld[Int(token)])
      if newOfOld[old] < 0 {
        pair(old, offset)
      } else {
        matching.oldOfNew[Int(newOfOld[old])] = -1
        newOfOld[old] = -1
        onlyOld[Int(token)] = -2
      }
    }
    run.giveBack(&onlyOld)
    // Pass 4: the neighbour below a pair. Pass 5: the neighbour above.
    for offset in newTokens.indices.dropLast() { pairNeighbour(of: offset, 1) }
    for offset in newTokens.indices.dropFirst().reversed() { pairNeighbour(of: offset, -1) }
    // Pass 6: what is left of repeated tokens.
    if input.hasRepeats {
      var queues = TokenQueues(bound: input.oldTokenBound, count: input.old.count, in: &run)
      for offset in input.old.indices.reversed() where newOfOld[offset] < 0 {
        queues.push(offset, token: input.old[offset])
      }
      for offset in input.new.indices where matching.oldOfNew[offset] < 0 {
        if let old = queues.pop(token: input.new[offset]) { pair(Int(old), offset) }
      }
      queues.giveBack(to: &run)
    }
    markBlocksThatStay(&matching, newOfOld: newOfOld, in: &run)
    return matching
  }

  /// Reads the blocks in both orders at once. Invariant: blocks that stayed so far come before both cursors.
  private func markBlocksThatStay(_ matching: inout Matching, newOfOld: [Int32], in run: inout DiffRun) {
    // 1 for each new item that moves.
    var moved = run.takeArray(count: matching.oldOfNew.count)
    defer { run.giveBack(&moved) }
    var old = 0
    var new = 0
    matching.stays = [Bool](repeating: false, count: matching.oldOfNew.count)

    /// Whether the block that holds `start` continues for `length` more.
    func continues(_ start: Int, by length: Int) -> Bool {
      start + length < matching.oldOfNew.count
        && matching.oldOfNew[start + length] == matching.oldOfNew[start] + Int32(truncatingIfNeeded: length)
    }

    while old < newOfOld.count, new < matching.oldOfNew.count {
      if newOfOld[old] < 0 || moved[Int(newOfOld[old])] != 0 {
        old += 1
      } else if matching.oldOfNew[new] < 0 || moved[new] != 0 {
        new += 1
      } else if Int(matching.oldOfNew[new]) == old {
        matching.stays[new] = true
        old += 1
        new += 1
      } else {
        // Both blocks are measured in step, so that the cost is that of the shorter, which moves.
        let atOld = Int(newOfOld[old])
        var length = 1
        while continues(atOld, by: length), continues(new, by: length) { length += 1 }
        let start = continues(new, by: length) ? atOld : new
        for offset in start..<(start + length) { moved[offset] = 1 }
      }
    }
  }
}
