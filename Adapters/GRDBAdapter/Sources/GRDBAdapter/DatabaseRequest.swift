public import GRDB
public import StoreBuilding
public import StoreInterface

/// Which records to read: a request of GRDB, and how many at most.
///
///     DatabaseRequest(Player.filter { $0.team == "Red" }.order(\.score.desc), limit: 20)
///
/// The database filters, sorts and limits. An answer that has an `id` twice, as a join can give it, is an error: group its
/// rows, or ask for distinct ones.
///
/// A `DraftStore` over the store does not ask the database: it must be told in Swift which drafted records belong, and in
/// which order they go.
///
///     DatabaseRequest(
///       Player.filter { $0.team == "Red" }.order(\.score.desc),
///       where: { $0.team == "Red" }, sortedBy: [.descending(\.score)], limit: 20)
public struct DatabaseRequest<Record: FetchableRecord & Sendable>: Sendable {
  /// What drafts go by; it has the limit, too.
  private var meaning: RecordRequest<Record>
  private let fetch: @Sendable (Database, _ limit: Int?) throws -> [Record]
  /// What of the database the answer depends on.
  let region: @Sendable (Database) throws -> DatabaseRegion

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - query: What the database is asked. It should have an order that distinguishes all records: records that SQLite
  ///     gives in another order each time are reported as moved.
  ///   - predicate: Whether a drafted record belongs; without one, all do.
  ///   - order: The order of drafted records among the others; without one, they come last.
  ///   - limit: The largest number of records. It takes the place of a limit and an offset that the query has; drafts do
  ///     not know of those.
  public init(
    _ query: QueryInterfaceRequest<Record>, where predicate: (@Sendable (Record) -> Bool)? = nil,
    sortedBy order: [SortRule<Record>] = [], limit: Int? = nil
  ) {
    meaning = RecordRequest(where: predicate, sortedBy: order, limit: limit)
    fetch = { try (($1.map { query.limit(max(0, $0)) }) ?? query).fetchAll($0) }
    region = { try query.databaseRegion($0) }
  }

  /// Makes a request of any other kind, such as one in SQL, whose limit is in the request itself.
  ///
  ///     DatabaseRequest(SQLRequest("SELECT * FROM player WHERE team = 'Red' ORDER BY score DESC, id"))
  ///
  /// - Parameters:
  ///   - request: What the database is asked.
  ///   - predicate: Whether a drafted record belongs; without one, all do.
  ///   - order: The order of drafted records among the others; without one, they come last.
  public init(
    _ request: some FetchRequest<Record>, where predicate: (@Sendable (Record) -> Bool)? = nil,
    sortedBy order: [SortRule<Record>] = []
  ) {
    meaning = RecordRequest(where: predicate, sortedBy: order)
    fetch = { database, limit in
      let records = try request.fetchAll(database)
      return limit.map { Array(records.prefix(max(0, $0))) } ?? records
    }
    region = { try request.databaseRegion($0) }
  }
}

extension DatabaseRequest where Record: Identifiable {
  /// The answer.
  func records(in database: Database) throws -> [Record] {
    let records = try fetch(database, limit)
    var ids: Set<Record.ID> = []
    for record in records where !ids.insert(record.id).inserted {
      throw StoreError(
        .malformed, "the answer has several rows with the id \(record.id), as a join can give them",
        advice: "group the rows by the id, or ask for distinct rows")
    }
    return records
  }
}

extension DatabaseRequest: MatchingRequest {
  /// Whether a drafted record belongs.
  public func matches(_ item: Record) -> Bool { meaning.matches(item) }

  /// Whether a drafted record comes before another, or the other way round; `nil` where neither does.
  public func isOrdered(_ item: Record, before other: Record) -> Bool? { meaning.isOrdered(item, before: other) }

  /// The largest number of records; `nil` for all, or for the limit that the request of GRDB has.
  public var limit: Int? {
    get { meaning.limit }
    set { meaning.limit = newValue }
  }
}
