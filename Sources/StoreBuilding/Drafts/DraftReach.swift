package import StoreInterface

/// How many records a layer of drafts asks its base for, so that its own answer has as many as it is to have.
///
/// A draft takes one record at most from the front of an answer, be it that it deletes it, or that another place or content
/// puts it further back. So among the base's first *limit* + *d* records, with *d* drafts, there are *limit* that no draft
/// names, and what comes after them need not be known. Drafts that take sections away or place them may take any number
/// of records along: then all records are requested from the base.
///
/// The reach grows by doubling, and never shrinks: a hundred drafts ask the base again five times.
package struct DraftReach: Sendable {
  /// How many records the layer's answer is to have, at most.
  private let limit: Int?
  /// How many records are requested from the base, at most.
  package private(set) var requested: Int?

  private static var leastSpare: Int { 8 }

  package init(limit: Int?) {
    // More records than that there cannot be.
    self.limit = limit.flatMap { $0 < Int.max / 2 ? $0 : nil }
    requested = limit
  }

  /// Reaches as far as drafts need.
  ///
  /// - Parameters:
  ///   - layers: All drafts.
  ///   - newest: Those of them that are new since this was called last; all, where there is none.
  /// - Returns: Whether more is to be requested from the base.
  package mutating func extend<Item>(for layers: [StoreBatch<Item>], newest: StoreBatch<Item>? = nil) -> Bool {
    guard let limit, let requested else { return false }
    let isRearranged = (newest.map { [$0] } ?? layers).contains { $0.changes.contains(where: \.rearrangesSections) }
    if isRearranged {
      self.requested = nil
      return true
    }
    let drafts = Self.count(of: layers)
    if limit + drafts <= requested { return false }
    var spare = Self.leastSpare
    while spare < drafts { spare *= 2 }
    self.requested = limit + spare
    return true
  }

  /// Whether so many records of the base are enough for an answer under these drafts.
  package func suffices<Item>(_ requested: Int?, for layers: [StoreBatch<Item>]) -> Bool {
    guard let limit, let requested else { return true }
    if layers.contains(where: { $0.changes.contains(where: \.rearrangesSections) }) { return false }
    return limit + Self.count(of: layers) <= requested
  }

  private static func count<Item>(of layers: [StoreBatch<Item>]) -> Int { layers.reduce(0) { $0 + $1.changes.count } }
}

extension StoreChange {
  /// Whether sections come or go or change places.
  fileprivate var rearrangesSections: Bool {
    switch self {
    case .insertSection, .moveSection, .deleteSection: true
    default: false
    }
  }
}
