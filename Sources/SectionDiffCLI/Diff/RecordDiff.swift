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
  /// What the engine does about records of one identity: nothing where there are none.
  let duplicates: DuplicatePolicy
  /// How many of the records that the policy dropped have no equal one on the other side.
  let droppedDifferences: Int

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
    let comparison = RecordComparison(
      base: try pair.comparison(), expectsRepeats: pair.old.key.isEmpty || rules.duplicates == .allow)
    self.comparison = comparison
    // What is known to be unique need not be looked at by the engine.
    let isUnique = rules.duplicates == .reject && !pair.old.key.isEmpty && comparison.hasUniqueKeys()
    duplicates = isUnique ? .allow : rules.duplicates
    let differ = Differ(
      algorithm: strategy.algorithm, duplicates: duplicates, scope: rules.idScope, budget: budget)
    do {
      let found = try differ.diff(from: old, to: new, comparing: comparison)
      result =
        pair.old.document.format.shape == .line
        ? found.readable(comparing: comparison) { Self.indentation(of: $0, in: pair) } : found
    } catch {
      throw Self.failure(error, pair, old: old, new: new)
    }
    var receipt = result.receipt
    // Duplicates are dropped from the files, before the engine sees anything.
    receipt.droppedOld += pair.old.document.count - old.itemCount
    receipt.droppedNew += pair.new.document.count - new.itemCount
    if isUnique { receipt.hashes += old.itemCount + new.itemCount }
    self.receipt = receipt
    droppedDifferences = Self.differences(
      between: try pair.old.dropped(from: old, rules, isNew: false),
      try pair.new.dropped(from: new, rules, isNew: true), comparing: comparison)
  }

  /// How many dropped records differ: of each identity the first of one side is compared with the first of the other, and so
  /// on.
  ///
  /// - Complexity: O(*n*) on average, *n* the number of records that were dropped.
  private static func differences(
    between old: [(row: Row, section: SectionKey)], _ new: [(row: Row, section: SectionKey)],
    comparing comparison: RecordComparison
  ) -> Int {
    if old.isEmpty || new.isEmpty { return old.count + new.count }
    let seed = Int.random(in: .min ... .max)
    // By hash; an identity whose hash is taken goes to the next number that is free. Of each the old records, and how many
    // of them were met.
    var found: [Int: (offsets: [Int], met: Int)] = [:]
    func slot(of row: Row) -> Int {
      var hash = comparison.identityHash(of: row, seed: seed)
      while let first = found[hash]?.offsets.first, !comparison.haveSameIdentity(old[first].row, row) { hash &+= 1 }
      return hash
    }
    for offset in old.indices { found[slot(of: old[offset].row), default: ([], 0)].offsets.append(offset) }
    var (equal, changed) = (0, 0)
    for (row, section) in new {
      let slot = slot(of: row)
      guard let copies = found[slot], copies.met < copies.offsets.count else { continue }
      let before = old[copies.offsets[copies.met]]
      found[slot]?.met += 1
      if before.section == section, comparison.haveEqualContent(before.row, row) { equal += 1 } else { changed += 1 }
    }
    return changed + (old.count - equal - changed) + (new.count - equal - changed)
  }

  private static func indentation(of line: Row, in pair: RecordPair) -> Int? {
    let document = line.isNew ? pair.new.document : pair.old.document
    return LineIndentation.columns(of: document.source.bytes(in: document.range(of: line.number)))
  }

  fileprivate static func failure(
    _ error: DiffError, _ pair: RecordPair, old: RecordSnapshot, new: RecordSnapshot
  ) -> Failure {
    guard case .duplicateItems(let items) = error, let first = items.first else { return Failure("\(error)") }
    let snapshot = first.side == .old ? old : new
    let file = first.side == .old ? pair.old : pair.new
    let records = first.paths.compactMap { snapshot.item(at: $0)?.number }.sorted()
    guard !records.isEmpty else { return Failure("\(error)") }
    let others = items.count { $0.side == first.side } - 1
    let elsewhere = items.count - 1 - others
    return .duplicate(
      first.identity, at: records, in: file, others: others,
      elsewhere: elsewhere > 0 ? "\(elsewhere) in \(pair.new.name)" : nil)
  }
}

extension RecordFile {
  /// Refuses records of one identity, as a diff does.
  ///
  /// - Throws: an identity that occurs more than once, and where.
  func checkUniqueness(of snapshot: RecordSnapshot, scope: IdentityScope) throws(Failure) {
    let pair = RecordPair(old: self, new: self)
    let comparison = RecordComparison(base: try pair.comparison(), expectsRepeats: key.isEmpty)
    if !key.isEmpty, comparison.hasUniqueKeys(onSides: [false]) { return }
    do {
      _ = try snapshot.checkedUnique(comparing: comparison, scope: scope)
    } catch {
      throw RecordDiff.failure(error, pair, old: snapshot, new: snapshot)
    }
  }
}

// MARK: - What differs

extension RecordDiff {
  /// The snapshot that old paths refer to.
  var old: RecordSnapshot { result.old }

  /// The snapshot that new paths refer to.
  var new: RecordSnapshot { result.new }

  /// Whether the last lines end with LF, for lines.
  var finalNewlines: (old: Bool, new: Bool)? {
    guard let before = pair.old.document.records.hasFinalNewline,
      let after = pair.new.document.records.hasFinalNewline
    else { return nil }
    return (before, after)
  }

  /// Whether the lines end in CR, for lines.
  var endInCR: (old: Bool, new: Bool) {
    (pair.old.document.records.endsInCR, pair.new.document.records.endsInCR)
  }

  /// What runs with another strategy on the same files.
  func differ(_ strategy: Strategy, _ budget: DiffBudget) -> Differ {
    Differ(algorithm: strategy.algorithm, duplicates: duplicates, scope: rules.idScope, budget: budget)
  }

  /// Whether anything differs: a section, a record, also one that was dropped, a column that counts, or what ends the lines.
  var isDifferent: Bool { droppedDifferences > 0 || isChanged }

  /// Whether a patch has something to do: the same without the records that were dropped.
  var isChanged: Bool {
    if !result.changeset.isEmpty { return true }
    if let finalNewlines, finalNewlines.old != finalNewlines.new { return true }
    if endInCR.old != endInCR.new { return true }
    let columns = pair.oneSidedColumns
    return !columns.old.isEmpty || !columns.new.isEmpty
  }
}

// MARK: - Comparing

/// Compares records of two files for the engine, as their format does.
///
/// One type for all formats: the engine is compiled for it once, and a comparison costs one call more.
struct RecordComparison: ItemComparison {
  let base: any RecordComparing
  /// Whether records may repeat: they are their own identity, or were said to.
  var expectsRepeats = false

  func areIdentical(_ a: Row, _ b: Row) -> Bool { base.areIdentical(a, b) }
  func haveSameIdentity(_ a: Row, _ b: Row) -> Bool { base.haveSameIdentity(a, b) }
  func haveEqualContent(_ a: Row, _ b: Row) -> Bool { base.haveEqualContent(a, b) }
  func describeIdentity(of item: Row) -> String { base.identity(of: item) }

  func identityHash(of item: Row, seed: Int) -> Int {
    Int(truncatingIfNeeded: base.hash(of: item, seed: UInt64(bitPattern: Int64(seed))))
  }

  /// Whether each file is known to hold every key once only. False where the hashes of keys do not tell.
  ///
  /// The engine would find out, too, and it says which keys occur twice. This asks less, and so takes a fraction of the
  /// time.
  ///
  /// - Parameter sides: Which files are asked about: whether each is the new one.
  func hasUniqueKeys(onSides sides: [Bool] = [false, true]) -> Bool {
    let seed = UInt64.random(in: .min ... .max)
    return sides.allSatisfy { DistinctHashes.areDistinct(base.hashes(isNew: $0, seed: seed)) }
  }
}
