import LiveResults
import SectionDiff
import StoreInterface

/// A task on the board.
struct Card: Identifiable, Codable, Equatable, Sendable {
  let id: Int
  var title: String
  var column: Column
  var points: Int
}

/// A column of the board, which is a section of the results.
enum Column: String, Codable, CaseIterable, Sendable {
  case todo
  case doing
  case review
  case done

  var title: String {
    switch self {
    case .todo: "To do"
    case .doing: "Doing"
    case .review: "Review"
    case .done: "Done"
    }
  }
}

/// The cards in their columns.
typealias Cards = Snapshot<Column, Card, NoHeader>
/// A change of them.
typealias CardsUpdate = ResultsUpdate<Column, Card, NoHeader>

extension ResultsArrangement where Item == Card, Key == Column, Shown == Card, Header == NoHeader {
  /// Cards by column, the largest first. All columns are shown, the empty ones, too.
  static var board: ResultsArrangement {
    ResultsArrangement(
      sections: .by(\.column, order: .arrival, declared: Column.allCases), sort: [.descending(\.points)])
  }
}
