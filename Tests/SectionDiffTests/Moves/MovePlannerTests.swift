import Testing

@testable import SectionDiff

@Suite struct MovePlannerTests {
  /// The moves of blocks given by old position and length, in new order.
  func moves(_ blocks: [(old: Int32, count: Int32, mayStay: Bool)]) -> [[Int32]] {
    var planner = MovePlanner()
    var new: Int32 = 0
    for block in blocks {
      if block.mayStay {
        planner.add(MoveBlock(old: block.old, new: new, count: block.count, order: block.old))
      } else {
        for offset in 0..<block.count { planner.addMove(PositionPair(old: block.old + offset, new: new + offset)) }
      }
      new += block.count
    }
    planner.plan(bound: Int(new))
    return planner.moves.map { [$0.old, $0.new] }
  }

  @Test func nothingMovesInOrder() {
    #expect(moves([]) == [])
    #expect(moves([(0, 2, true), (2, 1, true), (3, 4, true)]) == [])
  }

  @Test func theLighterBlockMovesItemByItem() {
    #expect(moves([(3, 2, true), (0, 3, true)]) == [[3, 0], [4, 1]])
    #expect(moves([(2, 3, true), (0, 2, true)]) == [[0, 3], [1, 4]])
  }

  @Test func blocksThatMayNotStayMove() {
    #expect(moves([(3, 2, true), (0, 3, false)]) == [[0, 2], [1, 3], [2, 4]])
    #expect(moves([(3, 2, false), (0, 3, false)]).count == 5)
  }

  @Test func blocksThatMayStayDoAsFarAsTheyIncrease() {
    #expect(moves([(1, 1, true), (0, 1, true)]).count == 1)
  }

  /// A block in reverse order is planned as its items one by one are.
  @Test(arguments: [false, true])
  func aBlockThatFallsIsPlannedAsItsItems(_ movesAcross: Bool) {
    var random = SplitMix64(seed: 17)
    for _ in 0..<400 {
      let lengths = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int32.random(in: 1...5, using: &random) }
      let falls = lengths.map { _ in Bool.random(using: &random) }
      let starts = lengths.indices.map { lengths[..<$0].reduce(0, +) }
      let total = lengths.reduce(0, +)
      var whole = MovePlanner()
      var single = MovePlanner()
      if movesAcross {
        whole.addMove(PositionPair(old: total, new: total))
        single.addMove(PositionPair(old: total, new: total))
      }
      var new: Int32 = 0
      for block in lengths.indices.shuffled(using: &random) {
        let (start, count) = (starts[block], lengths[block])
        let fallsHere = falls[block] && count > 1
        let first = fallsHere ? start + count - 1 : start
        whole.add(
          fallsHere
            ? MoveBlock(PairedRun(falling: Int(first), new: Int(new), count: Int(count)), order: start)
            : MoveBlock(old: start, new: new, count: count, order: start))
        if fallsHere {
          for offset in 0..<count {
            single.add(MoveBlock(old: first - offset, new: new + offset, count: 1, order: first - offset))
          }
        } else {
          single.add(MoveBlock(old: start, new: new, count: count, order: start))
        }
        new += count
      }
      whole.plan(bound: Int(total) + 1)
      single.plan(bound: Int(total) + 1)
      #expect(whole.moves == single.moves)
    }
  }

  @Test func movesAcrossSectionsAreMergedInOrder() {
    var planner = MovePlanner()
    planner.addMove(PositionPair(old: 9, new: 5))
    planner.addMove(PositionPair(old: 8, new: 0))
    planner.add(MoveBlock(old: 1, new: 1, count: 1, order: 1))
    planner.add(MoveBlock(old: 0, new: 2, count: 1, order: 0))
    planner.plan(bound: 10)
    #expect(planner.moves.map(\.new) == planner.moves.map(\.new).sorted())
    #expect(planner.moves.count == 3)
  }

  @Test(arguments: 0...5)
  func theWeightThatStaysIsGreatest(_ count: Int) {
    for order in allPermutations(of: count) {
      // Block `i` has `i + 1` items.
      let starts = (0..<count).map { $0 * ($0 + 1) / 2 }
      let blocks = order.map { (old: Int32(starts[$0]), count: Int32($0 + 1), mayStay: true) }
      let items = order.flatMap { Array(starts[$0]..<(starts[$0] + $0 + 1)) }
      #expect(moves(blocks).count == items.count - commonLength(items, items.sorted()))
    }
  }
}
