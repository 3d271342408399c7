public import SectionDiff

/// What a diff answered, and the counts of what that took: the same in every run.
public struct DiffAnswer: Hashable, Sendable, Codable {
  /// The changes of each kind.
  public var counts: ChangeCounts
  /// What the diff did.
  public var receipt: DiffReceipt

  /// Makes an answer.
  public init(counts: ChangeCounts, receipt: DiffReceipt) {
    self.counts = counts
    self.receipt = receipt
  }
}
