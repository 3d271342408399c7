/// Times two closures in turn, A B B A, so that both see the same machine.
struct PairedRun {
  /// Nanoseconds of every call of A and B, in order.
  private(set) var a: [Double] = []
  private(set) var b: [Double] = []

  init(rounds: Int, a: () -> Int, b: () -> Int) {
    let clock = ContinuousClock()
    var sink = a() &+ b()
    func time(_ body: () -> Int) -> Double {
      let duration = clock.measure { sink &+= body() }
      return Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds) * 1e9
    }
    for _ in 0..<rounds {
      self.a.append(time(a))
      self.b.append(time(b))
      self.b.append(time(b))
      self.a.append(time(a))
    }
    if sink == .min { print("") }
  }

  /// Best of A by best of B.
  var bestRatio: Double { best(a) / best(b) }
  /// The median over the rounds of A by B.
  var medianRatio: Double { ratios { ($0.a.0 + $0.a.1) / ($0.b.0 + $0.b.1) } }
  /// The median over the rounds of how far the two calls of A lie apart.
  var noise: Double { ratios { abs($0.a.0 - $0.a.1) / min($0.a.0, $0.a.1) } }
  var bestA: Double { best(a) }
  var medianA: Double { median(a) }

  private typealias Round = (a: (Double, Double), b: (Double, Double))

  private func ratios(_ ratio: (Round) -> Double) -> Double {
    median(
      stride(from: 0, to: a.count, by: 2).map { ratio(((a[$0], a[$0 + 1]), (b[$0], b[$0 + 1]))) })
  }

  private func best(_ samples: [Double]) -> Double { samples.min() ?? .nan }

  private func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
