public import SectionDiff
public import StoreBuilding

/// Slots in sections, each section in order: finds the position of a record among all, and takes records in and out, in
/// logarithmic time.
///
///     sections   2            0      5            numbers, in the order in which the sections are
///     slots      7 3 9 │ 1 4 │ 8 2 6              one ranked array each
///     offsets    0       3     5       8
///
/// The order of records and of sections is the caller's: it is passed in with each call.
@usableFromInline
struct SectionedIndex: Sendable {
  /// The numbers of the sections, in order.
  @usableFromInline var order: [Int32] = []
  /// The records of each of them.
  @usableFromInline var slots: [RankedArray<RankedSlot>] = []
  /// `offsets[p] ..< offsets[p + 1]` are the positions of the records of the section at place `p`.
  @usableFromInline var offsets: [Int] = [0]
  /// The records of each in the order of arrival, where that is another one and decides where sections are.
  @usableFromInline var arrived: [RankedArray<Int32>]?
  /// The place of each section in `order`, by number; -1 for those that are not there.
  @usableFromInline var placeOfNumber: [Int32] = []
  /// The numbers of the sections that records were taken out of or put into since the index was settled, some of them
  /// more than once.
  @usableFromInline var touched: [Int32] = []

  @inlinable
  init() {}

  /// - Parameters:
  ///   - order: Section numbers, in order.
  ///   - slots: The records of each, in order.
  ///   - arrived: The same in the order of arrival, where that is kept.
  @inlinable
  init(order: [Int32], slots: [[RankedSlot]], arrived: [[Int32]]?) {
    self.order = order
    self.slots = slots.map { Self.list($0) }
    self.arrived = arrived.map { $0.map { Self.list($0) } }
    updatePlaces()
    updateOffsets(from: 0, to: order.count - 1)
  }

  /// A list of slots in large leaves: no one else holds it, so that an edit moves a kilobyte and copies none, and a
  /// search goes through few of them.
  @inlinable
  static func list<Element>(_ elements: [Element]) -> RankedArray<Element> {
    RankedArray(elements, leafCapacity: 256, fanOut: 16)
  }

  /// The number of records.
  @inlinable
  var count: Int { offsets[offsets.count - 1] }

  /// The place of a section, or `nil`.
  @inlinable
  func place(ofSection number: Int32) -> Int? {
    guard number >= 0, Int(number) < placeOfNumber.count, placeOfNumber[Int(number)] >= 0 else { return nil }
    return Int(placeOfNumber[Int(number)])
  }

  /// Where a record is, or `nil` when it is not here.
  @inlinable
  func spot<Item, Key, Shown, Header>(
    of slot: Int32, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    place(of: slot, in: catalog).flatMap { verified($0) }
  }

  /// The same in an index of some of another's records, found from where it is in that one.
  @inlinable
  func spot<Item, Key, Shown, Header>(
    of spot: Spot, among others: SectionedIndex, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    place(of: spot, among: others, in: catalog).flatMap { verified($0) }
  }

  /// The spot of a record that was sought, where it is there. An order may go by more than records hold, or be none
  /// at all, such as one by chance; then a search can go astray, and the record is looked for one by one.
  @inlinable
  func verified(_ spot: Spot) -> Spot? {
    if spot.rank < slots[spot.place].count, slots[spot.place][spot.rank].slot == spot.slot { return spot }
    return slots[spot.place].firstIndex { $0.slot == spot.slot }
      .map { Spot(slot: spot.slot, place: spot.place, rank: $0) }
  }

  /// Where a record is by its order, or would be, in its section; `nil` when that is not there.
  @inlinable
  func place<Item, Key, Shown, Header>(
    of slot: Int32, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    guard let place = place(ofSection: catalog.records.standings[Int(slot)].section) else { return nil }
    let record = catalog.ranked(slot)
    let rank = slots[place].partitionPoint(in: 0..<slots[place].count) { catalog.precedes($0, record) }
    return Spot(slot: slot, place: place, rank: rank)
  }

  /// The same in an index of some of another's records, found from where it is, or was just put, in that one: what
  /// is not here can have pushed it back so far and no farther.
  @inlinable
  func place<Item, Key, Shown, Header>(
    of spot: Spot, among others: SectionedIndex, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    guard let place = place(ofSection: others.order[spot.place]) else { return nil }
    let missing = others.slots[spot.place].count - slots[place].count
    let range = max(0, spot.rank - missing)..<min(spot.rank, slots[place].count)
    let record = catalog.ranked(spot.slot)
    let rank = slots[place].partitionPoint(in: range) { catalog.precedes($0, record) }
    return Spot(slot: spot.slot, place: place, rank: rank)
  }

  /// The position of the first record of a section, or `nil`.
  @inlinable
  func start(ofSection number: Int32) -> Int? { place(ofSection: number).map { offsets[$0] } }

  /// The position among all of what is at a spot.
  @inlinable
  func position(of spot: Spot) -> Int { offsets[spot.place] + spot.rank }

  /// Where a record is: in which section, and where in it.
  @usableFromInline
  struct Spot: Sendable, Comparable {
    @usableFromInline var slot: Int32
    @usableFromInline var place: Int
    @usableFromInline var rank: Int

    @inlinable
    init(slot: Int32, place: Int, rank: Int) {
      self.slot = slot
      self.place = place
      self.rank = rank
    }

    @inlinable
    static func < (a: Spot, b: Spot) -> Bool { (a.place, a.rank) < (b.place, b.rank) }
  }

  /// The record at a position among all.
  @inlinable
  func slot(at position: Int) -> Int32 {
    let place = place(ofPosition: position)
    return slots[place][position - offsets[place]].slot
  }

  /// The place of the section that holds a position.
  @inlinable
  func place(ofPosition position: Int) -> Int {
    var low = 0
    var high = offsets.count - 1
    // Invariant: offsets[low] <= position < offsets[high].
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offsets[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// The record of a section that arrived first, or `nil` in an empty one.
  @inlinable
  func earliest(at place: Int) -> Int32? {
    if let arrived { return arrived[place].isEmpty ? nil : arrived[place][0] }
    return slots[place].isEmpty ? nil : slots[place][0].slot
  }

  /// Takes a record out, before its content or its place among the arrivals changes. Offsets are right again after
  /// `settle(in:)`.
  @inlinable
  mutating func remove(_ spot: Spot, arrivals: ArrivalOrder) {
    slots[spot.place].remove(at: spot.rank)
    touched.append(order[spot.place])
    if let rank = arrived?[spot.place].arrivalRank(of: spot.slot, in: arrivals) {
      arrived?[spot.place].remove(at: rank)
    }
  }

  /// Puts a record in, and its section first where that is not there. Offsets are right again after `settle(in:)`.
  @inlinable
  @discardableResult
  mutating func insert<Item, Key, Shown, Header>(
    _ slot: Int32, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    putInSection(of: slot, in: catalog)
    guard let spot = place(of: slot, in: catalog) else { return nil }
    insert(at: spot, in: catalog)
    return spot
  }

  /// The same in an index of some of another's records, into which it was just put at a spot.
  @inlinable
  mutating func insert<Item, Key, Shown, Header>(
    _ other: Spot, among others: SectionedIndex, in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Spot? {
    putInSection(of: other.slot, in: catalog)
    guard let spot = place(of: other, among: others, in: catalog) else { return nil }
    insert(at: spot, in: catalog)
    return spot
  }

  @inlinable
  mutating func insert<Item, Key, Shown, Header>(at spot: Spot, in catalog: Catalog<Item, Key, Shown, Header>) {
    slots[spot.place].insert(catalog.ranked(spot.slot), at: spot.rank)
    touched.append(order[spot.place])
    if let rank = arrived?[spot.place].arrivalRank(of: spot.slot, in: catalog.records.arrivals) {
      arrived?[spot.place].insert(spot.slot, at: rank)
    }
  }

  @inlinable
  mutating func putInSection<Item, Key, Shown, Header>(
    of slot: Int32, in catalog: Catalog<Item, Key, Shown, Header>
  ) {
    let number = catalog.records.standings[Int(slot)].section
    if number < 0 || place(ofSection: number) != nil { return }
    var low = 0
    var high = order.count
    while low < high {
      let middle = low + (high - low) / 2
      let isBefore = catalog.sectionPrecedes(
        number, earliest: slot, order[middle], earliest: earliest(at: middle))
      if isBefore { high = middle } else { low = middle + 1 }
    }
    insertSection(number, at: low)
  }

  /// Has the next `settle(in:)` look at all sections, and puts in those that were declared since.
  @inlinable
  mutating func touchAll<Item, Key, Shown, Header>(in catalog: Catalog<Item, Key, Shown, Header>) {
    for number in catalog.table.declared where place(ofSection: number) == nil {
      insertSection(number, at: order.count)
    }
    touched = order
  }

  /// Takes out sections that are empty and not declared, puts sections whose earliest record is another one now to their
  /// places, and makes the offsets right.
  ///
  /// - Returns: The numbers of sections taken out, and whether others changed places.
  @inlinable
  mutating func settle<Item, Key, Shown, Header>(
    in catalog: Catalog<Item, Key, Shown, Header>
  ) -> (gone: [Int32], isReordered: Bool) {
    let numbers = touched
    touched.removeAll(keepingCapacity: true)
    var first = order.count
    var last = order.count == offsets.count - 1 ? -1 : order.count - 1
    var gone: [Int32] = []
    for number in numbers {
      guard let place = place(ofSection: number) else { continue }
      first = min(first, place)
      last = max(last, place)
      if slots[place].isEmpty, !catalog.table.isDeclared(number) {
        gone.append(number)
        placeOfNumber[Int(number)] = -1
      }
    }
    if !gone.isEmpty {
      rearrange(order.indices.filter { placeOfNumber[Int(order[$0])] >= 0 })
      last = order.count - 1
    }
    let isReordered = isOutOfOrder(numbers, in: catalog)
    if isReordered {
      rearrange(
        order.indices.sorted {
          catalog.sectionPrecedes(order[$0], earliest: earliest(at: $0), order[$1], earliest: earliest(at: $1))
        })
      first = 0
      last = order.count - 1
    }
    updateOffsets(from: first, to: last)
    return (gone, isReordered)
  }

  /// Whether one of some sections is at the wrong side of a neighbour, because another record is its earliest now.
  @inlinable
  func isOutOfOrder<Item, Key, Shown, Header>(
    _ numbers: [Int32], in catalog: Catalog<Item, Key, Shown, Header>
  ) -> Bool {
    guard catalog.arrangement.sections.order.mayTie, order.count > 1 else { return false }
    func precedes(_ a: Int, _ b: Int) -> Bool {
      catalog.sectionPrecedes(order[a], earliest: earliest(at: a), order[b], earliest: earliest(at: b))
    }
    return numbers.contains { number in
      guard let place = place(ofSection: number) else { return false }
      return (place > 0 && precedes(place, place - 1)) || (place + 1 < order.count && precedes(place + 1, place))
    }
  }

  @inlinable
  mutating func insertSection(_ number: Int32, at place: Int) {
    order.insert(number, at: place)
    slots.insert(Self.list([]), at: place)
    arrived?.insert(Self.list([]), at: place)
    updatePlaces()
  }

  /// Keeps the sections at these places of the present order, and in this order.
  @inlinable
  mutating func rearrange(_ places: [Int]) {
    for number in order { placeOfNumber[Int(number)] = -1 }
    order = places.map { order[$0] }
    slots = places.map { slots[$0] }
    if let arrived { self.arrived = places.map { arrived[$0] } }
    updatePlaces()
  }

  /// Makes right where the sections begin, when those before a place and those after another one have kept their counts.
  @inlinable
  mutating func updateOffsets(from first: Int, to last: Int) {
    var starts = offsets
    offsets = []
    if starts.count > order.count + 1 { starts.removeLast(starts.count - order.count - 1) }
    var place = first
    while place < order.count {
      let end = starts[place] + slots[place].count
      if place + 1 == starts.count {
        starts.append(end)
      } else {
        let shift = end - starts[place + 1]
        if place >= last {
          // What follows has kept its counts.
          if shift != 0 { for next in (place + 1)..<starts.count { starts[next] &+= shift } }
          break
        }
        starts[place + 1] = end
      }
      place += 1
    }
    offsets = starts
  }

  @inlinable
  mutating func updatePlaces() {
    for (place, number) in order.enumerated() {
      while placeOfNumber.count <= Int(number) { placeOfNumber.append(-1) }
      placeOfNumber[Int(number)] = Int32(truncatingIfNeeded: place)
    }
  }
}

extension RankedArray<Int32> {
  /// Where a record is, or would be, in a list in the order of arrival.
  @inlinable
  func arrivalRank(of slot: Int32, in arrivals: ArrivalOrder) -> Int {
    let label = arrivals.label(of: slot)
    return partitionPoint(in: 0..<count) { arrivals.label(of: $0) < label }
  }
}
