@testable import SectionDiff

extension Snapshot {
  /// The same with its items in chunks, few in each.
  func inChunks(leafCapacity: Int = 2, fanOut: Int = 3) -> Snapshot {
    let items = RankedArray(self.items.contiguous, leafCapacity: leafCapacity, fanOut: fanOut)
    var copy = Snapshot(
      chunked: items, offsets: (0...offsets.sectionCount).map(offsets.start), keys: keys, headers: headers)
    copy.uniqueness = uniqueness
    return copy
  }
}
