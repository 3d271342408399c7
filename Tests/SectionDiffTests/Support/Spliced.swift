@testable import SectionDiff

extension Snapshot {
  /// The same with its items taken by turns from two others, which are stored alike and have other items besides.
  ///
  /// - Parameters:
  ///   - filler: An item that is not taken.
  ///   - inChunks: Whether the two are in chunks.
  func spliced(with filler: Item, inChunks: Bool = false) -> Snapshot {
    var (old, new) = ([filler], [filler])
    var splice = Splice()
    for (position, item) in items.contiguous.enumerated() {
      if position % 5 < 3 {
        splice.append(old: old.count, count: 1)
        old.append(item)
      } else {
        splice.append(new: new.count)
        new.append(item)
      }
      if position % 7 == 2 { old.append(filler) }
    }
    func stored(_ items: [Item]) -> SnapshotItems<Item> {
      inChunks ? .chunked(RankedArray(items, leafCapacity: 2, fanOut: 3)) : .flat(items)
    }
    var copy = self
    copy.items = .spliced(SplicedItems(old: stored(old), new: stored(new), splice: splice))
    return copy
  }
}
