package import BenchmarkHarness

/// What a gate found out about one figure: how much it was, and is.
package protocol Finding: Hashable, Sendable {
  /// Of which diff.
  var key: DiffKey { get }
  /// As trades name it; `nil` for what none accepts.
  var metric: String? { get }
  /// The figure in the base and in head.
  var figures: (base: Double, head: Double) { get }
  /// By how much it may be beyond a trade that accepts it.
  var slack: Double { get }
  /// Whether it is worse, accepted or not.
  var isChangeForTheWorse: Bool { get }
  /// Why it is accepted that it is worse.
  var accepted: String? { get set }
}

extension Finding {
  /// Whether it is worse, and that was not accepted.
  package var isWorse: Bool { isChangeForTheWorse && accepted == nil }
  package var slack: Double { AcceptedTrade.slack }
}

/// A gate that judges figure by figure.
package protocol FindingGate: Hashable, Sendable {
  associatedtype Found: Finding
  var findings: [Found] { get set }
}
