import TestScale
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

  @Test(.enabled(if: TestScale.isFull), arguments: [(UInt64(1), 300), (2, 1000), (3, 1500)])
  func isLongestForLongRandomRuns(_ seed: UInt64, _ count: Int) {
    var random = SplitMix64(seed: seed)
    let numbers = (0..<count).map { $0 * 3 }.shuffled(using: &random)
    #expect(countKept(numbers) == commonLength(numbers, numbers.sorted()))
  }

  @Test func ofNumbersThatFallTheLastIsKept() {
    #expect(longestIncreasingRun([5, 4, 2, 1]) == [false, false, false, true])
    #expect(longestIncreasingRun([5, 4, 2, 3, 1]) == [false, false, true, true, false])
  }

  @Test func agreesWithTheHeaviestRunOfUnitWeights() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let numbers = (0..<Int.random(in: 0...60, using: &random)).shuffled(using: &random)
      let heaviest = heaviestIncreasingRun(ranks: numbers.map(Int32.init)) { _ in 1 }
      #expect(countKept(numbers) == heaviest.reduce(0, +))
      #expect(longestIncreasingRun(numbers.map(Int32.init)) == heaviest.map { $0 == 1 })
    }
  }

  /// The length of the longest run, by patience sorting with a plain search.
  func longestPossible(_ numbers: [Int]) -> Int {
    var ends: [Int] = []
    for number in numbers {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < number { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    return ends.count
  }

  /// The search starts with two windows that overlap and goes on in four parts: every place among as many ends as stand
  /// about a power of two. What follows makes a run of a length that shows the place.
  @Test(
    .enabled(if: TestScale.isFull),
    arguments: [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257])
  func findsEveryPlaceAmongEnds(_ count: Int) {
    let rising = (1...count).map { $0 * 1000 }
    for place in 0..<count {
      let tail = (0...count).map { rising[place] - 900 + $0 }
      for written in [0, count - 1] {
        #expect(countKept(rising + [rising[written] - 1] + tail) == place + tail.count, "\(place) after \(written)")
      }
    }
  }

  @Test(arguments: [15, 16, 17, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097])
  func isLongestAboutPowersOfTwo(_ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let rising = Array(0..<count)
    let shuffled = rising.shuffled(using: &random)
    // As many ends as numbers, then numbers that fall anywhere among them.
    let between = rising.map { $0 * 2 + 1 } + shuffled.map { $0 * 2 }
    let inputs = [
      rising, rising.reversed(), Array(rising[(count / 2)...] + rising[..<(count / 2)]), shuffled, between,
    ]
    for numbers in inputs {
      #expect(countKept(numbers) == longestPossible(numbers))
    }
  }

  @Test func isLongestForRandomRunsOfAllSizes() {
    var random = SplitMix64(seed: 5)
    for count in [2, 3, 10, 100, 700, 1000, 2000, 5000] {
      for share in [0.01, 0.1, 0.5, 1] {
        var numbers = Array(0..<count)
        for _ in 0..<max(1, Int(Double(count) * share)) {
          numbers.swapAt(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
        }
        #expect(countKept(numbers) == longestPossible(numbers), "\(count) \(share)")
      }
    }
  }

  @Test func blocksInRandomOrderKeepWholeBlocks() {
    var random = SplitMix64(seed: 6)
    for size in [1, 2, 3, 10, 100] {
      for falls in [false, true] {
        let numbers = (0..<20).shuffled(using: &random).flatMap { block in
          let numbers = (0..<size).map { block * size + $0 }
          return falls ? numbers.reversed() : numbers
        }
        #expect(countKept(numbers) == longestPossible(numbers), "\(numbers)")
      }
    }
  }

  /// The least and the greatest number stand beside the ends as guards; they may be in the input as well.
  @Test func keepsNumbersAtTheLimits() {
    let limits = [Int(Int32.min), Int(Int32.min) + 1, -1, 0, 1, Int(Int32.max) - 1, Int(Int32.max)]
    for numbers in allPermutations(of: limits.count) {
      let numbers = numbers.map { limits[$0] }
      #expect(countKept(numbers) == longestPossible(numbers), "\(numbers)")
    }
  }

  /// The answer is in memory that others used, and that memory is more than asked for.
  @Test func answersInUsedMemory() {
    var random = SplitMix64(seed: 7)
    var pool = BufferPool()
    for count in [100, 40, 0, 1, 99, 100, 3] {
      let numbers = (0..<Int32(count)).shuffled(using: &random)
      var kept = longestIncreasingRun(numbers, in: &pool)
      #expect(kept == longestIncreasingRun(numbers).map { $0 ? 1 : 0 })
      for index in kept.indices { kept[index] = -7 }
      pool.give(&kept)
    }
  }
}
