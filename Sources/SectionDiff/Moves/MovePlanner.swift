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

  /// Adds a block; blocks of kept sections come in new order. Not called: there may be one for each item.
  @inline(__always)
  mutating func add(_ block: MoveBlock) {
    if let last = blocks.last, block.place < last.place + last.count { increases = false }
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
  ///   - bound: Above every place.
  ///   - respectingNames: Whether only blocks that may stay do, as far as they increase.
  ///   - pool: Where arrays come from.
  mutating func plan(bound: Int, respectingNames: Bool, in pool: inout BufferPool) {
    let across = moves.count
    if respectingNames {
      let named = blocks.indices.filter { blocks[$0].mayStay }
      var stays = Self.stays(named.map { blocks[$0] }, isUnit: isUnit, bound: bound, in: &pool)
      var isKept = pool.take(count: blocks.count)
      for (index, block) in named.enumerated() { isKept[block] = stays[index] }
      appendMoves(keeping: isKept)
      pool.give(&stays)
      pool.give(&isKept)
    } else if !increases {
      var isKept = Self.stays(blocks, isUnit: isUnit, bound: bound, in: &pool)
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

  /// 1 for each block that stays, 0 for the others.
  private static func stays(
    _ blocks: [MoveBlock], isUnit: Bool, bound: Int, in pool: inout BufferPool
  ) -> [Int32] {
    var places = pool.takeEmpty(capacity: blocks.count)
    for block in blocks { places.append(block.place) }
    if isUnit {
      let stays = longestIncreasingRun(places, in: &pool)
      pool.give(&places)
      return stays
    }
    replaceByRanks(&places, bound: bound, in: &pool)
    let stays = heaviestIncreasingRun(ranks: &places, in: &pool) { blocks[$0].count }
    pool.give(&places)
    return stays
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
