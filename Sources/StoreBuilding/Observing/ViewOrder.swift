import SectionDiff

/// The order of what an observer is shown: by its rules, then as the records arrived or were placed.
///
/// It does not depend on the type of the records, so that a search in it is compiled once and for all: only rules look at
/// records, by closures.
@usableFromInline
struct ViewOrder: SlotOrder {
  /// Which state of the records is meant: before the run of changes that is not settled, or now.
  @usableFromInline
  enum Time: Sendable {
    case beforeRun
    case now
  }

  /// What the rules say of slots.
  @usableFromInline
  struct Rules {
    let prefix: (Int32) -> SortPrefix
    let isOrdered: (Int32, Int32) -> Bool?

    @inlinable
    init<Item>(_ records: OrderedRecords<Item>, _ rules: [SortRule<Item>], first: SortRule<Item>, _ time: Time) {
      @Sendable func item(_ slot: Int32) -> Item? {
        guard case .beforeRun = time, let offset = records.touchOffset(of: slot) else { return records.item(at: slot) }
        return records.touched[offset].before
      }
      self.init(
        prefix: { slot in
          guard let prefix = first.prefix, let item = item(slot) else { return .unknown }
          return prefix(item)
        },
        isOrdered: { a, b in
          guard let first = item(a), let second = item(b) else { return nil }
          return rules.isOrdered(first, before: second)
        })
    }

    @usableFromInline
    init(prefix: @escaping (Int32) -> SortPrefix, isOrdered: @escaping (Int32, Int32) -> Bool?) {
      self.prefix = prefix
      self.isOrdered = isOrdered
    }
  }

  /// How many records were compared.
  final class Comparisons {
    var count = 0
  }

  private let places: SlotLists
  private let sections: SlotTable<ManualSection>
  private let sectionOrder: ArrivalOrder
  /// What the run has noted of a slot; see ``OrderedRecords/touches``.
  private let touches: [Int32]
  private let formerSlots: [Int32]
  private let time: Time
  private let rules: Rules?
  @usableFromInline let sectionsMayMove: Bool
  let comparisons = Comparisons()

  @inlinable
  init<Item>(_ records: OrderedRecords<Item>, _ rules: [SortRule<Item>], _ time: Time) {
    // Not by a closure, which would copy the records where there is no rule, too.
    var applied: Rules?
    if let first = rules.first { applied = Rules(records, rules, first: first, time) }
    self.init(
      records.places, records.keepsSections ? (records.sections, records.sectionOrder) : nil, records.touches,
      records.formerSlots, time, applied)
  }

  @usableFromInline
  init(
    _ places: SlotLists, _ sections: (table: SlotTable<ManualSection>, order: ArrivalOrder)?, _ touches: [Int32],
    _ formerSlots: [Int32], _ time: Time, _ rules: Rules?
  ) {
    self.places = places
    self.sections = sections?.table ?? SlotTable()
    sectionOrder = sections?.order ?? ArrivalOrder()
    sectionsMayMove = sections != nil
    self.touches = touches
    self.formerSlots = formerSlots
    self.time = time
    self.rules = rules
  }

  /// Whether anything but the arrival decides.
  var hasRules: Bool { rules != nil }

  /// Which of the touched records a slot is, or `nil`.
  func touchOffset(of slot: Int32) -> Int? {
    guard Int(slot) < touches.count, touches[Int(slot)] >= 0 else { return nil }
    return Int(touches[Int(slot)])
  }

  /// The slot that is where a record is in the state that is meant.
  private func place(of slot: Int32) -> Int32 {
    guard case .beforeRun = time, let touch = touchOffset(of: slot) else { return slot }
    return formerSlots[touch]
  }

  @usableFromInline
  func section(of slot: Int32) -> Int32 { places.list(of: place(of: slot)) }

  @usableFromInline
  func prefix(of slot: Int32) -> SortPrefix { rules?.prefix(slot) ?? .unknown }

  @usableFromInline
  func isOrdered(_ a: Int32, before b: Int32) -> Bool? {
    comparisons.count += 1
    return rules?.isOrdered(a, b)
  }

  @usableFromInline
  func arrival(of slot: Int32) -> Int { places.label(of: place(of: slot)) }

  @usableFromInline
  func sectionPrecedes(_ a: Int32, earliest first: Int32?, _ b: Int32, earliest second: Int32?) -> Bool {
    sectionsMayMove && sectionOrder.label(of: a) < sectionOrder.label(of: b)
  }

  @usableFromInline
  var declaredSections: [Int32] {
    guard sectionsMayMove else { return [0] }
    var present: [Int32] = []
    var section = sectionOrder.first
    while section >= 0 {
      if sections.isPresent(section) { present.append(section) }
      section = sectionOrder.slot(after: section)
    }
    return present
  }

  @usableFromInline
  func isDeclared(_ section: Int32) -> Bool { !sectionsMayMove || sections.isPresent(section) }
}
