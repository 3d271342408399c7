/// The pairs of the residue, and what moves of all that is paired.
@usableFromInline
struct PlannedMatching: ~Copyable {
  @usableFromInline var matching: ResidueMatching
  /// Ascending in `new`.
  @usableFromInline let moves: [PositionPair]

  init(matching: consuming ResidueMatching, moves: [PositionPair]) {
    self.matching = matching
    self.moves = moves
  }
}
