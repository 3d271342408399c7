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
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  public init(_ difference: CollectionDifference<Item>, from old: [Item]) throws(DiffError) {
    for removal in difference.removals {
      guard case .remove(let offset, let element, _) = removal else { continue }
      // What is not equal to itself, as `Double.nan` is, is not told from others.
      guard old.indices.contains(offset), old[offset] == element || element != element else {
        throw DiffError.changesetMismatch("the difference removes another item at \(offset) than there is")
      }
    }
    guard let new = old.applying(difference) else {
      throw DiffError.changesetMismatch("the difference does not fit a list of \(old.count) items")
    }
    var list = ChangeList(
      oldOffsets: SectionOffsets(oneSectionOf: old.count), newOffsets: SectionOffsets(oneSectionOf: new.count))
    var isGone = [Bool](repeating: false, count: old.count)
    // The old position of each new item: -1 when inserted, -2 while not known.
    var oldOfNew = [Int32](repeating: -2, count: new.count)
    for removal in difference.removals {
      guard case .remove(let offset, _, let partner) = removal else { continue }
      isGone[offset] = true
      if partner == nil { list.deleted.append(Int32(truncatingIfNeeded: offset)) }
    }
    for insertion in difference.insertions {
      guard case .insert(let offset, _, let partner) = insertion else { continue }
      oldOfNew[offset] = Int32(truncatingIfNeeded: partner ?? -1)
      if partner == nil { list.inserted.append(Int32(truncatingIfNeeded: offset)) }
    }
    var planner = MovePlanner()
    var next = 0
    for position in new.indices {
      if oldOfNew[position] == -2 {
        while isGone[next] { next += 1 }
        oldOfNew[position] = Int32(truncatingIfNeeded: next)
        next += 1
      }
      let source = oldOfNew[position]
      guard source >= 0 else { continue }
      planner.add(MoveBlock(old: source, new: Int32(truncatingIfNeeded: position), count: 1, order: source))
      if old[Int(source)] != new[position] {
        list.updated.append(PositionPair(position: Int(source), position))
      }
    }
    planner.plan(bound: old.count)
    list.moved = planner.moves
    self.init(
      identity: list, payload: .snapshots(old: FlatSnapshot(old), new: FlatSnapshot(new)),
      rules: ChangesetRules(scope: .global, infersMoves: true))
  }
}
