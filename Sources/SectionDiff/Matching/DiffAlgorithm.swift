/// An algorithm that answers one question: which old position matches which new position?
///
/// Trimming, walking, moves, updates, sections, staging and completion after a spent budget are done around it, so
/// an algorithm of your own is one type with one method:
///
///     struct FirstCome: DiffAlgorithm {
///       let name = "first-come"
///       let allowsWalk = true
///       let promises: DiffPromises = [.fewestMoves]
///
///       func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
///         var matching = Matching(for: input)
///         var offsets: [Int32: Int] = [:]
///         for (offset, token) in input.old.enumerated() where offsets[token] == nil { offsets[token] = offset }
///         for (offset, token) in input.new.enumerated() {
///           guard try run.spend(1) else { break }
///           if let old = offsets.removeValue(forKey: token) { matching.pair(old: old, new: offset) }
///         }
///         return matching
///       }
///     }
public protocol DiffAlgorithm: Sendable {
  /// The name that receipts and tables show.
  var name: String { get }

  /// Whether shifted elements may be paired before this runs. False for Myers: it would lose the shortest script.
  var allowsWalk: Bool { get }

  /// Whether what the walk paired is taken back where identities are seen to repeat and items would move: the walk takes
  /// copies as it meets them. This then sees all that is between the equal ends, and the answer with fewer moves is kept.
  /// False unless an algorithm says otherwise; without ``allowsWalk`` and ``infersMoves`` it means nothing.
  var reviewsWalk: Bool { get }

  /// Whether leftovers of the same identity are paired as moves. False: a leftover is a delete and an insert.
  var infersMoves: Bool { get }

  /// How small the answers are while the budget lasts; by default nothing is promised.
  ///
  /// ``DiffReceipt/isMinimal`` goes by it, and the laws of `ConformanceKit` hold the algorithm to it.
  var promises: DiffPromises { get }

  /// Which position of `input.old` is which position of `input.new`.
  ///
  /// A budget holds only as far as the algorithm keeps it. It spends about one unit for each comparison of two
  /// integers, before the work or as it continues. When a unit is refused, it returns what it has: loops may end one
  /// after another, but none continues for every item. It always comes to an end: nothing can stop it from outside.
  ///
  /// - Parameters:
  ///   - input: Two sequences of tokens; equal tokens represent equal identities.
  ///   - run: Scratch memory, budget and cancellation. When ``DiffRun/spend(_:)`` returns false, return what you
  ///     have: the engine completes it.
  /// - Throws: What ``DiffRun/spend(_:)`` throws when the diff is cancelled.
  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching
}

extension DiffAlgorithm {
  /// By default, the pairs of the walk are kept.
  public var reviewsWalk: Bool { false }
  /// By default, an item that is deleted here and inserted there has moved.
  public var infersMoves: Bool { true }
  /// By default, nothing.
  public var promises: DiffPromises { [] }
}
