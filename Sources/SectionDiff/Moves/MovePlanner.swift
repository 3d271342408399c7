/// Decides which kept items stay and which move.
///
/// Items that changed section move, and those that may not stay. Among the others the heaviest run stays whose old order
/// increases; of two that weigh the same, the one that ``IncreasingRun`` tells. Pairs come as blocks of neighbours; a block
/// stays or moves as one, which loses nothing: in both orders no other pair is inside it. Of a block in reverse order one
/// item can stay, whichever, and weighs one.
@usableFromInline
struct MovePlanner {
  /// The blocks added so far. Take their memory from here to reuse it.
  var blocks: [MoveBlock] = []
  /// Whether all blocks are in order, and none is reversed: then all of them stay.
  private var increases = true
  /// Whether each block weighs one.
  private var isUnit = true

  /// The moves, ascending in `new`.
  private(set) var moves: [PositionPair] = []

  /// Makes room for blocks.
  mutating func reserve(_ count: Int) { blocks.reserveCapacity(count) }

  /// Makes room for items that move in any case.
  mutating func reserveMoves(_ count: Int) { moves.reserveCapacity(count) }

  /// Adds a block that may stay; they come in new order. Always inlined: it runs once for each block.
  @inline(__always)
  mutating func add(_ block: MoveBlock) {
    if let last = blocks.last, block.order < last.order + last.count { increases = false }
    if block.count != 1 { isUnit = false }
    if block.falls { increases = false }
    blocks.append(block)
  }

  /// Adds an item that moves in any case.
  mutating func addMove(_ pair: PositionPair) { moves.append(pair) }

  /// Plans the moves of all blocks added.
  ///
  /// - Parameters:
  ///   - bound: Above every `order` of a block.
  ///   - pool: Where arrays come from.
  mutating func plan(bound: Int, in pool: inout BufferPool) {
    let others = moves.count
    if !increases {
      var orders = pool.takeEmpty(capacity: blocks.count)
      for block in blocks { orders.append(block.order) }
      var isKept: [Int32]
      if isUnit {
        isKept = longestIncreasingRun(orders, in: &pool)
      } else {
        replaceByRanks(&orders, bound: bound, in: &pool)
        isKept = heaviestIncreasingRun(ranks: orders, in: &pool) { blocks[$0].count }
      }
      pool.give(&orders)
      appendMoves(keeping: isKept)
      pool.give(&isKept)
    }
    if others > 0 { moves.order() }
    // Room was made for more than came: the answer keeps what it needs.
    if moves.capacity > 4 * moves.count + 64 { moves = moves.map { $0 } }
  }

  /// The same with arrays of its own.
  mutating func plan(bound: Int) {
    var pool = BufferPool()
    plan(bound: bound, in: &pool)
  }

  private mutating func appendMoves(keeping isKept: [Int32]) {
    var count = moves.count
    for index in blocks.indices { count += Int(blocks[index].moveCount(isKept: isKept[index] != 0)) }
    moves.reserveCapacity(count)
    for index in blocks.indices {
      let block = blocks[index]
      for offset in 0..<block.moveCount(isKept: isKept[index] != 0) { moves.append(block.pair(at: offset)) }
    }
  }
}
