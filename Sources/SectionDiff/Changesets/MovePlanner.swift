/// Decides which kept items stay and which move.
///
/// Items that changed section move. Among those that kept theirs, the longest run whose old order increases stays, or
/// what the matching named. Pairs come as blocks of neighbours; a block stays or moves as one, which loses nothing: in
/// both orders no other pair stands inside it.
struct MovePlanner {
  /// The first position of each block in the old concatenation.
  private var blockOld: [Int32] = []
  private var blockNew: [Int32] = []
  private var blockCount: [Int32] = []
  /// The place of each block in the old order, sections taken in their new order.
  private var place: [Int32] = []
  private var mayStay: [Bool] = []
  private var increases = true

  /// The moves, ascending in `new`.
  private(set) var moves: [PositionPair] = []

  /// Adds a block; blocks of kept sections come in new order.
  mutating func addBlock(old: Int32, new: Int32, count: Int32, place: Int32, mayStay: Bool) {
    if let last = self.place.last, let length = blockCount.last, place < last + length { increases = false }
    blockOld.append(old)
    blockNew.append(new)
    blockCount.append(count)
    self.place.append(place)
    self.mayStay.append(mayStay)
  }

  /// Adds an item that changed section.
  mutating func addMove(old: Int32, new: Int32) { moves.append(PositionPair(old: old, new: new)) }

  /// Plans the moves of all blocks added.
  ///
  /// - Parameter bound: Above every place.
  mutating func plan(bound: Int, respectingNames: Bool) {
    let across = moves.count
    if respectingNames {
      planNamed(bound: bound)
    } else if !increases {
      let stays = heaviestIncreasingRun(ranks: ranks(of: place, bound: bound), weights: blockCount)
      for block in place.indices where !stays[block] { appendMoves(of: block) }
    }
    if across > 0, moves.count > across || !zip(moves, moves.dropFirst()).allSatisfy({ $0.new < $1.new }) {
      moves.sort { $0.new < $1.new }
    }
  }

  /// Blocks that were named stay as far as they increase; the others move.
  private mutating func planNamed(bound: Int) {
    let named = place.indices.filter { mayStay[$0] }
    let stays = heaviestIncreasingRun(
      ranks: ranks(of: named.map { place[$0] }, bound: bound), weights: named.map { blockCount[$0] })
    var kept = [Bool](repeating: false, count: place.count)
    for (index, block) in named.enumerated() where stays[index] { kept[block] = true }
    for block in place.indices where !kept[block] { appendMoves(of: block) }
  }

  private mutating func appendMoves(of block: Int) {
    for offset in 0..<blockCount[block] {
      moves.append(PositionPair(old: blockOld[block] + offset, new: blockNew[block] + offset))
    }
  }
}
