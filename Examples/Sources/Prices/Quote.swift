import LiveResults
import MemoryAdapter
import SectionDiff

/// The price of a share at its market.
struct Quote: Identifiable, Codable, Equatable, Sendable {
  let id: String
  var market: String
  var cents: Int
}

/// The prices: a section for each market, the most expensive share first.
typealias PriceList = Snapshot<String, Quote, NoHeader>
/// What turns the prices of one moment into those of another.
typealias PriceChanges = Changeset<String, Quote, NoHeader>
/// Keeps the prices up to date while the store changes.
typealias PriceResults = ResultsController<MemoryStore<Quote>, String, Quote, NoHeader>

extension ResultsController where Store == MemoryStore<Quote>, Key == String, Shown == Quote, Header == NoHeader {
  /// The prices in a store.
  ///
  /// The history is what lets a client that was away, or is slow, catch up by one changeset. Beyond it, the client gets
  /// all prices again.
  init(of store: MemoryStore<Quote>, historyLimit: Int = 1_000) {
    self.init(
      store: store, request: .all,
      arrangement: ResultsArrangement(sections: .by(\.market), sort: [.descending(\.cents)]),
      historyLimit: historyLimit)
  }
}
