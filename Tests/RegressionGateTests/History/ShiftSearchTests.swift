import Testing

@testable import BenchmarkHarness
@testable import RegressionGate

/// The search for changes, on series that can be judged by eye.
@Suite("Shift search")
struct ShiftSearchTests {
  private let search = ShiftSearch(series: 1)

  /// So many values about a level, one per cent up and down in a pattern of five.
  private func level(_ level: Double, _ count: Int) -> [Double] {
    (0..<count).map { level + [0, 0.01, -0.01, 0.005, -0.005][$0 % 5] }
  }

  @Test("flat series have no change, whatever their length")
  func flat() {
    for count in [0, 1, 2, 5, 6, 7, 49, 50, 51, 75, 76, 200] {
      #expect(search.changes(in: level(1, count)).isEmpty, "\(count)")
      #expect(search.changes(in: [Double](repeating: 3, count: count)).isEmpty, "\(count)")
    }
  }

  @Test("a step is found at its place, in either direction, once it is no chance by the order of the values")
  func step() {
    for size in [0.2, -0.2] {
      // Of 46,376 ways to choose four of 34 values one is as extreme; there are 29 places, and two directions.
      #expect(search.changes(in: level(1, 30) + level(1 + size, 4)).isEmpty)
      #expect(search.changes(in: level(1, 50) + level(1 + size, 4)) == [50])
      for after in 5...40 {
        #expect(search.changes(in: level(1, 30) + level(1 + size, after)) == [30], "\(after)")
      }
    }
  }

  @Test("a change that was found stays found with each record more, also in a short history")
  func staysFound() {
    for after in 7...30 {
      #expect(search.changes(in: level(1, 12) + level(1.2, after)) == [12], "\(after)")
    }
    // By the order of the values: one in a thousand while it is new, an eighth of that later, in each direction.
    let ways = (7...10).map {
      PermutationTest.allowedWays(12, $0, probability: ShiftSearch.allowed(after: $0, of: 12 + $0))
    }
    #expect(ways == [1, 2, 2, 2])
    let whole = ShiftSearch.allowed(after: 0, of: 40)
    let shares = [5, 7, 8, 9, 10, 11].map { ShiftSearch.allowed(after: $0, of: 40) / whole }
    #expect(shares == [1, 1, 0.5, 0.25, 0.125, 0.125])
  }

  @Test("up and down again are two changes, also where one is far from the ends of a window")
  func both() {
    #expect(search.changes(in: level(1, 60) + level(1.1, 12) + level(1, 60)) == [60, 72])
    #expect(search.changes(in: level(1, 30) + level(1.1, 30) + level(1.2, 30)) == [30, 60])
  }

  /// In how many of 50 histories exactly the changes are found, each at most two values away.
  private func found(_ levels: [(count: Int, level: Double)], share: Double) -> Int {
    let places = levels.indices.dropFirst().map { levels[..<$0].reduce(0) { $0 + $1.count } }
    return (0..<50).count { seed in
      let changes = search.changes(in: Noise.normal.series(levels, share: share, seed: seed))
      return changes.count == places.count && zip(changes, places).allSatisfy { abs($0 - $1) <= 2 }
    }
  }

  @Test("a large step is found where a place close to it is chance", arguments: [0.01, 0.05])
  func besideChance(share: Double) {
    for levels in [
      [(20, 1_000.0), (20, 500), (20, 1_000)], [(20, 1_000), (12, 1_500), (30, 1_100)],
      [(40, 1_000), (10, 500), (40, 1_000)], [(30, 1_000), (5, 1_300)],
    ] {
      #expect(found(levels, share: share) == 50, "\(levels)")
    }
  }

  @Test("two changes close together do not hide each other: what lies between them differs from all around it")
  func hills() {
    for levels in [
      [(25, 1_000.0), (10, 700), (10, 1_000)], [(40, 1_000), (8, 700), (8, 1_000)],
      [(20, 1_000), (12, 800), (8, 1_000)], [(20, 1_000), (12, 1_500), (8, 1_100)],
      [(25, 1_000), (10, 700), (5, 1_000)],
    ] {
      #expect(found(levels, share: 0.01) == 50, "\(levels)")
    }
    // Of 12,870 ways to choose eight of sixteen values one is as extreme: each of the two alone would be no proof.
    #expect(PermutationTest.allowedWays(8, 8, probability: ShiftSearch.allowed(after: 8, of: 56)) == 0)
    // As few values at both sides of a part are chance.
    #expect(search.changes(in: level(1, 10) + level(1.3, 4) + level(1, 4)).isEmpty)
  }

  @Test("flat series have a change in one of a thousand at most, whatever the noise", arguments: [20, 45, 60])
  func chance(count: Int) {
    for noise in Noise.allCases {
      let alarms = (0..<1_000).count { seed in
        !search.changes(in: noise.series([(count, 1)], share: 0.01, seed: seed)).isEmpty
      }
      #expect(alarms <= 1, "\(noise)")
    }
  }

  @Test("outliers are no change: one, two in a row, three here and there")
  func outliers() {
    for places in [[15], [15, 16], [29], [28, 29], [5, 15, 25]] {
      var values = level(1, 30)
      for place in places { values[place] = 2 }
      #expect(search.changes(in: values).isEmpty, "\(places)")
    }
  }

  @Test("less than one per cent is no change, however sure")
  func small() {
    let steady = [Double](repeating: 0, count: 30)
    #expect(search.changes(in: steady + steady.map { $0 + 0.009 }).isEmpty)
    #expect(search.changes(in: steady + steady.map { $0 + 0.011 }) == [30])
  }

  @Test("the more series are judged together, the surer a change must be")
  func correction() {
    let one = ShiftSearch(series: 1)
    let many = ShiftSearch(series: 1_000)
    #expect(one.strict(values: 60) < many.strict(values: 60))
    #expect(many.strict(values: 30) < many.strict(values: 60))
    // Bonferroni: a hundredth, by series and places, on two sides.
    #expect(abs(NormalDistribution.quantile(0.01 / 1_000 / 55 / 2) + many.strict(values: 60)) < 1e-9)
    let values = level(1, 30) + level(1.018, 6)
    #expect(one.changes(in: values) == [30])
    #expect(many.changes(in: values).isEmpty)
  }

  @Test("Student's values and normal ones are as improbable: figures of a table")
  func student() {
    // One in a thousand on both sides together is 3.291 of the normal distribution.
    for (freedom, value) in [(5.0, 6.869), (10, 4.587), (30, 3.646), (100, 3.390)] {
      #expect(abs(Shift.normal(value, freedom: freedom) - 3.291) < 0.03, "\(freedom)")
      #expect(abs(Shift.student(Shift.normal(value, freedom: freedom), freedom: freedom) - value) < 1e-6)
    }
  }

  @Test("two groups: the figures of Student's test by hand")
  func shift() {
    let shift = Shift(from: [1, 2, 3][...], to: [4, 5, 6][...])
    #expect(shift.size == 3)
    // t = 3 ÷ √(1 · (⅓ + ⅓)) = 3.674 with four degrees of freedom.
    #expect(abs(Shift.student(shift.errors, freedom: 4) - 3.674) < 0.001)
    #expect(Shift(from: [1, 1][...], to: [1, 1][...]).errors == 0)
    #expect(Shift(from: [1, 1][...], to: [2, 2][...]).errors == .infinity)
  }

  @Test("permutations: the share of choices that are as extreme, counted one by one")
  func permutations() {
    let values = [0.3, 1.7, -0.4, 2.2, 0.9, 1.7, 3.1, 0.1, 2.9, 1.2]
    for size in 1...4 {
      let (before, after) = (values[..<(10 - size)], values[(10 - size)...])
      let sum = after.reduce(0, +)
      let isUp = sum / Double(size) >= values.reduce(0, +) / 10
      var choices = 0
      var extreme = 0
      for mask in 0..<(1 << 10) where mask.nonzeroBitCount == size {
        let other = values.indices.filter { mask >> $0 & 1 == 1 }.map { values[$0] }.reduce(0, +)
        choices += 1
        if isUp ? other >= sum - 1e-9 : other <= sum + 1e-9 { extreme += 1 }
      }
      let share = 2 * Double(extreme) / Double(choices)
      for (a, b) in [(before, after), (after, before)] {
        #expect(PermutationTest.isImprobable(a, b, probability: share + 1e-6), "\(size)")
        #expect(!PermutationTest.isImprobable(a, b, probability: share - 1e-6), "\(size)")
      }
    }
    // The smallest of three and three is two in twenty.
    #expect(PermutationTest.allowedWays(3, 3, probability: 0.1) == 1)
    #expect(PermutationTest.allowedWays(3, 3, probability: 0.09) == 0)
    // Many of both are compared by their ranks.
    let low = (0..<40).map { Double($0 % 7) }
    #expect(PermutationTest.isImprobable(low[...], low.map { $0 + 5 }[...], probability: 1e-6))
    #expect(!PermutationTest.isImprobable(low[...], low.map { $0 + 0.5 }[...], probability: 1e-6))
  }

  @Test("ranks: the probability is the share of orders that are as clear, counted one by one")
  func ranks() {
    for m in 1...5 {
      for n in 1...5 {
        // Of all ways to choose which places are those of the second part, how many have at most so many wrong pairs.
        var wrong: [Int] = []
        for mask in 0..<(1 << (m + n)) where mask.nonzeroBitCount == n {
          var pairs = 0
          for second in 0..<(m + n) where mask >> second & 1 == 1 {
            pairs += (second..<(m + n)).count { mask >> $0 & 1 == 0 }
          }
          wrong.append(pairs)
        }
        for pairs in 0..<(m * n / 2) {
          let share = Double(wrong.count { $0 <= pairs }) / Double(wrong.count)
          #expect(abs(RankTest.probability(pairs: pairs, m, n) - share) < 1e-12, "\(m), \(n): \(pairs)")
        }
      }
    }
    #expect(RankTest.probability(of: [1, 2, 3][...], [4, 5, 6][...]) == 2.0 / 20)
    #expect(RankTest.probability(of: [4, 5, 6][...], [1, 2, 3][...]) == 2.0 / 20)
    #expect(RankTest.probability(of: [1, 1, 1][...], [1, 1, 1][...]) == 1)
    // The approximation begins where it is as good.
    #expect(abs(RankTest.probability(pairs: 700, 51, 51) / RankTest.probability(pairs: 672, 50, 50) - 1) < 0.5)
  }

  @Test("the step that shows grows with the noise, and needs records")
  func visible() throws {
    let small = try #require(search.visibleStep(noise: 0.01, values: 40, before: 40))
    let large = try #require(search.visibleStep(noise: 0.02, values: 40, before: 40))
    #expect(small < large)
    #expect((0.02...0.04).contains(small), "\(small)")
    #expect(search.visibleStep(noise: 0.01, values: 2, before: 2) == nil)
  }

  @Test("steps stay steps, and what goes little by little is one drift")
  func shapes() {
    let step = level(1, 30) + level(1.2, 30)
    #expect(ShapedChange.shapes(of: [30], in: step) == [ShapedChange(shape: .step, first: 30, last: 30)])
    let steps = level(1, 30) + level(1.2, 30) + level(1.4, 30)
    #expect(ShapedChange.shapes(of: [30, 60], in: steps).map(\.shape) == [.step, .step])
    let ramp = (0..<10).map { 1 + 0.02 * Double($0 + 1) }
    let drift = level(1, 30) + ramp + level(1.2, 30)
    let places = search.changes(in: drift)
    #expect(!places.isEmpty)
    let shapes = ShapedChange.shapes(of: places, in: drift)
    #expect(shapes.map(\.shape) == [.drift])
    #expect(shapes.allSatisfy { (28...33).contains($0.first) && (37...41).contains($0.last) }, "\(shapes)")
    #expect(ShapedChange.shapes(of: [], in: drift).isEmpty)
    // Up and down do not make one.
    let hill = level(1, 30) + level(1.2, 10) + level(1, 30)
    #expect(ShapedChange.shapes(of: [30, 40], in: hill).map(\.shape) == [.step, .step])
    // Neither does a single value between two levels, which is a level of its own.
    let peak = level(1, 30) + [1.2] + level(1.1, 30)
    #expect(ShapedChange.shapes(of: [30, 31], in: peak).map(\.shape) == [.step, .step])
  }
}
