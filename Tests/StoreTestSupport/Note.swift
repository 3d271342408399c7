/// A record for tests.
public struct Note: Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// Its key.
  public var id: Int
  /// What it says.
  public var text: String
  /// A number to sort by.
  public var rank: Int

  /// Makes a note.
  public init(_ id: Int, _ text: String = "", rank: Int = 0) {
    self.id = id
    self.text = text
    self.rank = rank
  }

  /// Short, for messages.
  public var description: String { "\(id)\(text)" + (rank == 0 ? "" : "/\(rank)") }
}
