import StoreBuilding
import StoreInterface

@testable import ConformanceKit

/// A store in memory with flaws and oddities to order; without any it is right.
final class TrialStore: WritableDataStore {
  /// What can be asked for.
  struct Request: MatchingRequest {
    /// The number of one of the kit's requests; none for all records.
    let number: Int?
    /// With the unwritten edits on top.
    var isDrafted = false
    var limit: Int?

    static let all = Request()

    init(number: Int? = nil) {
      self.number = number
      query = number.map { RecordRequest.generated($0, numberOf: \.id, versionOf: \.version) }
      limit = query?.limit
    }

    let query: RecordRequest<Card>?

    func matches(_ card: Card) -> Bool { query?.matches(card) ?? true }

    func isOrdered(_ card: Card, before other: Card) -> Bool? { query?.isOrdered(card, before: other) }
  }

  /// How records are kept.
  enum Keeping: Sendable {
    /// In an order kept by hand.
    case list
    /// In sections kept by hand.
    case sections
    /// Sorted by the store: higher numbers first.
    case sorted
    /// In an order kept by hand; the answers to every second request are in sections that follow from the records.
    case grouped
    /// In no order: another one each time.
    case bag
    /// As they were, for good: answers end.
    case constant

    /// Records as they are kept.
    func contents(of records: [Card]) -> StoreContents<Card> {
      switch self {
      case .sections: .sections([StoreSection("start", items: records)])
      case .sorted: .items(records.sorted { $0.id > $1.id })
      case .list, .grouped, .bag, .constant: .items(records)
      }
    }
  }

  struct Observer {
    let request: Request
    let push: @Sendable (StoreEvent<Card>) -> Void
    let finish: @Sendable () -> Void
    let isDrained: @Sendable () -> Bool
    var isAnswered = true
    /// The answer that it holds, where it observes some of the records.
    var told: StoreContents<Card>?
  }

  struct State {
    var replica: StoreReplica<Card>
    var stale: StoreContents<Card>?
    var edits: StoreBatch<Card> = []
    var observers: [Int: Observer] = [:]
    var nextObserver = 0
    var failsNextAnswer = false
    var failsNextCommit = false
    var hasRefused = false
    var fetches = 0
    var writers = 0
    var late: [StoreBatch<Card>] = []
    var counted = 0
    var told = 0
    var lastBatches: [StoreBatch<Card>] = []
    var lastChanged: Set<Int> = []
    var lastInserted: Set<Int> = []
    var lastRequest = Request.all
  }

  /// Whether a grouped store answers a request in sections.
  static func isGrouped(_ request: Request) -> Bool { request.number.map { $0 % 2 == 1 } ?? false }

  /// Where it shows a record then.
  static func group(of card: Card) -> SectionID { SectionID(card.version % 2 == 0 ? "even" : "odd") }

  let keeping: Keeping
  let flaw: Flaw?
  let oddity: Oddity?
  let hang: Hang
  let state: Locked<State>

  init(_ records: [Card], keeping: Keeping = .list, flaw: Flaw? = nil, oddity: Oddity? = nil, hang: Hang = Hang()) {
    self.keeping = keeping
    self.flaw = flaw
    self.oddity = oddity
    self.hang = hang
    let contents: StoreContents<Card> =
      switch keeping {
      case .sections where oddity == .twoSections:
        .sections([
          StoreSection("start", items: records.filter { $0.id % 2 == 0 }),
          StoreSection("rest", items: records.filter { $0.id % 2 != 0 }),
        ])
      case .sections where records.isEmpty: .sections([])
      default: keeping.contents(of: records)
      }
    state = Locked(State(replica: StoreReplica(contents)))
  }

  var observerCount: Int {
    state.withLock { state in
      state.counted += 1
      // So many pulls wait for an end that has not come.
      if state.counted == 20_000 { hang.isReached() }
      return state.observers.count
    }
  }
}
