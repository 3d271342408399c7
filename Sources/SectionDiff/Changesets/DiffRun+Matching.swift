/// From residue to changes: runs the algorithm, completes its answer, plans the moves and lists what came and went.
/// Nothing here is generic.
extension DiffRun {
  /// Pairs the residue and returns, for each new residue item, the place of its old one in the residue, or -1.
  @usableFromInline
  mutating func matchResidue(
    algorithm: any DiffAlgorithm, hasTokens: Bool, keptOld: Int, keptNew: Int, scope: IdentityScope
  ) throws(DiffError) -> ResidueMatching {
    receipt.residueOld = residueOld.count
    receipt.residueNew = residueNew.count
    receipt.infersMoves = algorithm.infersMoves
    var result = ResidueMatching(
      oldOfNew: [], stays: [], keptOld: keptOld, keptNew: keptNew)
    if !hasTokens {
      result.oldOfNew = pool.take(count: residueNew.count, filledWith: -1)
      receipt.reason =
        residueOld.isEmpty && residueNew.isEmpty
        ? "nothing was left to match" : "nothing that was left could be matched"
      return result
    }

    let isSectioned = cuts.count > 1 || keptOld < residueOld.count || keptNew < residueNew.count
    var local = isSectioned ? localTokens(keptOld: keptOld, keptNew: keptNew) : (old: tokensOld, new: tokensNew)
    let input = DiffInput(
      old: local.old, new: local.new, oldTokenBound: residueOld.count, isUnique: !hasSharedRepeats, in: &pool)
    hasRepeats = hasRepeats || input.hasRepeats || (isSectioned && scope == .global && hasSharedRepeats)
    if !input.old.isEmpty && !input.new.isEmpty {
      var matching: Matching
      do { matching = try algorithm.matching(of: input, in: &self) } catch { throw .cancelled }
      if !matching.isJoin { try check(matching, against: input, by: algorithm.name) }
      swap(&result.oldOfNew, &matching.oldOfNew)
      swap(&result.stays, &matching.stays)
    } else {
      result.oldOfNew = pool.take(count: keptNew, filledWith: -1)
    }
    // From here on no one else holds the tokens: they can be given back.
    _ = consume input
    result.oldOfNew.append(contentsOf: repeatElement(-1, count: residueNew.count - keptNew))

    if algorithm.infersMoves {
      // As many copies of an identity as both sides have: within the section first, then across.
      pairLeftovers(&result, old: local.old, new: local.new)
      if isSectioned, scope == .global { pairLeftovers(&result, old: tokensOld, new: tokensNew) }
    } else if receipt.budgetExhausted {
      completeInOrder(&result, old: local.old, new: local.new)
    }
    if isSectioned {
      pool.give(&local.old)
      pool.give(&local.new)
    }
    local = ([], [])
    pool.give(&tokensOld)
    pool.give(&tokensNew)
    return result
  }

  /// Takes the memory of a matching back.
  @usableFromInline
  mutating func giveBack(_ matching: inout ResidueMatching) { pool.give(&matching.oldOfNew) }

  /// Tokens that are equal only within one kept section.
  private mutating func localTokens(keptOld: Int, keptNew: Int) -> (old: [Int32], new: [Int32]) {
    let bound = residueOld.count
    // For each shared token the place of its first item in the section; one of another section is elsewhere.
    var token = pool.take(count: bound, filledWith: -1)
    var old = pool.take(count: keptOld)
    var new = pool.take(count: keptNew)
    var oldStart = 0
    var newStart = 0
    for cut in cuts {
      for place in oldStart..<Int(cut.old) {
        let shared = Int(tokensOld[place])
        if token[shared] < Int32(truncatingIfNeeded: oldStart) { token[shared] = Int32(truncatingIfNeeded: place) }
        old[place] = token[shared]
      }
      for place in newStart..<Int(cut.new) {
        let shared = Int(tokensNew[place])
        let found = shared < bound && token[shared] >= Int32(truncatingIfNeeded: oldStart)
        new[place] = found ? token[shared] : Int32(truncatingIfNeeded: bound + place)
      }
      oldStart = Int(cut.old)
      newStart = Int(cut.new)
    }
    pool.give(&token)
    return (old, new)
  }

  /// Refuses a matching that pairs what is not equal, or one position twice.
  private mutating func check(
    _ matching: Matching, against input: borrowing DiffInput, by strategy: String
  ) throws(DiffError) {
    if let problem = matching.problem { throw .invalidMatching(strategy: strategy, reason: problem) }
    guard matching.oldOfNew.count == input.new.count else {
      throw .invalidMatching(
        strategy: strategy, reason: "it has \(matching.oldOfNew.count) new positions instead of \(input.new.count)")
    }
    var taken = pool.takeWords(count: input.old.count / 64 + 1)
    defer { pool.give(&taken) }
    for new in matching.oldOfNew.indices where matching.oldOfNew[new] >= 0 {
      let old = Int(matching.oldOfNew[new])
      guard old < input.old.count else {
        throw .invalidMatching(strategy: strategy, reason: "old \(old) is outside \(input.old.count) items")
      }
      guard input.old[old] == input.new[new] else {
        throw .invalidMatching(strategy: strategy, reason: "old \(old) and new \(new) have different tokens")
      }
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: old & 63)
      guard taken[old >> 6] & bit == 0 else {
        throw .invalidMatching(strategy: strategy, reason: "old \(old) is paired twice, the second time with \(new)")
      }
      taken[old >> 6] |= bit
    }
  }

  /// Pairs what is left by token, in order of occurrence.
  private mutating func pairLeftovers(_ result: inout ResidueMatching, old: [Int32], new: [Int32]) {
    guard new.indices.contains(where: { result.oldOfNew[$0] < 0 && Int(new[$0]) < residueOld.count }) else { return }
    if !hasSharedRepeats {
      // A token that both sides hold is the place of its only old item.
      for place in new.indices where result.oldOfNew[place] < 0 && Int(new[place]) < residueOld.count {
        result.oldOfNew[place] = new[place]
      }
      return
    }
    var taken = pool.takeWords(count: residueOld.count / 64 + 1)
    for old in result.oldOfNew where old >= 0 {
      taken[Int(old) >> 6] |= 1 << UInt64(truncatingIfNeeded: old & 63)
    }
    var queues = TokenQueues(bound: residueOld.count, count: old.count, in: &pool)
    for place in old.indices.reversed() where taken[place >> 6] & 1 << UInt64(truncatingIfNeeded: place & 63) == 0 {
      queues.push(place, token: old[place])
    }
    for place in new.indices where result.oldOfNew[place] < 0 {
      if let match = queues.pop(token: new[place]) { result.oldOfNew[place] = match }
    }
    queues.giveBack(to: &pool)
    pool.give(&taken)
  }

  /// For a strategy without moves whose budget ran out: adds pairs as far as all pairs stay in order.
  private mutating func completeInOrder(_ result: inout ResidueMatching, old: [Int32], new: [Int32]) {
    pairLeftovers(&result, old: old, new: new)
    let paired = result.oldOfNew.indices.filter { result.oldOfNew[$0] >= 0 }
    let stays = longestIncreasingRun(paired.map { result.oldOfNew[$0] })
    for (index, place) in paired.enumerated() where !stays[index] { result.oldOfNew[place] = -1 }
  }
}

/// The old place of each new residue item.
@usableFromInline
struct ResidueMatching {
  /// For each new residue item the place of its old one in the residue, or -1.
  @usableFromInline var oldOfNew: [Int32]
  /// Whether each pair stays; empty where the algorithm did not say.
  var stays: [Bool]
  /// Residue items that are in kept sections come first; how many.
  let keptOld: Int
  let keptNew: Int
}

/// For each token a queue of places, in two arrays.
struct TokenQueues {
  private var head: [Int32]
  private var next: [Int32]

  /// Empty queues of tokens in `0 ..< bound`, for `count` places.
  init(bound: Int, count: Int, in pool: inout BufferPool) {
    head = pool.take(count: bound, filledWith: -1)
    next = pool.take(count: count, filledWith: -1)
  }

  /// Gives the memory back.
  mutating func giveBack(to pool: inout BufferPool) {
    pool.give(&head)
    pool.give(&next)
  }

  /// Puts a place in front of the others of its token.
  mutating func push(_ place: Int, token: Int32) {
    next[place] = head[Int(token)]
    head[Int(token)] = Int32(truncatingIfNeeded: place)
  }

  /// Takes the first place of a token; `nil` where there is none, or no such token.
  mutating func pop(token: Int32) -> Int32? {
    guard token >= 0, Int(token) < head.count else { return nil }
    let place = head[Int(token)]
    guard place >= 0 else { return nil }
    head[Int(token)] = next[Int(place)]
    return place
  }
}
