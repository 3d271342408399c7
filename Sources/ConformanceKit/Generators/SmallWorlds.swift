/// All small two-level worlds up to renaming, as pairs of an old and a new one.
///
/// The **old** world has canonical names: its sections are 0, 1, … in order, and so are its items, read section by
/// section. So only its shape counts: 1 world without sections, and for *s* = 1, 2, 3 sections with at most 4 items
/// in all Σₙ C(*n* + *s* − 1, *s* − 1) = 5, 15 and 35 — together **56**.
///
/// The **new** world is any arrangement of any subset of the 3 section names, holding any arrangement of any subset
/// of the 4 item names, cut anywhere: Σₜ P(3, *t*) · Σₘ P(4, *m*) · C(*m* + *t* − 1, *t* − 1) = 1 + 3·65 + 6·261 + 6·685
/// = **5,872**. Names that the old world has not used are new sections and items.
///
/// Every pair of worlds with unique names drawn from at most 3 sections and 4 items in all is one of these after
/// renaming. There are 56 · 5,872 = **328,832** pairs.
package enum SmallWorlds {
  /// How many items of the new world that the old one has too get other content.
  package enum ContentChange: Sendable, CaseIterable {
    /// None.
    case none
    /// The first in the new order.
    case one
    /// All.
    case all
  }

  /// The 56 old worlds.
  package static var oldWorlds: [World] {
    var worlds = [World()]
    for sections in 1...3 {
      for items in 0...4 {
        let names = Array(0..<items)
        for sizes in cuts(of: items, into: sections) {
          worlds.append(world(keys: Array(0..<sections), items: names, sizes: sizes))
        }
      }
    }
    return worlds
  }

  /// The 5,872 new worlds.
  package static var newWorlds: [World] {
    var worlds = [World()]
    let arrangements = arrangements(of: [0, 1, 2, 3])
    for keys in Self.arrangements(of: [0, 1, 2]) where !keys.isEmpty {
      for items in arrangements {
        for sizes in cuts(of: items.count, into: keys.count) {
          worlds.append(world(keys: keys, items: items, sizes: sizes))
        }
      }
    }
    return worlds
  }

  /// The new world with contents changed for none, one or all of the items that `old` has too.
  ///
  /// Where no item is kept, the three are the same world.
  package static func changing(_ change: ContentChange, in new: World, from old: World) -> World {
    guard change != .none else { return new }
    let kept = Set(old.sections.flatMap { $0.rows.map(\.id) })
    var changed = new
    for section in new.sections.indices {
      for item in new.sections[section].rows.indices where kept.contains(new.sections[section].rows[item].id) {
        changed.sections[section].rows[item].content += 1
        if change == .one { return changed }
      }
    }
    return changed
  }

  private static func world(keys: [Int], items: [Int], sizes: [Int]) -> World {
    var rest = items[...]
    return World(
      sections: zip(keys, sizes).map { key, size in
        let rows = rest.prefix(size).map { World.Row(id: $0) }
        rest = rest.dropFirst(size)
        return World.Section(key: key, rows: rows)
      })
  }

  /// All ways to cut a run of `count` into `parts` pieces, which may be empty.
  private static func cuts(of count: Int, into parts: Int) -> [[Int]] {
    guard parts > 1 else { return [[count]] }
    return (0...count).flatMap { first in cuts(of: count - first, into: parts - 1).map { [first] + $0 } }
  }

  /// All orders of all subsets.
  private static func arrangements(of names: [Int]) -> [[Int]] {
    [[]]
      + names.flatMap { name in
        arrangements(of: names.filter { $0 != name }).map { [name] + $0 }
      }
  }
}

/// All sequences over a few letters up to a length, repeats included.
package enum SmallSequences {
  /// Every sequence of `0 ..< letters` up to `length`, the shorter ones first.
  ///
  /// For example, 3 letters up to length 5 make 364 sequences, and so 132,496 pairs.
  package static func all(letters: Int, length: Int) -> [[Int]] {
    var all: [[Int]] = [[]]
    var longest: [[Int]] = [[]]
    for _ in 0..<length {
      longest = longest.flatMap { sequence in (0..<letters).map { sequence + [$0] } }
      all += longest
    }
    return all
  }
}
