import SectionDiff
import Testing

/// The sample of the protocol's documentation.
private struct FirstOccurrence: DiffAlgorithm {
  let name = "first-come"
  let allowsWalk = true

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    var offsets: [Int32: Int] = [:]
    for (offset, token) in input.old.enumerated() where offsets[token] == nil { offsets[token] = offset }
    for (offset, token) in input.new.enumerated() {
      guard try run.spend(1) else { break }
      if let old = offsets.removeValue(forKey: token) { matching.pair(old: old, new: offset) }
    }
    return matching
  }
}

/// Does what a closure says.
private struct Scripted: DiffAlgorithm {
  let name = "scripted"
  var allowsWalk = false
  var infersMoves = true
  let script: @Sendable (borrowing DiffInput, inout Matching) -> Void

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    var matching = Matching(for: input)
    script(input, &matching)
    return matching
  }
}

/// Returns a matching made for another input.
private struct Foreign: DiffAlgorithm {
  let name = "foreign"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    Matching(for: DiffInput(old: [1], new: [1]))
  }
}

/// Joins by identity and says that its budget is spent.
private struct SpentJoin: DiffAlgorithm {
  let name = "spent-join"
  let allowsWalk = false

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    run.noteExhausted()
    return Matching(joining: input, in: &run)
  }
}

/// Returns the join of the first input that it was given, whatever it is given later.
private final class StaleJoin: DiffAlgorithm {
  let name = "stale-join"
  let allowsWalk = false
  private let first = Locked<Matching?>(nil)

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    let join = Matching(joining: input, in: &run)
    first.update { if $0 == nil { $0 = join } }
    return first.value ?? join
  }
}

@Suite struct DiffAlgorithmTests {
  /// Found by reading: a join was taken for that of the input at hand, and paired what is not equal.
  @Test(arguments: [[4, 5, 6], [4, 5], [4, 5, 6, 7], [5, 4, 1, 2, 3]])
  func aJoinOfAnotherInputIsRefused(_ old: [Int]) throws {
    let differ = Differ(algorithm: StaleJoin())
    #expect(try differ.changeset(from: [1, 2, 3], to: [3, 1, 2]).counts == ChangeCounts(moves: 1))
    for new in [[6, 4, 9], [6, 4, 5], [9], [6, 7, 4, 5, 9]] {
      do {
        let diff = try differ.diff(from: old, to: new)
        #expect(try diff.old.applying(diff.changeset) == diff.new)
      } catch DiffError.invalidMatching(let strategy, _) {
        #expect(strategy == "stale-join")
      }
    }
    #expect(throws: DiffError.self) { try differ.diff(from: [4, 5, 6], to: [6, 4, 9]) }
  }

  @Test func aJoinStaysWholeWhereTheBudgetIsSpent() throws {
    let counts = try Differ(algorithm: SpentJoin()).changeset(from: [1, 2, 3], to: [3, 1, 2]).counts
    #expect(counts.moves == 1 && counts.deletes == 0 && counts.inserts == 0)
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func anAlgorithmOfYourOwnGetsEverythingElse(_ policy: DuplicatePolicy) throws {
    let differ = Differ(algorithm: FirstOccurrence(), duplicates: policy)
    var random = SplitMix64(seed: 141)
    for _ in 0..<100 {
      let repeats = policy != .reject
      let old = random.board(rows: 12, repeats: repeats)
      let new = random.board(rows: 12, repeats: repeats)
      let diff = try differ.diff(from: old, to: new)
      #expect(try diff.old.applying(diff.changeset) == diff.new)
      #expect((try diff.changeset.stages(from: diff.old).last?.snapshot ?? diff.old) == diff.new)
      #expect(diff.receipt.strategy == "first-come")
      if policy == .reject {
        #expect(diff.changeset.counts == (try Differ(algorithm: LISDiff()).changeset(from: old, to: new).counts))
      }
    }
  }

  @Test func anAlgorithmThatPairsNothingIsCompleted() throws {
    let nothing = Scripted { _, _ in }
    let changes = try Differ(algorithm: nothing).changeset(from: rows("a b c"), to: rows("c a d"))
    #expect(changes.counts == ChangeCounts(deletes: 1, inserts: 1, moves: 1))
    var alone = nothing
    alone.infersMoves = false
    let without = try Differ(algorithm: alone).changeset(from: rows("a b c"), to: rows("c a d"))
    #expect(without.counts == ChangeCounts(deletes: 3, inserts: 3))
  }

  @Test(
    arguments: [
      (
        "a position beyond the old side", { @Sendable (m: inout Matching) in m.pair(old: 9, new: 0) },
        "pair(old: 9, new: 0) is outside 3 old and 3 new items"
      ),
      (
        "a position before the old side", { m in m.pair(old: -1, new: 0) },
        "pair(old: -1, new: 0) is outside 3 old and 3 new items"
      ),
      (
        "a position beyond the new side", { m in m.pair(old: 0, new: 3) },
        "pair(old: 0, new: 3) is outside 3 old and 3 new items"
      ),
      (
        "the first of two faults",
        { m in
          m.pair(old: 0, new: 3)
          m.pair(old: 7, new: 0)
        }, "pair(old: 0, new: 3) is outside 3 old and 3 new items"
      ),
      ("a stay beyond the new side", { m in m.keepInPlace(new: 3) }, "keepInPlace(new: 3) is outside 3 new items"),
      ("two items that are not equal", { m in m.pair(old: 0, new: 0) }, "old 0 and new 0 have different tokens"),
      (
        "one old item twice",
        { m in
          m.pair(old: 0, new: 2)
          m.pair(old: 0, new: 2)
          m.pair(old: 2, new: 0)
          m.pair(old: 2, new: 0)
          m.pair(old: 1, new: 1)
          m.pair(old: 1, new: 2)
        }, "old 1 and new 2 have different tokens"
      ),
    ] as [(String, @Sendable (inout Matching) -> Void, String)])
  func aMatchingThatLiesIsNamed(_ what: String, _ lie: @escaping @Sendable (inout Matching) -> Void, _ reason: String) {
    let liar = Scripted { _, matching in lie(&matching) }
    let error = #expect(throws: DiffError.self) {
      try Differ(algorithm: liar).changeset(from: [1, 2, 3], to: [3, 2, 1])
    }
    #expect(error == .invalidMatching(strategy: "scripted", reason: reason), "\(what)")
  }

  /// Found by reading: a join was taken for right by construction, whatever was said of positions that there are not.
  @Test func aJoinWithPositionsOutsideIsNamed() {
    for lie in [{ $0.pair(old: -1, new: 0) }, { $0.keepInPlace(new: 9) }] as [@Sendable (inout Matching) -> Void] {
      for new in [[3, 2, 1], [3, 3, 1]] {
        #expect(throws: DiffError.self) {
          try Differ(algorithm: LyingJoin(lie: lie)).changeset(from: [1, 2, 3], to: new)
        }
      }
    }
  }

  private struct LyingJoin: DiffAlgorithm {
    let name = "lying-join"
    let allowsWalk = false
    let lie: @Sendable (inout Matching) -> Void

    func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
      var join = Matching(joining: input, in: &run)
      lie(&join)
      return join
    }
  }

  @Test func pairingOneOldItemTwiceIsNamed() {
    let twice = Scripted { _, matching in
      matching.pair(old: 0, new: 1)
      matching.pair(old: 0, new: 2)
    }
    let error = #expect(throws: DiffError.self) {
      try Differ(algorithm: twice).changeset(from: [1, 2], to: [3, 1, 1])
    }
    #expect(
      error == .invalidMatching(strategy: "scripted", reason: "old 0 is paired twice, the second time with 2"))
  }

  @Test func aMatchingOfAnotherInputIsNamed() {
    let error = #expect(throws: DiffError.self) {
      try Differ(algorithm: Foreign()).changeset(from: [1, 2, 3], to: [3, 2, 1])
    }
    #expect(error == .invalidMatching(strategy: "foreign", reason: "it has 1 new positions instead of 3"))
  }

  @Test func staysThatCannotAllStayGiveACorrectChangeset() throws {
    // All pairs are said to stay, in whatever order.
    let stubborn = Scripted { input, matching in
      for (new, token) in input.new.enumerated() {
        guard let old = input.old.firstIndex(of: token) else { continue }
        matching.pair(old: old, new: new)
        matching.keepInPlace(new: new)
      }
    }
    for order in allPermutations(of: 5) {
      let changes = try Differ(algorithm: stubborn).changeset(from: Array(0..<5), to: order)
      #expect(try FlatSnapshot(0..<5).applying(changes) == FlatSnapshot(order))
      #expect(changes.counts.moves == 5 - commonLength(Array(0..<5), order))
    }
  }

  @Test func staysOfItemsThatAreNotPairedAreIgnored() throws {
    let confused = Scripted { input, matching in
      for new in input.new.indices { matching.keepInPlace(new: new) }
    }
    let (old, new) = (list("a b c d"), list("x d c a y"))
    let changes = try Differ(algorithm: confused).changeset(from: old, to: new)
    #expect(try old.applying(changes) == new)
  }

  @Test func whatIsNotNamedMovesWhereSomethingIs() throws {
    let one = Scripted { input, matching in
      for (new, token) in input.new.enumerated() {
        guard let old = input.old.firstIndex(of: token) else { continue }
        matching.pair(old: old, new: new)
        if old == 1 { matching.keepInPlace(new: new) }
      }
    }
    let changes = try Differ(algorithm: one).changeset(from: rows("a b c d"), to: rows("d b c a"))
    #expect(changes.identity.texts == ["> [0, 3] → [0, 0]", "> [0, 2] → [0, 2]", "> [0, 0] → [0, 3]"])
  }

  @Test func tokensOfDifferentSectionsAreNeverEqual() throws {
    let watching = Scripted { input, matching in
      // "x" leaves A for B: its tokens must differ here, for the engine pairs across sections.
      #expect(Set(input.old).isDisjoint(with: input.new))
    }
    let changes = try Differ(algorithm: watching).changeset(
      from: board("A: p x q", "B: r"), to: board("A: s", "B: t x u"))
    #expect(changes.counts.moves == 1)
  }

  @Test func byDefaultMovesAreInferredAndNothingIsPromised() {
    #expect(FirstOccurrence().infersMoves)
    #expect(FirstOccurrence().promises.isEmpty)
    #expect(Scripted(infersMoves: false) { _, _ in }.promises.isEmpty)
  }
}
