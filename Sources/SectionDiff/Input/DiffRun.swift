/// One diff while it runs: scratch memory, budget, cancellation and the receipt's counters.
///
/// An algorithm sees ``spend(_:)`` and ``note(picked:because:)``; the rest belongs to the engine.
public struct DiffRun: ~Copyable {
  /// Units after which cancellation is looked at again.
  @usableFromInline static var step: Int { 4096 }

  // Scratch memory.

  /// Pairs found by the front, as runs that ascend in the new snapshot.
  @usableFromInline var runs: [PairedRun] = []
  /// Pairs found by the front whose content differs; they ascend in the new snapshot.
  @usableFromInline var frontUpdates: [PositionPair] = []
  /// At first those of the equal end of one section, last first. Then the matches by token whose content differs: the
  /// old position and the place in `residueNew`. In the end the updates of the residue: old and new position.
  @usableFromInline var spareUpdates: [PositionPair] = []
  /// Positions of old items that the front left, section after section in new order, then those of dead sections.
  @usableFromInline var residueOld: [Int32] = []
  /// Positions of new items that the front left, section after section, then those of born sections.
  @usableFromInline var residueNew: [Int32] = []
  /// Where the residue of each kept section ends that has any.
  @usableFromInline var cuts: [ResidueCut] = []
  /// The token of each old residue item: the place of the first one of its identity in `residueOld`.
  @usableFromInline var tokensOld: [Int32] = []
  /// The token of each new residue item; those from `residueOld.count` on have no partner.
  @usableFromInline var tokensNew: [Int32] = []
  /// A bit for each token: whether it was met a second time, or on the other side.
  @usableFromInline var seenTokens: ContiguousArray<UInt64> = []
  /// Blocks of pairs, while moves are planned.
  var blocks: [MoveBlock] = []
  /// Arrays of the algorithms and of what follows them.
  @usableFromInline var pool = BufferPool()
  /// Whether an identity that both sides of the residue hold repeats on one of them.
  @usableFromInline var hasSharedRepeats = false
  /// Whether an identity was seen to repeat, by the algorithm on both sides or by the front among sampled items.
  @usableFromInline var hasRepeats = false
  /// No fewer than the items of either side, where that is known: what arrays are made room for at once, so that the
  /// number of allocations does not grow with the input.
  @usableFromInline var itemBound = 0
  /// No fewer than the sections that both sides have.
  @usableFromInline var sectionBound = 0
  /// Whether the front paired stretches by their anchors: only then may runs be out of the old order.
  @usableFromInline var hasStretches = false
  /// Comparisons in failed look-aheads that the walk may still make, over all sections.
  @usableFromInline var walkAllowance = 0
  /// What it starts with, and never exceeds.
  @usableFromInline var fullWalkAllowance = 0
  /// Look-ups of new items among the sampled old ones that may still be made, over all sections.
  @usableFromInline var stretchCredit = 0
  /// When the front gives up walking, and how it looks for stretches.
  @usableFromInline var limits = FrontLimits()

  // Budget and cancellation.

  var unitsLeft: Int
  /// Whether the budget was chosen by the caller: then it alone bounds what an algorithm attempts.
  let isBudgetStated: Bool
  /// How often units were refused.
  package private(set) var refusals = 0
  @usableFromInline var untilPoll = DiffRun.step
  @usableFromInline let isCancelled: (() -> Bool)?

  /// What has been counted so far.
  public internal(set) var receipt: DiffReceipt
  @usableFromInline var counters = Counters()

  @usableFromInline
  struct Counters {
    @usableFromInline var comparisons = 0
    @usableFromInline var hashes = 0
    @usableFromInline var prefix = 0
    @usableFromInline var suffix = 0
    @usableFromInline var walked = 0

    @inlinable
    init() {}
  }

  /// Makes a run by hand, to try an algorithm by itself.
  ///
  /// - Parameters:
  ///   - strategy: The name of the algorithm, for the receipt.
  ///   - budget: The most work it may do.
  ///   - isCancelled: Asked every few thousand units whether to stop.
  public init(
    strategy: String, budget: DiffBudget = .unlimited, isCancelled: (() -> Bool)? = nil
  ) {
    unitsLeft = budget.workUnits
    isBudgetStated = budget.isStated
    self.isCancelled = isCancelled
    receipt = DiffReceipt(strategy: strategy)
  }

  /// Takes units of work from the budget; one unit is about one comparison of two integers.
  ///
  /// Nothing but these calls bounds an algorithm. Spend before the work or as it continues, not when all is done.
  ///
  /// - Returns: Whether the budget still held. When false, return what you have; the engine completes it.
  /// - Throws: ``DiffInterruption/cancelled`` when the diff was cancelled; looked at every few thousand units.
  public mutating func spend(_ units: Int) throws(DiffInterruption) -> Bool {
    untilPoll -= min(units, DiffRun.step)
    if untilPoll <= 0 {
      untilPoll = DiffRun.step
      if let isCancelled, isCancelled() { throw .cancelled }
    }
    guard units <= unitsLeft else {
      receipt.workSpent += unitsLeft
      unitsLeft = 0
      receipt.budgetExhausted = true
      refusals += 1
      return false
    }
    unitsLeft -= units
    receipt.workSpent += units
    return true
  }

  /// Writes into the receipt which strategy does the work and why, for algorithms that choose among others.
  public mutating func note(picked: String, because reason: String) {
    receipt.picked = picked
    receipt.reason = reason
  }

  /// Throws when the diff was cancelled; for loops that are not bounded by the budget.
  @inlinable
  mutating func poll() throws(DiffError) {
    if let isCancelled, isCancelled() { throw .cancelled }
  }

  /// Adds a pair of the front whose content differs.
  @inlinable
  mutating func appendUpdate(old: Int, new: Int) {
    if frontUpdates.isEmpty { frontUpdates.reserveCapacity(itemBound / 4 + 16) }
    frontUpdates.append(PositionPair(position: old, new))
  }

  /// Adds old items that have no partner yet.
  @inlinable
  mutating func appendResidue(old positions: Range<Int>) {
    if positions.isEmpty { return }
    if residueOld.isEmpty { residueOld.reserveCapacity(itemBound) }
    for position in positions { residueOld.append(Int32(truncatingIfNeeded: position)) }
  }

  /// Adds new items that have no partner yet.
  @inlinable
  mutating func appendResidue(new positions: Range<Int>) {
    if positions.isEmpty { return }
    if residueNew.isEmpty { residueNew.reserveCapacity(itemBound) }
    for position in positions { residueNew.append(Int32(truncatingIfNeeded: position)) }
  }

  /// Adds `count` pairs that start at `old` and `new`, joined to the last run where they continue it.
  @inlinable
  mutating func appendRun(old: Int, new: Int, count: Int) {
    guard count > 0 else { return }
    if let last = runs.last, Int(last.old) + Int(last.count) == old, Int(last.new) + Int(last.count) == new {
      runs[runs.count - 1].count += Int32(truncatingIfNeeded: count)
    } else {
      if runs.isEmpty, count < itemBound { runs.reserveCapacity(itemBound / 4 + 16) }
      runs.append(
        PairedRun(
          old: Int32(truncatingIfNeeded: old), new: Int32(truncatingIfNeeded: new),
          count: Int32(truncatingIfNeeded: count)))
    }
  }
}

/// Pairs of consecutive positions: `old + t` is `new + t` for all `t` in `0 ..< count`.
@usableFromInline
struct PairedRun: Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32
  @usableFromInline var count: Int32

  @inlinable
  init(old: Int32, new: Int32, count: Int32) {
    self.old = old
    self.new = new
    self.count = count
  }
}

/// The end of one kept section's share of the residue, on both sides.
@usableFromInline
struct ResidueCut: Sendable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32

  @inlinable
  init(old: Int, new: Int) {
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
  }
}
