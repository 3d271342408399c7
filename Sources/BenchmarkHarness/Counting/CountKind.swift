internal import SectionDiff

/// What is counted of a contender. The same in every run, so a difference is a difference of the code.
///
/// Those of a diff are listed; what is none has counts of its own, by their names.
package struct CountKind: RawRepresentable, Hashable, Sendable, Codable {
  /// The name, as reports show it.
  package var rawValue: String

  /// The kind of that name.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Comparisons of two elements.
  package static let comparisons = CountKind(rawValue: "comparisons")
  /// Identities hashed.
  package static let hashes = CountKind(rawValue: "hashes")
  /// Calls of a comparison of two elements, counted by the comparison itself; the others are those of the receipt.
  package static let elementComparisons = CountKind(rawValue: "element comparisons")
  /// Calls of a hash of an element, counted in the same way.
  package static let elementHashes = CountKind(rawValue: "element hashes")
  /// Units of work that the algorithm spent.
  package static let work = CountKind(rawValue: "work")
  /// Requests for memory.
  package static let allocations = CountKind(rawValue: "allocations")
  /// Bytes requested.
  package static let bytes = CountKind(rawValue: "bytes")
  /// Deleted items.
  package static let deletes = CountKind(rawValue: "deletes")
  /// Inserted items.
  package static let inserts = CountKind(rawValue: "inserts")
  /// Items at another place.
  package static let moves = CountKind(rawValue: "moves")
  /// Items with other content.
  package static let updates = CountKind(rawValue: "updates")
  /// Sections deleted, inserted, moved and updated.
  package static let sectionChanges = CountKind(rawValue: "section changes")
  /// 1 when the answer is not as small as the strategy promises.
  package static let notMinimal = CountKind(rawValue: "not minimal")
  /// 1 when the budget ran out.
  package static let budgetExhausted = CountKind(rawValue: "out of budget")
  /// 1 when the answer is wrong.
  package static let wrong = CountKind(rawValue: "wrong")
  /// Instructions, which are counted by themselves.
  package static let instructions = CountKind(rawValue: "instructions")
  /// Time, which is no count.
  package static let time = CountKind(rawValue: "time")

  /// Those of every contender.
  private static let common: [CountKind] = [.allocations, .bytes, .wrong]
  /// Those of a diff, in the order of reports.
  package static let diff: [CountKind] = [
    .comparisons, .hashes, .work, .allocations, .bytes, .deletes, .inserts, .moves, .updates, .sectionChanges,
    .notMinimal, .budgetExhausted, .wrong,
  ]
  private static let results: Set<CountKind> = [
    .deletes, .inserts, .moves, .updates, .sectionChanges, .notMinimal, .budgetExhausted, .wrong,
  ]

  /// What is another number on another machine, or with another compiler.
  package var isOfPlace: Bool { [.allocations, .bytes, .instructions, .time].contains(self) }

  /// Whether its value in a row is that of a meter, which a whole run can be without, and no count of its own of that name.
  package func isMetered(in row: Measured) -> Bool {
    row.allocations != nil && (self == .allocations || self == .bytes)
  }

  /// The kinds that a row can have: those of a diff or of all, then its own by name.
  package static func kinds(of row: Measured) -> [CountKind] {
    let listed = row.answer == nil ? common : diff
    return listed + (row.metrics ?? [:]).keys.sorted().map { CountKind(rawValue: $0) }.filter { !listed.contains($0) }
  }

  /// Whether it says how much was done, and so grows with the input, rather than what came out: what is no diff may call its own
  /// counts as it likes.
  package func isCost(in row: Measured) -> Bool {
    self != .wrong && (row.answer == nil || !Self.results.contains(self))
  }

  /// The count in a row; `nil` for a floor, for allocations without jemalloc, and where it was not counted.
  package func value(in row: Measured) -> Int? {
    guard row.isJudged else { return nil }
    switch self {
    case .wrong: return row.wrong == nil ? 0 : 1
    case .allocations where row.allocations != nil: return row.allocations?.allocations
    case .bytes where row.allocations != nil: return row.allocations?.bytes
    default: break
    }
    return row.answer.flatMap(value) ?? row.metrics?[rawValue]
  }

  private func value(in answer: DiffAnswer) -> Int? {
    let counts = answer.counts
    let receipt = answer.receipt
    switch self {
    case .comparisons: return receipt.comparisons
    case .hashes: return receipt.hashes
    case .work: return receipt.workSpent
    case .deletes: return counts.deletes
    case .inserts: return counts.inserts
    case .moves: return counts.moves
    case .updates: return counts.updates
    case .sectionChanges:
      return counts.sectionDeletes + counts.sectionInserts + counts.sectionMoves + counts.sectionUpdates
    case .notMinimal: return receipt.isMinimal ? 0 : 1
    case .budgetExhausted: return receipt.budgetExhausted ? 1 : 0
    default: return nil
    }
  }
}
