internal import SectionDiff

/// Counts in one line.
enum SummaryLine {
  /// Returns all eight counts, always in the same words and order, for scripts.
  static func complete(_ counts: ChangeCounts) -> String {
    let items = kinds(counts.deletes, counts.inserts, counts.moves, counts.updates)
    let sections = kinds(
      counts.sectionDeletes, counts.sectionInserts, counts.sectionMoves, counts.sectionUpdates)
    return "items: \(items.joined(separator: ", ")); sections: \(sections.joined(separator: ", "))"
  }

  /// Returns the counts that are not zero, for people; an empty text where all are.
  static func brief(_ counts: ChangeCounts) -> String {
    let items = kinds(counts.deletes, counts.inserts, counts.moves, counts.updates).filter {
      !$0.hasPrefix("0 ")
    }
    let sections = kinds(
      counts.sectionDeletes, counts.sectionInserts, counts.sectionMoves, counts.sectionUpdates
    ).filter { !$0.hasPrefix("0 ") }
    var text = items.joined(separator: ", ")
    if !sections.isEmpty {
      text += (text.isEmpty ? "" : "; ") + "sections: " + sections.joined(separator: ", ")
    }
    return text
  }

  private static func kinds(_ deletes: Int, _ inserts: Int, _ moves: Int, _ updates: Int) -> [String] {
    ["\(deletes) deleted", "\(inserts) inserted", "\(moves) moved", "\(updates) updated"]
  }
}
