import Testing

@testable import SectionDiff

@Suite struct HeaviestIncreasingRunTests {
  /// What is kept by both forms, which agree.
  func heaviestRun(ranks: [Int32], weights: [Int32]) -> [Bool] {
    let kept = heaviestIncreasingRun(ranks: ranks) { Int(weights[$0]) }
    if weights.reduce(0, { $0 + Int($1) }) <= Int(Int32.max) {
      var pool = BufferPool()
      #expect(heaviestIncreasingRun(ranks: ranks, in: &pool) { weights[$0] }.map { Int($0) } == kept)
    }
    return kept.map { $0 != 0 }
  }

  /// The ranks of numbers.
  func ranks(of numbers: [Int32], bound: Int) -> [Int32] {
    var pool = BufferPool()
    var ranks = numbers
    replaceByRanks(&ranks, bound: bound, in: &pool)
    return ranks
  }

  /// The weight of what is kept; fails when the kept numbers do not increase.
  func weightKept(_ ranks: [Int], _ weights: [Int]) -> Int {
    let keeps = heaviestRun(ranks: ranks.map(Int32.init), weights: weights.map(Int32.init))
    #expect(keeps.count == ranks.count)
    let kept = ranks.indices.filter { keeps[$0] }
    #expect(zip(kept, kept.dropFirst()).allSatisfy { ranks[$0] < ranks[$1] }, "\(ranks) \(weights): kept \(kept)")
    return kept.reduce(0) { $0 + weights[$1] }
  }

  /// The greatest weight, by trying every end and what may stand before it.
  func weightPossible(_ ranks: [Int], _ weights: [Int]) -> Int {
    var best = [Int](repeating: 0, count: ranks.count)
    for end in ranks.indices {
      var before = 0
      for start in 0..<end where ranks[start] < ranks[end] { before = max(before, best[start]) }
      best[end] = before + weights[end]
    }
    return best.max() ?? 0
  }

  @Test(arguments: [0, 1, 2, 7, 30])
  func ranksAreTheSameBelowAnyBound(_ count: Int) {
    var random = SplitMix64(seed: 71)
    let numbers = (0..<100).map { Int32($0) }.shuffled(using: &random).prefix(count).map { $0 * 13 }
    let expected = numbers.map { number in Int32(numbers.count { $0 < number }) }
    for bound in [1_300, 100_000, 400_000] { #expect(ranks(of: numbers, bound: bound) == expected, "\(bound)") }
  }

  @Test func nothingKeepsNothing() {
    #expect(heaviestRun(ranks: [], weights: []).isEmpty)
  }

  @Test func anIncreasingRunIsKeptWhole() {
    #expect(heaviestRun(ranks: [0, 1, 2, 3], weights: [1, 1, 1, 1]) == [true, true, true, true])
  }

  @Test func theHeaderSampleKeepsOneTwo() {
    #expect(heaviestRun(ranks: [2, 0, 1], weights: [1, 1, 1]) == [false, true, true])
  }

  @Test func oneHeavyBlockOutweighsManyLightOnes() {
    #expect(heaviestRun(ranks: [3, 0, 1, 2], weights: [4, 1, 1, 1]) == [true, false, false, false])
    #expect(heaviestRun(ranks: [3, 0, 1, 2], weights: [2, 1, 1, 1]) == [false, true, true, true])
  }

  /// Of runs that weigh the same the one is kept that is furthest to the right, and what weighs nothing never.
  @Test func tiesAreDecidedFromTheRight() {
    #expect(heaviestRun(ranks: [1, 0], weights: [2, 2]) == [false, true])
    #expect(heaviestRun(ranks: [2, 3, 0, 1, 4], weights: [2, 1, 1, 2, 1]) == [false, false, true, true, true])
    #expect(heaviestRun(ranks: [1, 2, 0, 3], weights: [2, 0, 2, 1]) == [false, false, true, true])
    #expect(heaviestRun(ranks: [0, 1, 2], weights: [2, 0, 1]) == [true, false, true])
    #expect(heaviestRun(ranks: [0, 1], weights: [0, 0]) == [false, false])
  }

  @Test func aReversedRunKeepsOneOfTheHeaviest() {
    #expect(heaviestRun(ranks: [3, 2, 1, 0], weights: [1, 5, 1, 1]) == [false, true, false, false])
  }

  @Test(arguments: 0...7)
  func isLongestForAllPermutations(_ count: Int) {
    let weights = [Int](repeating: 1, count: count)
    for ranks in allPermutations(of: count) {
      #expect(weightKept(ranks, weights) == weightPossible(ranks, weights), "\(ranks)")
    }
  }

  @Test(arguments: 1...5)
  func isHeaviestForAllPermutationsAndSmallWeights(_ count: Int) {
    let all = allWords(upTo: count, letters: 3).filter { $0.count == count }.map { $0.map { $0 + 1 } }
    for ranks in allPermutations(of: count) {
      for weights in all {
        #expect(weightKept(ranks, weights) == weightPossible(ranks, weights), "\(ranks) \(weights)")
      }
    }
  }

  @Test(arguments: [(UInt64(1), 700, 1), (2, 700, 100), (3, 1500, 3), (4, 300, 1_000_000)])
  func isHeaviestForLongRandomRuns(_ seed: UInt64, _ count: Int, _ heaviest: Int) {
    var random = SplitMix64(seed: seed)
    let ranks = (0..<count).shuffled(using: &random)
    let weights = ranks.map { _ in Int.random(in: 1...heaviest, using: &random) }
    #expect(weightKept(ranks, weights) == weightPossible(ranks, weights))
  }

  @Test func weightsNearTheLimitDoNotOverflow() {
    let heavy = Int(Int32.max)
    #expect(weightKept([1, 0, 2, 3], [heavy, heavy, heavy, 1]) == 2 * heavy + 1)
  }

  @Test func ranksCountTheSmallerNumbers() {
    #expect(ranks(of: [70, 3, 64, 63, 200], bound: 201) == [3, 0, 2, 1, 4])
    #expect(ranks(of: [], bound: 0) == [])
    #expect(ranks(of: [63], bound: 64) == [0])
    var random = SplitMix64(seed: 5)
    let numbers = (0..<5000).shuffled(using: &random).prefix(800).map(Int32.init)
    let sorted = numbers.sorted()
    #expect(
      ranks(of: Array(numbers), bound: 5000)
        == numbers.map { number in
          Int32(sorted.firstIndex(of: number) ?? -1)
        })
  }
}
