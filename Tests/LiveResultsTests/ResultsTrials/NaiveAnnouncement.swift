@testable import StoreInterface

/// A change of a store, and the event that each request makes of it.
struct NaiveAnnouncement {
  var before: StoreContents<SmallRecord>
  var after: StoreContents<SmallRecord>
  /// The records that were looked at again.
  var refreshed: [Int] = []
  /// The batch as it came, where a request for everything gets just that.
  var batch: StoreBatch<SmallRecord>?
  /// Whether the whole answer is given again.
  var isAnswer = false

  /// The event for a request; nil where its answer does not change.
  func event(for request: TrialRequest) -> StoreEvent<SmallRecord>? {
    let new = request.answer(of: after)
    if isAnswer { return .replace(new) }
    if let batch, request == TrialRequest() { return .changes(batch) }
    let changes = request.answer(of: before).changes(to: new, refreshing: refreshed)
    return changes.isEmpty ? nil : .changes(StoreBatch(changes))
  }
}

extension StoreContents<SmallRecord> {
  /// What turns this answer into another: found by walking along the other, and correcting each difference.
  func changes(to other: StoreContents<SmallRecord>, refreshing keys: [Int] = []) -> [StoreChange<SmallRecord>] {
    let (old, new) = (rows, other.rows)
    var changes: [StoreChange<SmallRecord>] = []
    var order = old.map(\.id)
    for (place, section) in new.enumerated() {
      guard let id = section.id else { continue }
      let placement: SectionPlacement = place == 0 ? .start : new[place - 1].id.map { .after($0) } ?? .end
      if let former = old.first(where: { $0.id == id }) {
        if order[place] != id { changes.append(.moveSection(id, to: placement)) }
        if former.header != section.header { changes.append(.updateSection(id, header: section.header)) }
        order.removeAll { $0 == id }
      } else {
        changes.append(.insertSection(id, header: section.header, at: placement))
      }
      order.insert(id, at: place)
    }

    let kept = Set(new.flatMap { $0.items.map(\.id) })
    var contents: [Int: SmallRecord] = [:]
    for item in old.flatMap(\.items) {
      contents[item.id] = item
      if !kept.contains(item.id) { changes.append(.delete(item.id)) }
    }
    var placed = new.map { section in
      old.first { $0.id == section.id }?.items.map(\.id).filter(kept.contains) ?? []
    }
    for (number, section) in new.enumerated() {
      for (place, item) in section.items.enumerated() {
        let position: StorePlacement<Int>.Position = place == 0 ? .start : .after(section.items[place - 1].id)
        let isInPlace = place < placed[number].count && placed[number][place] == item.id
        if let former = contents[item.id] {
          if former != item {
            changes.append(.update(item))
          } else if keys.contains(item.id) {
            changes.append(.refresh(item.id))
          }
          if !isInPlace { changes.append(.move(item.id, to: StorePlacement(position, in: section.id))) }
        } else {
          changes.append(.insert(item, at: StorePlacement(position, in: section.id)))
        }
        if isInPlace { continue }
        for other in placed.indices { placed[other].removeAll { $0 == item.id } }
        placed[number].insert(item.id, at: place)
      }
    }
    let gone = old.compactMap(\.id).filter { id in !new.contains { $0.id == id } }
    return changes + gone.map { .deleteSection($0) }
  }

  /// The sections; a list is one without a key.
  private var rows: [(id: SectionID?, header: SectionHeader?, items: [SmallRecord])] {
    guard let sections else { return [(nil, nil, items)] }
    return sections.map { ($0.id, $0.header, $0.items) }
  }
}
