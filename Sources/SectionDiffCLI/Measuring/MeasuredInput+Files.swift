internal import BenchmarkHarness
internal import RecordFormats
internal import SectionDiff

@available(LiveSystems, *)
extension MeasuredInput {
  /// Two files, read and compared as `diff` does; reading them is not measured.
  ///
  /// - Throws: what `diff` would say of these files.
  init(_ pair: RecordPair, rules: ComparisonRules) throws(Failure) {
    // Says what is wrong with the files, if anything, in the words of diff.
    _ = try RecordDiff(pair, rules: rules, strategy: .standard, budget: .standard)
    let old = try pair.old.snapshot(rules, isNew: false)
    let new = try pair.new.snapshot(rules, isNew: true)
    switch (pair.old.document, pair.new.document) {
    case (.delimited(let before), .delimited(let after)):
      let comparison = DelimitedComparison(old: before, new: after, pair: pair)
      self.init(pair, rules, from: old, to: new, comparing: comparison)
    case (.json(let before), .json(let after)):
      let comparison = JSONComparison(old: before, new: after, pair: pair)
      self.init(pair, rules, from: old, to: new, comparing: comparison)
    case (.sections(let before), .sections(let after)):
      let comparison = SectionItemComparison(old: before, new: after)
      self.init(pair, rules, from: old, to: new, comparing: comparison)
    case (.lines(let before), .lines(let after)):
      let comparison = LineComparison(old: before, new: after)
      self.init(pair, rules, from: old, to: new, comparing: comparison)
    default:
      throw Failure("\(pair.new.name): read in another format than \(pair.old.name); please report this")
    }
  }

  private init<C: ItemComparison>(
    _ pair: RecordPair, _ rules: ComparisonRules, from old: RecordSnapshot, to new: RecordSnapshot,
    comparing comparison: C
  ) where C.Item == Row {
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    title = "\(VisibleText.escaped(pair.old.name)) and \(VisibleText.escaped(pair.new.name))"
    func strings(_ texts: [String]) -> String {
      var output: [UInt8] = []
      output.appendStrings(texts)
      return String(decoding: output, as: UTF8.self)
    }
    members = [
      ("old", JSONText.literal(pair.old.name)), ("new", JSONText.literal(pair.new.name)),
      ("format", JSONText.literal(pair.format.rawValue)), ("id", strings(rules.id)),
      ("sectionBy", rules.sectionBy.map { JSONText.literal($0) } ?? "null"),
      ("sectionOrder", JSONText.literal(rules.sectionOrder.rawValue)),
      ("sortBy", strings(rules.sortBy.map(\.description))), ("ignore", strings(rules.selection.ignore)),
      ("only", strings(rules.selection.only)), ("duplicates", JSONText.literal(rules.duplicates.commandName)),
      ("idScope", JSONText.literal(rules.idScope.rawValue)),
    ]
    elements = "record"
    oldCount = old.itemCount
    newCount = new.itemCount
    self.comparison = "the bytes of each pair of records at equal positions, their fields where those differ"
    dictionary =
      "one Dictionary from the 64-bit hashes of the old keys' bytes to positions, capacity reserved, one look-up for each new key"
    contenders = Self.contenders(
      from: old, to: new, comparing: comparison, duplicates: rules.duplicates, scope: rules.idScope,
      dictionary: { Floors.dictionary(oldItems, newItems, comparing: comparison) },
      expecting: { _ in nil })
    standardContender = StandardDifference.contender(from: oldItems, to: newItems, comparing: comparison)
    standard = {
      StandardDifference.cost(from: oldItems, to: newItems, comparing: comparison, clock: SystemClock())
    }
  }
}
