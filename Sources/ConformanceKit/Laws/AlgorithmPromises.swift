public import SectionDiff

/// What an algorithm promises beyond being right: how small its answers are.
public struct AlgorithmPromises: Hashable, Sendable {
  /// As many copies of each identity are kept as both sides have; the engine sees to it for every algorithm that
  /// infers moves.
  public var keepsEveryIdentity: Bool
  /// Without repeats, the fewest moves.
  public var hasFewestMoves: Bool
  /// In each kept section, the fewest deletes and inserts, repeats or not: what stays in place is a longest common
  /// subsequence.
  public var hasShortestScript: Bool

  /// Makes promises.
  public init(keepsEveryIdentity: Bool, hasFewestMoves: Bool, hasShortestScript: Bool) {
    self.keepsEveryIdentity = keepsEveryIdentity
    self.hasFewestMoves = hasFewestMoves
    self.hasShortestScript = hasShortestScript
  }

  /// What an algorithm says of itself; a shortest script is known of `MyersDiff` alone.
  public init(of algorithm: any DiffAlgorithm) {
    self.init(
      keepsEveryIdentity: algorithm.infersMoves,
      hasFewestMoves: algorithm.infersMoves && algorithm.promisesMinimalMoves,
      hasShortestScript: algorithm is MyersDiff)
  }
}
