/// Pairs of old and new positions, for the two sequences of a ``DiffInput``.
///
/// A matching may also name which pairs stay in place; every other pair is then a move. Where it names none, the
/// engine keeps the longest increasing run.
public struct Matching: Hashable, Sendable {
  /// The old position of each new one, or -1.
  var oldOfNew: [Int32]
  /// Whether the pair at each new position stays; empty where the matching does not say.
  var stays: [Bool] = []
  /// The first call that named a position outside the input.
  var problem: String?
  let oldCount: Int
  /// Whether this was made as the join by token of an input without repeats.
  var isJoin = false

  /// A matching that pairs nothing yet.
  public init(for input: borrowing DiffInput) {
    oldOfNew = [Int32](repeating: -1, count: input.new.count)
    oldCount = input.old.count
  }

  /// A matching that pairs nothing yet, in the scratch memory of a run.
  public init(for input: borrowing DiffInput, in run: inout DiffRun) {
    oldOfNew = run.takeArray(count: input.new.count, filledWith: -1)
    oldCount = input.old.count
  }

  /// Pairs equal tokens in order of occurrence, as many copies of each as both sides have.
  ///
  /// It spends no unit; take one for each token before.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tokens.
  public init(joining input: borrowing DiffInput, in run: inout DiffRun) {
    oldCount = input.old.count
    if input.tokensAreOffsets {
      // A new token is the offset of its partner.
      let bound = Int32(truncatingIfNeeded: oldCount)
      oldOfNew = run.takeEmptyArray(capacity: input.new.count)
      for token in input.new { oldOfNew.append(token < bound ? token : -1) }
      isJoin = true
      return
    }
    oldOfNew = run.takeArray(count: input.new.count, filledWith: -1)
    var queues = TokenQueues(bound: input.oldTokenBound, count: input.old.count, in: &run)
    for offset in input.old.indices.reversed() { queues.push(offset, token: input.old[offset]) }
    for offset in input.new.indices {
      if let old = queues.pop(token: input.new[offset]) { oldOfNew[offset] = old }
    }
    queues.giveBack(to: &run)
  }

  /// Whether this is the join of an input without repeats: right by construction, and nothing need be checked.
  ///
  /// - Complexity: O(*n*), where *n* is the number of new tokens: an algorithm may return what it made of another input.
  func isJoin(of input: borrowing DiffInput) -> Bool {
    guard isJoin, problem == nil, input.tokensAreOffsets, oldOfNew.count == input.new.count else { return false }
    let bound = Int32(truncatingIfNeeded: input.old.count)
    return zip(oldOfNew, input.new).allSatisfy { old, token in old == (token < bound ? token : -1) }
  }

  /// The number of new positions.
  public var newCount: Int { oldOfNew.count }

  /// The number of pairs.
  public var pairCount: Int { oldOfNew.count { $0 >= 0 } }

  /// Says that the item at `old` is the one at `new`.
  ///
  /// A position outside the input makes the diff throw ``DiffError/invalidMatching(strategy:reason:)``.
  public mutating func pair(old: Int, new: Int) {
    guard oldOfNew.indices.contains(new), old >= 0, old < oldCount else {
      problem = problem ?? "pair(old: \(old), new: \(new)) is outside \(oldCount) old and \(newCount) new items"
      return
    }
    oldOfNew[new] = Int32(truncatingIfNeeded: old)
    isJoin = false
  }

  /// Says that the pair at `new` stays in place. From the first call on, pairs not named are moves.
  public mutating func keepInPlace(new: Int) {
    guard oldOfNew.indices.contains(new) else {
      problem = problem ?? "keepInPlace(new: \(new)) is outside \(newCount) new items"
      return
    }
    if stays.isEmpty { stays = [Bool](repeating: false, count: oldOfNew.count) }
    stays[new] = true
  }

  /// Takes back what was named to stay: the engine then keeps the longest increasing run.
  public mutating func keepLongestRun() { stays = [] }

  /// How many pairs stay in place when the longest increasing run does; to compare two matchings, of which the engine moves
  /// the other pairs.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of pairs; O(*n*) when they are in order.
  public func inPlaceCount(in run: inout DiffRun) -> Int {
    var paired = run.takeEmptyArray(capacity: oldOfNew.count)
    for old in oldOfNew where old >= 0 { paired.append(old) }
    var stays = longestIncreasingRun(paired, in: &run.scratch.pool)
    defer {
      run.giveBack(&paired)
      run.giveBack(&stays)
    }
    return stays.reduce(0) { $0 + Int($1) }
  }

  /// The old position of the item at `new`, or `nil` where it has none.
  public func old(of new: Int) -> Int? {
    guard oldOfNew.indices.contains(new), oldOfNew[new] >= 0 else { return nil }
    return Int(oldOfNew[new])
  }
}

extension DiffRun {
  /// Gives back the memory of a matching that is not returned, such as where an error is thrown; it has no positions
  /// then.
  public mutating func giveBack(matching: inout Matching) {
    giveBack(&matching.oldOfNew)
    matching.stays = []
    matching.isJoin = false
  }
}
