package import SectionDiff

/// The slow, obviously right answers that the engine is held against; it shares no code with the engine.
///
/// Everything is written from the definitions, on ``World``s, in quadratic time where that is the plainest. The
/// engine's `ChangeCounts` is used as eight numbers, nothing more.
package enum Reference {
  /// The fewest changes from `old` to `new` in the identity view, by law 7, for worlds without repeats.
  ///
  /// Deletes and inserts are the identities gone and come; moves are rows kept in another section, plus, for each
  /// kept section, kept rows less their longest increasing run; section moves likewise.
  package static func identityCounts(
    from old: World, to new: World, scope: IdentityScope
  ) -> ChangeCounts {
    let kept = keptRows(from: old, to: new, scope: scope)
    var counts = sectionCounts(from: old, to: new)
    counts.deletes = old.rowCount - kept.count
    counts.inserts = new.rowCount - kept.count
    counts.moves = kept.filter { !$0.staysInSection }.count + movesWithinSections(kept, new: new)
    counts.updates = kept.filter(\.isUpdated).count
    return counts
  }

  /// The fewest changes from `old` to `new` in the batch view, for worlds without repeats.
  ///
  /// Rows of deleted and inserted sections are implied; a row kept out of a deleted section is an insert, one kept
  /// into an inserted section a delete; updates count between kept sections only. The header updates are those of
  /// the identity view.
  package static func batchCounts(from old: World, to new: World, scope: IdentityScope) -> ChangeCounts {
    let kept = keptRows(from: old, to: new, scope: scope)
    let oldKeys = Set(old.sections.map(\.key))
    let newKeys = Set(new.sections.map(\.key))
    var counts = sectionCounts(from: old, to: new)
    for section in old.sections where newKeys.contains(section.key) { counts.deletes += section.rows.count }
    for section in new.sections where oldKeys.contains(section.key) { counts.inserts += section.rows.count }
    for row in kept {
      let leavesDead = !newKeys.contains(old.sections[row.from.section].key)
      let entersBorn = !oldKeys.contains(new.sections[row.to.section].key)
      guard !leavesDead, !entersBorn else { continue }
      // Neither deleted nor inserted.
      counts.deletes -= 1
      counts.inserts -= 1
      counts.moves += row.staysInSection ? 0 : 1
      counts.updates += row.isUpdated ? 1 : 0
    }
    counts.moves += movesWithinSections(kept, new: new)
    return counts
  }

  /// How many rows of `old` must be kept when repeats are interchangeable: for each identity (and section, in
  /// section scope) the smaller of its two counts.
  package static func keptCount(from old: World, to new: World, scope: IdentityScope) -> Int {
    func counts(_ rows: some Sequence<World.Row>) -> [Int: Int] {
      rows.reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
    }
    func common(_ a: [Int: Int], _ b: [Int: Int]) -> Int {
      a.reduce(0) { $0 + min($1.value, b[$1.key] ?? 0) }
    }
    switch scope {
    case .global:
      return common(counts(old.sections.flatMap(\.rows)), counts(new.sections.flatMap(\.rows)))
    case .section:
      var sum = 0
      for section in old.sections {
        guard let other = new.sections.first(where: { $0.key == section.key }) else { continue }
        sum += common(counts(section.rows), counts(other.rows))
      }
      return sum
    }
  }

  /// How many of the rows that must be kept are updated at least: all but those that can be paired with an equal one.
  package static func fewestUpdates(from old: World, to new: World, scope: IdentityScope) -> Int {
    func equal(_ a: [World.Row], _ b: [World.Row]) -> Int {
      let counts = b.reduce(into: [World.Row: Int]()) { $0[$1, default: 0] += 1 }
      return a.reduce(into: [World.Row: Int]()) { $0[$1, default: 0] += 1 }
        .reduce(0) { $0 + min($1.value, counts[$1.key] ?? 0) }
    }
    let kept = keptCount(from: old, to: new, scope: scope)
    switch scope {
    case .global: return kept - equal(old.sections.flatMap(\.rows), new.sections.flatMap(\.rows))
    case .section:
      return old.sections.reduce(kept) { rest, section in
        let other = new.sections.first { $0.key == section.key }
        return rest - equal(section.rows, other?.rows ?? [])
      }
    }
  }

  /// How many rows the shortest script of deletes and inserts keeps: the longest common subsequence of each kept
  /// section, by the O(*nm*) table.
  package static func longestScriptKept(from old: World, to new: World) -> Int {
    var sum = 0
    for section in old.sections {
      guard let other = new.sections.first(where: { $0.key == section.key }) else { continue }
      sum += longestCommonSubsequence(section.rows.map(\.id), other.rows.map(\.id))
    }
    return sum
  }

  /// The world with all but the first (or the last) row of each identity dropped, and how many that were.
  package static func dropping(
    from world: World, scope: IdentityScope, keepingLast: Bool
  ) -> (world: World, dropped: Int) {
    var seen: Set<Int> = []
    var reduced = world
    let order = Array(world.sections.indices)
    for section in keepingLast ? order.reversed() : order {
      if scope == .section { seen = [] }
      let rows = world.sections[section].rows
      let kept = (keepingLast ? rows.reversed() : rows).filter { seen.insert($0.id).inserted }
      reduced.sections[section].rows = keepingLast ? kept.reversed() : kept
    }
    return (reduced, world.rowCount - reduced.rowCount)
  }

  /// The paths of every row whose identity occurs more than once within `scope`.
  package static func repeatedPaths(in world: World, scope: IdentityScope) -> Set<ItemPath> {
    var paths: [[Int]: [ItemPath]] = [:]
    for (section, content) in world.sections.enumerated() {
      for (item, row) in content.rows.enumerated() {
        let name = scope == .global ? [row.id] : [row.id, section]
        paths[name, default: []].append(ItemPath(section: section, item: item))
      }
    }
    return Set(paths.values.filter { $0.count > 1 }.flatMap { $0 })
  }
}

// MARK: - Pieces

extension Reference {
  /// The length of the longest strictly increasing run (subsequence) of `values`, by the O(*n*²) table.
  package static func longestIncreasingRun(_ values: [Int]) -> Int {
    // best[i] is the length of the longest run that ends at i.
    var best = Array(repeating: 1, count: values.count)
    for i in values.indices {
      for j in 0..<i where values[j] < values[i] { best[i] = max(best[i], best[j] + 1) }
    }
    return best.max() ?? 0
  }

  /// The length of the longest common subsequence, by the O(*nm*) table.
  package static func longestCommonSubsequence(_ a: [Int], _ b: [Int]) -> Int {
    // row[j] is the answer for the part of `a` seen so far and the first j of `b`.
    var row = Array(repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = x == b[j] ? diagonal + 1 : max(above, row[j])
        diagonal = above
      }
    }
    return row[b.count]
  }

  private struct KeptRow {
    var from: ItemPath
    var to: ItemPath
    var staysInSection: Bool
    var isUpdated: Bool
  }

  /// An identity, and where it matters the section.
  private struct ScopedIdentity: Hashable {
    let id: Int
    let section: Int?

    init(_ id: Int, in section: Int, _ scope: IdentityScope) {
      self.id = id
      self.section = scope == .section ? section : nil
    }
  }

  /// Rows on both sides, in the order of `new`; identities must not repeat within the scope.
  private static func keptRows(from old: World, to new: World, scope: IdentityScope) -> [KeptRow] {
    var paths: [ScopedIdentity: ItemPath] = [:]
    for (section, content) in old.sections.enumerated() {
      for (item, row) in content.rows.enumerated() {
        paths[ScopedIdentity(row.id, in: content.key, scope)] = ItemPath(section: section, item: item)
      }
    }
    var kept: [KeptRow] = []
    for (section, content) in new.sections.enumerated() {
      for (item, row) in content.rows.enumerated() {
        guard let from = paths[ScopedIdentity(row.id, in: content.key, scope)] else { continue }
        kept.append(
          KeptRow(
            from: from, to: ItemPath(section: section, item: item),
            staysInSection: old.sections[from.section].key == content.key,
            isUpdated: old.sections[from.section].rows[from.item].content != row.content))
      }
    }
    return kept
  }

  private static func movesWithinSections(_ kept: [KeptRow], new: World) -> Int {
    var moves = 0
    for section in new.sections.indices {
      let origins = kept.filter { $0.staysInSection && $0.to.section == section }.map(\.from.item)
      moves += origins.count - longestIncreasingRun(origins)
    }
    return moves
  }

  /// The section part of the counts.
  package static func sectionCounts(from old: World, to new: World) -> ChangeCounts {
    var counts = ChangeCounts()
    let origins = new.sections.compactMap { section in
      old.sections.firstIndex { $0.key == section.key }
    }
    counts.sectionDeletes = old.sections.count - origins.count
    counts.sectionInserts = new.sections.count - origins.count
    counts.sectionMoves = origins.count - longestIncreasingRun(origins)
    for section in new.sections {
      guard let other = old.sections.first(where: { $0.key == section.key }) else { continue }
      counts.sectionUpdates += other.header == section.header ? 0 : 1
    }
    return counts
  }
}

extension Reference {
  /// The batch view of an identity view, from the definition: rows of deleted and inserted sections are implied;
  /// a move out of a deleted section is an insert, one into an inserted section a delete; updates are listed between
  /// kept sections only.
  package static func batch(of identity: PlainChanges) -> PlainChanges {
    let dead = Set(identity.sectionDeletes)
    let born = Set(identity.sectionInserts)
    var batch = identity
    batch.deletes = identity.deletes.filter { !dead.contains($0.section) }
    batch.inserts = identity.inserts.filter { !born.contains($0.section) }
    batch.moves = []
    for move in identity.moves {
      switch (dead.contains(move.from.section), born.contains(move.to.section)) {
      case (false, false): batch.moves.append(move)
      case (true, false): batch.inserts.append(move.to)
      case (false, true): batch.deletes.append(move.from)
      case (true, true): break
      }
    }
    batch.updates = identity.updates.filter {
      !dead.contains($0.from.section) && !born.contains($0.to.section)
    }
    batch.deletes.sort()
    batch.inserts.sort()
    return batch
  }
}
