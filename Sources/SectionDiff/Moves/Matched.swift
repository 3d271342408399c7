/// The pairs of the residue, and what moves of all that is paired.
@usableFromInline
struct Matched: ~Copyable {
  @usableFromInline var pairs: ResidueMatching
  /// Ascending in `new`.
  @usableFromInline let moves: [PositionPair]

  init(pairs: consuming ResidueMatching, moves: [PositionPair]) {
    self.pairs = pairs
    self.moves = moves
  }
}
