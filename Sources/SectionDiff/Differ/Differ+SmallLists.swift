/// The lean path of ``Differ/changeset(from:to:comparing:reusing:isCancelled:)``: two short lists of one section, without a
/// receipt.
extension Differ {
  /// The changes between two lists of at most ``SmallListPairs/most`` items, plain ones or one section with the same key and
  /// header. Always inlined: it is called in one place, where the items need not be retained.
  ///
  /// The answer is that of ``changes(from:to:_:front:in:)``, which does all that is not looked at here: more
  /// sections, chunks, other algorithms, policies that look for repeats, and repeats.
  ///
  /// - Parameter list: No changes between the two, to which those are added.
  /// - Complexity: O(*n*), *n* being the number of items on both sides; nothing is allocated but the answer, and a table where
  ///   more than 127 items are left to be joined.
  @inlinable @inline(__always)
  func changesOfSmallLists<Key, Item, Header, C: ItemComparison>(
    from old: borrowing Snapshot<Key, Item, Header>, to new: borrowing Snapshot<Key, Item, Header>,
    comparing comparison: C, into list: inout ChangeList
  ) -> SmallListAnswer where C.Item == Item {
    guard old.offsets.isOneSection, new.offsets.isOneSection,
      Key.self == Unsectioned.self || old.keys == new.keys, Header.self == NoHeader.self || old.headers == new.headers,
      max(old.offsets.itemCount, new.offsets.itemCount) <= SmallListPairs.most,
      joinsUniqueItems, isAllowed(old.uniqueness, comparison.identityName),
      isAllowed(new.uniqueness, comparison.identityName), let oldItems = old.items.flat, let newItems = new.items.flat
    else { return .none }
    var items = ComparedItems(old: oldItems, new: newItems, comparing: comparison)
    return smallChanges(
      &items, mayRepeat: mayRepeat(old.uniqueness, new.uniqueness, comparison.identityName), into: &list)
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
  @inlinable @inline(__always)
  func smallChanges<C: ItemComparison>(
    _ items: inout ComparedItems<C>, mayRepeat: Bool, into list: inout ChangeList
  ) -> SmallListAnswer {
    // What is identical at the ends needs no memory; often nothing else is left.
    let (oldCount, newCount) = (items.old.count, items.new.count)
    let limit = min(oldCount, newCount)
    let prefix = items.identicalRun(Forwards.self, from: 0, 0, limit: limit).length
    if prefix == limit {
      if oldCount != newCount { list.replace(prefix..<oldCount, by: prefix..<newCount) }
      return .changes
    }
    var suffix = 0
    let isUpdated = items.haveSameIdentity(prefix, prefix)
    if !isUpdated {
      suffix = items.identicalRun(Backwards.self, from: oldCount, newCount, limit: limit - prefix).length
      if prefix + suffix == limit {
        list.replace(prefix..<(oldCount - suffix), by: prefix..<(newCount - suffix))
        return .changes
      }
    }
    let walkAllowance = frontLimits.walkAllowance(items: oldCount + newCount)
    return SmallListPairs.with(old: oldCount, new: newCount) { pairs in
      var counters = DiffRun.Counters()
      var (start, oldStart, newStart) = (prefix, prefix, prefix)
      do {
        if isUpdated {
          let updated = try FrontWalk.pairRun(
            Forwards.self, of: &items, from: prefix, prefix, limit: limit - prefix, into: &pairs, counters: &counters,
            isCancelled: nil)
          (oldStart, newStart) = (oldStart + updated, newStart + updated)
        }
        start = oldStart
        pairs.appendRun(old: 0, new: 0, count: start)
        suffix += try FrontWalk.pairRun(
          Backwards.self, of: &items, from: oldCount - suffix, newCount - suffix, limit: limit - start - suffix,
          into: &pairs, counters: &counters, isCancelled: nil)
        pairs.appendRun(old: oldCount - suffix, new: newCount - suffix, count: suffix)
        let (oldEnd, newEnd) = (oldCount - suffix, newCount - suffix)
        if oldStart < oldEnd, newStart < newEnd {
          // Favoring the fewest changes, nothing is walked.
          guard algorithm.allowsWalk else { return .none }
          var walk = FrontWalk(allowance: walkAllowance)
          try walk.pair(
            &items, &oldStart, oldEnd, &newStart, newEnd, into: &pairs, counters: &counters, isCancelled: nil)
        }
      } catch {
        return .none
      }
      let middle = (old: start..<(oldCount - suffix), new: start..<(newCount - suffix))
      let isJoined = pairs.pairCount < limit
      if isJoined {
        let isUnique = pairs.join(items, middle.old, middle.new)
        if !isUnique { return .front(pairs.front(withoutJoined: middle.new, hasWalked: counters.walked > 0)) }
      }
      pairs.list(in: &list, isJoined: isJoined, among: middle.new)
      let isReviewed =
        items.comparison.expectsRepeats && counters.walked > 0 && !list.moved.isEmpty && duplicates == .allow
        && algorithm.reviewsWalk && RepeatSample.hasRepeat(in: items, middle.old, middle.new)
      if isReviewed || mayRepeat && list.mayHaveFewer && mayPairByContent(list, items) {
        list = ChangeList(oldOffsets: list.oldOffsets, newOffsets: list.newOffsets)
        return .front(pairs.front(withoutJoined: middle.new, hasWalked: counters.walked > 0))
      }
      return .changes
    }
  }
}
