/// Pairs by identity, then moves as little as possible: the default for keyed records.
///
/// Returns a pair for every identity that both sides hold: a hash join. Copies of one identity are paired in order of
/// occurrence. The engine then keeps the longest run of pairs that are in the same order on both sides; everything
/// else moves.
///
///     old  a b c d        pairs a-a, b-b, d-d
///     new  d a b          longest run a b stays, d moves, c is deleted
///
/// The longest run is that of Michael Fredman, "On Computing the Length of Longest Increasing Subsequences", Discrete
/// Mathematics 11, 1975, weighted by blocks.
///
/// - Time: O(*n* log *n*); O(*n*) when the order is unchanged.
/// - Space: O(*n*).
/// - Minimal: moves, deletes and inserts, when identities are unique.
/// - Falls back when: the budget is smaller than the input; the engine then does the join.
public struct LISDiff: DiffAlgorithm {
  /// Makes the algorithm.
  public init() {}

  /// `lis`.
  public var name: String { "lis" }

  /// True: with unique identities a pair made by walking is the pair the join would make.
  public var allowsWalk: Bool { true }

  /// The fewest moves: the engine keeps the longest increasing run.
  public var promises: DiffPromises { [.fewestMoves] }

  /// Pairs equal tokens in order of occurrence.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    guard try run.spend(input.count) else { return Matching(for: input, in: &run) }
    return Matching(joining: input, in: &run)
  }
}
