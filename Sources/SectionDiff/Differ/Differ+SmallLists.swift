/// The lean path of ``Differ/changeset(from:to:comparing:reusing:isCancelled:)``: two short lists of one section, without a
/// receipt.
extension Differ {
  /// The changes between two lists of at most ``SmallListPairs/most`` items, plain ones or one section with the same key and
  /// header.
  ///
  /// The answer is that of ``changes(from:_:to:_:comparing:front:in:)``, which does all that is not looked at here: more
  /// sections, chunks, other algorithms, policies that look for repeats, and repeats.
  ///
  /// - Parameter list: No changes between the two, to which those are added.
  /// - Complexity: O(*n*), *n* being the number of items on both sides; nothing is allocated but the answer.
  @inlinable
  func changesOfSmallLists<Key, Item, Header, C: ItemComparison>(
    from old: borrowing Snapshot<Key, Item, Header>, to new: borrowing Snapshot<Key, Item, Header>,
    comparing comparison: C, into list: inout ChangeList
  ) -> SmallListAnswer where C.Item == Item {
    guard old.offsets.isOneSection, new.offsets.isOneSection,
      Key.self == Unsectioned.self || old.keys == new.keys, Header.self == NoHeader.self || old.headers == new.headers,
      max(old.offsets.itemCount, new.offsets.itemCount) <= SmallListPairs.most,
      case .flat(let oldItems) = old.items, case .flat(let newItems) = new.items, joinsUniqueItems,
      isAllowed(old.uniqueness, comparison.identityName), isAllowed(new.uniqueness, comparison.identityName)
    else { return .none }
    // Contiguous arrays, because the span of an `Array` needs macOS 26. They share the memory.
    let oldArray = ContiguousArray(oldItems)
    let newArray = ContiguousArray(newItems)
    return smallChanges(
      from: oldArray.span, to: newArray.span, comparing: comparison,
      mayRepeat: mayRepeat(old.uniqueness, new.uniqueness, comparison.identityName), into: &list)
  }

  /// Whether items that are unique are joined by identity, and the budget lasts for it.
  @inlinable var joinsUniqueItems: Bool {
    (type(of: algorithm) == AdaptiveDiff.self || type(of: algorithm) == LISDiff.self)
      && budget.workUnits >= 2 * SmallListPairs.most && frontLimits.smallestSampled > SmallListPairs.most
  }

  /// Whether nothing need be done about repeats.
  @inlinable
  func isAllowed(_ uniqueness: Uniqueness, _ identity: IdentityName?) -> Bool {
    if case .allow = duplicates { return true }
    return uniqueness.covers(identity, in: scope)
  }

  /// The same for all items.
  @inlinable
  func smallChanges<C: ItemComparison>(
    from old: borrowing Span<C.Item>, to new: borrowing Span<C.Item>, comparing comparison: C,
    mayRepeat: Bool, into list: inout ChangeList
  ) -> SmallListAnswer {
    // What is identical at the ends needs no memory; often nothing else is left.
    let limit = min(old.count, new.count)
    let prefix = IdenticalItems.matchingPrefix(
      Forwards.self, old: old, from: 0, new: new, from: 0, limit: limit, comparing: comparison)
    if prefix == limit {
      if old.count != new.count { list.replace(prefix..<old.count, by: prefix..<new.count) }
      return .changes
    }
    var suffix = 0
    let isUpdated = comparison.haveSameIdentity(old[prefix], new[prefix])
    if !isUpdated {
      suffix = IdenticalItems.matchingPrefix(
        Backwards.self, old: old, from: old.count, new: new, from: new.count, limit: limit - prefix,
        comparing: comparison)
      if prefix + suffix == limit {
        list.replace(prefix..<(old.count - suffix), by: prefix..<(new.count - suffix))
        return .changes
      }
    }
    let walkAllowance = frontLimits.walkAllowance(items: old.count + new.count)
    return unsafe SmallListPairs.with(old: old.count, new: new.count) { pairs, slots in
      var start = prefix
      if isUpdated {
        while start < limit {
          if !comparison.areIdentical(old[start], new[start]) {
            guard comparison.haveSameIdentity(old[start], new[start]) else { break }
            pairs.appendUpdate(old: start, new: start)
          }
          start += 1
        }
      }
      pairs.appendRun(old: 0, new: 0, count: start)
      while suffix < limit - start {
        let (oldOffset, newOffset) = (old.count - 1 - suffix, new.count - 1 - suffix)
        if !comparison.areIdentical(old[oldOffset], new[newOffset]) {
          guard comparison.haveSameIdentity(old[oldOffset], new[newOffset]) else { break }
          pairs.appendUpdate(old: oldOffset, new: newOffset)
        }
        suffix += 1
      }
      let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
      pairs.appendRun(old: oldEnd, new: newEnd, count: suffix)

      var walked = 0
      if start < oldEnd, start < newEnd {
        // Favoring the fewest changes, nothing is.
        guard algorithm.allowsWalk else { return .none }
        var (oldStart, newStart) = (start, start)
        var walk = FrontWalk(allowance: walkAllowance)
        var counters = DiffRun.Counters()
        do {
          try walk.pair(
            old: old, &oldStart, oldEnd, new: new, &newStart, newEnd, comparing: comparison, into: &pairs,
            counters: &counters, isCancelled: nil)
        } catch {
          return .none
        }
        walked = counters.walked
      }
      let isJoined = pairs.pairCount < min(old.count, new.count)
      if isJoined {
        let isUnique = unsafe pairs.join(
          old: old, start..<oldEnd, new: new, start..<newEnd, comparing: comparison, slots: slots)
        if !isUnique { return .front(pairs.front(withoutJoined: start..<newEnd, hasWalked: walked > 0)) }
      }
      pairs.list(in: &list, isJoined: isJoined, among: start..<newEnd)
      if comparison.expectsRepeats, walked > 0, !list.moved.isEmpty, duplicates == .allow, algorithm.reviewsWalk,
        RepeatSample.hasRepeat(old: old, start..<oldEnd, new: new, start..<newEnd, comparing: comparison)
      {
        list = ChangeList(oldOffsets: list.oldOffsets, newOffsets: list.newOffsets)
        return .front(pairs.front(withoutJoined: start..<newEnd, hasWalked: walked > 0))
      }
      if mayRepeat, list.mayHaveFewer, mayPairByContent(list, old, new, comparing: comparison) {
        list = ChangeList(oldOffsets: list.oldOffsets, newOffsets: list.newOffsets)
        return .front(pairs.front(withoutJoined: start..<newEnd, hasWalked: walked > 0))
      }
      return .changes
    }
  }
}
