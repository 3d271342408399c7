@testable import LiveResults
@testable package import SectionDiff
@testable package import StoreInterface

/// What live results ought to be: plain arrays, and everything rebuilt from them whenever it is requested. Slow, and
/// obviously right.
package struct NaiveResults: Sendable {
  /// A section that the store keeps by hand.
  package struct HandSection: Hashable, Sendable {
    /// Its key.
    package var key: Int
    /// What the store gives as its header, if anything.
    package var header: String?
  }

  /// A record, and the section that the store put it into.
  struct Placed: Sendable {
    var record: SmallRecord
    var section: Int
    /// Whether it was deleted in the batch that is run now.
    var isGone = false
    /// Whether it was deleted in one before: its place is kept for drafts alone.
    var isAged = false
  }

  /// How the results are arranged.
  package var setting: ResultsSetting
  /// All records, in the order of arrival.
  var placed: [Placed] = []
  /// The manually ordered sections of the store, in order.
  package internal(set) var handSections: [HandSection] = []
  /// Whether a record that goes into a section that is not there inserts it, as in live results. In a store the record
  /// goes into the first section at the start, and else into the last; where there is none at all, it does not come in.
  let makesSections: Bool

  /// Makes results without records.
  package init(setting: ResultsSetting) { self.init(setting: setting, makesSections: true) }

  init(setting: ResultsSetting, makesSections: Bool) {
    self.setting = setting
    self.makesSections = makesSections
  }

  /// All records, in the order of arrival.
  package var records: [SmallRecord] { placed.map(\.record) }

  /// All records, as a store gives them.
  var contents: StoreContents<SmallRecord> {
    guard setting.isSectionedByStore else { return .items(records) }
    return .sections(
      handSections.map { section in
        StoreSection(
          section.key, header: section.header.map { SectionHeader($0) },
          items: placed.filter { $0.section == section.key }.map(\.record))
      })
  }

  /// Takes a whole answer: the first of one key gives the place, the last the content.
  package mutating func replace(with contents: StoreContents<SmallRecord>) {
    placed = []
    handSections = []
    func take(_ record: SmallRecord, section: Int) {
      if let index = placed.firstIndex(where: { $0.record.id == record.id }) {
        placed[index].record = record
      } else {
        placed.append(Placed(record: record, section: section))
      }
    }
    if let sections = contents.sections, setting.isSectionedByStore {
      for section in sections {
        let key = section.id.key(as: Int.self) ?? 0
        handSections.append(HandSection(key: key, header: section.header?.content(as: String.self)))
        for record in section.items { take(record, section: key) }
      }
    } else {
      for record in contents.items { take(record, section: 0) }
    }
  }

  /// Runs a batch, change by change.
  ///
  /// - Returns: The keys of the records refreshed while they were there.
  @discardableResult
  package mutating func apply(_ batch: StoreBatch<SmallRecord>) -> [Int] {
    let refreshed = batch.changes.compactMap { run($0) }
    placed.removeAll(where: \.isGone)
    return refreshed
  }

  /// Runs a change; what it deletes keeps its place.
  ///
  /// - Returns: The key of the record that it refreshed.
  mutating func run(_ change: StoreChange<SmallRecord>) -> Int? {
    switch change {
    case .insert(let record, let placement): insert(record, at: placement)
    case .update(let record):
      if let index = index(of: record.id), !placed[index].isGone {
        placed[index].record = record
      } else {
        insert(record, at: .end)
      }
    case .move(let id, let placement):
      if let index = index(of: id), !placed[index].isGone {
        move(index, to: placement)
      }
    case .delete(let id):
      if let index = index(of: id) { placed[index].isGone = true }
    case .refresh(let id):
      if let index = index(of: id), !placed[index].isGone { return id }
    case .insertSection(let id, let header, let placement):
      guard setting.isSectionedByStore, let key = id.key(as: Int.self) else { return nil }
      let section = HandSection(key: key, header: header?.content(as: String.self))
      if let known = handSections.firstIndex(where: { $0.key == key }) {
        handSections[known] = section
        if placement != .end { moveSection(key, to: placement) }
      } else {
        handSections.append(section)
        moveSection(key, to: placement)
      }
    case .updateSection(let id, let header):
      if let index = handSections.firstIndex(where: { $0.key == id.key(as: Int.self) }) {
        handSections[index].header = header?.content(as: String.self)
      }
    case .moveSection(let id, let placement):
      if let key = id.key(as: Int.self), handSections.contains(where: { $0.key == key }) {
        moveSection(key, to: placement)
      }
    case .deleteSection(let id):
      guard let key = id.key(as: Int.self), handSections.contains(where: { $0.key == key }) else { return nil }
      handSections.removeAll { $0.key == key }
      for index in placed.indices where placed[index].section == key { placed[index].isGone = true }
    }
    return nil
  }

  private func index(of id: Int) -> Int? { placed.firstIndex { $0.record.id == id } }

  private mutating func insert(_ record: SmallRecord, at placement: StorePlacement<Int>) {
    let isBesideItself = [.before(record.id), .after(record.id)].contains(placement.position)
    // One that is there stays, and another comes to the end of the section that is named.
    let placement = isBesideItself ? StorePlacement(.end, in: placement.section) : placement
    if setting.isSectionedByStore, !makesSections, handSections.isEmpty { return }
    placed.removeAll { $0.isAged && $0.record.id == record.id }
    guard let index = index(of: record.id) else {
      placed.append(Placed(record: record, section: 0))
      return move(placed.count - 1, to: placement)
    }
    let lostItsSection =
      placed[index].isGone && setting.isSectionedByStore
      && !handSections.contains { $0.key == placed[index].section }
    placed[index].isGone = false
    placed[index].record = record
    if (placement != .end && !isBesideItself) || lostItsSection { move(index, to: placement) }
  }

  private mutating func move(_ index: Int, to placement: StorePlacement<Int>) {
    var neighbour: Int?
    switch placement.position {
    case .before(let id), .after(let id):
      if id == placed[index].record.id { return }
      if let other = self.index(of: id), !placed[other].isGone { neighbour = id }
    case .start, .end: break
    }
    var moved = placed.remove(at: index)
    if setting.isSectionedByStore {
      if let neighbour, let other = self.index(of: neighbour) {
        moved.section = placed[other].section
      } else if let key = placement.section?.key(as: Int.self), makesSections || hasSection(key) {
        ensureSection(key)
        moved.section = key
      } else {
        moved.section = (placement.position == .start ? handSections.first : handSections.last)?.key ?? 0
      }
    }
    let target: Int
    switch placement.position {
    case .start: target = 0
    case .end: target = placed.count
    case .before: target = neighbour.flatMap { self.index(of: $0) } ?? placed.count
    case .after: target = neighbour.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? placed.count
    }
    placed.insert(moved, at: target)
  }

  private func hasSection(_ key: Int) -> Bool { handSections.contains { $0.key == key } }

  private mutating func ensureSection(_ key: Int) {
    if !hasSection(key) { handSections.append(HandSection(key: key)) }
  }

  private mutating func moveSection(_ key: Int, to placement: SectionPlacement) {
    guard let index = handSections.firstIndex(where: { $0.key == key }) else { return }
    let section = handSections.remove(at: index)
    func place(of id: SectionID) -> Int? { handSections.firstIndex { $0.key == id.key(as: Int.self) } }
    switch placement {
    case .start: handSections.insert(section, at: 0)
    case .end: handSections.append(section)
    case .before(let id): handSections.insert(section, at: place(of: id) ?? handSections.count)
    case .after(let id): handSections.insert(section, at: place(of: id).map { $0 + 1 } ?? handSections.count)
    }
  }

  // MARK: - What is shown

  /// What is shown.
  package var snapshot: Snapshot<Int, SmallRow, String> {
    let shown = sections(of: placed.filter { passes($0.record) })
    var position = 0
    let end = setting.window.limit.map { setting.window.offset + $0 } ?? .max
    var sections: [SnapshotSection<Int, SmallRow, String>] = []
    for section in shown {
      var rows: [SmallRow] = []
      for record in section.records {
        if position >= setting.window.offset, position < end { rows.append(SmallRow(record)) }
        position += 1
      }
      if !rows.isEmpty || isAlwaysShown(section.key) {
        sections.append(SnapshotSection(section.key, header: section.header, items: rows))
      }
    }
    return Snapshot(sections: sections)
  }

  /// All records in their sections and order, without filters and window.
  package var full: Snapshot<Int, SmallRecord, String> {
    Snapshot(sections: sections(of: placed).map { SnapshotSection($0.key, header: $0.header, items: $0.records) })
  }

  private func passes(_ record: SmallRecord) -> Bool {
    (setting.marks?.contains(record.mark % 4) ?? true) && (setting.ranks?.contains(record.rank) ?? true)
  }

  private func isAlwaysShown(_ key: Int) -> Bool {
    setting.sections == .single || setting.isSectionedByStore || setting.declaredGroups.contains(key)
  }

  private func sections(
    of placed: [Placed]
  ) -> [(key: Int, header: String, records: [SmallRecord])] {
    func section(of placed: Placed) -> Int {
      switch setting.sections {
      case .single: 0
      case .byStore: placed.section
      default: placed.record.group
      }
    }
    // In the order of their earliest arrival.
    var keys: [Int] = []
    for record in placed where !keys.contains(section(of: record)) { keys.append(section(of: record)) }
    switch setting.sections {
    case .single: keys = [0]
    case .ascending: keys.sort()
    case .descending: keys.sort(by: >)
    case .tied:
      // Stable: ties stay in the order of arrival.
      keys = (0...2).flatMap { place in keys.filter { $0 / 2 == place } }
    case .arrival: break
    case .declared: keys = Set(keys + setting.declaredGroups).sorted()
    case .declaredArrival:
      keys = setting.declaredGroups + keys.filter { !setting.declaredGroups.contains($0) }
    case .byStore: keys = handSections.map(\.key)
    }
    return keys.map { key in
      let header = handSections.first { $0.key == key }?.header ?? "group \(key)"
      let records = placed.filter { section(of: $0) == key }.map(\.record)
      return (key, header, sorted(records))
    }
  }

  /// By insertion, so that ties stay in the order of arrival.
  private func sorted(_ records: [SmallRecord]) -> [SmallRecord] {
    var sorted: [SmallRecord] = []
    for record in records {
      let place = sorted.lastIndex { !precedes(record, $0) }.map { $0 + 1 } ?? 0
      sorted.insert(record, at: place)
    }
    return sorted
  }

  private func precedes(_ a: SmallRecord, _ b: SmallRecord) -> Bool {
    switch setting.sort {
    case .arrival: false
    case .rank: a.rank < b.rank
    case .rankDescending: (b.rank, a.mark) < (a.rank, b.mark)
    }
  }
}
