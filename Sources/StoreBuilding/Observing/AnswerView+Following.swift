public import StoreInterface

extension AnswerView {
  /// Brings the view up to date with a run of changes that has not been settled yet, and says what it came to.
  @inlinable
  package mutating func follow(_ records: OrderedRecords<Item>) -> Outcome {
    let sections = records.sectionsBefore == nil ? SectionChanges() : SectionChanges(of: records)
    if request.limit != nil, sections.isReordered {
      load(records)
      return .answer
    }
    var touched: [TouchedSlot] = []
    touched.reserveCapacity(records.touched.count)
    for offset in records.touched.indices {
      let slot = records.touchedSlots[offset]
      let isMoved = records.formerSlots[offset] != slot
      touched.append(
        TouchedSlot(
          slot: slot, matches: matches(slot, of: records),
          keepsPlace: !isMoved && (request.order.isEmpty || keepsRank(records.touched[offset], in: records))))
    }
    let shown = index.follow(
      touched, from: ViewOrder(records, request.order, .beforeRun), to: ViewOrder(records, request.order, .now),
      sectionsChanged: records.sectionsBefore != nil)
    return .changes(changes(shown, records, sections))
  }

  /// Whether a record is the same to the rules of the order as it was.
  @inlinable
  func keepsRank(_ touch: OrderedRecords<Item>.Touch, in records: OrderedRecords<Item>) -> Bool {
    // What is looked at again may depend on what is not in the records.
    guard !touch.isRefreshed, let before = touch.before, let now = records.item(of: touch) else { return false }
    return request.order.allSatisfy { rule in
      // A comparison of one's own need not tell two versions of one record apart.
      rule.prefix != nil && rule.compare(before, now) == .same
    }
  }

  /// Deletions, then updates of what stays where it is, then insertions, updates and moves from front to back, each behind
  /// one that has its place already. Sections come before the records that go into them, and go after the records that leave
  /// them. Records that go with their section are deleted one by one, too: results that are not in the sections of the store
  /// know these by their keys alone.
  @inlinable
  func changes(
    _ shown: ShownChanges, _ records: OrderedRecords<Item>, _ sections: SectionChanges<Item>
  ) -> [StoreChange<Item>] {
    var changes = sections.first
    changes.reserveCapacity(changes.count + shown.gone.count + shown.kept.count + shown.entries.count)
    for slot in shown.gone {
      let touch = records.touchOffset(of: slot).map { records.touched[$0] }
      if let key = (touch == nil ? records.item(at: slot) : touch?.before)?.id { changes.append(.delete(key)) }
    }
    for slot in shown.kept { addUpdate(of: slot, records, to: &changes) }
    for entry in shown.entries {
      guard let item = records.item(at: entry.slot) else { continue }
      guard entry.wasShown else {
        changes.append(.insert(item, at: placement(entry, records)))
        continue
      }
      addUpdate(of: entry.slot, records, to: &changes)
      if case .kept = entry.place { continue }
      changes.append(.move(item.id, to: placement(entry, records)))
    }
    changes += sections.last
    return changes
  }

  @inlinable
  func addUpdate(of slot: Int32, _ records: OrderedRecords<Item>, to changes: inout [StoreChange<Item>]) {
    guard let offset = records.touchOffset(of: slot), let before = records.touched[offset].before,
      let item = records.item(at: slot)
    else { return }
    if !haveEqualContent(before, item) {
      changes.append(.update(item))
    } else if records.touched[offset].isRefreshed {
      changes.append(.refresh(item.id))
    }
  }

  @inlinable
  func placement(_ entry: ShownChanges.Entry, _ records: OrderedRecords<Item>) -> StorePlacement<Item.ID> {
    let section = records.keepsSections ? records.sections[entry.section]?.id : nil
    switch entry.place {
    case .kept, .end: return StorePlacement(.end, in: section)
    case .start: return StorePlacement(.start, in: section)
    case .after(let slot):
      // It is shown, so there is a record.
      return records.item(at: slot).map { .after($0.id) } ?? StorePlacement(.start, in: section)
    }
  }
}
