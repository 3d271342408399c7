public import StoreInterface

/// What an observer that believes its store shows: the events applied to plain arrays, one change after another, with a
/// note of every change that makes no sense where it stands.
public struct ObservedAnswer<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  struct Place: Sendable {
    var item: Item
    var isAlive = true
  }

  struct Row: Sendable {
    var id: SectionID?
    var header: SectionHeader?
    var places: [Place] = []
  }

  private var rows: [Row] = []
  /// Events that were received.
  public private(set) var events: [StoreEvent<Item>] = []
  /// What made no sense.
  public private(set) var violations: [String] = []

  /// Shows nothing yet.
  public init() {}

  /// The changes that were received, event by event.
  public var changeEvents: [StoreBatch<Item>] {
    events.compactMap { if case .changes(let batch) = $0 { batch } else { nil } }
  }

  /// What is shown.
  public var contents: StoreContents<Item> {
    if let first = rows.first, first.id == nil { return .items(first.places.filter(\.isAlive).map(\.item)) }
    return .sections(
      rows.compactMap { row in
        row.id.map { StoreSection($0, header: row.header, items: row.places.filter(\.isAlive).map(\.item)) }
      })
  }

  /// Takes an event.
  public mutating func apply(_ event: StoreEvent<Item>) {
    events.append(event)
    switch event {
    case .replace(.items(let items)): rows = [Row(places: items.map { Place(item: $0) })]
    case .replace(.sections(let sections)):
      rows = sections.map { Row(id: $0.id, header: $0.header, places: $0.items.map { Place(item: $0) }) }
    case .failed: return
    case .changes(let batch):
      if batch.isEmpty { violations.append("an event without changes") }
      for change in batch.changes { apply(change) }
      for row in rows.indices { rows[row].places.removeAll { !$0.isAlive } }
    }
  }

  private mutating func apply(_ change: StoreChange<Item>) {
    switch change {
    case .insert(let item, let placement):
      if find(item.id) != nil { violations.append("inserts \(item.id), which is there") }
      put(Place(item: item), at: placement)
    case .update(let item):
      guard let (row, place) = find(item.id) else { return violations.append("updates \(item.id), which is not there") }
      if rows[row].places[place].item == item { violations.append("updates \(item.id), which is equal") }
      rows[row].places[place].item = item
    case .move(let key, let placement):
      guard let (row, place) = find(key) else { return violations.append("moves \(key), which is not there") }
      put(rows[row].places.remove(at: place), at: placement)
    case .delete(let key):
      guard let (row, place) = find(key) else { return violations.append("deletes \(key), which is not there") }
      rows[row].places[place].isAlive = false
    case .refresh(let key):
      if find(key) == nil { violations.append("refreshes \(key), which is not there") }
    case .insertSection(let id, let header, let placement):
      if rows.contains(where: { $0.id == id }) { violations.append("inserts section \(id), which is there") }
      put(Row(id: id, header: header), at: placement)
    case .updateSection(let id, let header):
      guard let row = rows.firstIndex(where: { $0.id == id }) else {
        return violations.append("updates section \(id), which is not there")
      }
      if rows[row].header == header { violations.append("updates section \(id), which is equal") }
      rows[row].header = header
    case .moveSection(let id, let placement):
      guard let row = rows.firstIndex(where: { $0.id == id }) else {
        return violations.append("moves section \(id), which is not there")
      }
      put(rows.remove(at: row), at: placement)
    case .deleteSection(let id):
      guard let row = rows.firstIndex(where: { $0.id == id }) else {
        return violations.append("deletes section \(id), which is not there")
      }
      rows.remove(at: row)
    }
  }

  private func find(_ key: Item.ID) -> (row: Int, place: Int)? {
    for row in rows.indices {
      if let place = rows[row].places.firstIndex(where: { $0.isAlive && $0.item.id == key }) { return (row, place) }
    }
    return nil
  }

  private mutating func put(_ place: Place, at placement: StorePlacement<Item.ID>) {
    switch placement.position {
    case .before(let key), .after(let key):
      guard let (row, index) = find(key) else { return violations.append("places beside \(key), which is not there") }
      if case .before = placement.position {
        rows[row].places.insert(place, at: index)
      } else {
        rows[row].places.insert(place, at: index + 1)
      }
    case .start, .end:
      let isSectioned = rows.first?.id != nil
      guard isSectioned == (placement.section != nil), let row = rows.firstIndex(where: { $0.id == placement.section })
      else { return violations.append("places in \(placement), where that is not possible") }
      rows[row].places.insert(place, at: placement.position == .start ? 0 : rows[row].places.count)
    }
  }

  private mutating func put(_ row: Row, at placement: SectionPlacement) {
    switch placement {
    case .start: rows.insert(row, at: 0)
    case .end: rows.append(row)
    case .before(let id), .after(let id):
      guard let index = rows.firstIndex(where: { $0.id == id }) else {
        return violations.append("places beside section \(id), which is not there")
      }
      if case .before = placement { rows.insert(row, at: index) } else { rows.insert(row, at: index + 1) }
    }
  }
}
