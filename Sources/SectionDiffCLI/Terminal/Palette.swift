internal import BenchmarkHarness

/// How the text report looks: its colours, or none, and how much of a value it shows.
struct Palette {
  /// Whether escape sequences are written.
  let isColoured: Bool
  /// How many characters of one value are shown; nil for all. Names are never cut: two that share a beginning would be
  /// one.
  var valueLimit: Int?

  /// What a piece of text represents.
  enum Role: String {
    case heading = "1"
    case deleted = "31"
    case inserted = "32"
    case updated = "33"
    case moved = "36"
    case faint = "2"
  }

  /// Returns `text` in the colour of its role.
  func paint(_ text: String, _ role: Role) -> String { opening(role) + text + closing }

  /// What begins a colour.
  func opening(_ role: Role) -> String { isColoured ? "\u{1B}[\(role.rawValue)m" : "" }

  /// What ends it.
  var closing: String { isColoured ? "\u{1B}[0m" : "" }

  /// The lines of a table below a heading; none where it has no row. More rows than 40 are a matter for programs.
  func section(_ title: String, _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let most = 40
    let more = rows.count > most ? ["  and \(rows.count - most) more; --format json has all"] : []
    return ["", paint(title, .heading)] + TextTable.lines(Array(rows.prefix(most))) + more
  }
}

/// When results are coloured.
@available(LiveSystems, *)
enum ColourChoice: String, CaseIterable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  /// Always, as asked.
  case always
  /// Never.
  case never

  /// Whether standard output gets colour.
  var isColoured: Bool {
    switch self {
    case .auto: Terminal.Stream.output.isTerminal && !Terminal.refusesColour
    case .always: true
    case .never: false
    }
  }
  /// The look of a report on standard output: on a terminal long values are cut, in a file or pipe nothing is.
  var palette: Palette {
    Palette(isColoured: isColoured, valueLimit: Terminal.Stream.output.isTerminal ? ValueText.valueLimit : nil)
  }
}
