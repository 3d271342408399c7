internal import BenchmarkHarness

/// What a change is judged by, in this order.
enum Gate: String, CaseIterable {
  /// Exact counts.
  case counts
  /// How counts grow with the size of the input.
  case growth
  /// Instructions, as valgrind counts them.
  case instructions
  /// Times, in turn.
  case time
}

/// What a gate said, or why it was not asked.
struct GateResult {
  /// Which gate.
  var gate: Gate
  /// What it said; nil when it was skipped.
  var verdict: Verdict?
  /// What it looked at, or why it was skipped, in one line.
  var summary: String
}
