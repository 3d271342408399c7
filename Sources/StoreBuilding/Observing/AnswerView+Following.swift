extension AnswerView {
  /// Brings the view up to date with a run of changes that has not been settled yet, and says what it came to.
  package mutating func follow(_ records: OrderedRecords<Item>) -> Outcome {
    let sections = SectionChanges(of: records)
    if request.limit != nil, sections.isReordered {
      load(records)
      return .answer
    }
    let (sectionsBefore, offsetsBefore, windowBefore) = (index.sections, index.offsets, window)
    let paths = takeOut(records)
    let takenOut = paths.map { offsetsBefore[$0.section] + $0.rank }
    let putIn = putIn(records)
    let changes = WindowChanges(takenOut: takenOut, putIn: putIn, before: windowBefore, after: window)

    var next = 0
    let removed = changes.removed.map { removed in
      let offset = Int(removed)
      while next < paths.count, takenOut[next] < offset { next += 1 }
      if next < paths.count, takenOut[next] == offset {
        let path = paths[next]
        return ShownPlace(slot: path.slot, section: sectionsBefore[path.section], rank: path.rank)
      }
      // Pushed out. There is a limit then, and sections are where they were.
      let path = index.path(at: WindowChanges.offset(ofKept: offset, whenTakenOut: takenOut, andPutIn: putIn))
      return ShownPlace(
        slot: path.slot, section: index.sections[path.section], rank: offset - offsetsBefore[path.section])
    }
    let added = changes.added.map { offset in
      let path = index.path(at: Int(offset))
      return ShownPlace(slot: path.slot, section: index.sections[path.section], rank: path.rank)
    }
    visits += removed.count + added.count
    return .changes(
      self.changes(records, sections: sections, removed: ShownPlace.inGaps(removed), added: ShownPlace.inGaps(added)))
  }

  /// Takes the touched records out of the index.
  ///
  /// - Returns: Where they were, ascending.
  private mutating func takeOut(_ records: OrderedRecords<Item>) -> [SlotPath] {
    let order = ViewOrder(records, request.order, .beforeRun)
    var paths: [SlotPath] = []
    paths.reserveCapacity(records.touchedSlots.count)
    for slot in records.touchedSlots where listed.remove(slot) != nil {
      if let path = index.path(of: slot, in: order) { paths.append(path) }
    }
    paths.sort()
    index.remove(paths, in: order)
    visits += order.comparisons.count
    return paths
  }

  /// Puts the touched records that match into the index, each where it belongs now.
  ///
  /// - Returns: Their offsets, ascending.
  private mutating func putIn(_ records: OrderedRecords<Item>) -> [Int] {
    let order = ViewOrder(records, request.order, .now)
    var slots: [Int32] = []
    for slot in records.touchedSlots where matches(slot, of: records) { slots.append(slot) }
    if records.sectionsBefore != nil { index.touchAll(in: order) }
    // In the order in which they will be in each section, so that the rank of none is changed by the next one.
    var paths: [SlotPath] = []
    for slot in order.sorted(slots) {
      guard let path = index.insert(slot, in: order) else { continue }
      listed.insert(slot)
      paths.append(path)
    }
    index.settle(in: order)
    visits += order.comparisons.count
    return index.offsets(of: paths, in: order)
  }
}

/// Where a record that is shown no more was, or where one is that was not shown; one that was touched may be both.
struct ShownPlace {
  let slot: Int32
  /// The number of the section.
  let section: Int32
  let rank: Int
  /// How many records of the section come before it that were shown and still are, in the same order.
  private(set) var gap = 0

  init(slot: Int32, section: Int32, rank: Int) {
    self.slot = slot
    self.section = section
    self.rank = rank
  }

  /// Works out the gaps of all that left, or of all that came, in order.
  static func inGaps(_ places: [ShownPlace]) -> [ShownPlace] {
    var places = places
    var first = 0
    for offset in places.indices {
      if places[offset].section != places[first].section { first = offset }
      places[offset].gap = places[offset].rank - (offset - first)
    }
    return places
  }
}
