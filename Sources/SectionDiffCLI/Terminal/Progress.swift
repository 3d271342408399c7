/// One line on standard error that says what a long run is doing; only on a terminal, and gone at the end.
struct Progress {
  private let isShown: Bool

  /// Inputs of fewer bytes are done before anyone could read the line.
  static let worthShowing = 32_000_000

  /// Makes a line for work on so many bytes.
  init(bytes: Int) { isShown = bytes >= Self.worthShowing && Terminal.Stream.error.isTerminal }

  /// Says what is being done now.
  func say(_ what: String) { show("\r\u{1B}[K\(VisibleText.escaped(what))…") }

  /// Takes the line away.
  func finish() { show("\r\u{1B}[K") }

  private func show(_ text: String) {
    guard isShown else { return }
    do {
      try Terminal.write(Array(text.utf8), to: .error)
    } catch {
      // Progress is a courtesy.
    }
  }
}
