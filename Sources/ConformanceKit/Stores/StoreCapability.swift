/// What a store can do, or what its harness can do to it. Laws that need what is not declared are skipped, and the report
/// says so.
public enum StoreCapability: String, Hashable, Sendable, CaseIterable {
  /// Answers continue: records can come from outside, and observers are notified of it.
  case inserts
  /// The content of records can change from outside.
  case updates
  /// Records can go from outside.
  case deletes
  /// All records can be exchanged for others at once from outside.
  case refills
  /// Several changes can be made from outside as one.
  case transactions
  /// Answers end by themselves, after the last thing that will ever be said.
  case completion
  /// The order of an answer means something, and changes keep it: sorted by the store, or kept by hand.
  case order
  /// The order is kept by hand: a change says where a record goes.
  case placements
  /// Sections are kept by hand.
  case sections
  /// The harness has requests for some of the records, and says what they mean.
  case requests
  /// The store is a `WritableDataStore`.
  case writes
  /// What is written shows before it is accepted, and is taken back when it is refused. To declare this relaxes the laws
  /// that else forbid that anyone sees what is refused.
  case optimisticWrites
  /// The next answer, of a new observation or of a fetch, can be made to fail.
  case failingAnswers
  /// Observations in progress can be made to receive a failure.
  case failingObservations
  /// The next commit can be made to fail.
  case failingCommits
  /// A layer of drafts over the store is given.
  case drafts
  /// The harness can tell how many observations the store serves.
  case observationCount
}

/// Thrown by a harness that was asked for something that it does not support.
package struct MissingCapability: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it does not do.
  package let capability: StoreCapability

  package init(_ capability: StoreCapability) { self.capability = capability }

  /// A sentence for the report.
  package var description: String {
    "the harness declares the capability “\(capability.rawValue)” but does not implement it"
  }
}
