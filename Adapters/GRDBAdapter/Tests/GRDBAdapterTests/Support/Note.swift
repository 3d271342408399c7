import GRDB
import GRDBAdapter
import StoreBuilding

/// A row of the table of the tests.
struct Note: Codable, Identifiable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "note"

  var id: Int
  var folder = "a"
  var title = "0"

  enum Columns {
    static let id = Column(CodingKeys.id)
    static let folder = Column(CodingKeys.folder)
    static let title = Column(CodingKeys.title)
  }
}

extension DatabaseRequest<Note> {
  /// The notes of a folder, or all; by their keys or by their titles; a few, or all. In SQL, and the same in Swift.
  static func notes(in folder: String? = nil, byTitle: Bool = false, limit: Int? = nil) -> DatabaseRequest {
    let all = folder.map { folder in Note.filter { $0.folder == folder } } ?? Note.all()
    let query = byTitle ? all.order { [$0.title, $0.id] } : all.order(\.id)
    return DatabaseRequest(
      query, where: { folder == nil || $0.folder == folder },
      sortedBy: byTitle ? [.ascending(\.title), .ascending(\.id)] : [.ascending(\.id)], limit: limit)
  }
}
