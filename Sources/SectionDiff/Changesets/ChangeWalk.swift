/// Goes through sections of a list of changes, in one sequence that holds what leaves and what arrives.
///
/// Between two items that stay where they are come first those that leave, in old order, then those that arrive, in new
/// order. From `a b C` to `C b a`, where C stays, the sequence is `a b C b a`.
struct ChangeWalk {
  /// What comes next. A change is given by its index in its list.
  enum Step {
    /// Items that stay, with their content.
    case stay(old: Int, new: Int, count: Int)
    case delete(Int)
    case insert(Int)
    /// The place that a moved item leaves.
    case leave(Int)
    /// The place where a moved item arrives.
    case arrive(Int)
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

  /// - Complexity: O(*k* log *k*), where *k* is the number of moves; O(*k*) where their order is unchanged.
  init(_ list: ChangeList) {
    self.list = list
    movesByOld =
      list.moved.isAscendingInOld ? [] : list.moved.indices.sorted { list.moved[$0].old < list.moved[$1].old }
  }

  /// Goes through a section, which is the next one where all are kept in their order. Always inlined: it calls `body` for
  /// each change.
  ///
  /// - Parameters:
  ///   - section: Its old and its new offset; the old one is -1 where it is new.
  ///   - body: Takes each step.
  /// - Complexity: O(*k*), where *k* is the number of changes in it; O(log *k*) more, with all of them, where sections come,
  ///   go or move.
  @inline(__always)
  mutating func walk(_ section: PositionPair, _ body: (Step) -> Void) {
    let old = section.old < 0 ? 0..<0 : list.oldOffsets[Int(section.old)]
    let new = list.newOffsets[Int(section.new)]
    if !list.keepsSections { seek(old: old.lowerBound, new: new.lowerBound) }
    var (nextOld, nextNew) = (old.lowerBound, new.lowerBound)
    // Invariant: what is before `nextOld` and `nextNew` is done, and both have as many items left that stay.
    while true {
      let deletion = deleted < list.deleted.count ? Int(list.deleted[deleted]) : .max
      let leaver = nextToLeave
      let departure = leaver >= 0 ? Int(list.moved[leaver].old) : .max
      let insertion = inserted < list.inserted.count ? Int(list.inserted[inserted]) : .max
      let arrival = arrived < list.moved.count ? Int(list.moved[arrived].new) : .max
      let update = updated < list.updated.count ? Int(list.updated[updated].new) : .max

      // The numbers of items that stay before the next one that leaves, and before the next that is named in new order.
      let leaving = min(deletion, departure)
      let nextNamed = min(insertion, arrival, update)
      let stayBeforeLeaving = leaving < old.upperBound ? leaving - nextOld : Int.max
      let stayBeforeNamed = nextNamed < new.upperBound ? nextNamed - nextNew : Int.max
      let stay = max(0, min(stayBeforeLeaving, stayBeforeNamed, old.upperBound - nextOld))
      if stay > 0 { body(.stay(old: nextOld, new: nextNew, count: stay)) }
      nextOld += stay
      nextNew += stay

      if stayBeforeLeaving <= stay {
        if deletion < departure {
          body(.delete(deleted))
          deleted += 1
        } else {
          body(.leave(leaver))
          left += 1
        }
        nextOld += 1
      } else if stayBeforeNamed <= stay {
        if insertion < min(arrival, update) {
          body(.insert(inserted))
          inserted += 1
        } else if arrival <= update {
          body(.arrive(arrived))
          arrived += 1
          if update == arrival { updated += 1 }
        } else {
          body(.update(updated))
          updated += 1
          nextOld += 1
        }
        nextNew += 1
      } else {
        return
      }
    }
  }

  /// The index of the next move in the order of what they leave, or -1.
  private var nextToLeave: Int {
    left == list.moved.count ? -1 : movesByOld.isEmpty ? left : movesByOld[left]
  }

  /// Goes to the first changes from an old and from a new position on.
  private mutating func seek(old: Int, new: Int) {
    deleted = list.deleted.partitionPoint { $0 < old }
    left =
      movesByOld.isEmpty
      ? list.moved.partitionPoint { $0.old < old } : movesByOld.partitionPoint { list.moved[$0].old < old }
    inserted = list.inserted.partitionPoint { $0 < new }
    arrived = list.moved.partitionPoint { $0.new < new }
    updated = list.updated.partitionPoint { $0.new < new }
  }
}

extension ChangeList {
  /// The changes of the sections, as if they were the items of one section.
  var sections: ChangeList {
    var list = ChangeList(
      oldOffsets: SectionOffsets(oneSectionOf: oldOffsets.sectionCount),
      newOffsets: SectionOffsets(oneSectionOf: newOffsets.sectionCount))
    list.deleted = deletedSections
    list.inserted = insertedSections
    list.moved = movedSections
    return list
  }
}
