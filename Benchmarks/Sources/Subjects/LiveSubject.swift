public import LiveResults
public import SectionDiff
import StoreBuilding
public import StoreInterface
import Synchronization

/// Live results of many records: sorted, in sections of a thousand, under a filter, while a subscriber holds on to the
/// results before.
public struct LiveSubject {
  /// The live results.
  public typealias Engine = ResultsEngine<LiveRecord, Int, LiveRecord, NoHeader>
  /// What they show.
  public typealias Results = Snapshot<Int, LiveRecord, NoHeader>

  /// How often the rules of the arrangement were asked.
  public final class Calls: Sendable {
    private let number = Atomic(0)
    /// Calls so far.
    public var count: Int { number.load(ordering: .relaxed) }
    fileprivate func add() { number.add(1, ordering: .relaxed) }
    /// Starts at zero.
    public init() {}
  }

  /// The live results.
  public private(set) var engine: Engine
  private let arrangement: Engine.Arrangement
  /// What the subscriber holds.
  private var retained: Results
  private var changes: LiveChanges

  /// - Parameters:
  ///   - size: The number of records.
  ///   - calls: Counts comparisons of records and of section keys; costs nothing where it is `nil`.
  public init(size: Int, counting calls: Calls? = nil) throws {
    changes = LiveChanges(size: size, seed: Self.seed)
    arrangement = Self.arrangement(counting: calls)
    engine = Engine(arrangement: arrangement)
    _ = try engine.replace(with: .items(changes.records))
    retained = engine.snapshot
  }

  /// Seed of the random numbers.
  public static var seed: UInt64 { 4_711 }

  private static var filters: FilterSet<LiveRecord> { filters(excluding: 9) }

  /// A filter that leaves one record in ten out: those whose version ends so. At first it is 9.
  public static func filters(excluding digit: Int) -> FilterSet<LiveRecord> {
    var filters = FilterSet<LiveRecord>()
    filters["version"] = ResultsFilter { $0.version % 10 != digit }
    return filters
  }

  static func arrangement(counting calls: Calls?) -> Engine.Arrangement { calls.map(counted) ?? plain }

  private static var plain: Engine.Arrangement {
    ResultsArrangement(sections: .by(\.group), sort: [.ascending(\.rank)], filters: filters)
  }

  private static func counted(by calls: Calls) -> Engine.Arrangement {
    @Sendable func compared(_ a: Int, _ b: Int) -> Bool {
      calls.add()
      return a < b
    }
    return ResultsArrangement(
      sections: .by(\.group, order: .by(SortRule { compared($0, $1) })),
      sort: [SortRule { compared($0.rank, $1.rank) }], filters: filters)
  }

  /// Batches of `count` changes, by default a third each of new contents, new ranks, and one in for one out. They are to be
  /// run in order.
  public mutating func batches(of count: Int, number: Int, _ kind: LiveChangeKind = .changed) -> [StoreBatch<
    LiveRecord
  >] {
    changes.batches(of: count, number: number, kind)
  }

  /// Runs a batch; from now on the subscriber holds the results after it.
  ///
  /// - Returns: The number of changes received.
  public mutating func apply(_ batch: StoreBatch<LiveRecord>) throws -> Int {
    guard let step = try engine.apply(batch) else { return 0 }
    retained = step.after
    return step.changeset.changeCount
  }

  /// Arranges the live results otherwise; from now on the subscriber holds the results after it.
  public mutating func rearrange(_ step: (inout Engine) throws -> Int) rethrows -> Int {
    let changes = try step(&engine)
    retained = engine.snapshot
    return changes
  }

  /// Runs batches of `count` changes, and returns the update of each.
  public mutating func updates(of count: Int, number: Int) throws -> [Engine.Update] {
    try batches(of: count, number: number).compactMap { try engine.apply($0) }
  }

  /// Runs batches of `count` changes, and returns the results before and after each: two snapshots that share all but what
  /// the batch has changed.
  public mutating func pairs(of count: Int, number: Int) throws -> [(before: Results, after: Results)] {
    try batches(of: count, number: number).map { batch in
      let before = engine.snapshot
      _ = try apply(batch)
      return (before, engine.snapshot)
    }
  }

  /// Runs a batch. Whether its changes lead from the results before to those after.
  public mutating func check(_ batch: StoreBatch<LiveRecord>) throws -> Bool {
    let before = engine.snapshot
    guard let step = try engine.apply(batch) else { return true }
    retained = step.after
    return try before.applying(step.changeset) == step.after && step.after == engine.snapshot
  }

  /// Whether the live results are what comes of filtering and sorting all records once more, with all batches run.
  public func shows(
    excluding digit: Int = 9, window: Range<Int>? = nil, by value: (LiveRecord) -> Int = \.rank
  ) -> Bool {
    SlowResults.areShown(engine.snapshot, of: changes.records, excluding: digit, window: window, by: value)
  }

  /// Whether the live results are what a rebuild gives.
  public var isTrue: Bool {
    get throws {
      var rebuilt = Engine(arrangement: arrangement)
      _ = try rebuilt.replace(with: .items(engine.full().sections.flatMap { Array($0.items) }))
      return rebuilt.snapshot == engine.snapshot
    }
  }
}
