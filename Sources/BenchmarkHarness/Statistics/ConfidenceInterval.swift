/// Two bounds between which a figure lies with a stated confidence.
public struct ConfidenceInterval: Hashable, Sendable, Codable {
  /// The lower bound.
  public var low: Double
  /// The upper bound.
  public var high: Double
  /// The share of such intervals that hold the true figure, for example 0.95.
  public var confidence: Double

  /// Makes an interval.
  public init(low: Double, high: Double, confidence: Double) {
    self.low = low
    self.high = high
    self.confidence = confidence
  }

  /// Whether `value` is not outside.
  public func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
