internal import BenchmarkHarness
internal import RecordFormats
internal import SectionDiff

/// Two sides that strategies are measured on: what runs, and how to tell it.
struct MeasuredInput {
  /// What it is, for people.
  var title: String
  /// What it is, for programs: the members of the JSON object `input`, values as JSON.
  var members: [(name: String, json: String)]
  /// The kind of element.
  var elements: String
  /// The number of old items.
  var oldCount: Int
  /// The number of new items.
  var newCount: Int
  /// What a comparison is, for the line that explains the floor `scan`.
  var comparison: String
  /// What the dictionary holds, for the line that explains the floor `dict`.
  var dictionary: String
  /// The floors and all strategies.
  var contenders: [Contender]
  /// The standard library's difference, for rounds.
  var standardContender: Contender
  /// Runs the standard library's difference once, or says why not.
  var standard: () -> StandardDifference.Cost

  /// The contenders of two snapshots: both floors, then every strategy, adaptive with its goal.
  static func contenders<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    favoring goal: AdaptiveDiff.Goal, duplicates: DuplicatePolicy, scope: IdentityScope,
    dictionary: @escaping () -> Int,
    expecting expected: (Strategy) -> AnswerExpectation?
  ) -> [Contender] where C.Item == Item {
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    let floors = [
      Contender(Floors.scanName) { Floors.scan(oldItems, newItems, comparing: comparison) },
      Contender(Floors.dictionaryName) { dictionary() },
    ]
    return floors
      + Strategy.all.map { strategy in
        .diff(
          strategy.name,
          by: Differ(algorithm: strategy.favoring(goal).algorithm, duplicates: duplicates, scope: scope),
          from: old, to: new, comparing: comparison, expecting: expected(strategy))
      }
  }
}

@available(LiveSystems, *)
extension MeasuredInput {
  /// Two files, read and compared as `diff` does; reading them is not measured.
  ///
  /// - Throws: what `diff` would say of these files.
  init(_ pair: RecordPair, rules: ComparisonRules, favoring goal: AdaptiveDiff.Goal) throws(Failure) {
    // Says what is wrong with the files, if anything, in the words of diff.
    let diff = try RecordDiff(pair, rules: rules, strategy: .standard, budget: .standard)
    let comparison = diff.comparison
    let old = try pair.old.snapshot(rules, isNew: false)
    let new = try pair.new.snapshot(rules, isNew: true)
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
    self.comparison = "the bytes of each pair of records at equal offsets, their fields where those differ"
    dictionary =
      "one Dictionary from the 64-bit hashes of the old keys' bytes to offsets, capacity reserved, one look-up for each new key"
    contenders = Self.contenders(
      from: old, to: new, comparing: comparison, favoring: goal, duplicates: rules.duplicates, scope: rules.idScope,
      dictionary: { Floors.dictionary(oldItems, newItems, comparing: comparison) },
      expecting: { _ in nil })
    standardContender = StandardDifference.contender(from: oldItems, to: newItems, comparing: comparison)
    standard = {
      StandardDifference.cost(from: oldItems, to: newItems, comparing: comparison, clock: SystemClock())
    }
  }
}
