/// Finds the fewest deletes and inserts: the shortest edit script, in linear space.
///
/// The edit graph has a corner for every pair of an old and a new position; a step right deletes, a step down inserts,
/// a diagonal pairs equal tokens. A path is searched from both ends at once, by furthest reaching points on each
/// diagonal; where the two searches meet lies on a shortest path. The corner splits the problem in two, and each half
/// is solved likewise.
///
///       x → N (old)          D     the number of steps that are not diagonals
///     y ↓ ╲                  k     a diagonal: x - y
///       M   ╲ (new)          V[k]  the furthest x reached on diagonal k
///
/// Tokens without a partner on the other side are set aside first: they are in every script. Sections need no
/// separators, for tokens of different sections are never equal and sections are in one order on both sides.
///
/// Where hardly anything is in order, *d* is nearly *n* + *m*; such a rectangle is filled in by words of bits instead,
/// which takes *n* *m* / 64 steps.
///
/// Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986, sections 4b and 4c.
///
/// - Time: O((*n* + *m*) *d*), with *d* the length of the script; no more than three times *n* *m* / 64 where that is less.
/// - Space: O(*n* + *m*), and up to 8 MB for a table.
/// - Minimal: deletes + inserts, also with repeats, while the budget lasts.
/// - Falls back when: one search would take half of what is left of the budget; it then splits at the furthest point
///   reached. When nothing is left, the rest is paired by identity as far as it stays in order.
public struct MyersDiff: DiffAlgorithm {
  /// Whether an item that the script deletes at one position and inserts at another is a move.
  public let infersMoves: Bool
  /// Whether a search is given up early: where an answer is known, a script as long as its own would use most of what a
  /// search may take, and the one that is sought seems to become about as long.
  var givesUpEarly = false

  /// Makes the algorithm.
  ///
  /// - Parameter infersMoves: Whether an item deleted in one place and inserted in another is reported as a move; by
  ///   default it is a delete and an insert.
  public init(infersMoves: Bool = false) { self.infersMoves = infersMoves }

  /// `myers`, or `myers-moves`.
  public var name: String { infersMoves ? "myers-moves" : "myers" }

  /// False: walking may pair a copy that the shortest script leaves.
  public var allowsWalk: Bool { false }

  /// The shortest script; with inferred moves, the fewest of those too.
  public var promises: DiffPromises { infersMoves ? [.shortestScript, .fewestMoves] : [.shortestScript] }

  /// Pairs what a shortest script keeps.
  public func matching(
    of input: borrowing DiffInput, in run: inout DiffRun
  ) throws(CancellationError) -> Matching {
    guard try run.spend(input.old.count + input.new.count) else { return Matching(for: input, in: &run) }
    var matching = Matching(for: input, in: &run)
    var search = MyersSearch(input, in: &run)
    defer { search.giveBack(to: &run) }
    do {
      try search.solve(&matching, keepingMoreThan: givesUpEarly ? run.keptInPlace(of: input.count) : nil, in: &run)
    } catch {
      run.giveBack(matching: &matching)
      throw error
    }
    return matching
  }
}

/// The search itself. Letters are the paper's: A and B are the sequences, N and M their lengths, D the number of
/// differences, k a diagonal, V the furthest x on each.
struct MyersSearch {
  /// The tokens of old items that have a partner, and their places.
  private var a: [Int32] = []
  private var placeA: [Int32] = []
  /// The tokens of new items that have a partner, and their places.
  private var b: [Int32] = []
  private var placeB: [Int32] = []
  /// The furthest x from the start and from the end, by diagonal; `offset` makes indices positive.
  private var forward: [Int32]
  private var backward: [Int32]
  private let offset: Int
  /// For tables.
  private var columns: TokenColumns

  init(_ input: borrowing DiffInput, in run: inout DiffRun) {
    // Bit 0: an old item has the token; bit 1: a new one.
    var sides = run.takeArray(count: input.oldTokenBound)
    for token in input.old { sides[Int(token)] |= 1 }
    for token in input.new where Int(token) < sides.count { sides[Int(token)] |= 2 }
    func takeShared(_ all: [Int32], _ tokens: inout [Int32], _ places: inout [Int32], in run: inout DiffRun) {
      tokens = run.takeEmptyArray(capacity: all.count)
      places = run.takeEmptyArray(capacity: all.count)
      for (place, token) in all.enumerated() where Int(token) < sides.count && sides[Int(token)] == 3 {
        tokens.append(token)
        places.append(Int32(truncatingIfNeeded: place))
      }
    }
    takeShared(input.old, &a, &placeA, in: &run)
    takeShared(input.new, &b, &placeB, in: &run)
    run.giveBack(&sides)
    columns = TokenColumns(bound: input.oldTokenBound)
    offset = b.count + 1
    forward = run.takeArray(count: a.count + b.count + 3)
    backward = run.takeArray(count: a.count + b.count + 3)
  }

  /// Gives the memory back.
  mutating func giveBack(to run: inout DiffRun) {
    run.giveBack(&a)
    run.giveBack(&placeA)
    run.giveBack(&b)
    run.giveBack(&placeB)
    run.giveBack(&forward)
    run.giveBack(&backward)
    columns.giveBack(to: &run)
  }

  /// A rectangle of the edit graph.
  private struct Box {
    var left: Int
    var right: Int
    var top: Int
    var bottom: Int
  }

  /// Boxes that are still to be solved, four integers each.
  private struct BoxStack {
    private var sides: [Int32]

    init(capacity: Int, in run: inout DiffRun) { sides = run.takeEmptyArray(capacity: 4 * capacity) }

    mutating func giveBack(to run: inout DiffRun) { run.giveBack(&sides) }

    mutating func push(_ box: Box) {
      sides.append(Int32(truncatingIfNeeded: box.left))
      sides.append(Int32(truncatingIfNeeded: box.right))
      sides.append(Int32(truncatingIfNeeded: box.top))
      sides.append(Int32(truncatingIfNeeded: box.bottom))
    }

    mutating func pop() -> Box? {
      guard let bottom = sides.popLast(), let top = sides.popLast(), let right = sides.popLast(),
        let left = sides.popLast()
      else { return nil }
      return Box(left: Int(left), right: Int(right), top: Int(top), bottom: Int(bottom))
    }
  }

  /// The diagonals that a search has reached: every other one from the lowest to the highest.
  private struct Diagonals {
    var low: Int
    var high: Int

    /// Takes one more difference. Diagonals beyond the box are not entered: their furthest x is out of reach.
    mutating func widen(in box: Box, _ furthest: inout [Int32], offset: Int, outOfReach: Int32) {
      if low > box.left - box.bottom {
        low -= 1
        furthest[low - 1 + offset] = outOfReach
      } else {
        low += 1
      }
      if high < box.right - box.top {
        high += 1
        furthest[high + 1 + offset] = outOfReach
      } else {
        high -= 1
      }
    }
  }

  /// What is done about a box.
  private enum Cut {
    /// It is cut in two at a corner.
    case corner(x: Int, y: Int)
    /// It is filled in by words.
    case table
    /// Nothing: the budget is spent, or the search is given up.
    case none
  }

  /// Units that a search may take before a table is made: those of a screenful of rows in any order. Below, a table would
  /// save less than its memory costs.
  private static let leastTableUnits = 4096
  /// Units for each item after which the pace of a search is looked at: a thirty-second of what one search may take, when
  /// it has gone through a sixth of a list that is edited all over (workload `repeats-20`).
  private static let paceUnitsPerItem = 1
  /// How long a script must seem to become, beside one that is known, for its search to be given up. Where a search pays, it
  /// seems a tenth as long or less (`table-2` of the pairs of texts).
  private static let paceShare = 0.75

  /// Solves the whole graph, box by box, with a stack of its own.
  ///
  /// - Parameter kept: How many items an answer that is known keeps in place; where one is, the search may be given up early.
  mutating func solve(
    _ matching: inout Matching, keepingMoreThan kept: Int? = nil, in run: inout DiffRun
  ) throws(CancellationError) {
    // The length of its script; for the first box, which is the whole graph.
    var known = kept.map { max(0, a.count + b.count - 2 * $0) }
    // Boxes are mostly cut near the middle, so that the stack is rarely deeper.
    var stack = BoxStack(capacity: 32, in: &run)
    defer { stack.giveBack(to: &run) }
    stack.push(Box(left: 0, right: a.count, top: 0, bottom: b.count))
    while var box = stack.pop() {
      let before = box.right - box.left + box.bottom - box.top
      while box.left < box.right, box.top < box.bottom, a[box.left] == b[box.top] {
        matching.oldOfNew[Int(placeB[box.top])] = placeA[box.left]
        box.left += 1
        box.top += 1
      }
      while box.left < box.right, box.top < box.bottom, a[box.right - 1] == b[box.bottom - 1] {
        box.right -= 1
        box.bottom -= 1
        matching.oldOfNew[Int(placeB[box.bottom])] = placeA[box.right]
      }
      let after = box.right - box.left + box.bottom - box.top
      guard try run.spend((before - after) / 2 + 1) else { return }
      if box.left == box.right || box.top == box.bottom { continue }
      let cut = try cut(of: box, beating: known, in: &run)
      known = nil
      switch cut {
      case .corner(let x, let y):
        stack.push(Box(left: x, right: box.right, top: y, bottom: box.bottom))
        stack.push(Box(left: box.left, right: x, top: box.top, bottom: y))
      case .table:
        columns.reserve(columns: box.bottom - box.top, in: &run)
        let made = try SubsequenceTable(
          a[box.left..<box.right], b[box.top..<box.bottom], marking: &columns, in: &run)
        guard var table = made else { return }
        table.forEachPair { x, y in matching.oldOfNew[Int(placeB[y])] = placeA[x] }
        table.giveBack(to: &run.scratch.pool)
      case .none: return
      }
    }
  }

  /// A corner on a shortest path through a box whose first and last tokens differ; a table, or a corner found by one, where
  /// the search takes too long for a box in order; or, when neither fits into the budget, the furthest corner reached.
  ///
  /// The corner is never the first or the last of the box, so every split makes progress.
  ///
  /// - Parameter known: The length of a script that is known.
  private mutating func cut(
    of box: Box, beating known: Int?, in run: inout DiffRun
  ) throws(CancellationError) -> Cut {
    let allowance = run.unitsLeft / 2
    let tableUnits = SubsequenceTable.units(box.right - box.left, box.bottom - box.top)
    let isWhole = tableUnits <= SubsequenceTable.mostWords || box.right - box.left < 2
    // The most that the search may take before a table is made: much less than that takes, and enough for a box in order.
    let searchUnits = max(tableUnits / 4, Self.leastTableUnits)
    let unitsBefore = run.unitsLeft
    // A script of length d takes about d² / 4 units to find. Where a table fits, it ends the search.
    var looksAtPace = false
    if let known {
      // In floating point: the square of a length may not fit into 32 bits.
      let units = Double(known) * Double(known) / 4
      looksAtPace = units > 0.75 * Double(allowance) && tableUnits > run.unitsLeft / (isWhole ? 1 : 2)
    }
    var rounds = 0
    let startDiagonal = box.left - box.top
    let endDiagonal = box.right - box.bottom
    // The two searches meet on a forward step when the lengths differ in parity, else on a backward one.
    let meetsForward = (startDiagonal - endDiagonal) & 1 != 0
    var reached = Diagonals(low: startDiagonal, high: startDiagonal)
    var reachedBack = Diagonals(low: endDiagonal, high: endDiagonal)
    forward[startDiagonal + offset] = Int32(truncatingIfNeeded: box.left)
    backward[endDiagonal + offset] = Int32(truncatingIfNeeded: box.right)

    while true {
      var units = 0
      reached.widen(in: box, &forward, offset: offset, outOfReach: -1)
      var k = reached.high
      while k >= reached.low {
        let right = forward[k - 1 + offset] + 1
        let down = forward[k + 1 + offset]
        var x = Int(max(right, down))
        let start = x
        var y = x - k
        while x < box.right, y < box.bottom, a[x] == b[y] {
          x += 1
          y += 1
        }
        units += 1 + x - start
        forward[k + offset] = Int32(truncatingIfNeeded: x)
        if meetsForward, k >= reachedBack.low, k <= reachedBack.high, Int(backward[k + offset]) <= x {
          return try run.spend(units) ? .corner(x: x, y: y) : .none
        }
        k -= 2
      }

      reachedBack.widen(in: box, &backward, offset: offset, outOfReach: .max)
      k = reachedBack.high
      while k >= reachedBack.low {
        let up = backward[k - 1 + offset]
        let left = backward[k + 1 + offset]
        var x = Int(min(up, left == .max ? .max : left - 1))
        let start = x
        var y = x - k
        while x > box.left, y > box.top, a[x - 1] == b[y - 1] {
          x -= 1
          y -= 1
        }
        units += 1 + start - x
        backward[k + offset] = Int32(truncatingIfNeeded: x)
        if !meetsForward, k >= reached.low, k <= reached.high, x <= Int(forward[k + offset]) {
          return try run.spend(units) ? .corner(x: x, y: y) : .none
        }
        k -= 2
      }

      guard try run.spend(units) else { return .none }
      let spent = unitsBefore - run.unitsLeft
      rounds += 1
      if let known, looksAtPace, spent > Self.paceUnitsPerItem * (a.count + b.count) {
        looksAtPace = false
        let progress =
          furthest(in: box, backwards: false, reached).progress
          + furthest(in: box, backwards: true, reachedBack).progress
        // The length of the whole script at this pace, times the progress.
        let length = Double(2 * rounds) * Double(box.right - box.left + box.bottom - box.top)
        if length >= Self.paceShare * Double(known) * Double(progress) {
          run.noteExhausted()
          return .none
        }
      }
      if spent > min(searchUnits, allowance), tableUnits <= run.unitsLeft / (isWhole ? 1 : 2) {
        if isWhole { return .table }
        columns.reserve(columns: box.bottom - box.top, in: &run)
        let corner = try SubsequenceTable.corner(
          a[box.left..<box.right], b[box.top..<box.bottom], marking: &columns, in: &run)
        return corner.map { .corner(x: $0.row, y: $0.column) } ?? .none
      }
      if spent > allowance {
        run.noteExhausted()
        var best = furthest(in: box, backwards: false, reached)
        let bestBack = furthest(in: box, backwards: true, reachedBack)
        if bestBack.progress > best.progress { best = bestBack }
        return .corner(x: best.x, y: best.y)
      }
    }
  }

  /// The corner that a search brought furthest from where it started, and how far.
  private func furthest(
    in box: Box, backwards: Bool, _ reached: Diagonals
  ) -> (x: Int, y: Int, progress: Int) {
    var best = backwards ? (x: box.right, y: box.bottom, progress: 0) : (x: box.left, y: box.top, progress: 0)
    for k in stride(from: reached.low, through: reached.high, by: 2) {
      let x = backwards ? max(Int(backward[k + offset]), box.left) : min(Int(forward[k + offset]), box.right)
      let y = x - k
      guard x >= box.left, x <= box.right, y >= box.top, y <= box.bottom else { continue }
      let progress = backwards ? box.right - x + box.bottom - y : x - box.left + y - box.top
      if progress > best.progress { best = (x, y, progress) }
    }
    return best
  }
}
