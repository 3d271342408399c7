/// To and from the standard library's difference, for plain lists.
extension Changeset where Key == Unsectioned, Header == NoHeader {
  /// The same changes as the standard library has them: removals and insertions. A move is a removal and an insertion
  /// that are associated; so is an update, for `CollectionDifference` has no other way to say it.
  ///
  ///     before.applying(changes.collectionDifference(from: before)) == after
  ///
  /// - Parameter old: The list that this changeset starts from; moved items are taken from it.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when `old` does not fit.
  /// - Complexity: O(*k* log *k*), where *k* is the number of changes.
  public func collectionDifference(from old: [Item]) throws(DiffError) -> CollectionDifference<Item> {
    try SectionOffsets.check(SectionOffsets(oneSectionOf: old.count), equals: identity.oldOffsets, whose: "expects")
    typealias Step = CollectionDifference<Item>.Change
    var steps: [Step] = []
    for (index, position) in identity.deleted.enumerated() {
      steps.append(.remove(offset: Int(position), element: deletedItem(index), associatedWith: nil))
    }
    for (index, position) in identity.inserted.enumerated() {
      steps.append(.insert(offset: Int(position), element: insertedItem(index), associatedWith: nil))
    }
    func replace(_ pair: PositionPair, _ from: Item, _ to: Item) {
      let (old, new) = (Int(pair.old), Int(pair.new))
      steps.append(.remove(offset: old, element: from, associatedWith: new))
      steps.append(.insert(offset: new, element: to, associatedWith: old))
    }
    for move in identity.moved where identity.update(to: move.new) == nil {
      replace(move, old[Int(move.old)], old[Int(move.old)])
    }
    for (index, pair) in identity.updated.enumerated() {
      let value = updatedItem(index)
      replace(pair, value.from, value.to)
    }
    guard let difference = CollectionDifference(steps) else {
      throw DiffError.changesetMismatch("the changes do not form a difference: two name one position")
    }
    return difference
  }
}

extension Changeset where Key == Unsectioned, Header == NoHeader, Item: Equatable {
  /// Makes a changeset of a standard library difference. Associated removals and insertions become moves where the order
  /// demands it, and updates where their elements differ.
  ///
  /// - Parameters:
  ///   - difference: What turns `old` into another list.
  ///   - old: The list that it starts from.
  /// - Throws: ``DiffError/changesetMismatch(_:)`` when the difference does not fit `old`.
  /// - Complexity: O(*n* + *k* log *k*), where *n* is the number of items and *k* that of removals and insertions.
  public init(_ difference: CollectionDifference<Item>, from old: [Item]) throws(DiffError) {
    var (removed, added, partners, updated): ([Int32], [Int32], [Int32], [Int32]) = ([], [], [], [])
    var indexOfRemoved: [Int: Int32] = [:]
    for removal in difference.removals {
      guard case .remove(let offset, let element, _) = removal else { continue }
      // What is not equal to itself, as `Double.nan` is, is not told from others.
      guard old.indices.contains(offset), old[offset] == element || element != element else {
        throw DiffError.changesetMismatch("the difference removes another item at \(offset) than there is")
      }
      indexOfRemoved[offset] = Int32(truncatingIfNeeded: removed.count)
      removed.append(Int32(truncatingIfNeeded: offset))
    }
    guard let new = old.applying(difference) else {
      throw DiffError.changesetMismatch("the difference does not fit a list of \(old.count) items")
    }
    for insertion in difference.insertions {
      guard case .insert(let offset, let element, let source) = insertion else { continue }
      if let source, old[source] != element { updated.append(Int32(truncatingIfNeeded: added.count)) }
      partners.append(source.flatMap { indexOfRemoved[$0] } ?? -1)
      added.append(Int32(truncatingIfNeeded: offset))
    }
    try self.init(
      from: FlatSnapshot(old), to: FlatSnapshot(new), removing: removed, adding: added, partners: partners,
      updating: updated)
  }
}
