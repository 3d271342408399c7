internal import BenchmarkHarness
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

  /// The contenders of two snapshots: both floors, then every strategy.
  static func contenders<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, comparing comparison: C,
    duplicates: DuplicatePolicy, scope: IdentityScope, dictionary: @escaping () -> Int,
    expecting expected: (Strategy) -> AnswerExpectation?
  ) -> [Contender] where C.Item == Item {
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    let floors = [
      Contender(Floors.scanName) { Floors.scan(oldItems, newItems, comparing: comparison) },
      Contender(Floors.dictionaryName) { dictionary() },
    ]
    return floors
      + Strategy.offered.map { strategy in
        .diff(
          strategy.name,
          by: Differ(algorithm: strategy.algorithm, duplicates: duplicates, scope: scope),
          from: old, to: new, comparing: comparison, expecting: expected(strategy))
      }
  }
}
