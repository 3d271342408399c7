/// Stands where a sample calls `print`, and keeps what was printed.
public final class Transcript {
  /// What was printed.
  public private(set) var text = ""

  /// Begins with nothing.
  public init() {}

  /// Prints.
  public func callAsFunction(_ items: Any...) {
    text += items.map { "\($0)" }.joined(separator: " ") + "\n"
  }
}
