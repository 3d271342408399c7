/// Pairs items that occur once on both sides, then their neighbours: linear time for every input.
///
/// Six passes over a table that counts each token on both sides. Tokens that occur once on both sides are paired; then,
/// downwards and upwards, equal neighbours of a pair are paired too. What is left of repeated tokens is paired in order
/// of occurrence.
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

  /// Pairs unique tokens, their neighbours, then the rest; names the blocks that stay.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(DiffInterruption) -> Matching {
    var matching = Matching(for: input, in: &run)
    guard try run.spend(3 * (input.old.count + input.new.count)) else { return matching }
    var newOfOld = [Int32](repeating: -1, count: input.old.count)
    func pair(_ old: Int, _ new: Int) {
      matching.oldOfNew[new] = Int32(truncatingIfNeeded: old)
      newOfOld[old] = Int32(truncatingIfNeeded: new)
    }

    // Passes 1 and 2: how often, and where.
    var occurrences = [TokenOccurrences](repeating: TokenOccurrences(), count: input.oldTokenBound)
    for offset in input.old.indices { occurrences[Int(input.old[offset])].addOld(offset) }
    for offset in input.new.indices where Int(input.new[offset]) < input.oldTokenBound {
      occurrences[Int(input.new[offset])].newCount += 1
    }
    // Pass 3: once on both sides.
    for offset in input.new.indices where Int(input.new[offset]) < input.oldTokenBound {
      let occurrence = occurrences[Int(input.new[offset])]
      if occurrence.oldCount == 1, occurrence.newCount == 1 { pair(Int(occurrence.oldOffset), offset) }
    }
    // Pass 4: the neighbour below a pair. Pass 5: the neighbour above.
    for offset in input.new.indices.dropLast() where matching.oldOfNew[offset] >= 0 {
      let below = Int(matching.oldOfNew[offset]) + 1
      if below < newOfOld.count, newOfOld[below] < 0, matching.oldOfNew[offset + 1] < 0,
        input.old[below] == input.new[offset + 1]
      {
        pair(below, offset + 1)
      }
    }
    for offset in input.new.indices.dropFirst().reversed() where matching.oldOfNew[offset] >= 0 {
      let above = Int(matching.oldOfNew[offset]) - 1
      if above >= 0, newOfOld[above] < 0, matching.oldOfNew[offset - 1] < 0,
        input.old[above] == input.new[offset - 1]
      {
        pair(above, offset - 1)
      }
    }
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
    nameBlocksThatStay(&matching, newOfOld: newOfOld)
    return matching
  }

  /// Reads the blocks in both orders at once. Invariant: blocks that stayed so far come before both cursors.
  private func nameBlocksThatStay(_ matching: inout Matching, newOfOld: [Int32]) {
    var moved = [Bool](repeating: false, count: matching.oldOfNew.count)
    var old = 0
    var new = 0
    matching.stays = [Bool](repeating: false, count: matching.oldOfNew.count)

    /// Whether the block that holds `start` continues for `length` more.
    func continues(_ start: Int, by length: Int) -> Bool {
      start + length < matching.oldOfNew.count
        && matching.oldOfNew[start + length] == matching.oldOfNew[start] + Int32(truncatingIfNeeded: length)
    }

    while old < newOfOld.count, new < matching.oldOfNew.count {
      if newOfOld[old] < 0 || moved[Int(newOfOld[old])] {
        old += 1
      } else if matching.oldOfNew[new] < 0 || moved[new] {
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
        for offset in start..<(start + length) { moved[offset] = true }
      }
    }
  }
}

/// How often one token occurs on each side, and where last in the old.
private struct TokenOccurrences {
  var oldCount: Int32 = 0
  var newCount: Int32 = 0
  var oldOffset: Int32 = -1

  mutating func addOld(_ offset: Int) {
    oldCount += 1
    oldOffset = Int32(truncatingIfNeeded: offset)
  }
}
