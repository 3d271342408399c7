public import StoreInterface

/// The manually ordered sections, by key.
extension OrderedRecords {
  /// The keys of the sections, in order.
  package var sectionIDs: [SectionID] { keepsSections ? presentSections.compactMap { sections[$0]?.id } : [] }

  @usableFromInline
  package func containsSection(_ id: SectionID) -> Bool { sections.slot(of: id) != nil }

  /// The header of a section, the outer `nil` when there is no such section.
  package func header(of id: SectionID) -> SectionHeader?? { sections.slot(of: id).map { header(of: $0) } }

  /// The key of the section that a record is in.
  package func sectionID(of key: Key) -> SectionID? {
    guard keepsSections, let slot = records.slot(of: key) else { return nil }
    return sections[section(of: slot)]?.id
  }

  @usableFromInline
  func header(of section: Int32) -> SectionHeader? { sections[section]?.header }
}

// MARK: - Changing them

extension OrderedRecords {
  /// Puts a section in, or gives the one with its key a new header; that one is placed again unless the placement is
  /// `.end`.
  @usableFromInline
  package mutating func insertSection(_ id: SectionID, header: SectionHeader?, at placement: SectionPlacement) {
    noteSections()
    if let section = sections.slot(of: id) {
      setHeader(header, of: section)
      if placement != .end { moveSection(section, to: placement) }
    } else if let section = sections.tombstone(of: id) {
      log.append(.sectionRevival(section, self.header(of: section)))
      sections.revive(section)
      sections.change(section) { $0.header = header }
      if placement != .end { moveSection(section, to: placement) }
    } else {
      let other = neighbour(for: placement)
      let section = sections.add(ManualSection(id: id, header: header))
      sectionOrder.insert(section, after: other)
      log.append(.sectionPlace(section))
    }
  }

  /// Gives a section another header; false where there is no such section.
  @usableFromInline
  package mutating func setHeader(_ header: SectionHeader?, of id: SectionID) -> Bool {
    guard let section = sections.slot(of: id) else { return false }
    noteSections()
    setHeader(header, of: section)
    return true
  }

  /// Gives a section another place, with its records; false where there is no such section.
  @usableFromInline
  package mutating func moveSection(_ id: SectionID, to placement: SectionPlacement) -> Bool {
    guard let section = sections.slot(of: id) else { return false }
    noteSections()
    moveSection(section, to: placement)
    return true
  }

  /// Takes a section out, and its records with it.
  ///
  /// - Returns: The records, in order, or `nil` where there is no such section.
  @usableFromInline
  package mutating func deleteSection(_ id: SectionID) -> [Item]? {
    guard let section = sections.slot(of: id) else { return nil }
    noteSections()
    let items = items(in: section)
    for item in items { _ = delete(item.id) }
    sections.hide(section)
    log.append(.sectionDeletion(section))
    return items
  }

  private mutating func setHeader(_ header: SectionHeader?, of section: Int32) {
    log.append(.header(section, self.header(of: section)))
    sections.change(section) { $0.header = header }
  }

  private mutating func moveSection(_ section: Int32, to placement: SectionPlacement) {
    switch placement {
    case .before(let id) where sections.slot(of: id) == section: return
    case .after(let id) where sections.slot(of: id) == section: return
    default: break
    }
    let other = neighbour(for: placement)
    let before = sectionOrder.slot(before: section)
    if other == section || other == before { return }
    log.append(.sectionMove(section, after: before))
    putSection(section, after: other)
  }

  mutating func putSection(_ section: Int32, after other: Int32) {
    sectionOrder.remove(section)
    sectionOrder.insert(section, after: other)
  }

  /// The section behind which a placement leads, or -1. A key that is unknown represents the end.
  private func neighbour(for placement: SectionPlacement) -> Int32 {
    switch placement {
    case .start: return -1
    case .end: break
    case .before(let id): if let section = sections.slot(of: id) { return sectionOrder.slot(before: section) }
    case .after(let id): if let section = sections.slot(of: id) { return section }
    }
    return sectionOrder.last
  }

  /// Keeps what the sections were before this run of changes.
  mutating func noteSections() {
    guard sectionsBefore == nil, keepsSections else { return }
    sectionsBefore = presentSections.compactMap { slot in
      sections[slot].map { (slot, $0.id, $0.header) }
    }
  }
}

// MARK: - Their order

/// Which section is where, by slot. Where there are no sections, all records are in one, whose slot is 0.
extension OrderedRecords {
  /// The sections in order; the one list where there are none.
  @inlinable
  var presentSections: [Int32] {
    var present: [Int32] = []
    var section = firstPresentSection
    while section >= 0 {
      present.append(section)
      section = presentSection(after: section)
    }
    return present
  }

  @inlinable
  func isPresent(_ section: Int32) -> Bool { !keepsSections || sections.isPresent(section) }

  /// The first present section, or -1.
  @inlinable
  var firstPresentSection: Int32 {
    guard keepsSections else { return 0 }
    let first = sectionOrder.first
    return first < 0 || isPresent(first) ? first : presentSection(after: first)
  }

  /// The last present section, or -1.
  @inlinable
  var lastPresentSection: Int32 {
    guard keepsSections else { return 0 }
    let last = sectionOrder.last
    return last < 0 || isPresent(last) ? last : presentSection(before: last)
  }

  /// The next present section, or -1.
  @inlinable
  func presentSection(after section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var next = sectionOrder.slot(after: section)
    while next >= 0, !isPresent(next) { next = sectionOrder.slot(after: next) }
    return next
  }

  /// The present section before this one, or -1.
  @inlinable
  func presentSection(before section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var previous = sectionOrder.slot(before: section)
    while previous >= 0, !isPresent(previous) { previous = sectionOrder.slot(before: previous) }
    return previous
  }

  /// A number that is greater the later a section is.
  func rank(ofSection section: Int32) -> Int { keepsSections ? sectionOrder.label(of: section) : 0 }
}
