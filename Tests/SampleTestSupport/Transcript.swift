/// Stands where a sample calls `print`, and keeps what was printed.
public final class Transcript {
  /// What was printed, line by line.
  public private(set) var text = ""

  /// Makes an empty one.
  public init() {}

  /// Prints.
  public func callAsFunction(_ items: Any...) {
    text += items.map { "\($0)" }.joined(separator: " ") + "\n"
  }
}
