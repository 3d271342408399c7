internal import RecordFormats
internal import SectionDiff

/// The comparison of two files: both of them, the rules, and what turns one into the other.
struct RecordDiff {
  /// The two files.
  let pair: RecordPair
  /// How they were read and compared.
  let rules: ComparisonRules
  /// What compares their records.
  let comparison: RecordComparison
  /// Snapshots and changes.
  let result: Diff<SectionKey, Row, SectionHeader>
  /// What matched the records.
  let strategy: Strategy
  /// The receipt: what the diff cost.
  let receipt: DiffReceipt

  /// Compares two files.
  ///
  /// - Throws: what is in the way: a field of the rules that is missing, an identity or section that is
  ///   twice.
  init(_ pair: RecordPair, rules: ComparisonRules, strategy: Strategy, budget: DiffBudget) throws(Failure) {
    self.pair = pair
    self.rules = rules
    self.strategy = strategy
    let old = try pair.old.snapshot(rules, isNew: false)
    let new = try pair.new.snapshot(rules, isNew: true)
    let comparison = RecordComparison(base: try pair.comparison())
    self.comparison = comparison
    // What is known to be unique need not be looked at by the engine.
    let isUnique = rules.duplicates == .reject && !pair.old.key.isEmpty && comparison.hasUniqueKeys
    let differ = Differ(
      algorithm: strategy.algorithm, duplicates: isUnique ? .allow : rules.duplicates, scope: rules.idScope,
      budget: budget)
    do {
      result = try differ.diff(from: old, to: new, comparing: comparison)
    } catch {
      throw Self.failure(error, pair, old: old, new: new)
    }
    var receipt = result.receipt
    // Duplicates are dropped from the files, before the engine sees anything.
    receipt.droppedOld += pair.old.document.count - old.itemCount
    receipt.droppedNew += pair.new.document.count - new.itemCount
    if isUnique { receipt.hashes += old.itemCount + new.itemCount }
    self.receipt = receipt
  }

  private static func failure(
    _ error: DiffError, _ pair: RecordPair, old: RecordSnapshot, new: RecordSnapshot
  ) -> Failure {
    guard case .duplicateItems(let items) = error, let first = items.first else { return Failure("\(error)") }
    let snapshot = first.side == .old ? old : new
    let file = first.side == .old ? pair.old : pair.new
    let records = first.paths.compactMap { snapshot.item(at: $0)?.number }.sorted()
    guard !records.isEmpty else { return Failure("\(error)") }
    return .duplicate(first.identity, at: records, in: file, others: items.count - 1)
  }
}

// MARK: - What differs

extension RecordDiff {
  /// The snapshot that old positions refer to.
  var old: RecordSnapshot { result.old }

  /// The snapshot that new positions refer to.
  var new: RecordSnapshot { result.new }

  /// Whether the last lines end with LF, for lines.
  var finalNewlines: (old: Bool, new: Bool)? {
    guard let before = pair.old.document.records.hasFinalNewline,
      let after = pair.new.document.records.hasFinalNewline
    else { return nil }
    return (before, after)
  }

  /// Whether anything differs: a section, a record, a column that counts, or the last line's end.
  var isDifferent: Bool {
    if !result.changeset.isEmpty { return true }
    if let finalNewlines, finalNewlines.old != finalNewlines.new { return true }
    let columns = pair.oneSidedColumns
    return !columns.old.isEmpty || !columns.new.isEmpty
  }
}
