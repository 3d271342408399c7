/// The times of one contender, round by round, in nanoseconds a run.
public struct TimeSeries: Hashable, Sendable, Codable {
  /// The two times of one round: on the way out and on the way back.
  public struct Round: Hashable, Sendable, Codable {
    /// On the way out, A B …
    public var first: Double
    /// On the way back, … B A.
    public var second: Double

    /// Makes a round.
    public init(first: Double, second: Double) {
      self.first = first
      self.second = second
    }

    /// The middle of both. A machine that slows down steadily adds the same to it for every contender.
    public var mean: Double { (first + second) / 2 }
  }

  /// The contender's name.
  public var name: String
  /// How often it ran for one time.
  public var batch: Int
  /// The rounds, in order; a slow contender takes part in the first ones only.
  public var rounds: [Round]

  /// Makes a series.
  public init(name: String, batch: Int = 1, rounds: [Round] = []) {
    self.name = name
    self.batch = batch
    self.rounds = rounds
  }

  /// Reads a series; without a batch every time is that of one run.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    batch = try values.decodeIfPresent(Int.self, forKey: .batch) ?? 1
    rounds = try values.decode([Round].self, forKey: .rounds)
  }

  /// All times, two a round.
  public var distribution: SampleDistribution { SampleDistribution(rounds.flatMap { [$0.first, $0.second] }) }
}
