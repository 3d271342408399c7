extension DiffRun {
  /// Tries something within a part of the budget.
  ///
  /// Whatever the attempt spends is spent. When it needs more than its allowance, or says so by ``noteExhausted()``, it is
  /// given up: the memory of its matching is taken back, and the receipt does not count the budget as exhausted.
  ///
  ///     let script = try run.withAllowance(4 * input.count) { run throws(CancellationError) in
  ///       try MyersDiff().matching(of: input, in: &run)
  ///     }
  ///     if let script { return script }
  ///
  /// - Parameters:
  ///   - units: The most units that the attempt may spend; no more than there are left.
  ///   - attempt: Makes a matching. It sees a budget of so many units, and may make attempts of its own.
  /// - Returns: The matching; `nil` when the allowance was too small.
  /// - Throws: What `attempt` throws.
  public mutating func withAllowance(
    _ units: Int, _ attempt: (inout DiffRun) throws(CancellationError) -> Matching
  ) throws(CancellationError) -> Matching? {
    let outer = unitsLeft
    let granted = max(0, min(units, outer))
    let wasExhausted = receipt.budgetExhausted
    let promises = pickedPromises
    receipt.budgetExhausted = false
    unitsLeft = granted
    defer {
      unitsLeft += outer - granted
      receipt.budgetExhausted = wasExhausted
    }
    var matching = try attempt(&self)
    if !receipt.budgetExhausted { return matching }
    giveBack(matching: &matching)
    pickedPromises = promises
    return nil
  }
}
