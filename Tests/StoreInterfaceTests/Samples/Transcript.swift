/// Stands where a sample calls `print`, and keeps what was printed.
final class Transcript {
  private(set) var text = ""

  func callAsFunction(_ items: Any...) {
    text += items.map { "\($0)" }.joined(separator: " ") + "\n"
  }
}
