/// Turns views into what is written to a terminal: the lines that differ from those on the screen, and no others.
struct ScreenWriter: Sendable {
  /// Whether marks are shown in colour.
  let hasColor: Bool
  /// What is on the screen.
  private var shown: [BoardView.Line] = []

  init(hasColor: Bool) { self.hasColor = hasColor }

  /// What shows a view; empty where it is on the screen already.
  mutating func show(_ view: BoardView) -> String {
    // The size has changed: whatever the terminal has made of the old lines, they go.
    var output = view.lines.count == shown.count ? "" : "\u{1B}[2J"
    if !output.isEmpty { shown = Array(repeating: [], count: view.lines.count) }
    for (row, (line, old)) in zip(view.lines, shown).enumerated() where line != old {
      // To the start of the line, which is cleared first: a shorter line must not leave the end of a longer one.
      output += "\u{1B}[\(row + 1);1H\u{1B}[2K" + line.map(text).joined()
    }
    shown = view.lines
    return output
  }

  /// Forgets what is on the screen, so that the next view is written whole.
  mutating func forget() { shown = [] }

  private func text(of span: BoardView.Span) -> String {
    let code: String
    switch span.style {
    case .plain: return span.text
    case .heading: code = "1"
    case .faint: code = "2"
    case .mark where !hasColor: return span.text
    case .mark(.inserted): code = "32"
    case .mark(.moved): code = "36"
    case .mark(.updated): code = "33"
    }
    return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
  }
}
