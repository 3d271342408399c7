public import DiffWorkloads

/// An object with the fields of a ``RecordElement``, built again for each side: what programs have whose models are
/// classes.
public final class RecordObjectElement: WorkloadElement {
  /// The identity.
  public let id: String
  /// The content.
  public let version: Int
  /// More content, that is equal where ids are equal.
  public let title: String
  /// More content, that is equal where ids are equal.
  public let author: String
  /// More content, that is equal where ids are equal.
  public let isRead: Bool

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    let record = RecordElement(row: row, from: pool)
    (id, version, title, author) = (record.id, record.version, record.title, record.author)
    isRead = record.isRead
  }

  /// Whether both have equal ids and content.
  public static func == (a: RecordObjectElement, b: RecordObjectElement) -> Bool {
    a === b
      || (a.id == b.id && a.version == b.version && a.title == b.title && a.author == b.author && a.isRead == b.isRead)
  }
}
