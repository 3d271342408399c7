internal import RecordFormats
internal import SectionDiff

/// The comparison of two files: both of them, the rules, and what turns one into the other.
struct RecordDiff {
  /// The two files.
  let pair: RecordPair
  /// How they were read and compared.
  let rules: ComparisonRules
  /// Snapshots and changes.
  let result: Diff<SectionKey, Row, SectionHeader>
  /// The receipt: what the diff cost.
  let receipt: DiffReceipt

  /// Compares two files.
  ///
  /// - Throws: what is in the way: a field of the rules that is missing, an identity or section that is
  ///   twice.
  init(_ pair: RecordPair, rules: ComparisonRules, strategy: Strategy, budget: DiffBudget) throws(Failure) {
    self.pair = pair
    self.rules = rules
    let old = try pair.old.snapshot(rules, isNew: false)
    let new = try pair.new.snapshot(rules, isNew: true)
    // What is known to be unique need not be looked at by the engine.
    let isUnique = rules.duplicates == .reject && pair.hasUniqueKeys
    let differ = Differ(
      algorithm: strategy.algorithm, duplicates: isUnique ? .allow : rules.duplicates, scope: rules.idScope,
      budget: budget)
    do {
      result = try Self.run(differ, pair, from: old, to: new)
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

  /// Runs the engine on the comparison that fits the format; each is compiled for itself.
  static func run(
    _ differ: Differ, _ pair: RecordPair, from old: RecordSnapshot, to new: RecordSnapshot
  ) throws(DiffError) -> Diff<SectionKey, Row, SectionHeader> {
    switch (pair.old.document, pair.new.document) {
    case (.delimited(let before), .delimited(let after)):
      try differ.diff(
        from: old, to: new, comparing: DelimitedComparison(old: before, new: after, pair: pair))
    case (.json(let before), .json(let after)):
      try differ.diff(from: old, to: new, comparing: JSONComparison(old: before, new: after, pair: pair))
    case (.sections(let before), .sections(let after)):
      try differ.diff(from: old, to: new, comparing: SectionItemComparison(old: before, new: after))
    case (.lines(let before), .lines(let after)):
      try differ.diff(from: old, to: new, comparing: LineComparison(old: before, new: after))
    default:
      // Both files are read in one format.
      throw DiffError.cancelled
    }
  }

  private static func failure(
    _ error: DiffError, _ pair: RecordPair, old: RecordSnapshot, new: RecordSnapshot
  ) -> Failure {
    guard case .duplicateItems(let items) = error, let first = items.first else { return Failure("\(error)") }
    let snapshot = first.side == .old ? old : new
    let file = first.side == .old ? pair.old : pair.new
    let records = first.paths.compactMap { snapshot.item(at: $0)?.number }.sorted()
    guard let one = records.first else { return Failure("\(error)") }
    let others = records.dropFirst()
    var text =
      "\(file.place(of: others.first ?? one)): the identity \(VisibleText.shortened(first.identity, to: 120)) occurs more than once: at "
    text += records.prefix(5).map { file.place(of: $0) }.joined(separator: ", ")
    if records.count > 5 { text += " and \(records.count - 5) more places" }
    if items.count > 1 { text += " (and \(items.count - 1) more such identities)" }
    return Failure(text + "; make identities unique or choose --duplicates allow, first or last")
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
    guard case .lines(let before) = pair.old.document, case .lines(let after) = pair.new.document else {
      return nil
    }
    return (before.hasFinalNewline, after.hasFinalNewline)
  }

  /// Whether anything differs: a section, a record, a column that counts, or the last line's end.
  var isDifferent: Bool {
    if !result.changeset.isEmpty { return true }
    if let finalNewlines, finalNewlines.old != finalNewlines.new { return true }
    let columns = pair.oneSidedColumns
    return !columns.old.isEmpty || !columns.new.isEmpty
  }
}
