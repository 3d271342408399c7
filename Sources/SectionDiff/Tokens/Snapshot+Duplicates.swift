/// Looking for items of the same identity, and what the policies do about them.
extension Snapshot {
  /// Returns this snapshot, remembering that identities in it are unique, so that later diffs need not look again.
  ///
  /// - Throws: ``DiffError/duplicateItems(_:)`` naming every repeated identity and all its paths;
  ///   ``DiffError/duplicateSection(key:side:first:second:)`` for two sections with one key. The side is `old`.
  /// - Complexity: O(*n*), with one hash an item, *n* the number of items; O(1) when it is remembered already.
  @inlinable
  public func checkedUnique(
    comparing comparison: some ItemComparison<Item>, scope: IdentityScope = .global
  ) throws(DiffError) -> Snapshot {
    var run = DiffRun(strategy: "check")
    var checked = self
    var repeated: [DiffError.DuplicateItem] = []
    _ = try checked.reduce(by: .reject, comparing: comparison, scope: scope, side: .old, &repeated, in: &run)
    if !repeated.isEmpty { throw .duplicateItems(repeated) }
    return checked
  }

  /// Carries out a duplicate policy before a diff.
  ///
  /// - Parameter repeated: Gets the identities that ``DuplicatePolicy/reject`` refuses; there must be no diff then.
  /// - Returns: All items that are left, in one array: a contiguous one, because the span of an `Array` needs macOS 26; it
  ///   shares the memory of the snapshot's.
  @inlinable
  mutating func reduce<C: ItemComparison>(
    by policy: DuplicatePolicy, comparing comparison: C, scope: IdentityScope, side: DiffError.Side,
    _ repeated: inout [DiffError.DuplicateItem], in run: inout DiffRun
  ) throws(DiffError) -> ContiguousArray<Item> where C.Item == Item {
    guard items.count <= SectionOffsets.maximumItemCount else { throw .tooManyItems(count: items.count, side: side) }
    if let clash = sectionClash {
      throw .duplicateSection(
        key: "\(keys[clash.first])", side: side, first: clash.first, second: clash.second)
    }
    let items = ContiguousArray(items.contiguous)
    if policy == .allow || uniqueness.covers(comparison.identityName, in: scope) { return items }

    let groups = try Tokens.repeatedPositions(
      in: ComparedItems(old: items, new: [], comparing: comparison), offsets, scope: scope, in: &run)
    if !groups.isEmpty, policy == .reject {
      repeated += groups.map { group in
        DiffError.DuplicateItem(
          identity: comparison.describeIdentity(of: items[group[0]]), side: side,
          paths: group.map { path(ofPosition: $0) })
      }
      return items
    }
    uniqueness = Uniqueness(identity: comparison.identityName, isGlobal: scope == .global)
    if groups.isEmpty { return items }
    var isDropped = [Bool](repeating: false, count: items.count)
    for group in groups {
      for position in policy == .keepFirst ? group.dropFirst() : group.dropLast() { isDropped[position] = true }
    }
    var kept: [Item] = []
    kept.reserveCapacity(items.count - groups.reduce(0) { $0 + $1.count - 1 })
    var keptOffsets = SectionOffsets.none
    for section in offsets.sections {
      for position in offsets[section] where !isDropped[position] { kept.append(items[position]) }
      keptOffsets.appendSection(endingAt: kept.count)
    }
    offsets = keptOffsets
    self.items = .flat(kept)
    return ContiguousArray(kept)
  }
}

extension Snapshot where Item: Identifiable & Equatable {
  /// Returns this snapshot, remembering that its ids are unique, so that later diffs need not look again.
  ///
  /// - Throws: ``DiffError/duplicateItems(_:)`` or ``DiffError/duplicateSection(key:side:first:second:)``.
  /// - Complexity: O(*n*), with one hash an item, *n* the number of items.
  @inlinable
  public func checkedUnique(scope: IdentityScope = .global) throws(DiffError) -> Snapshot {
    try checkedUnique(comparing: IdentifiableComparison(), scope: scope)
  }
}

extension Tokens {
  /// The positions of all old items whose identity occurs more than once within the scope: one array an identity, in order
  /// of first occurrence, positions ascending.
  @inlinable
  static func repeatedPositions<C: ItemComparison>(
    in items: ComparedItems<C>, _ offsets: SectionOffsets, scope: IdentityScope, in run: inout DiffRun
  ) throws(DiffError) -> [[Int]] {
    let count = items.old.count
    var residue = Residue(in: &run.scratch.front)
    var tokens = Tokens(bound: count, in: &run.scratch)
    defer {
      residue.giveBack(to: &run.scratch.front)
      tokens.giveBack(to: &run.scratch)
    }
    residue.old.reserveCapacity(count)
    for position in 0..<count { residue.old.append(Int32(truncatingIfNeeded: position)) }
    try tokens.number(residue, count, 0, items, in: &run)
    return tokens.repeats == 0 ? [] : tokens.groupRepeats(offsets, scope: scope)
  }

  /// Groups the positions of all items by token, or by section and token.
  @usableFromInline
  func groupRepeats(_ offsets: SectionOffsets, scope: IdentityScope) -> [[Int]] {
    // For each token the last position that holds it within the scope, and the group it opened there.
    var last = [Int32](repeating: -1, count: old.count)
    var group = [Int32](repeating: -1, count: old.count)
    var groups: [[Int]] = []
    for section in offsets.sections {
      let start = scope == .global ? 0 : offsets.start(of: section)
      for position in offsets[section] {
        let token = Int(old[position])
        if last[token] >= start {
          if group[token] < 0 {
            group[token] = Int32(truncatingIfNeeded: groups.count)
            groups.append([Int(last[token])])
          }
          groups[Int(group[token])].append(position)
        } else {
          group[token] = -1
        }
        last[token] = Int32(truncatingIfNeeded: position)
      }
    }
    return groups.sorted { $0[0] < $1[0] }
  }
}
