import Testing

@testable import SectionDiff

@Suite struct LongestIncreasingRunTests {
  /// How many are kept; fails when they do not increase.
  func countKept(_ numbers: [Int]) -> Int {
    let keeps = longestIncreasingRun(numbers.map(Int32.init))
    #expect(keeps.count == numbers.count)
    let kept = numbers.indices.filter { keeps[$0] }.map { numbers[$0] }
    #expect(zip(kept, kept.dropFirst()).allSatisfy(<), "\(numbers): kept \(kept)")
    return kept.count
  }

  @Test func theHeaderSampleKeepsOneTwoFour() {
    #expect(longestIncreasingRun([3, 1, 2, 5, 4]) == [false, true, true, false, true])
  }

  @Test func nothingKeepsNothing() {
    #expect(longestIncreasingRun([]).isEmpty)
  }

  @Test(arguments: 0...7)
  func isLongestForAllPermutations(_ count: Int) {
    for numbers in allPermutations(of: count) {
      #expect(countKept(numbers) == commonLength(numbers, Array(0..<count)), "\(numbers)")
    }
  }

  @Test(arguments: [(UInt64(1), 300), (2, 1000), (3, 1500)])
  func isLongestForLongRandomRuns(_ seed: UInt64, _ count: Int) {
    var random = SplitMix64(seed: seed)
    let numbers = (0..<count).map { $0 * 3 }.shuffled(using: &random)
    #expect(countKept(numbers) == commonLength(numbers, numbers.sorted()))
  }

  @Test func agreesWithTheHeaviestRunOfUnitWeights() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let numbers = (0..<Int.random(in: 0...60, using: &random)).shuffled(using: &random)
      let heaviest = heaviestIncreasingRun(
        ranks: numbers.map(Int32.init), weights: [Int32](repeating: 1, count: numbers.count))
      #expect(countKept(numbers) == heaviest.count { $0 })
    }
  }
}
