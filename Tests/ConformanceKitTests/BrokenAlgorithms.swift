import Dispatch
import SectionDiff
import StoreInterface

@testable import ConformanceKit

/// Algorithms with one fault each. The kit must catch them all.
extension TrialAlgorithm {
  /// Each with the law that must catch it; one that is endless comes on top.
  static var broken: [(algorithm: TrialAlgorithm, law: Law)] {
    [
      (outOfRange, .contract), (belowZero, .contract), (twice, .contract), (unequal, .contract), (strayStay, .contract),
      (quitter, .contract), (quitterOfSix, .contract),
      (neverPairs(promising: [.shortestScript]), .minimality), (firstOnly, .minimality),
      (inconsistentStays(promising: [.fewestMoves]), .minimality),
      (inconsistentStays(promising: [.shortestScript]), .minimality), (moody, .determinism), (moodyReceipt, .receipts),
      (silent, .budget), (spendthrift, .budget), (late, .budget), (debtor, .budget), (stubborn, .budget),
      (faint(neverPairs(promising: [.shortestScript])), .minimality),
      (faint(inconsistentStays(promising: [.fewestMoves])), .minimality),
      (greedy(neverPairs(promising: [.shortestScript])), .minimality),
      (greedy(inconsistentStays(promising: [.fewestMoves])), .minimality),
      (smallOnly(outOfRange), .contract), (smallOnly(neverPairs(promising: [.shortestScript])), .minimality),
      (careless, .contract),
    ]
  }

  // MARK: What is paired

  /// Pairs a position that is not there.
  static let outOfRange = TrialAlgorithm(name: "out-of-range") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    matching.pair(old: input.old.count, new: 0)
    return matching
  }

  /// Pairs a position before the first.
  static let belowZero = TrialAlgorithm(name: "below-zero") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    matching.pair(old: 0, new: -1)
    return matching
  }

  /// Pairs one old position with every new one of its token.
  static let twice = TrialAlgorithm(name: "twice") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    for (new, token) in input.new.enumerated() {
      if let old = input.old.firstIndex(of: token) { matching.pair(old: old, new: new) }
    }
    return matching
  }

  /// Pairs items at equal positions, equal or not.
  static let unequal = TrialAlgorithm(name: "unequal") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    for new in 0..<min(input.old.count, input.new.count) { matching.pair(old: new, new: new) }
    return matching
  }

  /// Names a stay that is not there.
  static let strayStay = TrialAlgorithm(name: "stray-stay") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    matching.keepInPlace(new: -1)
    return matching
  }

  /// Gives up although nobody wants it to.
  static let quitter = TrialAlgorithm(name: "quitter") { input, _ throws(CancellationError) in
    if input.old.count >= 2 { throw CancellationError() }
    return Matching(for: input)
  }

  /// The same of one input that comes only after another one.
  static let quitterOfSix = TrialAlgorithm(name: "quitter-of-six") { input, run throws(CancellationError) in
    if input.old.count == 6, input.new.count == 3 { throw CancellationError() }
    return try LISDiff().matching(of: input, in: &run)
  }

  /// Looks at an item that is not there, which ends the process.
  static let trapping = TrialAlgorithm(name: "trapping") { input, _ throws(CancellationError) in
    var matching = Matching(for: input)
    if input.old.count > input.new.count { matching.pair(old: Int(input.old[input.old.count]), new: 0) }
    return matching
  }

  // MARK: What is promised

  /// Pairs nothing and leaves leftovers alone; right as long as it promises nothing.
  static func neverPairs(promising promises: DiffPromises) -> TrialAlgorithm {
    TrialAlgorithm(name: "never-pairs", infersMoves: false, promises: promises) {
      input, _ throws(CancellationError) in Matching(for: input)
    }
  }

  /// Pairs the first item that it can, and promises the shortest script.
  static let firstOnly = TrialAlgorithm(name: "first-only", infersMoves: false, promises: [.shortestScript]) {
    input, run throws(CancellationError) in
    var isPaired = false
    return try pairs(of: input, while: { () throws(CancellationError) in try run.spend(1) && !isPaired }) { _, _ in
      isPaired = true
    }
  }

  /// Names stays that cross each other: all but the first pair, in turn. Right unless it promises the fewest moves.
  static func inconsistentStays(promising promises: DiffPromises) -> TrialAlgorithm {
    TrialAlgorithm(name: "inconsistent-stays", promises: promises) { input, run throws(CancellationError) in
      var count = 0
      return try pairs(of: input, while: { () throws(CancellationError) in try run.spend(1) }) { matching, new in
        count += 1
        if count % 2 == 0 { matching.keepInPlace(new: new) }
      }
    }
  }

  /// Says that the budget does not last, of which it has spent nothing, and does what another one does.
  static func faint(_ base: TrialAlgorithm) -> TrialAlgorithm {
    base.named("faint") { input, run throws(CancellationError) in
      run.noteExhausted()
      return try base.matching(of: input, in: &run)
    }
  }

  /// Asks for all units that there can be, and does what another one does.
  static func greedy(_ base: TrialAlgorithm) -> TrialAlgorithm {
    base.named("greedy") { input, run throws(CancellationError) in
      _ = try run.spend(.max)
      return try base.matching(of: input, in: &run)
    }
  }

  // MARK: Many items

  /// Right where there are few items; where there are many, it does what another one does.
  static func smallOnly(_ base: TrialAlgorithm) -> TrialAlgorithm {
    base.named("small-only") { input, run throws(CancellationError) in
      input.old.count > 400 ? try base.matching(of: input, in: &run) : try MyersDiff().matching(of: input, in: &run)
    }
  }

  /// Pairs a position that is not there when the budget is spent.
  static let careless = TrialAlgorithm(name: "careless") { input, run throws(CancellationError) in
    if try run.spend(input.old.count) { return try pairs(of: input, while: { true }) }
    return try outOfRange.matching(of: input, in: &run)
  }

  /// The same promises, kept in another way.
  private func named(_ manner: String, body: @escaping Body) -> TrialAlgorithm {
    TrialAlgorithm(
      name: "\(manner)-\(name)", allowsWalk: allowsWalk, infersMoves: infersMoves, promises: promises, body: body)
  }

  // MARK: The same each time

  /// Answers well and badly in turn.
  static var moody: TrialAlgorithm {
    let turn = Locked(0)
    return TrialAlgorithm(name: "moody", infersMoves: false, promises: [.shortestScript]) {
      input, run throws(CancellationError) in
      let answers = turn.withLock { turn in
        turn += 1
        return turn % 2 == 1
      }
      return answers ? try MyersDiff().matching(of: input, in: &run) : Matching(for: input)
    }
  }

  /// Spends another amount of work each time, for the same answer.
  static var moodyReceipt: TrialAlgorithm {
    let turn = Locked(0)
    return TrialAlgorithm(name: "moody-receipt") { input, run throws(CancellationError) in
      let units = turn.withLock { turn in
        turn += 1
        return turn
      }
      _ = try run.spend(units)
      return Matching(for: input)
    }
  }

  // MARK: Budgets

  /// Works, and never says so.
  static let silent = TrialAlgorithm(name: "silent") { input, _ throws(CancellationError) in
    try pairs(of: input, while: { true })
  }

  /// Spends, and goes on when nothing is left.
  static let spendthrift = TrialAlgorithm(name: "spendthrift") { input, run throws(CancellationError) in
    try pairs(of: input) { () throws(CancellationError) in
      _ = try run.spend(1)
      return true
    }
  }

  /// Asks for all units at once, and works whatever the answer is.
  static let late = TrialAlgorithm(name: "late") { input, run throws(CancellationError) in
    _ = try run.spend(input.old.count + input.new.count)
    return try pairs(of: input, while: { true })
  }

  /// Works first, and charges for all of it at the end.
  static let debtor = TrialAlgorithm(name: "debtor") { input, run throws(CancellationError) in
    let matching = try pairs(of: input, while: { true })
    _ = try run.spend(input.old.count + input.new.count)
    return matching
  }

  /// Does not let the error of a cancelled diff pass.
  static let stubborn = TrialAlgorithm(name: "stubborn") { input, run throws(CancellationError) in
    try pairs(of: input) { (try? run.spend(1)) ?? true }
  }
}

/// Never comes back from an input that is turned round, until a test lets it go.
final class EndlessDiff: DiffAlgorithm {
  let name = "endless"
  let allowsWalk = false
  private let isCaught = DispatchSemaphore(value: 0)
  private let isFree = DispatchSemaphore(value: 0)

  func matching(of input: borrowing DiffInput, in run: inout DiffRun) throws(CancellationError) -> Matching {
    if input.old.count >= 2, input.new == input.old.reversed() {
      isCaught.signal()
      isFree.wait()
    }
    return Matching(for: input)
  }

  /// Waits until it does not come back.
  func waitUntilCaught() {
    isCaught.wait()
    isCaught.signal()
  }

  /// Lets it go.
  func free() { isFree.signal() }
}
