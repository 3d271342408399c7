internal import SectionDiff

extension [UInt8] {
  /// Appends counts as an object, all eight of them.
  mutating func append(_ counts: ChangeCounts) {
    append("{\"sectionDeletes\":\(counts.sectionDeletes),\"sectionInserts\":\(counts.sectionInserts)")
    append(",\"sectionMoves\":\(counts.sectionMoves),\"sectionUpdates\":\(counts.sectionUpdates)")
    append(",\"deletes\":\(counts.deletes),\"inserts\":\(counts.inserts)")
    append(",\"moves\":\(counts.moves),\"updates\":\(counts.updates)}")
  }
}
