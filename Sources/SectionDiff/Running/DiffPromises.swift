/// What an algorithm promises about the size of its answers, as long as the budget lasts.
///
/// ``DiffReceipt/isMinimal`` relies on it, and the laws of `ConformanceKit` hold an algorithm to it. For example, an
/// algorithm that pairs all it can and leaves the moves to the engine:
///
///     let promises: DiffPromises = [.fewestMoves]
public struct DiffPromises: OptionSet, Hashable, Sendable {
  /// A bit for each promise.
  public let rawValue: UInt8

  /// Makes a set of the promises whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// With unique identities, as few moves as possible. It means nothing without ``DiffAlgorithm/infersMoves``.
  public static let fewestMoves = DiffPromises(rawValue: 1)

  /// In each section that is kept, as many items stay in place as possible, with repeats too: what stays is a longest
  /// common subsequence. With moves, a copy may move that could stay, where another one then need not be updated. Without moves
  /// this is the fewest deletes and inserts. It does not go with
  /// ``DiffAlgorithm/allowsWalk``, which may pair another copy.
  public static let shortestScript = DiffPromises(rawValue: 2)
}
