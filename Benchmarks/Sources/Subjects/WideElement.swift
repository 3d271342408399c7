public import DiffWorkloads

/// A record with a number for an id that takes 128 bytes. A diff that copies records into memory of its own requests
/// more of it than with ``IntElement``; one that does not, for the same.
public struct WideElement: WorkloadElement {
  /// Nothing reads it but a copy.
  private typealias Filler = (Int, Int, Int, Int, Int, Int, Int)

  /// The identity.
  public let id: Int
  /// The content.
  public let version: Int
  private let first: Filler
  private let second: Filler

  /// Makes the element of a row; nothing is shared.
  public init(row: WorkloadRow, from pool: Void) {
    id = row.id
    version = row.version
    first = (0, 0, 0, 0, 0, 0, 0)
    second = first
  }

  /// Whether both have equal ids and content.
  public static func == (a: WideElement, b: WideElement) -> Bool { a.id == b.id && a.version == b.version }
}
