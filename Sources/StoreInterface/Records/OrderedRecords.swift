/// Records by key in an order that placements make, in one list or in sections kept by hand, with a log by which what was
/// done can be undone exactly.
///
/// Every record has a *slot*, a small integer. Changes come in runs that end with ``settle()``; until then
///
/// - a slot stands for one key only, so that observers may name records by their slots;
/// - a record that was deleted keeps its place as a *grave*, and takes it again when it is inserted without a placement;
/// - ``touched`` says of each record that was named what it was before.
///
/// Invariant: undoing the log from its end leads through the very states that it was written in, so a record goes back
/// behind the one that it stood behind.
///
/// - Time: O(1) amortised for a change by key, beside the labels of ``ArrivalOrder``; index and path access is linear in
///   the section.
package struct OrderedRecords<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  package typealias Key = Item.ID

  struct Record {
    var item: Item
    var section: Int32
    var isAlive: Bool
  }

  struct SectionRecord {
    let id: SectionID
    var header: SectionHeader?
    var count = 0
    var isAlive = true
  }

  /// What a record was before this run of changes, and how it was named.
  package struct Touch: Sendable {
    package let slot: Int32
    /// The record before; `nil` when there was none.
    package let before: Item?
    /// Whether it was given a place.
    package var isPlaced = false
    /// Whether it is to be reported although it is equal.
    package var isRefreshed = false
  }

  /// What takes a step back.
  enum Undo {
    case place(Int32)
    case death(Int32)
    case revival(Int32, Item)
    case item(Int32, Item)
    case position(Int32, section: Int32, after: Int32)
    case marks(Int32, isPlaced: Bool, isRefreshed: Bool)
    case sectionPlace(Int32)
    case sectionDeath(Int32)
    case sectionRevival(Int32, SectionHeader?)
    case header(Int32, SectionHeader?)
    case sectionPosition(Int32, after: Int32)
  }

  /// Whether records are in sections kept by hand.
  package let keepsSections: Bool
  var records: [Record?] = []
  private var slots: [Key: Int32] = [:]
  private var graves: [Key: Int32] = [:]
  /// Graves that are older than the batch that is being applied; a record that comes again is placed anew.
  private var agedGraves: Set<Int32> = []
  /// Graves that are remembered no more, and stay only because the log puts a record back behind them.
  private var stones: Set<Int32> = []
  /// Slots whose record was put in and taken back by undoing, within this run.
  private var retired: [Key: Int32] = [:]
  private var freeSlots: [Int32] = []
  private(set) var order = ArrivalOrder()

  var sections: [SectionRecord?] = []
  private var sectionSlots: [SectionID: Int32] = [:]
  private var sectionGraves: [SectionID: Int32] = [:]
  private var retiredSections: [SectionID: Int32] = [:]
  private var freeSections: [Int32] = []
  private var sectionOrder = ArrivalOrder()

  private(set) var log: [Undo] = []
  /// The records that this run of changes has named, in the order in which it did first.
  package private(set) var touched: [Touch] = []
  private var touches: [Int32: Int] = [:]
  /// The sections before this run of changes, in order, where it has named any.
  private(set) var sectionsBefore: [(slot: Int32, record: SectionRecord)]?
  /// How many records were looked at while walking: the cost of index and path access.
  package private(set) var visits = 0

  /// Makes an empty list, or one with no section.
  package init(keepsSections: Bool) { self.keepsSections = keepsSections }

  /// How many records there are.
  package var count: Int { slots.count }
  /// Whether this run has named a record or a section.
  package var hasChanges: Bool { !touched.isEmpty || sectionsBefore != nil }
  /// How many labels were given anew.
  package var relabelled: Int { order.relabelled + sectionOrder.relabelled }
}

// MARK: - Reading

extension OrderedRecords {
  /// The record with a key.
  package func item(for key: Key) -> Item? { slots[key].flatMap { records[Int($0)]?.item } }

  /// Whether there is a record with this key.
  package func contains(_ key: Key) -> Bool { slots[key] != nil }

  /// Whether there is one, or was one that left a grave.
  package func remembers(_ key: Key) -> Bool { slots[key] != nil || graves[key] != nil }

  /// The living record of a slot.
  func item(at slot: Int32) -> Item? {
    guard let record = records[Int(slot)], record.isAlive else { return nil }
    return record.item
  }

  /// The section that a record, living or not, stands in.
  func section(of slot: Int32) -> Int32 { records[Int(slot)]?.section ?? 0 }

  /// What a touched record is now, or `nil` when there is none.
  package func item(of touch: Touch) -> Item? { item(at: touch.slot) }

  /// The records of a section, in order; none where there is no such section.
  package func items(of id: SectionID) -> [Item] {
    sectionSlots[id].map { livingSlots(of: $0).compactMap { item(at: $0) } } ?? []
  }

  /// The sections in order; the one list where there are none.
  var livingSections: [Int32] {
    guard keepsSections else { return [0] }
    var living: [Int32] = []
    var section = sectionOrder.first
    while section >= 0 {
      if isLiving(section) { living.append(section) }
      section = sectionOrder.slot(after: section)
    }
    return living
  }

  /// The first living section, or -1; 0 where there are none.
  var firstLivingSection: Int32 {
    guard keepsSections else { return 0 }
    let first = sectionOrder.first
    return first < 0 || isLiving(first) ? first : livingSection(after: first)
  }

  func isLiving(_ section: Int32) -> Bool {
    !keepsSections || (Int(section) < sections.count && sections[Int(section)]?.isAlive == true)
  }

  /// The next living section, or -1.
  func livingSection(after section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var next = sectionOrder.slot(after: section)
    while next >= 0, !isLiving(next) { next = sectionOrder.slot(after: next) }
    return next
  }

  /// The living section before this one, or -1.
  func livingSection(before section: Int32) -> Int32 {
    guard keepsSections else { return -1 }
    var previous = sectionOrder.slot(before: section)
    while previous >= 0, !isLiving(previous) { previous = sectionOrder.slot(before: previous) }
    return previous
  }

  /// A number that is greater the later a section stands.
  func rank(ofSection section: Int32) -> Int { keepsSections ? sectionOrder.label(of: section) : 0 }

  /// The living records of a section, in order.
  func livingSlots(of section: Int32) -> [Int32] {
    var living: [Int32] = []
    var slot = order.first(of: section)
    while slot >= 0 {
      if records[Int(slot)]?.isAlive == true { living.append(slot) }
      slot = order.slot(after: slot)
    }
    return living
  }

  /// All records, in order.
  package var contents: StoreContents<Item> {
    guard keepsSections else { return .items(livingSlots(of: 0).compactMap { item(at: $0) }) }
    return .sections(
      livingSections.compactMap { section in
        sections[Int(section)].map { record in
          StoreSection(record.id, header: record.header, items: livingSlots(of: section).compactMap { item(at: $0) })
        }
      })
  }

  /// The keys of the sections, in order.
  package var sectionIDs: [SectionID] {
    keepsSections ? livingSections.compactMap { sections[Int($0)]?.id } : []
  }

  /// The header of a section, the outer `nil` when there is no such section.
  package func header(of id: SectionID) -> SectionHeader?? { sectionSlots[id].map { sections[Int($0)]?.header } }

  /// How many records a section holds, or `nil` when there is no such section.
  package func count(of id: SectionID) -> Int? { sectionSlots[id].flatMap { sections[Int($0)]?.count } }

  package func containsSection(_ id: SectionID) -> Bool { sectionSlots[id] != nil }

  /// The key of the section that a record is in.
  package func sectionID(of key: Key) -> SectionID? {
    guard keepsSections, let slot = slots[key] else { return nil }
    return sections[Int(section(of: slot))]?.id
  }

  /// The key at an offset in a section, or in the whole where there are none. Linear in the section.
  package mutating func key(at offset: Int, in section: SectionID?) -> Key? {
    guard offset >= 0, let list = list(of: section) else { return nil }
    var remaining = offset
    var slot = order.first(of: list)
    while slot >= 0 {
      visits += 1
      if let record = records[Int(slot)], record.isAlive {
        if remaining == 0 { return record.item.id }
        remaining -= 1
      }
      slot = order.slot(after: slot)
    }
    return nil
  }

  /// How many records of its section stand before one. Linear in the section.
  package mutating func offset(of key: Key) -> Int? {
    guard let found = slots[key] else { return nil }
    var offset = 0
    var slot = order.slot(before: found)
    while slot >= 0 {
      visits += 1
      if records[Int(slot)]?.isAlive == true { offset += 1 }
      slot = order.slot(before: slot)
    }
    return offset
  }

  /// The last key of a section, or of the whole where there are none, that is not the given one.
  package func lastKey(in section: SectionID?, except key: Key) -> Key? {
    guard let list = list(of: section) else { return nil }
    var slot = order.last(of: list)
    while slot >= 0 {
      if let record = records[Int(slot)], record.isAlive, record.item.id != key { return record.item.id }
      slot = order.slot(before: slot)
    }
    return nil
  }

  private func list(of section: SectionID?) -> Int32? {
    guard keepsSections else { return 0 }
    return section.flatMap { sectionSlots[$0] }
  }
}

// MARK: - Changing records

extension OrderedRecords {
  /// Puts a record in, or gives the one with its key new content; that one is placed anew unless the placement is `.end`.
  ///
  /// - Returns: False, and nothing is done, where there is no section to put it in.
  package mutating func insert(_ item: Item, at placement: Placement<Key>) -> Bool {
    if let slot = slots[item.id] {
      set(item, at: slot)
      if placement != .end { move(slot, to: placement) }
      return true
    }
    if let slot = graves[item.id] {
      if placement == .end, isLiving(section(of: slot)), !agedGraves.contains(slot) {
        revive(slot, as: item)
        return true
      }
      guard let spot = spot(for: placement) else { return false }
      revive(slot, as: item)
      if placement != .end { mark(slot, isPlaced: true) }
      move(slot, to: spot)
      return true
    }
    guard let spot = spot(for: placement) else { return false }
    let slot = retired.removeValue(forKey: item.id) ?? takeSlot()
    touch(slot)
    records[Int(slot)] = Record(item: item, section: spot.section, isAlive: true)
    slots[item.id] = slot
    order.insert(slot, after: spot.after, in: spot.section)
    count(1, in: spot.section)
    log.append(.place(slot))
    return true
  }

  /// Gives a record another place.
  ///
  /// - Returns: False where there is no such record.
  package mutating func move(_ key: Key, to placement: Placement<Key>) -> Bool {
    guard let slot = slots[key] else { return false }
    move(slot, to: placement)
    return true
  }

  /// Takes a record out.
  package mutating func delete(_ key: Key) -> Item? {
    guard let slot = slots[key], let item = item(at: slot) else { return nil }
    touch(slot)
    kill(slot)
    log.append(.death(slot))
    return item
  }

  /// Marks a record to be reported although it is equal.
  package mutating func refresh(_ key: Key) -> Bool {
    guard let slot = slots[key] else { return false }
    mark(slot, isRefreshed: true)
    return true
  }

  private mutating func set(_ item: Item, at slot: Int32) {
    guard let old = records[Int(slot)]?.item else { return }
    touch(slot)
    records[Int(slot)]?.item = item
    log.append(.item(slot, old))
  }

  private mutating func move(_ slot: Int32, to placement: Placement<Key>) {
    mark(slot, isPlaced: true)
    switch placement.position {
    case .before(let key) where slots[key] == slot, .after(let key) where slots[key] == slot: return
    default: if let spot = spot(for: placement) { move(slot, to: spot) }
    }
  }

  private mutating func move(_ slot: Int32, to spot: (section: Int32, after: Int32)) {
    let before = order.slot(before: slot)
    let section = section(of: slot)
    touch(slot)
    if spot.section == section, spot.after == slot || spot.after == before { return }
    put(slot, after: spot.after, in: spot.section)
    log.append(.position(slot, section: section, after: before))
  }

  private mutating func put(_ slot: Int32, after other: Int32, in section: Int32) {
    let old = self.section(of: slot)
    let isAlive = records[Int(slot)]?.isAlive == true
    order.remove(slot, from: old)
    order.insert(slot, after: other, in: section)
    records[Int(slot)]?.section = section
    if isAlive {
      count(-1, in: old)
      count(1, in: section)
    }
  }

  private mutating func kill(_ slot: Int32) {
    guard let record = records[Int(slot)] else { return }
    records[Int(slot)]?.isAlive = false
    slots[record.item.id] = nil
    graves[record.item.id] = slot
    count(-1, in: record.section)
  }

  private mutating func revive(_ slot: Int32, as item: Item) {
    guard let old = records[Int(slot)]?.item else { return }
    touch(slot)
    rouse(slot, as: item)
    log.append(.revival(slot, old))
  }

  private mutating func rouse(_ slot: Int32, as item: Item) {
    records[Int(slot)]?.item = item
    records[Int(slot)]?.isAlive = true
    graves[item.id] = nil
    slots[item.id] = slot
    count(1, in: section(of: slot))
  }

  private mutating func count(_ change: Int, in section: Int32) {
    if keepsSections { sections[Int(section)]?.count += change }
  }

  private mutating func takeSlot() -> Int32 {
    if let slot = freeSlots.popLast() { return slot }
    records.append(nil)
    return Int32(records.count - 1)
  }

  /// Where a placement leads. A key or a section that is unknown stands for the end.
  private func spot(for placement: Placement<Key>) -> (section: Int32, after: Int32)? {
    switch placement.position {
    case .before(let key):
      if let slot = slots[key] { return (section(of: slot), order.slot(before: slot)) }
    case .after(let key):
      if let slot = slots[key] { return (section(of: slot), slot) }
    case .start:
      let named = keepsSections ? placement.section.flatMap { sectionSlots[$0] } : nil
      let first = named ?? firstLivingSection
      return first < 0 ? nil : (first, -1)
    case .end: break
    }
    let named = keepsSections ? placement.section.flatMap { sectionSlots[$0] } : nil
    return (named ?? lastLivingSection).map { ($0, order.last(of: $0)) }
  }

  private var lastLivingSection: Int32? {
    guard keepsSections else { return 0 }
    let last = sectionOrder.last
    if last >= 0, isLiving(last) { return last }
    let living = last < 0 ? -1 : livingSection(before: last)
    return living < 0 ? nil : living
  }

  private mutating func touch(_ slot: Int32) {
    guard touches[slot] == nil else { return }
    touches[slot] = touched.count
    touched.append(Touch(slot: slot, before: item(at: slot)))
  }

  private mutating func mark(_ slot: Int32, isPlaced: Bool = false, isRefreshed: Bool = false) {
    touch(slot)
    guard let place = touches[slot] else { return }
    let touch = touched[place]
    log.append(.marks(slot, isPlaced: touch.isPlaced, isRefreshed: touch.isRefreshed))
    touched[place].isPlaced = touch.isPlaced || isPlaced
    touched[place].isRefreshed = touch.isRefreshed || isRefreshed
  }
}

// MARK: - Changing sections

extension OrderedRecords {
  /// Puts a section in, or gives the one with its key a new header; that one is placed anew unless the placement is `.end`.
  package mutating func insertSection(_ id: SectionID, header: SectionHeader?, at placement: SectionPlacement) {
    noteSections()
    if let section = sectionSlots[id] {
      setHeader(header, of: section)
      if placement != .end { moveSection(section, to: placement) }
      return
    }
    if let section = sectionGraves.removeValue(forKey: id) {
      log.append(.sectionRevival(section, sections[Int(section)]?.header))
      sections[Int(section)]?.isAlive = true
      sections[Int(section)]?.header = header
      sectionSlots[id] = section
      if placement != .end { moveSection(section, to: placement) }
      return
    }
    let section = retiredSections.removeValue(forKey: id) ?? takeSection()
    let other = sectionSpot(for: placement)
    sections[Int(section)] = SectionRecord(id: id, header: header)
    sectionSlots[id] = section
    sectionOrder.insert(section, after: other)
    log.append(.sectionPlace(section))
  }

  /// Gives a section another header; false where there is no such section.
  package mutating func setHeader(_ header: SectionHeader?, of id: SectionID) -> Bool {
    guard let section = sectionSlots[id] else { return false }
    noteSections()
    setHeader(header, of: section)
    return true
  }

  /// Gives a section another place, with its records; false where there is no such section.
  package mutating func moveSection(_ id: SectionID, to placement: SectionPlacement) -> Bool {
    guard let section = sectionSlots[id] else { return false }
    noteSections()
    moveSection(section, to: placement)
    return true
  }

  /// Takes a section out, and its records with it.
  ///
  /// - Returns: The records, in order, or `nil` where there is no such section.
  package mutating func deleteSection(_ id: SectionID) -> [Item]? {
    guard let section = sectionSlots[id] else { return nil }
    noteSections()
    let items = livingSlots(of: section).compactMap { item(at: $0) }
    for item in items { _ = delete(item.id) }
    killSection(section)
    log.append(.sectionDeath(section))
    return items
  }

  private mutating func setHeader(_ header: SectionHeader?, of section: Int32) {
    log.append(.header(section, sections[Int(section)]?.header))
    sections[Int(section)]?.header = header
  }

  private mutating func moveSection(_ section: Int32, to placement: SectionPlacement) {
    switch placement {
    case .before(let id) where sectionSlots[id] == section, .after(let id) where sectionSlots[id] == section: return
    default: break
    }
    let other = sectionSpot(for: placement)
    let before = sectionOrder.slot(before: section)
    if other == section || other == before { return }
    log.append(.sectionPosition(section, after: before))
    sectionOrder.remove(section)
    sectionOrder.insert(section, after: other)
  }

  private mutating func killSection(_ section: Int32) {
    guard let id = sections[Int(section)]?.id else { return }
    sections[Int(section)]?.isAlive = false
    sectionSlots[id] = nil
    sectionGraves[id] = section
  }

  private mutating func takeSection() -> Int32 {
    if let section = freeSections.popLast() { return section }
    sections.append(nil)
    return Int32(sections.count - 1)
  }

  private func sectionSpot(for placement: SectionPlacement) -> Int32 {
    switch placement {
    case .start: return -1
    case .end: break
    case .before(let id): if let section = sectionSlots[id] { return sectionOrder.slot(before: section) }
    case .after(let id): if let section = sectionSlots[id] { return section }
    }
    return sectionOrder.last
  }

  private mutating func noteSections() {
    if sectionsBefore == nil, keepsSections {
      sectionsBefore = livingSections.compactMap { slot in sections[Int(slot)].map { (slot, $0) } }
    }
  }
}

// MARK: - Runs of changes

extension OrderedRecords {
  /// Makes one change. Unknown keys are forgiven: an update inserts, a placement is at the end, the rest does nothing.
  ///
  /// - Returns: Whether what the change named was there, so that it could be made.
  package mutating func apply(_ change: StoreChange<Item>) -> Bool {
    switch change {
    case .insert(let item, let placement): return insert(item, at: placement)
    case .update(let item): return insert(item, at: .end)
    case .move(let key, let placement): return move(key, to: placement)
    case .delete(let key): return delete(key) != nil
    case .refresh(let key): return refresh(key)
    case .insertSection(let id, let header, let placement):
      guard keepsSections else { return false }
      insertSection(id, header: header, at: placement)
      return true
    case .updateSection(let id, let header): return setHeader(header, of: id)
    case .moveSection(let id, let placement): return moveSection(id, to: placement)
    case .deleteSection(let id): return deleteSection(id) != nil
    }
  }

  /// How long the log is: a point to go back to.
  package var savepoint: Int { log.count }

  /// Goes back to a point of this run, or of the one that the log was kept from.
  package mutating func undo(to savepoint: Int) {
    while log.count > savepoint, let step = log.popLast() { undo(step) }
  }

  /// Makes what was done so far final: it cannot be undone any more.
  package mutating func forgetLog() { log.removeAll() }

  /// Applies a batch for good. Only records that the batch itself deletes keep their places when it inserts them again.
  mutating func applyForGood(_ batch: Batch<Item>) {
    agedGraves = Set(graves.values)
    for change in batch.changes { _ = apply(change) }
    agedGraves.removeAll()
    forgetLog()
  }

  /// Ends a run of changes: forgets what was touched, and gives up the graves that the log does not need.
  package mutating func settle() {
    touched.removeAll()
    touches.removeAll()
    sectionsBefore = nil
    var needed: Set<Int32> = []
    var anchors: Set<Int32> = []
    var neededSections: Set<Int32> = []
    for step in log {
      switch step {
      case .death(let slot): needed.insert(slot)
      case .position(_, _, let other): anchors.insert(other)
      case .sectionDeath(let section): neededSections.insert(section)
      case .sectionPosition(_, let other): neededSections.insert(other)
      default: break
      }
    }
    for (key, slot) in graves where !needed.contains(slot) {
      stones.insert(slot)
      graves[key] = nil
    }
    for slot in stones where !anchors.contains(slot) {
      order.remove(slot, from: section(of: slot))
      records[Int(slot)] = nil
      freeSlots.append(slot)
      stones.remove(slot)
    }
    for slot in retired.values { freeSlots.append(slot) }
    retired.removeAll()
    for (id, section) in sectionGraves where !neededSections.contains(section) {
      sectionOrder.remove(section)
      sections[Int(section)] = nil
      freeSections.append(section)
      sectionGraves[id] = nil
    }
    for section in retiredSections.values { freeSections.append(section) }
    retiredSections.removeAll()
  }

  private mutating func undo(_ step: Undo) {
    switch step {
    case .place(let slot):
      touch(slot)
      guard let record = records[Int(slot)] else { return }
      order.remove(slot, from: record.section)
      count(-1, in: record.section)
      slots[record.item.id] = nil
      retired[record.item.id] = slot
      records[Int(slot)] = nil
    case .death(let slot):
      touch(slot)
      if let item = records[Int(slot)]?.item { rouse(slot, as: item) }
    case .revival(let slot, let item):
      touch(slot)
      kill(slot)
      records[Int(slot)]?.item = item
    case .item(let slot, let item):
      touch(slot)
      records[Int(slot)]?.item = item
    case .position(let slot, let section, let other):
      touch(slot)
      put(slot, after: other, in: section)
    case .marks(let slot, let isPlaced, let isRefreshed):
      guard let place = touches[slot] else { return }
      touched[place].isPlaced = isPlaced
      touched[place].isRefreshed = isRefreshed
    case .sectionPlace(let section):
      noteSections()
      guard let id = sections[Int(section)]?.id else { return }
      sectionOrder.remove(section)
      sectionSlots[id] = nil
      retiredSections[id] = section
      sections[Int(section)] = nil
    case .sectionDeath(let section):
      noteSections()
      guard let id = sections[Int(section)]?.id else { return }
      sections[Int(section)]?.isAlive = true
      sectionGraves[id] = nil
      sectionSlots[id] = section
    case .sectionRevival(let section, let header):
      noteSections()
      killSection(section)
      sections[Int(section)]?.header = header
    case .header(let section, let header):
      noteSections()
      sections[Int(section)]?.header = header
    case .sectionPosition(let section, let other):
      noteSections()
      sectionOrder.remove(section)
      sectionOrder.insert(section, after: other)
    }
  }
}

// MARK: - Loading

extension OrderedRecords {
  /// Makes records of a whole answer. What comes a second time stands where it came first: a record with its newest
  /// content, a section with its first header.
  package init(_ contents: StoreContents<Item>) {
    switch contents {
    case .items(let items):
      self.init(keepsSections: false)
      for item in items { append(item, to: 0) }
    case .sections(let sections):
      self.init(keepsSections: true)
      for section in sections {
        let number = sectionSlots[section.id] ?? takeSection()
        if sectionSlots[section.id] == nil {
          self.sections[Int(number)] = SectionRecord(id: section.id, header: section.header)
          sectionSlots[section.id] = number
          sectionOrder.append(number)
        }
        for item in section.items { append(item, to: number) }
      }
    }
  }

  private mutating func append(_ item: Item, to section: Int32) {
    if let slot = slots[item.id] {
      records[Int(slot)]?.item = item
      return
    }
    let slot = takeSlot()
    records[Int(slot)] = Record(item: item, section: section, isAlive: true)
    slots[item.id] = slot
    order.append(slot, to: section)
    count(1, in: section)
  }
}
