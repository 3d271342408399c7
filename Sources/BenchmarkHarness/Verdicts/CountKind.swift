internal import SectionDiff

/// What is counted of a diff. The same in every run, so a difference is a difference of the code.
package enum CountKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Comparisons of two elements.
  case comparisons
  /// Identities hashed.
  case hashes
  /// Units of work that the algorithm spent.
  case work
  /// Requests for memory.
  case allocations
  /// Bytes requested.
  case bytes
  /// Deleted items.
  case deletes
  /// Inserted items.
  case inserts
  /// Items at another place.
  case moves
  /// Items with other content.
  case updates
  /// Sections deleted, inserted, moved and updated.
  case sectionChanges = "section changes"
  /// 1 when the answer is not as small as the strategy promises.
  case notMinimal = "not minimal"
  /// 1 when the budget ran out.
  case budgetExhausted = "out of budget"

  /// Whether it says how much was done, and so grows with the input, rather than what came out.
  package var isCost: Bool {
    switch self {
    case .comparisons, .hashes, .work, .allocations, .bytes: true
    default: false
    }
  }

  /// The count in a row; `nil` for a floor, and for allocations without jemalloc.
  package func value(in row: Measured) -> Int? {
    guard let answer = row.answer else { return nil }
    let counts = answer.counts
    let receipt = answer.receipt
    return switch self {
    case .comparisons: receipt.comparisons
    case .hashes: receipt.hashes
    case .work: receipt.workSpent
    case .allocations: row.allocations?.allocations
    case .bytes: row.allocations?.bytes
    case .deletes: counts.deletes
    case .inserts: counts.inserts
    case .moves: counts.moves
    case .updates: counts.updates
    case .sectionChanges:
      counts.sectionDeletes + counts.sectionInserts + counts.sectionMoves + counts.sectionUpdates
    case .notMinimal: receipt.isMinimal ? 0 : 1
    case .budgetExhausted: receipt.budgetExhausted ? 1 : 0
    }
  }
}
