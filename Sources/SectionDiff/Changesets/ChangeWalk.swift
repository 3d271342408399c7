/// Goes through sections of a list of changes, in one sequence that holds what leaves and what arrives.
///
/// Between two items that stay where they are come first those that leave, in old order, then those that arrive, in new
/// order. From `a b C` to `C b a`, where C stays, the sequence is `a b C b a`.
struct ChangeWalk {
  /// What comes next. A change is given by its index among those of its kind.
  enum Step {
    /// Items that stay, with their content.
    case stay(old: Int, new: Int, count: Int)
    /// An item that is deleted or moved, where it was.
    case leave(ChangeList.Kind, Int)
    /// An item that is inserted or moved, where it comes to be.
    case arrive(ChangeList.Kind, Int)
    /// An item that stays, with other content.
    case update(Int)
  }

  private let list: ChangeList
  /// The indices of the moves, ascending in old positions; empty where the moves do so themselves.
  private let movesByOld: [Int]
  // The next change of each kind.
  private var deleted = 0
  private var inserted = 0
  /// Into the moves in the order of what they leave.
  private var left = 0
  /// Into the moves in the order of where they arrive.
  private var arrived = 0
  private var updated = 0
  // The section. Invariant: what is before `nextOld` and `nextNew` is done, and both have as many items left that stay.
  private var old = 0..<0
  private var new = 0..<0
  private var nextOld = 0
  private var nextNew = 0

  /// - Complexity: O(*k* log *k*), where *k* is the number of moves; O(*k*) where their order is unchanged.
  init(_ list: ChangeList) {
    self.list = list
    movesByOld = list.moved.isAscendingInOld ? [] : list.moved.map(\.old).orderedIndices()
  }

  /// Begins a section, which is the next one where all are kept in their order.
  ///
  /// - Parameter section: Its old and its new offset; the old one is -1 where it is new.
  /// - Complexity: O(1); O(log *k*), where *k* is the number of changes, where sections come, go or move.
  mutating func enter(_ section: PositionPair) {
    old = section.old < 0 ? 0..<0 : list.oldOffsets[Int(section.old)]
    new = list.newOffsets[Int(section.new)]
    (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    if list.keepsSections { return }
    deleted = list.deleted.partitionPoint { $0 < nextOld }
    left =
      movesByOld.isEmpty
      ? list.moved.partitionPoint { $0.old < nextOld } : movesByOld.partitionPoint { list.moved[$0].old < nextOld }
    inserted = list.inserted.partitionPoint { $0 < nextNew }
    arrived = list.moved.partitionPoint { $0.new < nextNew }
    updated = list.updated.partitionPoint { $0.new < nextNew }
  }

  /// The next step in the section, or `nil` at its end.
  mutating func next() -> Step? {
    let deletion = deleted < list.deleted.count ? Int(list.deleted[deleted]) : .max
    let leaver = left == list.moved.count ? -1 : movesByOld.isEmpty ? left : movesByOld[left]
    let departure = leaver >= 0 ? Int(list.moved[leaver].old) : .max
    let insertion = inserted < list.inserted.count ? Int(list.inserted[inserted]) : .max
    let arrival = arrived < list.moved.count ? Int(list.moved[arrived].new) : .max
    let update = updated < list.updated.count ? Int(list.updated[updated].new) : .max

    // The numbers of items that stay before the next one that leaves, and before the next that is named in new order.
    let leaving = min(deletion, departure)
    let nextNamed = min(insertion, arrival, update)
    let stayBeforeLeaving = leaving < old.upperBound ? leaving - nextOld : Int.max
    let stayBeforeNamed = nextNamed < new.upperBound ? nextNamed - nextNew : Int.max
    let stay = min(stayBeforeLeaving, stayBeforeNamed, old.upperBound - nextOld)
    if stay > 0 {
      defer { (nextOld, nextNew) = (nextOld + stay, nextNew + stay) }
      return .stay(old: nextOld, new: nextNew, count: stay)
    }
    if stayBeforeLeaving <= 0 {
      nextOld += 1
      if deletion < departure {
        defer { deleted += 1 }
        return .leave(.deleted, deleted)
      }
      left += 1
      return .leave(.moved, leaver)
    }
    if stayBeforeNamed > 0 { return nil }
    nextNew += 1
    if insertion < min(arrival, update) {
      defer { inserted += 1 }
      return .arrive(.inserted, inserted)
    }
    if arrival <= update {
      if update == arrival { updated += 1 }
      defer { arrived += 1 }
      return .arrive(.moved, arrived)
    }
    nextOld += 1
    defer { updated += 1 }
    return .update(updated)
  }
}
