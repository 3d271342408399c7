/// Seeded random cases: flat and sectioned, with and without repeats, mostly small, now and then several hundred items.
///
/// The case with a number depends on the seed and that number alone, so any one can be made again.
package struct RandomCases: Sendable {
  /// The seed of all cases.
  package let seed: UInt64

  /// Makes the cases of a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The case with this number.
  package subscript(number: Int) -> LawCase {
    var maker = CaseMaker(random: SplitMix64(seed: seed, case: number))
    return maker.make()
  }
}

/// Makes one random case.
private struct CaseMaker {
  var random: SplitMix64
  /// Identities are drawn from `0 ..< names` where they may repeat; otherwise each is fresh.
  var names = 0
  var mayRepeat = false
  var isFlat = false
  var freshRow = 0
  var freshSection = 0

  mutating func make() -> LawCase {
    let size = size()
    isFlat = random.oneIn(3)
    mayRepeat = random.oneIn(3)
    names = max(1, size / (1 + random.below(4)))
    var old = start(size: size)
    var new = changed(old)
    if random.oneIn(200) { repeatSection(&old) }
    if random.oneIn(200) { repeatSection(&new) }
    let next = random.oneIn(6) ? old : changed(new)
    return LawCase(from: old, to: new, then: next)
  }

  /// Mostly up to 8, one in 8 up to 40, one in 4,000 up to 400.
  private mutating func size() -> Int {
    if random.oneIn(4_000) { return 40 + random.below(360) }
    return random.oneIn(8) ? random.below(41) : random.below(9)
  }

  private mutating func row() -> World.Row {
    defer { freshRow += 1 }
    return World.Row(id: mayRepeat ? random.below(names) : freshRow)
  }

  private mutating func start(size: Int) -> World {
    let sections = isFlat ? 1 : random.below(size > 20 ? 8 : 5)
    var world = World(sections: (0..<sections).map { World.Section(key: $0) })
    freshSection = sections
    guard sections > 0 else { return world }
    for _ in 0..<size {
      world.sections[random.below(sections)].rows.append(row())
    }
    return world
  }

  /// Gives one section the key of another, which no diff accepts.
  private mutating func repeatSection(_ world: inout World) {
    guard world.sections.count > 1 else { return }
    let target = 1 + random.below(world.sections.count - 1)
    world.sections[target].key = world.sections[random.below(target)].key
  }

  private mutating func changed(_ world: World) -> World {
    var world = world
    if random.oneIn(20) { return world }
    if random.oneIn(25) {
      freshRow += 1_000
      return start(size: size())
    }
    let edits = random.oneIn(3) ? 1 + random.below(8) : 1 + random.below(3)
    for _ in 0..<edits { edit(&world) }
    return world
  }

  private mutating func edit(_ world: inout World) {
    let kind = random.below(isFlat ? 7 : 13)
    switch kind {
    case 0: insert(&world)
    case 1: delete(&world)
    case 2, 3: update(&world)
    case 4: moveRow(&world)
    case 5: moveBlock(&world)
    case 6: if random.oneIn(3) { shuffle(&world) } else { moveRow(&world) }
    case 7: moveSection(&world)
    case 8: insertSection(&world)
    case 9: deleteSection(&world)
    case 10: changeHeader(&world)
    case 11: if random.oneIn(4) { regroup(&world) } else { moveSection(&world) }
    default: if random.oneIn(3) { updateAll(&world) } else { moveAndUpdate(&world) }
    }
  }

  // MARK: Edits

  private mutating func path(in world: World) -> (section: Int, item: Int)? {
    guard !world.sections.isEmpty else { return nil }
    let section = random.below(world.sections.count)
    return (section, random.below(world.sections[section].rows.count + 1))
  }

  private mutating func existing(in world: World) -> (section: Int, item: Int)? {
    let filled = world.sections.indices.filter { !world.sections[$0].rows.isEmpty }
    guard !filled.isEmpty else { return nil }
    let section = filled[random.below(filled.count)]
    return (section, random.below(world.sections[section].rows.count))
  }

  private mutating func insert(_ world: inout World) {
    guard let (section, item) = path(in: world) else { return insertSection(&world) }
    world.sections[section].rows.insert(row(), at: item)
  }

  private mutating func delete(_ world: inout World) {
    guard let (section, item) = existing(in: world) else { return }
    world.sections[section].rows.remove(at: item)
  }

  private mutating func update(_ world: inout World) {
    guard let (section, item) = existing(in: world) else { return }
    world.sections[section].rows[item].content = random.below(3)
  }

  private mutating func updateAll(_ world: inout World) {
    for section in world.sections.indices {
      for item in world.sections[section].rows.indices { world.sections[section].rows[item].content += 1 }
    }
  }

  private mutating func moveRow(_ world: inout World) {
    guard let (section, item) = existing(in: world) else { return }
    let row = world.sections[section].rows.remove(at: item)
    guard let (target, item) = path(in: world) else { return }
    world.sections[target].rows.insert(row, at: item)
  }

  private mutating func moveAndUpdate(_ world: inout World) {
    guard let (section, item) = existing(in: world) else { return }
    var row = world.sections[section].rows.remove(at: item)
    row.content += 1
    guard let (target, item) = path(in: world) else { return }
    world.sections[target].rows.insert(row, at: item)
    if !isFlat, random.oneIn(2) { moveSection(&world) }
  }

  private mutating func moveBlock(_ world: inout World) {
    guard let (section, item) = existing(in: world) else { return }
    let end = item + 1 + random.below(world.sections[section].rows.count - item)
    let block = world.sections[section].rows[item..<end]
    world.sections[section].rows.removeSubrange(item..<end)
    guard let (target, item) = path(in: world) else { return }
    world.sections[target].rows.insert(contentsOf: block, at: item)
  }

  private mutating func shuffle(_ world: inout World) {
    guard let (section, _) = existing(in: world) else { return }
    world.sections[section].rows.shuffle(using: &random)
  }

  private mutating func moveSection(_ world: inout World) {
    guard world.sections.count > 1 else { return }
    let section = world.sections.remove(at: random.below(world.sections.count))
    world.sections.insert(section, at: random.below(world.sections.count + 1))
  }

  private mutating func insertSection(_ world: inout World) {
    guard !isFlat else { return }
    var section = World.Section(key: freshSection, header: random.below(2))
    freshSection += 1
    for _ in 0..<random.below(3) { section.rows.append(row()) }
    // Some of its rows come from elsewhere.
    if random.oneIn(2), let (from, item) = existing(in: world) {
      section.rows.append(world.sections[from].rows.remove(at: item))
    }
    world.sections.insert(section, at: random.below(world.sections.count + 1))
  }

  private mutating func deleteSection(_ world: inout World) {
    guard !world.sections.isEmpty else { return }
    let section = world.sections.remove(at: random.below(world.sections.count))
    // Some of its rows survive elsewhere.
    for row in section.rows where random.oneIn(2) {
      guard let (target, item) = path(in: world) else { return }
      world.sections[target].rows.insert(row, at: item)
    }
  }

  private mutating func changeHeader(_ world: inout World) {
    guard !world.sections.isEmpty else { return }
    world.sections[random.below(world.sections.count)].header = random.below(3)
  }

  private mutating func regroup(_ world: inout World) {
    guard !world.sections.isEmpty else { return }
    let rows = world.sections.flatMap(\.rows)
    for section in world.sections.indices { world.sections[section].rows = [] }
    for row in rows { world.sections[random.below(world.sections.count)].rows.append(row) }
  }
}
