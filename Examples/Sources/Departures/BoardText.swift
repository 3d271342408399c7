import LiveResults
import SectionDiff

/// A step for people: the whole board, with what changed where it changed.
///
///     09:08  revision 1: 1 inserted, 1 moved, 2 updated
///
///     Boarding (1 → 2 items)
///       ~ 09:15  SD 106  Riga   A4  gate: B1 → A4
///       ↕ 09:25  SD 112  Porto  C2  from On time, 1 → 2; status: On time → Boarding
///     On time (3 items)
///         09:40  SD 110  Rome   B6
struct BoardText {
  private let update: DepartureBoard.Update
  private let changes: ChangeList
  private let isColoured: Bool
  private var text = ""

  /// Returns what is printed.
  static func report(_ step: DepartureBoard.Step, isColoured: Bool) -> String {
    var report = BoardText(step.update, isColoured)
    report.write(step)
    return report.text
  }

  private init(_ update: DepartureBoard.Update, _ isColoured: Bool) {
    self.update = update
    self.isColoured = isColoured
    changes = update.changeset.identity
  }

  // MARK: - Sections

  private mutating func write(_ step: DepartureBoard.Step) {
    text += paint(step.time.description, .heading) + "  revision \(update.revision): "
    text += update.changeset.isEmpty ? "nothing that is shown has changed\n" : "\(changes.counts)\n"
    text += "\n"
    let leaving = Set(changes.sectionDeletes + changes.sectionMoves.map(\.from))
    let arriving = Set(changes.sectionInserts + changes.sectionMoves.map(\.to))
    Self.merge(
      old: update.before.sectionCount, leaving: leaving, new: update.after.sectionCount, arriving: arriving
    ) { old, new in
      if let new {
        write(section: new)
      } else if let old, !update.after.sections.contains(where: { $0.key == update.before.sections[old].key }) {
        write(deletedSection: old)
      }
    }
    if update.after.sectionCount == 0 { text += paint("(no flights)", .faint) + "\n" }
    text += "\n"
  }

  private mutating func write(section new: Int) {
    let section = update.after.sections[new]
    let old = update.before.sectionIndex(of: section.key)
    let count = section.items.count
    if let old {
      let counts = Self.count(from: update.before.itemCount(inSection: old), to: count)
      if changes.sectionMoves.contains(where: { $0.to == new }) {
        let move = "moved from section \(old + 1) to \(new + 1)"
        write(heading: "↕ " + Self.name(section.key), .moved, [move, counts])
      } else {
        write(heading: Self.name(section.key), .heading, [counts])
      }
    } else {
      let notes = ["inserted as section \(new + 1)", Self.count(count)]
      write(heading: "+ " + Self.name(section.key), .inserted, notes)
    }

    let deleted = Set(changes.deletes.filter { $0.section == old }.map(\.item))
    let inserted = Set(changes.inserts.filter { $0.section == new }.map(\.item))
    let moved = Self.sources(of: changes.moves, to: new)
    let updated = Self.sources(of: changes.updates, to: new)
    Self.merge(
      old: old.map { update.before.itemCount(inSection: $0) } ?? 0,
      leaving: deleted.union(changes.moves.filter { $0.from.section == old }.map(\.from.item)),
      new: count, arriving: inserted.union(moved.keys)
    ) { oldItem, newItem in
      if let newItem {
        let path = ItemPath(section: new, item: newItem)
        write(at: path, movedFrom: moved[newItem], updatedFrom: updated[newItem], isNew: inserted.contains(newItem))
      } else if let old, let oldItem, deleted.contains(oldItem) {
        write(update.before[ItemPath(section: old, item: oldItem)], "-", .deleted, [])
      }
    }
  }

  /// For each item of a section that changed in some way, where it was before.
  private static func sources(of changes: ChangeList.PathPairs, to section: Int) -> [Int: ItemPath] {
    var sources: [Int: ItemPath] = [:]
    for change in changes where change.to.section == section { sources[change.to.item] = change.from }
    return sources
  }

  /// Reports a section that is gone. What moved out of it is reported where it went.
  private mutating func write(deletedSection old: Int) {
    let key = update.before.sections[old].key
    let notes = ["deleted, was section \(old + 1)", Self.count(update.before.itemCount(inSection: old))]
    write(heading: "- " + Self.name(key), .deleted, notes)
    for path in changes.deletes where path.section == old { write(update.before[path], "-", .deleted, []) }
  }

  // MARK: - Lines

  /// What a piece of text represents, as its colour on a terminal.
  private enum Role: String {
    case heading = "1"
    case deleted = "31"
    case inserted = "32"
    case updated = "33"
    case moved = "36"
    case faint = "2"
  }

  private func paint(_ text: String, _ role: Role) -> String {
    isColoured ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }

  private mutating func write(heading: String, _ role: Role, _ notes: [String]) {
    text += paint(heading, role) + paint(" (\(notes.joined(separator: ", ")))", .faint) + "\n"
  }

  private mutating func write(at path: ItemPath, movedFrom: ItemPath?, updatedFrom: ItemPath?, isNew: Bool) {
    let flight = update.after[path]
    var notes: [String] = []
    if let movedFrom {
      let (source, target) = (update.before.sections[movedFrom.section].key, update.after.sections[path.section].key)
      let move = "\(movedFrom.item + 1) → \(path.item + 1)"
      notes.append(source == target ? move : "from \(Self.name(source)), \(move)")
    }
    if let updatedFrom {
      for change in update.before[updatedFrom].changes(to: flight) {
        notes.append("\(change.name): \(change.old) → \(change.new)")
      }
    }
    if movedFrom != nil {
      write(flight, "↕", .moved, notes)
    } else if updatedFrom != nil {
      write(flight, "~", .updated, notes)
    } else {
      write(flight, isNew ? "+" : " ", isNew ? .inserted : nil, notes)
    }
  }

  private mutating func write(_ flight: Flight, _ mark: String, _ role: Role?, _ notes: [String]) {
    let cells = [flight.departure.description, flight.id, Self.padded(flight.destination, to: 8), flight.gate]
    let row = "  \(mark) " + cells.joined(separator: "  ")
    text += role.map { paint(row, $0) } ?? row
    if !notes.isEmpty { text += "  " + paint(notes.joined(separator: "; "), .faint) }
    text += "\n"
  }

  private static func padded(_ name: String, to width: Int) -> String {
    name + String(repeating: " ", count: max(0, width - name.count))
  }

  private static func name(_ key: String?) -> String { key ?? "Departures" }

  private static func count(_ number: Int) -> String { "\(number) item\(number == 1 ? "" : "s")" }

  private static func count(from old: Int, to new: Int) -> String {
    old == new ? count(new) : "\(old) → \(count(new))"
  }

  /// Walks two lists of which one became the other, in reading order: what leaves where it was, the rest where it is.
  ///
  /// - Parameter visit: Is given the old place of what leaves, the new one of what arrives, and both of what stays.
  private static func merge(
    old oldCount: Int, leaving: Set<Int>, new newCount: Int, arriving: Set<Int>, visit: (Int?, Int?) -> Void
  ) {
    var (old, new) = (0, 0)
    // What is before `old` and `new` has been visited, and as many of it stay on both sides.
    while old < oldCount || new < newCount {
      if old < oldCount, leaving.contains(old) {
        visit(old, nil)
        old += 1
      } else if new < newCount, arriving.contains(new) {
        visit(nil, new)
        new += 1
      } else {
        visit(old, new)
        old += 1
        new += 1
      }
    }
  }
}
