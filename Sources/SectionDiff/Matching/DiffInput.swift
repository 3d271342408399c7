/// What an algorithm compares: two sequences of tokens.
///
/// Equal tokens in `old` and `new` represent equal identities; an item that has no partner on the other side may
/// have a token of its own even where its identity repeats. With sections, tokens are local: items of different
/// sections never have equal tokens, and the sections are in one order on both sides.
public struct DiffInput: ~Copyable {
  /// The tokens of the old side, in order.
  public let old: [Int32]
  /// The tokens of the new side, in order.
  public let new: [Int32]
  /// Every token of `old` is in `0 ..< oldTokenBound`; a token of `new` outside has no partner.
  public let oldTokenBound: Int
  /// Whether a token that both sides hold occurs more than once on one of them.
  public let hasRepeats: Bool

  /// The number of tokens on both sides.
  public var count: Int { old.count + new.count }

  /// Whether the token of each old item is its place, so that a new token below `oldTokenBound` names its partner.
  let tokensAreOffsets: Bool

  /// An input of the engine: the token of an old item is the place of the first one of its identity.
  ///
  /// - Parameters:
  ///   - old: The old tokens.
  ///   - new: The new tokens.
  ///   - oldTokenBound: Above every old token.
  ///   - isUnique: Whether it is known that no token repeats that both sides hold.
  ///   - pool: Where arrays come from.
  init(old: [Int32], new: [Int32], oldTokenBound: Int, isUnique: Bool, in pool: inout BufferPool) {
    self.old = old
    self.new = new
    self.oldTokenBound = oldTokenBound
    hasRepeats = !isUnique && Self.repeats(old: old, new: new, bound: oldTokenBound, in: &pool)
    tokensAreOffsets = isUnique
  }

  /// Whether a token that both sides hold occurs more than once on one of them.
  private static func repeats(old: [Int32], new: [Int32], bound: Int, in pool: inout BufferPool) -> Bool {
    // How many old items have the token, up to 2; -1 when one has it and one new item was met.
    var met = pool.take(count: bound)
    defer { pool.give(&met) }
    for token in old { met[Int(token)] = min(2, met[Int(token)] + 1) }
    for token in new where Int(token) < bound && met[Int(token)] != 0 {
      if met[Int(token)] != 1 { return true }
      met[Int(token)] = -1
    }
    return false
  }

  /// Makes an input of any hashable elements, to try an algorithm by itself.
  ///
  /// For example, `DiffInput(old: "kitten", new: "sitting")`.
  public init<Element: Hashable>(old: some Sequence<Element>, new: some Sequence<Element>) {
    var tokens: [Element: Int32] = [:]
    func token(of element: Element) -> Int32 {
      let fresh = Int32(truncatingIfNeeded: tokens.count)
      let token = tokens[element] ?? fresh
      if token == fresh { tokens[element] = fresh }
      return token
    }
    let oldTokens = old.map(token)
    let bound = tokens.count
    let newTokens = new.map(token)
    var pool = BufferPool()
    self.init(old: oldTokens, new: newTokens, oldTokenBound: bound, isUnique: false, in: &pool)
  }
}
