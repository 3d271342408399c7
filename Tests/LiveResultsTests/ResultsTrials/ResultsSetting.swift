@testable package import LiveResults
@testable import SectionDiff
@testable package import StoreBuilding
@testable import StoreInterface

/// A record of the small worlds in which live results are tried.
package struct SmallRecord: Hashable, Sendable, Identifiable, Codable, CustomStringConvertible {
  /// What distinguishes it from others.
  package var id: Int
  /// What sections go by.
  package var group: Int
  /// What the order goes by.
  package var rank: Int
  /// What filters and contents go by.
  package var mark: Int

  /// Makes a record.
  package init(id: Int, group: Int, rank: Int, mark: Int) {
    self.id = id
    self.group = group
    self.rank = rank
    self.mark = mark
  }

  /// For example `#3 g1 r2 m0`.
  package var description: String { "#\(id) g\(group) r\(rank) m\(mark)" }
}

/// What a record is shown as: it hides the last digit of the mark, so that some changes are silent.
package struct SmallRow: Hashable, Sendable, Identifiable, Codable, CustomStringConvertible {
  /// The record's.
  package var id: Int
  /// What is seen of it.
  package var text: String

  /// Shows a record.
  package init(_ record: SmallRecord) {
    id = record.id
    text = "\(record.group)/\(record.rank)/\(record.mark / 2)"
  }

  /// For example `#3 1/2/0`.
  package var description: String { "#\(id) \(text)" }
}

/// How live results are arranged in a trial: data, of which both the real arrangement and the naive one are made.
package struct ResultsSetting: Hashable, Sendable {
  /// How sections are made.
  package enum Sections: Hashable, Sendable, CaseIterable {
    /// One section.
    case single
    /// By group, ascending.
    case ascending
    /// By group, descending.
    case descending
    /// By group, two groups to one place, ties by arrival.
    case tied
    /// By group, by arrival.
    case arrival
    /// By group ascending, with two declared.
    case declared
    /// By group, by arrival, with two declared.
    case declaredArrival
    /// By the store.
    case byStore
  }

  /// How records are sorted.
  package enum Sort: Hashable, Sendable, CaseIterable {
    /// By arrival.
    case arrival
    /// By rank.
    case rank
    /// By rank, descending, then by mark.
    case rankDescending
  }

  /// How sections are made.
  package var sections: Sections = .single
  /// How records are sorted.
  package var sort: Sort = .arrival
  /// The marks, modulo four, that one filter lets pass; `nil` for no filter.
  package var marks: Set<Int>?
  /// The ranks that another filter lets pass; `nil` for no filter.
  package var ranks: Set<Int>?
  /// What is shown of the whole.
  package var window = ResultsWindow.all

  /// Makes the plainest setting: one section, by arrival, everything.
  package init() {}

  /// The groups that are declared.
  package var declaredGroups: [Int] { [.declared, .declaredArrival].contains(sections) ? [3, 1] : [] }

  /// Whether the store makes the sections.
  package var isSectionedByStore: Bool { sections == .byStore }

  /// The real sectioning.
  package var sectioning: Sectioning<SmallRecord, Int, String> {
    let header: @Sendable (Int) -> String = { "group \($0)" }
    return switch sections {
    case .single: .by({ _ in 0 }, declared: [0], header: header)
    case .ascending: .by(\.group, header: header)
    case .descending: .by(\.group, order: .descending, header: header)
    case .tied: .by(\.group, order: .by(.ascending { $0 / 2 }), header: header)
    case .arrival: .by(\.group, order: .arrival, header: header)
    case .declared: .by(\.group, declared: declaredGroups, header: header)
    case .declaredArrival: .by(\.group, order: .arrival, declared: declaredGroups, header: header)
    case .byStore: .byStore { key, header in header?.content(as: String.self) ?? "group \(key)" }
    }
  }

  /// The real sort rules.
  package var sortOrders: [SortRule<SmallRecord>] {
    switch sort {
    case .arrival: []
    case .rank: [.ascending(\.rank)]
    case .rankDescending: [.descending(\.rank), .ascending(\.mark)]
    }
  }

  /// The real filters.
  package var filters: FilterSet<SmallRecord> {
    var filters = FilterSet<SmallRecord>()
    if let marks { filters["marks"] = ResultsFilter("marks") { marks.contains($0.mark % 4) } }
    if let ranks { filters["ranks"] = ResultsFilter("ranks") { ranks.contains($0.rank) } }
    return filters
  }

  /// The real arrangement.
  package var arrangement: ResultsArrangement<SmallRecord, Int, SmallRow, String> {
    ResultsArrangement(
      sections: sectioning, sort: sortOrders, filters: filters, window: window, show: { SmallRow($0) })
  }
}
