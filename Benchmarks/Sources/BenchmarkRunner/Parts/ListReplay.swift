import SectionDiff

/// Performs changes as a list view does, item by item: slow, and by nothing that is measured.
enum ListReplay {
  /// What is shown: sections, each with its items as numbers.
  typealias Shown = [[Int]]

  /// What a snapshot shows.
  static func shown<Key, Item: PartItem, Header>(_ snapshot: Snapshot<Key, Item, Header>) -> Shown {
    snapshot.sections.map { section in section.items.map(number) }
  }

  /// The same as a flat list, in which each section begins with a row of its own; headers do not change here.
  static func rows<Key: BinaryInteger, Item: PartItem, Header>(_ snapshot: Snapshot<Key, Item, Header>) -> [Int] {
    snapshot.sections.flatMap { section in [-1 - Int(section.key)] + section.items.map(number) }
  }

  /// Identity and content of an item in one number.
  private static func number(_ item: some PartItem) -> Int { item.id &<< 24 | item.version }

  /// What a list shows after single steps; `nil` where one of them cannot be performed.
  static func rows(_ rows: [Int], after steps: [ChangeList.Change], showing new: [Int]) -> [Int]? {
    var rows = rows
    for step in steps {
      switch step {
      case .delete(let path):
        guard rows.indices.contains(path.item) else { return nil }
        rows.remove(at: path.item)
      case .insert(let path):
        guard path.item <= rows.count, new.indices.contains(path.item) else { return nil }
        rows.insert(new[path.item], at: path.item)
      case .move(let from, let to):
        guard rows.indices.contains(from.item), to.item < rows.count else { return nil }
        rows.insert(rows.remove(at: from.item), at: to.item)
      case .update(_, let path):
        guard rows.indices.contains(path.item), new.indices.contains(path.item) else { return nil }
        rows[path.item] = new[path.item]
      default: return nil
      }
    }
    return rows
  }

  /// What a list shows after a batch of changes: what moves or goes is taken out, what moves or comes is put where the changes
  /// say, and what stays fills the rest in its order. `nil` where that does not come out even.
  static func shown(_ old: Shown, after changes: ChangeList, showing new: Shown) -> Shown? {
    var taken = Set(changes.deletes).union(changes.moves.map(\.from))
    let gone = Set(changes.sectionDeletes)
    guard gone.isSubset(of: old.indices) else { return nil }
    for section in gone { for item in old[section].indices { taken.insert(ItemPath(section: section, item: item)) } }
    // Which old section each new one was; nil for one that came.
    var origins = [Int?](repeating: nil, count: new.count)
    let inserted = Set(changes.sectionInserts)
    let moved = changes.sectionMoves.map { (from: $0.from, to: $0.to) }
    for pair in moved {
      guard old.indices.contains(pair.from), new.indices.contains(pair.to) else { return nil }
      origins[pair.to] = pair.from
    }
    let movedFrom = Set(moved.map(\.from))
    let movedTo = Set(moved.map(\.to))
    var staying = old.indices.filter { !gone.contains($0) && !movedFrom.contains($0) }.makeIterator()
    for section in new.indices where !inserted.contains(section) && !movedTo.contains(section) {
      guard let origin = staying.next() else { return nil }
      origins[section] = origin
    }
    guard staying.next() == nil else { return nil }
    var placed: [ItemPath: Int] = [:]
    for path in changes.inserts {
      guard let number = item(new, path) else { return nil }
      placed[path] = number
    }
    for move in changes.moves {
      guard let number = item(old, move.from) else { return nil }
      placed[move.to] = number
    }
    var shown: Shown = []
    for (section, origin) in origins.enumerated() {
      // A section that came came with its items.
      guard let origin else {
        shown.append(new[section])
        continue
      }
      var rest = old[origin].indices.filter { !taken.contains(ItemPath(section: origin, item: $0)) }.makeIterator()
      var items: [Int] = []
      for item in new[section].indices {
        if let number = placed[ItemPath(section: section, item: item)] {
          items.append(number)
        } else if let kept = rest.next() {
          items.append(old[origin][kept])
        } else {
          return nil
        }
      }
      guard rest.next() == nil else { return nil }
      shown.append(items)
    }
    for update in changes.updates {
      guard item(shown, update.to) != nil, let number = item(new, update.to) else { return nil }
      shown[update.to.section][update.to.item] = number
    }
    return shown
  }

  private static func item(_ shown: Shown, _ path: ItemPath) -> Int? {
    guard shown.indices.contains(path.section), shown[path.section].indices.contains(path.item) else { return nil }
    return shown[path.section][path.item]
  }
}
