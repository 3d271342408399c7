import DiffWorkloads
public import LiveResults
public import SectionDiff
import StoreBuilding
public import StoreInterface
import Synchronization

/// A record of a store that changes all the time.
public struct LiveRecord: Hashable, Sendable, Identifiable {
  /// The identity.
  public var id: Int
  /// The section.
  public var group: Int
  /// The place in the section.
  public var rank: Int
  /// The content; one in ten does not pass the filter.
  public var version: Int
}

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
  private var records: [LiveRecord]
  private var random: SplitMix64
  private var nextID: Int

  /// - Parameters:
  ///   - size: The number of records.
  ///   - calls: Counts comparisons of records and of section keys; costs nothing where it is `nil`.
  public init(size: Int, counting calls: Calls? = nil) throws {
    random = SplitMix64(seed: Self.seed)
    nextID = size
    let groups = max(1, size / 1_000)
    records = []
    for id in 0..<size {
      records.append(
        LiveRecord(id: id, group: random.below(groups), rank: random.below(1_000_000), version: random.below(1_000)))
    }
    arrangement = calls.map(Self.counted) ?? Self.plain
    engine = Engine(arrangement: arrangement)
    _ = try engine.replace(with: .items(records))
    retained = engine.snapshot
  }

  /// Seed of the random numbers.
  public static var seed: UInt64 { 4_711 }

  private static var filters: FilterSet<LiveRecord> {
    var filters = FilterSet<LiveRecord>()
    filters["version"] = ResultsFilter { $0.version % 10 != 9 }
    return filters
  }

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

  /// Batches of `count` changes: a third each of new contents, new ranks, and one in for one out. They are to be run in
  /// order.
  public mutating func batches(of count: Int, number: Int) -> [Batch<LiveRecord>] {
    (0..<number).map { _ in
      var batch = Batch<LiveRecord>()
      while batch.changes.count < count {
        let index = random.below(records.count)
        switch random.below(3) {
        case 0:
          records[index].version = random.below(1_000)
          batch.update(records[index])
        case 1:
          records[index].rank = random.below(1_000_000)
          batch.update(records[index])
        default:
          // In turn, so that the number of records stays.
          if nextID % 2 == 0 {
            let record = LiveRecord(
              id: nextID, group: records[index].group, rank: random.below(1_000_000), version: random.below(1_000))
            records.append(record)
            batch.insert(record)
          } else {
            batch.delete(records[index].id)
            records.swapAt(index, records.count - 1)
            records.removeLast()
          }
          nextID += 1
        }
      }
      return batch
    }
  }

  /// Runs a batch; from now on the subscriber holds the results after it.
  ///
  /// - Returns: The number of changes heard.
  public mutating func apply(_ batch: Batch<LiveRecord>) throws -> Int {
    guard let step = try engine.apply(batch) else { return 0 }
    retained = step.after
    return step.changeset.changeCount
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
