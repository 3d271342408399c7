internal import Foundation
public import GRDB
public import StoreInterface

/// Records that have a table of their own can be written.
extension GRDBStore: WritableDataStore where Record: MutablePersistableRecord, Record.ID: DatabaseValueConvertible {
  /// Writes a batch in one transaction, and announces it as one event.
  ///
  /// Deletes are written first, then updates of the columns that differ, then inserts, by the methods of GRDB that call
  /// `willInsert`, `didUpdate` and so on. The batch is judged by what the table holds, when no one else can write. Where a
  /// record is placed plays no part: the request decides the order.
  ///
  /// When this returns, the observers of requests that the batch concerns have its event in progress. If the task is
  /// cancelled after the transaction was committed, they receive it a moment later.
  ///
  /// - Throws: `StoreError.Kind.unavailable`, when the database is locked for longer than the `busyMode` of its
  ///   configuration allows; `StoreError.Kind.refused`, when the database does not accept the batch, or does not hold the
  ///   records under their ids afterwards; `StoreError.Kind.invalidBatch`, when the batch is strict and names a record
  ///   that does not exist; other kinds for other errors of the database. In all cases nothing was written.
  @discardableResult
  public func commit(_ batch: StoreBatch<Record>) async throws(StoreError) -> BatchOutcome<Record> {
    let outcome = try await database.write { [self] db in
      let outcome = try batch.write(to: db)
      let refreshed = outcome.refreshed
      if !refreshed.isEmpty {
        db.afterNextTransaction { [self] _ in
          for request in requests { request.noteRefresh(of: refreshed) }
        }
      }
      return outcome
    }
    // A request that cannot be read has told its observers, and is read again; the batch is written all the same.
    for request in requests where request.isOutdated { try? await request.update() }
    return outcome
  }
}

extension StoreBatch
where Item: MutablePersistableRecord & FetchableRecord & Equatable, Item.ID: DatabaseValueConvertible {
  /// Writes the batch within a transaction.
  fileprivate func write(to db: Database) throws -> BatchOutcome<Item> {
    let table = Item.databaseTableName
    if changes.contains(where: { $0.key == nil }) {
      throw StoreError(
        .refused, "the batch changes sections, but a table has none by hand", at: table,
        advice: "let a column name the section of a record")
    }
    // GRDB ends the process when it is asked for records by a key of several columns.
    guard try db.primaryKey(table).columns.count == 1 else {
      throw StoreError(
        .refused, "the primary key of the table has several columns", at: table,
        advice: "write by GRDB; the store shows what was written")
    }
    let known = try Item.fetch(keysNamed, from: db)
    var outcome = try folded { known[$0] }
    outcome.moved = []  // The request decides where a record is.
    for record in outcome.deleted where try !record.delete(db) {
      throw StoreError(refusing: "the database has kept a record that was to be deleted", key: record.id, in: table)
    }
    for update in outcome.updated { try update.to.updateChanges(db, from: update.from) }
    // What is inserted may be given another key, or columns that only the database knows.
    let inserted = outcome.inserted.map(\.id)
    for offset in outcome.inserted.indices { try outcome.inserted[offset].insert(db) }
    let held = try Item.fetch(inserted, from: db)
    for key in inserted where held[key] == nil {
      throw StoreError(
        refusing: "the table does not hold the inserted record under its id", key: key, in: table,
        advice: "let `id` be the primary key, and set it before the insert")
    }
    // SQLite does not report changes of tables without row ids.
    if !outcome.isEmpty { try db.notifyChanges(in: Table(table)) }
    return outcome
  }

  /// The keys of all records that the batch names, if only to place another beside them.
  private var keysNamed: Set<Item.ID> {
    var keys: Set<Item.ID> = []
    for change in changes {
      if let key = change.key { keys.insert(key) }
      switch change {
      case .insert(_, let placement), .move(_, let placement):
        switch placement.position {
        case .before(let key), .after(let key): keys.insert(key)
        case .start, .end: break
        }
      default: break
      }
    }
    return keys
  }
}

extension FetchableRecord where Self: TableRecord & Identifiable, ID: DatabaseValueConvertible {
  /// SQLite takes a limited number of arguments in one statement, 999 in old versions.
  private static var keyCount: Int { 500 }

  /// The records with these keys.
  fileprivate static func fetch(_ keys: some Collection<ID>, from db: Database) throws -> [ID: Self] {
    var found: [ID: Self] = [:]
    var rest = Array(keys)[...]
    while !rest.isEmpty {
      for record in try filter(ids: rest.prefix(keyCount)).fetchAll(db) { found[record.id] = record }
      rest = rest.dropFirst(keyCount)
    }
    return found
  }
}

extension StoreError {
  fileprivate init(refusing message: String, key: some Hashable, in table: String, advice: String? = nil) {
    self.init(.refused, message, at: "\(table), key \(key)", advice: advice)
  }
}
