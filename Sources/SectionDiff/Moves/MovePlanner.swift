/// Decides which kept items stay and which move.
///
/// Items that changed section move. Among those that kept theirs, the longest run whose old order increases stays, or
/// what the matching named. Pairs come as blocks of neighbours; a block stays or moves as one, which loses nothing: in
/// both orders no other pair is inside it. Of a block in reverse order one item can stay, whichever, and weighs one.
@usableFromInline
struct MovePlanner {
  /// The blocks added so far. Take their memory from here to reuse it.
  var blocks: [MoveBlock] = []
  private var increases = true
  private var isUnit = true
  /// Whether a block is in reverse order.
  private var hasReversed = false

  /// The moves, ascending in `new`.
  private(set) var moves: [PositionPair] = []

  /// Makes room for blocks.
  mutating func reserve(_ count: Int) { blocks.reserveCapacity(count) }

  /// Makes room for items that change section.
  mutating func reserveMoves(_ count: Int) { moves.reserveCapacity(count) }

  /// Adds a block; blocks of kept sections come in new order. Always inlined: it runs once for each block.
  @inline(__always)
  mutating func add(_ block: MoveBlock) {
    if let last = blocks.last, block.order < last.order + last.count { increases = false }
    if block.count != 1 { isUnit = false }
    if block.falls {
      increases = false
      hasReversed = true
    }
    blocks.append(block)
  }

  /// Adds an item that changed section.
  mutating func addMove(old: Int32, new: Int32) { moves.append(PositionPair(old: old, new: new)) }

  /// Plans the moves of all blocks added.
  ///
  /// - Parameters:
  ///   - bound: Above every `order` of a block.
  ///   - respectingNames: Whether only blocks that may stay do, as far as they increase.
  ///   - pool: Where arrays come from.
  mutating func plan(bound: Int, respectingNames: Bool, in pool: inout BufferPool) {
    let across = moves.count
    if respectingNames {
      var candidates = pool.takeEmpty(capacity: blocks.count)
      for index in blocks.indices where blocks[index].mayStay { candidates.append(Int32(truncatingIfNeeded: index)) }
      var orders = pool.takeEmpty(capacity: candidates.count)
      for block in candidates { orders.append(blocks[Int(block)].order) }
      var stays = Self.stays(&orders, isUnit: isUnit, bound: bound, in: &pool) { blocks[Int(candidates[$0])].count }
      var isKept = pool.take(count: blocks.count)
      for (index, block) in candidates.enumerated() { isKept[Int(block)] = stays[index] }
      appendMoves(keeping: isKept)
      pool.give(&candidates)
      pool.give(&stays)
      pool.give(&isKept)
    } else if !increases {
      var orders = pool.takeEmpty(capacity: blocks.count)
      for block in blocks { orders.append(block.order) }
      var isKept = Self.stays(&orders, isUnit: isUnit, bound: bound, in: &pool) { blocks[$0].count }
      appendMoves(keeping: isKept)
      pool.give(&isKept)
    }
    if across > 0, moves.count > across || !zip(moves, moves.dropFirst()).allSatisfy({ $0.new < $1.new }) {
      moves.sort { $0.new < $1.new }
    }
    // Room was made for more than came: the answer keeps what it needs.
    if moves.capacity > 4 * moves.count + 64 { moves = moves.map { $0 } }
  }

  /// The same with arrays of its own.
  mutating func plan(bound: Int, respectingNames: Bool) {
    var pool = BufferPool()
    plan(bound: bound, respectingNames: respectingNames, in: &pool)
  }

  /// 1 for each block that stays, 0 for the others; the memory of their orders is given back.
  private static func stays(
    _ orders: inout [Int32], isUnit: Bool, bound: Int, in pool: inout BufferPool, count: (Int) -> Int32
  ) -> [Int32] {
    defer { pool.give(&orders) }
    if isUnit { return longestIncreasingRun(orders, in: &pool) }
    replaceByRanks(&orders, bound: bound, in: &pool)
    return heaviestIncreasingRun(ranks: orders, in: &pool, weight: count)
  }

  /// Unsafe code: moves are written into memory that has room for as many as were counted.
  private mutating func appendMoves(keeping isKept: [Int32]) {
    guard moves.isEmpty, !hasReversed else {
      var count = moves.count
      for index in blocks.indices { count += Int(blocks[index].moveCount(isKept: isKept[index] != 0)) }
      moves.reserveCapacity(count)
      for index in blocks.indices {
        let block = blocks[index]
        for offset in 0..<block.moveCount(isKept: isKept[index] != 0) { moves.append(block.pair(at: offset)) }
      }
      return
    }
    var count = 0
    for index in blocks.indices where isKept[index] == 0 { count += Int(blocks[index].count) }
    // An array without elements would write its count to the memory that all such arrays of the process share.
    if count == 0 { return }
    moves = unsafe [PositionPair](unsafeUninitializedCapacity: count) { moves, moveCount in
      var next = 0
      for index in blocks.indices where isKept[index] == 0 {
        let block = blocks[index]
        for offset in 0..<block.count {
          unsafe moves.initializeElement(
            at: next, to: PositionPair(old: block.old &+ offset, new: block.new &+ offset))
          next &+= 1
        }
      }
      moveCount = next
    }
  }
}
