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

/// A bar on standard error that says how far a long run is; only on a terminal, and gone at the end.
struct ProgressBar {
  private let progress: Progress?

  /// Makes a bar; where standard error is no terminal nothing is ever written.
  init() { progress = Terminal.Stream.error.isTerminal ? Progress(bytes: .max) : nil }

  /// Shows what is being done, and the share that is done.
  func show(_ what: String, _ share: Double) { progress?.say(Self.text(what, share)) }

  /// Takes the bar away.
  func finish() { progress?.finish() }

  /// The bar as text.
  static func text(_ what: String, _ share: Double) -> String {
    let width = 24
    let done = min(width, max(0, Int(share * Double(width))))
    return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: width - done) + "] \(what)"
  }
}
