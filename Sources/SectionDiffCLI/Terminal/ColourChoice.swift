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
