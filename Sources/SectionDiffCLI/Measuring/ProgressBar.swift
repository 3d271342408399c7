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
