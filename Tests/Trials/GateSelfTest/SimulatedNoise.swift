import DiffWorkloads
import Foundation

/// Noise that is made up, from parts that can be put together.
struct SimulatedNoise: NoiseSource {
  /// The standard deviation of each time, as a share.
  var jitter = 0.02
  /// How often a time is hit by something that takes a heavy-tailed multiple of it (Pareto, no mean).
  var spikes = 0.0
  /// Whether the jitter itself has heavy tails on both sides (Student, two degrees of freedom: no variance).
  var isHeavyTailed = false
  /// By how much the machine slows down, or speeds up, over a hundred times.
  var drift = 0.0
  /// The height of a slow wave.
  var wave = 0.0
  /// How often the machine changes to another speed, and stays there.
  var steps = 0.0
  /// How often it changes between two speeds, as a processor does that is shared.
  var switches = 0.0
  /// By how much every fourth time is slower: a disturbance in step with the rounds.
  var rhythm = 0.0

  private var generator: SplitMix64
  private var turn = 0
  private var level = 1.0
  private var isSlow = false
  private let phase: Double
  private let direction: Double

  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    phase = generator.between(0, 2 * .pi)
    direction = generator.below(2) == 0 ? 1 : -1
    turn = generator.below(4)
    self.generator = generator
  }

  mutating func next() -> Double {
    turn += 1
    var logarithm = jitter * (isHeavyTailed ? student() : normal())
    if spikes > 0, generator.happens(spikes) { logarithm -= 0.9 * log(1 - generator.unit()) }
    // There and back, so that a long sample does not run away.
    let place = Double(turn % 400) / 200
    logarithm += direction * drift * 2 * abs(1 - place)
    if wave > 0 { logarithm += wave * sin(phase + Double(turn) / 17) }
    if steps > 0, generator.happens(steps) { level = generator.between(0.7, 1.6) }
    if switches > 0, generator.happens(switches) { isSlow.toggle() }
    if rhythm > 0, turn % 4 == 0 { logarithm += log(1 + rhythm) }
    return 1_000_000 * level * (isSlow ? 1.35 : 1) * exp(logarithm)
  }

  private mutating func normal() -> Double {
    (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
  }

  private mutating func student() -> Double {
    // Two degrees of freedom: a normal variable by the square root of an exponential one.
    normal() / max(1e-9, -log(1 - generator.unit())).squareRoot()
  }

  /// The kinds that the gate is tried on.
  static let kinds: [NoiseKind] = [
    kind("steady, 2 %") { _ in },
    kind("rough, 10 %") { $0.jitter = 0.1 },
    kind("heavy tails") {
      $0.jitter = 0.04
      $0.isHeavyTailed = true
    },
    kind("spikes, 1 in 10") {
      $0.jitter = 0.03
      $0.spikes = 0.1
    },
    kind("drift") {
      $0.jitter = 0.03
      $0.drift = 0.3
      $0.wave = 0.2
    },
    kind("steps") {
      $0.jitter = 0.03
      $0.steps = 0.03
    },
    kind("two speeds") {
      $0.jitter = 0.03
      $0.switches = 0.1
    },
    kind("rhythm") {
      $0.jitter = 0.03
      $0.rhythm = 0.4
    },
    kind("all at once") {
      $0.jitter = 0.04
      $0.spikes = 0.05
      $0.drift = 0.2
      $0.wave = 0.1
      $0.steps = 0.02
      $0.switches = 0.05
    },
  ]

  private static func kind(
    _ name: String, _ configure: @escaping @Sendable (inout SimulatedNoise) -> Void
  ) -> NoiseKind {
    NoiseKind(name: name) { seed in
      var noise = SimulatedNoise(seed: seed)
      configure(&noise)
      return noise
    }
  }
}
