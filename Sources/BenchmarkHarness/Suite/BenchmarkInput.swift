public import DiffWorkloads
public import SectionDiff

/// What a workload of a suite is at one size: what is measured on it, and how large both sides are.
public struct BenchmarkInput {
  /// What is measured; names must differ. Those without counts are for the reader, and judged by nobody.
  public var contenders: [Contender]
  /// What ratios are given to: contenders that run in the same rounds.
  public var floors: [Contender]
  /// The number of old items; of what is no diff, the number of items.
  public var oldCount: Int
  /// The number of new items; of what is no diff, the number of items.
  public var newCount: Int
  /// The standard library's difference, where it was asked for.
  @usableFromInline package var standard: Standard?

  /// The standard library's difference, and what one run of it costs.
  @usableFromInline package struct Standard {
    @usableFromInline package let contender: Contender
    @usableFromInline package let cost: (any NanosecondClock) -> StandardDifference.Cost

    @usableFromInline package init(
      contender: Contender, cost: @escaping (any NanosecondClock) -> StandardDifference.Cost
    ) {
      self.contender = contender
      self.cost = cost
    }
  }

  /// Makes an input of any contenders, such as parsers or queries.
  ///
  /// - Parameters:
  ///   - items: How many items they work on.
  ///   - contenders: What is measured.
  ///   - floors: What ratios are given to.
  public init(items: Int, _ contenders: [Contender], floors: [Contender] = []) {
    self.contenders = contenders
    self.floors = floors
    oldCount = items
    newCount = items
  }

  /// Makes an input of diffs: one contender for each algorithm, the floors `scan` and `dict`, and the standard library's
  /// difference where it is quick enough. Every answer is applied and compared before it is timed.
  ///
  /// Inlinable, so that a diff is measured as the caller's code runs it.
  ///
  /// - Parameters:
  ///   - old: The snapshot before.
  ///   - new: The snapshot after.
  ///   - algorithms: What is measured, by their names: by default those of the package.
  ///   - expected: The counts that an answer must have, where they are known.
  @inlinable
  public static func diffs<Key, Item: Equatable & Identifiable, Header>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    by algorithms: [any DiffAlgorithm] = DiffStrategy.all.map(\.algorithm),
    expecting expected: (any DiffAlgorithm) -> AnswerExpectation? = { _ in nil }
  ) -> BenchmarkInput {
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    return diffs(
      from: old, to: new, oldItems, newItems, by: algorithms.map { Differ(algorithm: $0) },
      comparing: IdentifiableComparison<Item>(), dictionary: { Floors.dictionary(oldItems, newItems) },
      expecting: expected)
  }

  /// The same under a comparison of your own.
  @inlinable
  public static func diffs<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>,
    by algorithms: [any DiffAlgorithm] = DiffStrategy.all.map(\.algorithm), comparing comparison: C,
    expecting expected: (any DiffAlgorithm) -> AnswerExpectation? = { _ in nil }
  ) -> BenchmarkInput where C.Item == Item {
    diffs(
      from: old, to: new, by: algorithms.map { Differ(algorithm: $0) }, comparing: comparison, expecting: expected)
  }

  /// The same with differs.
  @inlinable
  package static func diffs<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, by differs: [Differ],
    comparing comparison: C, expecting expected: (any DiffAlgorithm) -> AnswerExpectation?
  ) -> BenchmarkInput where C.Item == Item {
    let oldItems = old.sections.flatMap(\.items)
    let newItems = new.sections.flatMap(\.items)
    return diffs(
      from: old, to: new, oldItems, newItems, by: differs, comparing: comparison,
      dictionary: { Floors.dictionary(oldItems, newItems, comparing: comparison) }, expecting: expected)
  }

  @inlinable
  package static func diffs<Key, Item, Header, C: ItemComparison>(
    from old: Snapshot<Key, Item, Header>, to new: Snapshot<Key, Item, Header>, _ oldItems: [Item], _ newItems: [Item],
    by differs: [Differ], comparing comparison: C, dictionary: @escaping () -> Int,
    expecting expected: (any DiffAlgorithm) -> AnswerExpectation?
  ) -> BenchmarkInput where C.Item == Item {
    var input = BenchmarkInput(
      items: 0,
      differs.map { differ in
        .diff(
          differ.algorithm.name, by: differ, from: old, to: new, comparing: comparison,
          expecting: expected(differ.algorithm)
        ).countingElements(by: differ, from: old, to: new, comparing: comparison)
      },
      floors: [
        Contender(Floors.scanName) { Floors.scan(oldItems, newItems, comparing: comparison) },
        Contender(Floors.dictionaryName, run: dictionary),
      ])
    input.oldCount = oldItems.count
    input.newCount = newItems.count
    input.standard = Standard(
      contender: StandardDifference.contender(from: oldItems, to: newItems, comparing: comparison),
      cost: { StandardDifference.cost(from: oldItems, to: newItems, comparing: comparison, clock: $0) })
    return input
  }
}
