/// Which old item of the residue each new one is: the third stage of a diff, as a value. The algorithm pairs, and what it
/// leaves is completed.
@usableFromInline
struct ResidueMatching: ~Copyable {
  /// For each new residue item the place of its old one in the residue, or -1.
  @usableFromInline var oldOfNew: [Int32] = []
  /// Whether each pair stays; empty where the algorithm did not say.
  var stays: [Bool] = []
  /// Whether an identity that both sides hold was seen to repeat.
  @usableFromInline var hasRepeats = false

  /// Runs an algorithm on the residue, and pairs by identity what it leaves.
  ///
  /// - Parameters:
  ///   - residue: What the front left.
  ///   - tokens: Its tokens; their memory is given back.
  ///   - algorithm: What pairs items within sections.
  ///   - scope: Whether items are paired across sections.
  ///   - run: Budget, cancellation and memory.
  /// - Throws: ``DiffError/cancelled``; ``DiffError/invalidMatching(strategy:reason:)``.
  @usableFromInline
  init(
    of residue: borrowing Residue, _ tokens: inout Tokens, algorithm: any DiffAlgorithm, scope: IdentityScope,
    in run: inout DiffRun
  ) throws(DiffError) {
    run.receipt.residueOld = residue.old.count
    run.receipt.residueNew = residue.new.count
    run.receipt.infersMoves = algorithm.infersMoves
    if tokens.isEmpty {
      if !residue.new.isEmpty { oldOfNew = run.scratch.pool.take(count: residue.new.count, filledWith: -1) }
      run.receipt.reason =
        residue.old.isEmpty && residue.new.isEmpty
        ? "nothing was left to match" : "nothing that was left could be matched"
      return
    }

    let isSectioned = residue.isSectioned
    var local =
      isSectioned
      ? Self.localTokens(tokens, residue, in: &run.scratch.pool) : (old: tokens.old, new: tokens.new, hasCopies: false)
    defer {
      if isSectioned {
        run.scratch.pool.give(&local.old)
        run.scratch.pool.give(&local.new)
      }
    }
    let input = DiffInput(
      old: local.old, new: local.new, oldTokenBound: tokens.bound, isUnique: !tokens.hasSharedRepeats,
      in: &run.scratch.pool)
    hasRepeats = input.hasRepeats || (isSectioned && scope == .global && tokens.hasSharedRepeats)
    // Copies that only one side left may be of what was walked.
    if tokens.repeats > 0, run.counters.walked > 0, !isSectioned || scope == .global || local.hasCopies {
      hasRepeats = true
    }
    // Whether no more can be paired.
    var isComplete = false
    if !input.old.isEmpty && !input.new.isEmpty {
      var matching = try Self.checkedMatching(of: input, by: algorithm, in: &run)
      isComplete = matching.isJoin && !isSectioned
      swap(&oldOfNew, &matching.oldOfNew)
      swap(&stays, &matching.stays)
    } else {
      oldOfNew = run.scratch.pool.take(count: residue.new.count, filledWith: -1)
    }
    // From here on no one else holds the tokens: they can be given back.
    _ = consume input
    if oldOfNew.count < residue.new.count {
      // Into an array with room for all, so that none grows.
      var all = run.scratch.pool.takeEmpty(capacity: residue.new.count)
      all.append(contentsOf: oldOfNew)
      all.append(contentsOf: repeatElement(-1, count: residue.new.count - oldOfNew.count))
      swap(&oldOfNew, &all)
      run.scratch.pool.give(&all)
    }

    let isUnique = !tokens.hasSharedRepeats
    if algorithm.infersMoves {
      // As many copies of an identity as both sides have: within the section first, then across.
      if !isComplete {
        pairLeftovers(old: local.old, new: local.new, bound: tokens.bound, isUnique: isUnique, in: &run)
      }
      if isSectioned, scope == .global {
        pairLeftovers(old: tokens.old, new: tokens.new, bound: tokens.bound, isUnique: isUnique, in: &run)
      }
    } else if run.receipt.budgetExhausted {
      pairLeftovers(old: local.old, new: local.new, bound: tokens.bound, isUnique: isUnique, in: &run)
      unpairOutOfOrder()
    }
    // Nor does `local`, where it is the same.
    if !isSectioned { local = ([], [], false) }
    run.scratch.pool.give(&tokens.old)
    run.scratch.pool.give(&tokens.new)
  }

  /// How many items are paired.
  @usableFromInline var pairCount: Int { oldOfNew.count { $0 >= 0 } }

  /// Gives the memory back.
  @usableFromInline
  mutating func giveBack(to scratch: inout DiffScratch) { scratch.pool.give(&oldOfNew) }
}

// MARK: - Steps

extension ResidueMatching {
  /// Whether an identity repeats within a kept section: among the old items of the residue, or one that both sides hold.
  static func hasRepeatsWithinSections(
    _ tokens: borrowing Tokens, _ residue: borrowing Residue, in pool: inout BufferPool
  ) -> Bool {
    if tokens.isEmpty { return false }
    var local = localTokens(tokens, residue, in: &pool)
    defer {
      pool.give(&local.old)
      pool.give(&local.new)
    }
    if local.hasCopies { return true }
    return DiffInput(old: local.old, new: local.new, oldTokenBound: tokens.bound, isUnique: false, in: &pool).hasRepeats
  }

  /// Makes tokens equal only within one kept section; what is in no kept one has none any more.
  @usableFromInline
  static func localize(_ tokens: inout Tokens, _ residue: borrowing Residue, in pool: inout BufferPool) {
    guard residue.isSectioned, !tokens.isEmpty else { return }
    let local = localTokens(tokens, residue, in: &pool)
    pool.give(&tokens.old)
    pool.give(&tokens.new)
    tokens.old = local.old
    tokens.new = local.new
  }

  /// Tokens that are equal only within one kept section, and whether an old item has that of one before.
  private static func localTokens(
    _ tokens: borrowing Tokens, _ residue: borrowing Residue, in pool: inout BufferPool
  ) -> (old: [Int32], new: [Int32], hasCopies: Bool) {
    let bound = tokens.bound
    // For each shared token the place of its first item in the section; one of another section is elsewhere.
    var token = pool.take(count: bound, filledWith: -1)
    var old = pool.take(count: residue.keptOld)
    var new = pool.take(count: residue.keptNew)
    var oldStart = 0
    var newStart = 0
    var hasCopies = false
    for cut in residue.cuts {
      for place in oldStart..<Int(cut.old) {
        let shared = Int(tokens.old[place])
        if token[shared] < Int32(truncatingIfNeeded: oldStart) {
          token[shared] = Int32(truncatingIfNeeded: place)
        } else {
          hasCopies = true
        }
        old[place] = token[shared]
      }
      for place in newStart..<Int(cut.new) {
        let shared = Int(tokens.new[place])
        let found = shared < bound && token[shared] >= Int32(truncatingIfNeeded: oldStart)
        new[place] = found ? token[shared] : Int32(truncatingIfNeeded: bound + place)
      }
      oldStart = Int(cut.old)
      newStart = Int(cut.new)
    }
    pool.give(&token)
    return (old, new, hasCopies)
  }

  /// What the algorithm pairs.
  private static func checkedMatching(
    of input: borrowing DiffInput, by algorithm: any DiffAlgorithm, in run: inout DiffRun
  ) throws(DiffError) -> Matching {
    var matching: Matching
    do { matching = try algorithm.matching(of: input, in: &run) } catch { throw .cancelled }
    if !matching.isJoin(of: input) {
      matching.isJoin = false
      try check(matching, against: input, by: algorithm.name, in: &run.scratch.pool)
    }
    return matching
  }

  /// Refuses a matching that pairs what is not equal, or one position twice.
  private static func check(
    _ matching: Matching, against input: borrowing DiffInput, by strategy: String, in pool: inout BufferPool
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
  ///
  /// - Parameters:
  ///   - old: The tokens of old items, from the first of the residue on.
  ///   - new: The tokens of new items, from the first of the residue on.
  ///   - bound: Above every old token.
  ///   - isUnique: Whether no token repeats that both sides hold.
  private mutating func pairLeftovers(
    old: [Int32], new: [Int32], bound: Int, isUnique: Bool, in run: inout DiffRun
  ) {
    guard new.indices.contains(where: { oldOfNew[$0] < 0 && Int(new[$0]) < bound }) else { return }
    if isUnique {
      // A token that both sides hold is the place of its only old item.
      for place in new.indices where oldOfNew[place] < 0 && Int(new[place]) < bound { oldOfNew[place] = new[place] }
      return
    }
    var taken = run.scratch.pool.takeWords(count: bound / 64 + 1)
    for old in oldOfNew where old >= 0 { taken[Int(old) >> 6] |= 1 << UInt64(truncatingIfNeeded: old & 63) }
    var queues = TokenQueues(bound: bound, count: old.count, in: &run)
    for place in old.indices.reversed() where taken[place >> 6] & 1 << UInt64(truncatingIfNeeded: place & 63) == 0 {
      queues.push(place, token: old[place])
    }
    for place in new.indices where oldOfNew[place] < 0 {
      if let match = queues.pop(token: new[place]) { oldOfNew[place] = match }
    }
    queues.giveBack(to: &run)
    run.scratch.pool.give(&taken)
  }

  /// Takes pairs away until all are in order: what is not would have to move.
  private mutating func unpairOutOfOrder() {
    let paired = oldOfNew.indices.filter { oldOfNew[$0] >= 0 }
    let stays = longestIncreasingRun(paired.map { oldOfNew[$0] })
    for (index, place) in paired.enumerated() where !stays[index] { oldOfNew[place] = -1 }
  }

  /// What is wrong with it, or `nil`: each old place is inside the residue, and paired once.
  func checkInvariants(_ residue: borrowing Residue) -> String? {
    guard oldOfNew.count == residue.new.count else {
      return "\(oldOfNew.count) new items are matched, but \(residue.new.count) were left"
    }
    let paired = oldOfNew.filter { $0 >= 0 }
    if let outside = paired.first(where: { Int($0) >= residue.old.count }) { return "there is no old place \(outside)" }
    return Set(paired).count == paired.count ? nil : "an old item is paired twice"
  }
}
