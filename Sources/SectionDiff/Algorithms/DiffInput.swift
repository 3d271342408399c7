/// What an algorithm compares: two sequences of tokens.
///
/// Equal tokens in `old` and `new` stand for equal identities; an item that has no partner on the other side may
/// have a token of its own even where its identity repeats. With sections, tokens are local: items of different
/// sections never have equal tokens, and the sections stand in one order on both sides.
public struct DiffInput: ~Copyable {
  /// The tokens of the old side, in order.
  public let old: [Int32]
  /// The tokens of the new side, in order.
  public let new: [Int32]
  /// Every token of `old` is in `0 ..< oldTokenBound`; a token of `new` outside has no partner.
  public let oldTokenBound: Int
  /// Whether a token that both sides hold stands more than once on one of them.
  public let hasRepeats: Bool

  /// Whether the token of each old item is its place, so that a new token below `oldTokenBound` names its partner.
  let tokensArePlaces: Bool

  /// An input of the engine: the token of an old item is the place of the first one of its identity.
  ///
  /// - Parameter isUnique: Whether it is known that no token repeats that both sides hold.
  init(old: [Int32], new: [Int32], oldTokenBound: Int, isUnique: Bool = false) {
    self.old = old
    self.new = new
    self.oldTokenBound = oldTokenBound
    hasRepeats = !isUnique && Self.repeats(old: old, new: new, bound: oldTokenBound)
    tokensArePlaces = isUnique
  }

  /// Whether a token that both sides hold stands more than once on one of them.
  static func repeats(old: [Int32], new: [Int32], bound: Int) -> Bool {
    var oldCount = [UInt8](repeating: 0, count: bound)
    for token in old { oldCount[Int(token)] = min(2, oldCount[Int(token)] + 1) }
    var isInNew = [Bool](repeating: false, count: bound)
    for token in new where Int(token) < bound && oldCount[Int(token)] > 0 {
      if isInNew[Int(token)] || oldCount[Int(token)] > 1 { return true }
      isInNew[Int(token)] = true
    }
    return false
  }

  /// Makes an input of any hashable elements, to try an algorithm by itself.
  ///
  /// For example, `DiffInput(old: "kitten", new: "sitting")`.
  public init<Element: Hashable>(old: some Sequence<Element>, new: some Sequence<Element>) {
    var tokens: [Element: Int32] = [:]
    var oldTokens: [Int32] = []
    for element in old {
      let fresh = Int32(truncatingIfNeeded: tokens.count)
      let token = tokens[element] ?? fresh
      if token == fresh { tokens[element] = fresh }
      oldTokens.append(token)
    }
    let bound = tokens.count
    let newTokens = new.map { element in
      let fresh = Int32(truncatingIfNeeded: tokens.count)
      let token = tokens[element] ?? fresh
      if token == fresh { tokens[element] = fresh }
      return token
    }
    self.init(old: oldTokens, new: newTokens, oldTokenBound: bound)
  }
}
