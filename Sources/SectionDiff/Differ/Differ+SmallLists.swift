/// The lean path of ``Differ/changeset(from:to:comparing:reusing:isCancelled:)``: two short lists of one section, without a
/// receipt.
extension Differ {
  /// Lists the changes between two lists of at most ``SmallListPairs/most`` items, plain ones or one section with the same key
  /// and header. Always inlined: it is called in one place, where the items need not be retained.
  ///
  /// - Parameter list: No changes between the two, to which those are added.
  /// - Returns: Whether they are all: else ``changes(from:to:comparing:in:)`` is to look at the lists. It has the same answer,
  ///   and does all that is not looked at here: more sections, chunks, other algorithms, policies that look for repeats, and
  ///   repeats.
  /// - Complexity: O(*n*), *n* being the number of items on both sides; nothing is allocated but the answer.
  @inlinable @inline(__always)
  func listSmallChanges<Key, Item, Header, C: ItemComparison>(
    from old: borrowing Snapshot<Key, Item, Header>, to new: borrowing Snapshot<Key, Item, Header>,
    comparing comparison: C, in list: inout ChangeList
  ) -> Bool where C.Item == Item {
    guard old.offsets.isOneSection, new.offsets.isOneSection,
      Key.self == Unsectioned.self || old.keys == new.keys, Header.self == NoHeader.self || old.headers == new.headers,
      max(old.offsets.itemCount, new.offsets.itemCount) <= SmallListPairs.most,
      joinsUniqueItems, let oldItems = old.items.flat, let newItems = new.items.flat
    else { return false }
    let isUnique = isKnownUnique(old.uniqueness, new.uniqueness, comparison.identityName)
    guard isUnique || duplicates == .allow else { return false }
    var items = ComparedItems(old: oldItems, new: newItems, comparing: comparison)
    // What is identical at the ends needs no memory; often nothing else is left.
    let (oldCount, newCount) = (items.old.count, items.new.count)
    let limit = min(oldCount, newCount)
    var prefix = items.identicalRun(Forwards.self, from: 0, 0, limit: limit).length
    var suffix = 0
    let isUpdated = prefix < limit && items.haveSameIdentity(prefix, prefix)
    if prefix < limit, !isUpdated {
      suffix = items.identicalRun(Backwards.self, from: oldCount, newCount, limit: limit - prefix).length
    }
    if prefix + suffix == limit {
      list.replace(prefix..<(oldCount - suffix), by: prefix..<(newCount - suffix))
      return true
    }
    // Where nothing is walked, the algorithm does more than join.
    guard algorithm.allowsWalk else { return false }
    return SmallListPairs.with(old: oldCount, new: newCount) { pairs in
      var counters = DiffRun.Counters()
      do {
        if isUpdated {
          prefix += try FrontWalk.pairRun(
            Forwards.self, of: &items, from: prefix, prefix, limit: limit - prefix, into: &pairs, counters: &counters,
            isCancelled: nil)
        }
        pairs.appendRun(old: 0, new: 0, count: prefix)
        suffix += try FrontWalk.pairRun(
          Backwards.self, of: &items, from: oldCount - suffix, newCount - suffix, limit: limit - prefix - suffix,
          into: &pairs, counters: &counters, isCancelled: nil)
        pairs.appendRun(old: oldCount - suffix, new: newCount - suffix, count: suffix)
        var (oldStart, newStart) = (prefix, prefix)
        var walk = FrontWalk(allowance: frontLimits.walkAllowance(items: oldCount + newCount))
        try walk.pair(
          &items, &oldStart, oldCount - suffix, &newStart, newCount - suffix, into: &pairs, counters: &counters,
          isCancelled: nil)
      } catch {
        return false
      }
      let (old, new) = (prefix..<(oldCount - suffix), prefix..<(newCount - suffix))
      let isJoined = pairs.pairCount < limit
      if isJoined, !pairs.join(items, old, new) { return false }
      pairs.list(in: &list, among: new, isJoined: isJoined)
      if isUnique { return true }
      if comparison.expectsRepeats, counters.walked > 0, !list.moved.isEmpty, reviewsWalk {
        let (old, new) = (CollectionOfOne(old), CollectionOfOne(new))
        if RepeatSample.hasRepeat(old: old, new: new, of: items, counters: &counters) { return false }
      }
      return !list.mayHaveFewer
        || list.mostChanged <= RepeatSample.size && !list.hasRepeat(items, counters: &counters)
    }
  }

  /// Whether items that are unique are joined by identity, and the budget lasts for it.
  @inlinable var joinsUniqueItems: Bool {
    (type(of: algorithm) == AdaptiveDiff.self || type(of: algorithm) == LISDiff.self)
      && budget.workUnits >= 2 * SmallListPairs.most && frontLimits.smallestSampled > SmallListPairs.most
  }
}
