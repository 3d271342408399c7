import DiffWorkloads
import StoreInterface

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

/// What the changes of a batch are.
public enum LiveChangeKind: String, CaseIterable, Sendable {
  /// A third each of the others.
  case changed
  /// New contents.
  case updated
  /// New ranks.
  case moved
  /// One in for one out.
  case inserted
}

/// Records, a thousand in a section, and batches of changes that follow one another.
struct LiveChanges {
  private(set) var records: [LiveRecord] = []
  private var random: SplitMix64
  private var nextID: Int

  init(size: Int, seed: UInt64) {
    random = SplitMix64(seed: seed)
    nextID = size
    let groups = max(1, size / 1_000)
    for id in 0..<size {
      records.append(
        LiveRecord(id: id, group: random.below(groups), rank: random.below(1_000_000), version: random.below(1_000)))
    }
  }

  /// Batches of `count` changes, to be run in order.
  mutating func batches(of count: Int, number: Int, _ kind: LiveChangeKind = .changed) -> [StoreBatch<LiveRecord>] {
    (0..<number).map { _ in
      var batch = StoreBatch<LiveRecord>()
      while batch.changes.count < count {
        let index = random.below(records.count)
        let choice =
          switch kind {
          case .changed: random.below(3)
          case .updated: 0
          case .moved: 1
          case .inserted: 2
          }
        switch choice {
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
}
