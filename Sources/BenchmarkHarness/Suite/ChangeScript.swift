package import DiffWorkloads
package import SectionDiff

/// The answer of a diff that another program gave: offsets of sections and of items in them, counted from zero.
///
/// Deletes are of the old side, inserts of the new side; moves and updates go from the old side to the new one. An item
/// that moved and has other content is in both. What is in none of them stays: in its section, in its order.
package struct ChangeScript: Hashable, Sendable, Codable {
  /// Deleted items, by their places in the old side.
  package var deletes: [[Int]] = []
  /// Inserted items, by their places in the new side.
  package var inserts: [[Int]] = []
  /// Moved items: the place in the old side, then that in the new one.
  package var moves: [[[Int]]] = []
  /// Items with new content: the place in the old side, then that in the new one.
  package var updates: [[[Int]]] = []

  /// Makes a script.
  package init(
    deletes: [[Int]] = [], inserts: [[Int]] = [], moves: [[[Int]]] = [], updates: [[[Int]]] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// Reads a script; a kind of change that is left out has none.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    deletes = try values.decodeIfPresent([[Int]].self, forKey: .deletes) ?? []
    inserts = try values.decodeIfPresent([[Int]].self, forKey: .inserts) ?? []
    moves = try values.decodeIfPresent([[[Int]]].self, forKey: .moves) ?? []
    updates = try values.decodeIfPresent([[[Int]]].self, forKey: .updates) ?? []
  }

  /// How many changes of each kind it has. It names none of sections, which the new side's keys tell; those that no
  /// answer can do without are counted, as they are for a diff that names them.
  package func counts(between pair: WorkloadPair) -> ChangeCounts {
    var counts = pair.fewestSectionChanges
    counts.deletes = deletes.count
    counts.inserts = inserts.count
    counts.moves = moves.count
    counts.updates = updates.count
    return counts
  }

  /// Replays it on a side.
  ///
  /// - Throws: ``VerificationFailure`` with the first place where that does not give the other side.
  /// - Complexity: O(*n*), where *n* is the number of rows on both sides.
  package func verify(from old: WorkloadSide, to new: WorkloadSide, of name: String) throws(VerificationFailure) {
    var leaves = old.sections.map { [Bool](repeating: false, count: $0.rows.count) }
    var result = new.sections.map { [WorkloadRow?](repeating: nil, count: $0.rows.count) }
    func place(_ path: [Int], _ counts: [Int], _ what: String) throws(VerificationFailure) -> (section: Int, item: Int)
    {
      guard path.count == 2, counts.indices.contains(path[0]), path[1] >= 0, path[1] < counts[path[0]] else {
        throw VerificationFailure(name, "\(what) \(path) is no place")
      }
      return (path[0], path[1])
    }
    let oldCounts = old.sections.map(\.rows.count)
    let newCounts = new.sections.map(\.rows.count)
    func leave(_ path: [Int], _ what: String) throws(VerificationFailure) -> WorkloadRow {
      let (section, item) = try place(path, oldCounts, what)
      guard !leaves[section][item] else { throw VerificationFailure(name, "\(path) of the old side leaves twice") }
      leaves[section][item] = true
      return old.sections[section].rows[item]
    }
    func arrive(_ path: [Int], _ row: WorkloadRow?, _ what: String) throws(VerificationFailure) {
      let (section, item) = try place(path, newCounts, what)
      guard result[section][item] == nil else {
        throw VerificationFailure(name, "\(path) of the new side is filled twice")
      }
      result[section][item] = row ?? new.sections[section].rows[item]
    }
    for path in deletes { _ = try leave(path, "the delete") }
    for path in inserts { try arrive(path, nil, "the insert") }
    for move in moves {
      guard move.count == 2 else { throw VerificationFailure(name, "the move \(move) is no pair of places") }
      try arrive(move[1], try leave(move[0], "the move from"), "the move to")
    }
    try fill(&result, leaves, from: old, to: new, name)
    for update in updates {
      guard update.count == 2 else { throw VerificationFailure(name, "the update \(update) is no pair of places") }
      let from = try place(update[0], oldCounts, "the update from")
      let to = try place(update[1], newCounts, "the update to")
      guard result[to.section][to.item]?.id == old.sections[from.section].rows[from.item].id else {
        throw VerificationFailure(name, "the update \(update) is of two items")
      }
      result[to.section][to.item]?.version = new.sections[to.section].rows[to.item].version
    }
    for (section, rows) in result.enumerated() {
      for (item, row) in rows.enumerated() where row != new.sections[section].rows[item] {
        throw VerificationFailure(name, "applying its changes does not give the item at [\(section), \(item)]")
      }
    }
  }

  /// Puts what stays into the places that are left, section by section, in order.
  private func fill(
    _ result: inout [[WorkloadRow?]], _ leaves: [[Bool]], from old: WorkloadSide, to new: WorkloadSide, _ name: String
  ) throws(VerificationFailure) {
    var targets: [Int: Int] = [:]
    for (offset, section) in new.sections.enumerated() { targets[section.key] = offset }
    for (offset, section) in old.sections.enumerated() {
      let staying = section.rows.indices.filter { !leaves[offset][$0] }.map { section.rows[$0] }
      guard let target = targets[section.key] else {
        if staying.isEmpty { continue }
        throw VerificationFailure(name, "\(staying.count) items stay in section \(section.key), which is gone")
      }
      let free = result[target].indices.filter { result[target][$0] == nil }
      guard free.count == staying.count else {
        throw VerificationFailure(
          name, "section \(section.key) has places for \(free.count) items that stay, not for \(staying.count)")
      }
      for (place, row) in zip(free, staying) { result[target][place] = row }
    }
    for (offset, rows) in result.enumerated() {
      if let place = rows.firstIndex(where: { $0 == nil }) {
        throw VerificationFailure(name, "nothing comes to [\(offset), \(place)]")
      }
    }
  }
}
