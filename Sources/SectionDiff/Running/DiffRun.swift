/// One diff while it runs: budget, cancellation, receipt and scratch memory.
///
/// An algorithm gets it for its work, and can use all of it that the algorithms of this package use: it takes units by
/// ``spend(_:)``, tries something within a part of them by ``withAllowance(_:_:)``, and takes arrays by
/// ``takeArray(count:filledWith:)``.
public struct DiffRun: ~Copyable {
  /// Units after which cancellation is looked at again.
  @usableFromInline static var step: Int { 4096 }

  /// Items between two looks at cancellation.
  @inlinable static var chunk: Int { 1 << 14 }

  /// The memory of all stages.
  @usableFromInline var scratch = DiffScratch()

  /// The units that are left of the budget, or of the allowance that an attempt has.
  public internal(set) var unitsLeft: Int
  /// Whether the budget was chosen by the caller: then it alone bounds what an algorithm attempts.
  public let isBudgetStated: Bool
  /// How often units were refused.
  package private(set) var refusals = 0
  @usableFromInline var untilPoll = DiffRun.step
  @usableFromInline let isCancelled: (() -> Bool)?

  /// What has been counted so far.
  public internal(set) var receipt: DiffReceipt
  /// What holds for this answer beside what the algorithm promises for all.
  var pickedPromises: DiffPromises = []
  /// How many items an answer keeps in place that is known already, and how many there are on both sides; `nil` where none is.
  @usableFromInline var known: (kept: Int, items: Int)?
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

  /// How many of so many items an answer keeps in place that is known already; `nil` where none is, or one of others.
  func keptInPlace(of items: Int) -> Int? {
    guard let known, known.items == items else { return nil }
    return known.kept
  }

  /// Takes units of work from the budget; one unit is about one comparison of two integers.
  ///
  /// Nothing but these calls bounds an algorithm. Spend before the work or as it continues, not when all is done.
  ///
  /// - Returns: Whether the budget still held. When false, return what you have; the engine completes it.
  /// - Throws: `CancellationError` when the diff was cancelled; looked at every few thousand units.
  public mutating func spend(_ units: Int) throws(CancellationError) -> Bool {
    untilPoll -= min(units, DiffRun.step)
    if untilPoll <= 0 {
      untilPoll = DiffRun.step
      if let isCancelled, isCancelled() { throw CancellationError() }
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

  /// Says that the budget does not last for the answer that is promised, although some of it is left.
  ///
  /// Return what you have then, as if a unit had been refused. Whether the answer is minimal is not known any more.
  public mutating func noteExhausted() { receipt.budgetExhausted = true }

  /// Writes into the receipt which strategy does the work and why, for algorithms that choose among others.
  ///
  /// - Parameters:
  ///   - picked: The name of the strategy.
  ///   - reason: Why it was picked, in words.
  ///   - promises: What holds for this answer beside what the algorithm promises for all.
  public mutating func note(picked: String, because reason: String, promising promises: DiffPromises = []) {
    receipt.picked = picked
    receipt.reason = reason
    pickedPromises = promises
  }

  /// Takes an array of integers from the scratch memory: that of a former one, where there is one.
  ///
  /// Give it back when it is not needed any more, before an error is thrown, too. An algorithm that does, and holds nothing
  /// else, allocates nothing in a ``DiffWorkspace`` after two diffs as large.
  ///
  /// - Parameters:
  ///   - count: The number of integers.
  ///   - value: What each of them is.
  public mutating func takeArray(count: Int, filledWith value: Int32 = 0) -> [Int32] {
    scratch.pool.take(count: max(0, count), filledWith: value)
  }

  /// Takes an empty array from the scratch memory, with room for so many integers; as ``takeArray(count:filledWith:)``.
  public mutating func takeEmptyArray(capacity: Int) -> [Int32] { scratch.pool.takeEmpty(capacity: max(0, capacity)) }

  /// Gives an array to the scratch memory and leaves an empty one. It need not have been taken from there.
  public mutating func giveBack(_ array: inout [Int32]) { scratch.pool.give(&array) }

  /// Throws when the diff was cancelled; for loops that are not bounded by the budget.
  @inlinable
  mutating func poll() throws(DiffError) { try Self.poll(isCancelled) }

  /// Throws when a diff was cancelled.
  @inlinable
  static func poll(_ isCancelled: (() -> Bool)?) throws(DiffError) {
    if let isCancelled, isCancelled() { throw .cancelled }
  }

  /// Writes into the receipt how many moves the answer has, and whether it has the fewest changes unless the budget ran
  /// out.
  @usableFromInline
  mutating func note(moves: Int, isSmallest: Bool) {
    receipt.moves = moves
    receipt.isMinimal = isSmallest && !receipt.budgetExhausted
  }

  /// The receipt, with all that was counted.
  ///
  /// - Parameters:
  ///   - droppedOld: Old items that the duplicate policy dropped.
  ///   - droppedNew: New items that the duplicate policy dropped.
  @usableFromInline
  func finishedReceipt(droppedOld: Int, droppedNew: Int) -> DiffReceipt {
    var receipt = receipt
    receipt.comparisons = counters.comparisons
    receipt.hashes = counters.hashes
    receipt.trimmedPrefix = counters.prefix
    receipt.trimmedSuffix = counters.suffix
    receipt.walked = counters.walked
    receipt.droppedOld = droppedOld
    receipt.droppedNew = droppedNew
    return receipt
  }
}
