public import StoreInterface

/// What an observer holds who believes every event: the slow, plain reading of what a store says.
///
///     var replica = StoreReplica(after: events)
///     replica.apply(another)
///     replica.contents                              // what a fetch should give
///
/// Plain arrays, searched from the front. Records keep their place when they are updated, and when they are deleted and
/// inserted again in one batch; a placement other than the end sets it, and so does a move. An update of a record that is
/// not there inserts it at the end; to be placed beside a record that is not there is to be placed at the end.
public struct StoreReplica<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// A record, and whether the batch that is being applied has deleted it: its place is kept until the batch is over.
  private struct Entry {
    var item: Item
    var isGone = false
  }

  /// A section, or the one list of a store without sections.
  private struct Section {
    var id: SectionID?
    var header: SectionHeader?
    var entries: [Entry] = []
  }

  private typealias Path = (shelf: Int, entry: Int)

  private var shelves: [Section] = []
  private var isSectioned = false
  /// Whether there was an answer.
  public private(set) var hasAnswer = false
  /// The failures that were received, in order.
  public private(set) var failures: [StoreError] = []

  /// Makes a replica that has received nothing.
  public init() {}

  /// Makes a replica that has received these events.
  public init(after events: [StoreEvent<Item>]) {
    for event in events { apply(event) }
  }

  /// Makes a replica that has received this answer.
  public init(_ contents: StoreContents<Item>) { replace(with: contents) }

  /// What the observer holds; `nil` before the first answer.
  public var contents: StoreContents<Item>? {
    guard hasAnswer else { return nil }
    if isSectioned {
      return .sections(
        shelves.compactMap { shelf in
          shelf.id.map { StoreSection($0, header: shelf.header, items: shelf.entries.map(\.item)) }
        })
    }
    return .items(items)
  }

  /// All records, in order.
  public var items: [Item] { shelves.flatMap { $0.entries.map(\.item) } }

  /// The record with a key, if it is there.
  public subscript(key: Item.ID) -> Item? { path(of: key).map { shelves[$0.shelf].entries[$0.entry].item } }

  /// Takes an event in.
  ///
  /// - Returns: What the event says that cannot be, one sentence each: nothing for a store that keeps the laws.
  @discardableResult
  public mutating func apply(_ event: StoreEvent<Item>) -> [String] {
    switch event {
    case .failed(let error):
      failures.append(error)
      return []
    case .replace(let contents):
      return replace(with: contents)
    case .changes(let batch):
      guard hasAnswer else { return ["changes came before the first answer"] }
      return apply(batch)
    }
  }

  /// Applies a batch as a whole, or, where it is strict and names what is not there, not at all.
  ///
  /// - Returns: What the batch says that cannot be.
  @discardableResult
  public mutating func apply(_ batch: StoreBatch<Item>) -> [String] {
    let before = self
    var unknown: [String] = []
    var problems: [String] = []
    for change in batch.changes { apply(change, &unknown, &problems) }
    for shelf in shelves.indices { shelves[shelf].entries.removeAll(where: \.isGone) }
    if batch.isStrict, !unknown.isEmpty {
      self = before
      return unknown.map { "the batch is strict, and \($0)" }
    }
    return problems
  }

  @discardableResult
  private mutating func replace(with contents: StoreContents<Item>) -> [String] {
    hasAnswer = true
    var problems: [String] = []
    switch contents {
    case .items(let items):
      isSectioned = false
      shelves = [Section(entries: items.map { Entry(item: $0) })]
    case .sections(let sections):
      isSectioned = true
      shelves = sections.map { Section(id: $0.id, header: $0.header, entries: $0.items.map { Entry(item: $0) }) }
      if let twice = sections.map(\.id).firstRepeated { problems.append("section \(twice) occurs twice in the answer") }
    }
    if let twice = items.map(\.id).firstRepeated { problems.append("record \(twice) occurs twice in the answer") }
    return problems
  }
}

// MARK: - Records

extension StoreReplica {
  private mutating func apply(
    _ change: StoreChange<Item>, _ unknown: inout [String], _ problems: inout [String]
  ) {
    switch change {
    case .insert(let item, let placement):
      if let path = path(of: item.id) {
        shelves[path.shelf].entries[path.entry].item = item
        if placement != .end { move(path, to: placement, &unknown, &problems) }
      } else if let path = formerPath(of: item.id) {
        shelves[path.shelf].entries[path.entry] = Entry(item: item)
        if placement != .end { move(path, to: placement, &unknown, &problems) }
      } else {
        put(Entry(item: item), at: placement, &unknown, &problems)
      }
    case .update(let item):
      if let path = path(of: item.id) {
        shelves[path.shelf].entries[path.entry].item = item
      } else {
        unknown.append("record \(item.id) is updated but not there")
        if let path = formerPath(of: item.id) {
          shelves[path.shelf].entries[path.entry] = Entry(item: item)
        } else {
          put(Entry(item: item), at: .end, &unknown, &problems)
        }
      }
    case .move(let key, let placement):
      if let path = path(of: key) {
        move(path, to: placement, &unknown, &problems)
      } else {
        unknown.append("record \(key) is moved but not there")
      }
    case .delete(let key):
      if let path = path(of: key) { shelves[path.shelf].entries[path.entry].isGone = true }
    case .refresh: break
    case .insertSection, .updateSection, .moveSection, .deleteSection:
      guard isSectioned else { return problems.append("a section changes, but the answer is a list") }
      applyToSections(change)
    }
  }

  private mutating func applyToSections(_ change: StoreChange<Item>) {
    switch change {
    case .insert, .update, .move, .delete, .refresh: break
    case .insertSection(let id, let header, let placement):
      if let shelf = shelf(of: id) {
        shelves[shelf].header = header
      } else {
        putSection(Section(id: id, header: header), at: placement)
      }
    case .updateSection(let id, let header):
      if let shelf = shelf(of: id) { shelves[shelf].header = header }
    case .moveSection(let id, let placement):
      if let shelf = shelf(of: id), placement.neighbour != id {
        putSection(shelves.remove(at: shelf), at: placement)
      }
    case .deleteSection(let id):
      shelves.removeAll { $0.id == id }
    }
  }

  private func path(of key: Item.ID, isGone: Bool = false) -> Path? {
    for (shelf, content) in shelves.enumerated() {
      if let entry = content.entries.firstIndex(where: { $0.item.id == key && $0.isGone == isGone }) {
        return (shelf, entry)
      }
    }
    return nil
  }

  private func formerPath(of key: Item.ID) -> Path? { path(of: key, isGone: true) }

  private func shelf(of id: SectionID) -> Int? { shelves.firstIndex { $0.id == id } }

  private mutating func move(
    _ path: Path, to placement: StorePlacement<Item.ID>, _ unknown: inout [String], _ problems: inout [String]
  ) {
    let entry = shelves[path.shelf].entries[path.entry]
    switch placement.position {
    case .before(entry.item.id), .after(entry.item.id): return
    default: break
    }
    shelves[path.shelf].entries.remove(at: path.entry)
    put(entry, at: placement, &unknown, &problems)
  }

  private mutating func put(
    _ entry: Entry, at placement: StorePlacement<Item.ID>, _ unknown: inout [String], _ problems: inout [String]
  ) {
    guard !shelves.isEmpty else { return problems.append("record \(entry.item.id) comes, but there is no section") }
    let wanted = placement.section.flatMap(shelf(of:))
    switch placement.position {
    case .start: shelves[wanted ?? 0].entries.insert(entry, at: 0)
    case .end: shelves[wanted ?? shelves.count - 1].entries.append(entry)
    case .before(let key), .after(let key):
      if let other = path(of: key) {
        let isAfter = placement.position == .after(key)
        shelves[other.shelf].entries.insert(entry, at: isAfter ? other.entry + 1 : other.entry)
      } else {
        unknown.append("record \(entry.item.id) is placed beside \(key), which is not there")
        shelves[wanted ?? shelves.count - 1].entries.append(entry)
      }
    }
  }

  private mutating func putSection(_ section: Section, at placement: SectionPlacement) {
    switch placement {
    case .start: shelves.insert(section, at: 0)
    case .end: shelves.append(section)
    case .before(let id): shelves.insert(section, at: shelf(of: id) ?? shelves.count)
    case .after(let id): shelves.insert(section, at: shelf(of: id).map { $0 + 1 } ?? shelves.count)
    }
  }
}

extension Array where Element: Hashable {
  /// The first element that was there before.
  fileprivate var firstRepeated: Element? {
    var seen: Set<Element> = []
    return first { !seen.insert($0).inserted }
  }
}

extension SectionPlacement {
  fileprivate var neighbour: SectionID? {
    switch self {
    case .start, .end: nil
    case .before(let id), .after(let id): id
    }
  }
}
