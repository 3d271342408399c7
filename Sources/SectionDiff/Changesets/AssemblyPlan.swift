/// Where each item and each section of the new snapshot is taken from when a changeset is applied.
@usableFromInline
struct AssemblyPlan {
  /// For each new item its old position, or the complement of its index among the inserts.
  @usableFromInline var items: [Int32]
  /// For each new section its old offset, or the complement of its index among the section inserts.
  @usableFromInline var sections: [Int32]

  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* the number of changes.
  @usableFromInline
  init(_ list: ChangeList) {
    let order = KeptOrder(list)
    items = []
    items.reserveCapacity(list.newOffsets.itemCount)
    // Inserts and moves ascend in `new`, so one cursor each is enough; so do unnamed old items within a section.
    var insert = 0
    var move = 0
    let named = merge(list.deleted, list.moved.map { $0.old }.sorted())
    for section in 0..<list.newOffsets.sectionCount {
      let oldSection = order.oldSection[section]
      var old = oldSection >= 0 ? Int32(truncatingIfNeeded: list.oldOffsets.start(of: oldSection)) : 0
      var next = named.partitionPoint { $0 < old }
      for position in list.newOffsets[section] {
        if insert < list.inserted.count, Int(list.inserted[insert]) == position {
          items.append(~Int32(truncatingIfNeeded: insert))
          insert += 1
        } else if move < list.moved.count, Int(list.moved[move].new) == position {
          items.append(list.moved[move].old)
          move += 1
        } else {
          while next < named.count, named[next] == old {
            next += 1
            old += 1
          }
          items.append(old)
          old += 1
        }
      }
    }
    var insertedSections: Int32 = 0
    sections = order.oldSection.map { old in
      if old >= 0 { return Int32(truncatingIfNeeded: old) }
      insertedSections += 1
      return ~(insertedSections - 1)
    }
  }
}
