@testable import ConformanceKit
@testable import LiveResults
@testable import StoreInterface

/// Makes random sequences of operations.
struct ResultsCaseMaker {
  var random: SplitMix64
  var setting = ResultsSetting()
  var keys = 8
  var groups = 4

  /// Makes a sequence.
  mutating func make() -> ResultsCase {
    let first = begin()
    var operations = [replacement()]
    for _ in 0..<random.below(12) { operations.append(operation()) }
    return ResultsCase(setting: first, operations: operations)
  }

  /// Decides how large the world is, and how it is arranged at first.
  mutating func begin() -> ResultsSetting {
    keys = 1 + random.below(random.oneIn(4) ? 40 : 10)
    groups = 1 + random.below(6)
    setting.sections = .allCases[random.below(ResultsSetting.Sections.allCases.count)]
    setting.sort = .allCases[random.below(ResultsSetting.Sort.allCases.count)]
    if random.oneIn(2) { rearrange() }
    return setting
  }

  /// One operation.
  mutating func operation() -> ResultsOperation {
    switch random.below(20) {
    case 0: return replacement()
    case 1, 2, 3:
      rearrange()
      return .arrange(setting)
    case 4: return .refresh((0..<random.below(3)).map { _ in random.below(keys) })
    default:
      let size = random.oneIn(8) ? 20 : 4
      let changes = (0...random.below(size)).map { _ in change() }
      return .batch(StoreBatch(changes, isStrict: random.oneIn(8)))
    }
  }

  private mutating func rearrange() {
    switch random.below(5) {
    case 0: setting.marks = random.oneIn(3) ? nil : Set((0..<3).map { _ in random.below(4) })
    case 1: setting.ranks = random.oneIn(3) ? nil : Set((0..<3).map { _ in random.below(4) })
    case 2: setting.sort = .allCases[random.below(ResultsSetting.Sort.allCases.count)]
    case 3:
      guard !setting.isSectionedByStore else { return }
      let others = ResultsSetting.Sections.allCases.filter { $0 != .byStore }
      setting.sections = others[random.below(others.count)]
    default:
      setting.window =
        random.oneIn(3)
        ? .all
        : ResultsWindow(offset: random.below(5), limit: random.oneIn(4) ? nil : random.below(8))
    }
  }

  mutating func record() -> SmallRecord {
    SmallRecord(id: random.below(keys), group: random.below(groups), rank: random.below(4), mark: random.below(8))
  }

  /// A whole answer.
  mutating func replacement() -> ResultsOperation {
    let records = (0..<random.below(keys + 3)).map { _ in record() }
    guard setting.isSectionedByStore else { return .replace(.items(records)) }
    let keys = (0..<groups).filter { _ in !random.oneIn(3) }
    var sections = keys.map { key in
      StoreSection<SmallRecord>(key, header: random.oneIn(2) ? nil : SectionHeader("h\(random.below(3))"))
    }
    if random.oneIn(2) { sections.reverse() }
    if sections.isEmpty { return .replace(.sections([])) }
    for record in records { sections[random.below(sections.count)].items.append(record) }
    return .replace(.sections(sections))
  }

  private mutating func change() -> StoreChange<SmallRecord> {
    switch random.below(setting.isSectionedByStore ? 14 : 10) {
    case 0, 1, 2: .insert(record(), at: placement())
    case 3, 4, 5: .update(record())
    case 6: .move(random.below(keys), to: placement())
    case 7, 8: .delete(random.below(keys))
    case 9: .refresh(random.below(keys))
    case 10: .insertSection(section(), header: header(), at: sectionPlacement())
    case 11: .updateSection(section(), header: header())
    case 12: .moveSection(section(), to: sectionPlacement())
    default: random.oneIn(2) ? .deleteSection(section()) : .update(record())
    }
  }

  private mutating func section() -> SectionID { SectionID(random.below(groups)) }

  private mutating func header() -> SectionHeader? {
    random.oneIn(3) ? nil : SectionHeader("h\(random.below(3))")
  }

  mutating func placement() -> StorePlacement<Int> {
    let section = setting.isSectionedByStore && random.oneIn(2) ? section() : nil
    return switch random.below(6) {
    case 0: StorePlacement(.before(random.below(keys)), in: section)
    case 1: StorePlacement(.after(random.below(keys)), in: section)
    case 2: StorePlacement(.start, in: section)
    default: StorePlacement(.end, in: section)
    }
  }

  private mutating func sectionPlacement() -> SectionPlacement {
    switch random.below(4) {
    case 0: .start
    case 1: .before(section())
    case 2: .after(section())
    default: .end
    }
  }
}
