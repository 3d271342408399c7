import SectionDiff

/// What the board looks like: a value that is made from the cards and a size, without a terminal.
struct BoardView: Equatable, Sendable {
  /// What the last update did to a card.
  enum Mark: Sendable {
    case inserted
    case moved
    case updated

    /// Shown before the title, so that the board can be read without colours.
    var symbol: String {
      switch self {
      case .inserted: "+"
      case .moved: ">"
      case .updated: "~"
      }
    }
  }

  /// How wide and how high the terminal is, in characters.
  struct Size: Equatable, Sendable {
    var width = 80
    var height = 24
  }

  /// A piece of a line in one style.
  struct Span: Equatable, Sendable {
    enum Style: Equatable, Sendable {
      case plain
      case heading
      case faint
      case mark(Mark)
    }

    var text: String
    var style = Style.plain
  }

  typealias Line = [Span]

  /// The lines from the top, as many as the terminal has.
  let lines: [Line]

  /// Draws the cards.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - marks: What the last update did to them.
  ///   - status: The last line.
  ///   - size: The size of the terminal. What does not fit is left out, and counted.
  init(_ cards: Cards, marks: [Card.ID: Mark] = [:], status: String = "", size: Size) {
    // Two columns between columns; in a very narrow terminal the last ones are cut off.
    let width = max(8, (size.width - 2 * (cards.sectionCount - 1)) / max(1, cards.sectionCount))
    let rows = max(0, size.height - 3)
    let columns = cards.sections.map { section in
      Self.column(section, marks: marks, width: width, rows: rows).map { $0.fitted(to: width) }
    }

    var lines: [Line] = []
    for row in 0..<(rows + 2) {
      var line: Line = []
      for (offset, column) in columns.enumerated() {
        if offset > 0 { line.append(Span(text: "  ")) }
        line.append(column[row])
      }
      lines.append(line)
    }
    lines.append([Span(text: status, style: .faint).fitted(to: size.width)])
    // A terminal of one or two lines shows the bottom.
    self.lines = lines.suffix(max(1, size.height)).map { $0.fitted(to: size.width) }
  }

  /// A column: its heading, a rule, and `rows` rows.
  private static func column(
    _ section: Cards.SectionView, marks: [Card.ID: Mark], width: Int, rows: Int
  ) -> [Span] {
    let fits = section.items.count <= rows
    var cells = section.items.prefix(fits ? rows : max(0, rows - 1)).map { card in
      let mark = marks[card.id]
      return Span(
        text: "\(mark?.symbol ?? " ") \(card.title) (\(card.points))", style: mark.map { .mark($0) } ?? .plain)
    }
    if !fits, rows > 0 { cells.append(Span(text: "  … \(section.items.count - cells.count) more", style: .faint)) }
    cells += Array(repeating: Span(text: ""), count: rows - cells.count)
    let heading = Span(text: "\(section.key.title) \(section.items.count)", style: .heading)
    return [heading, Span(text: String(repeating: "─", count: width), style: .faint)] + cells
  }
}

extension BoardView {
  /// What an update did to the cards that are there after it.
  static func marks(of update: CardsUpdate) -> [Card.ID: Mark] {
    // The first update inserts everything. That is no news.
    guard update.kind == .change else { return [:] }
    let changes = update.changeset.identity
    var marks: [Card.ID: Mark] = [:]
    // A card can be both updated and moved; the move is what the eye looks for. Where an insert, a move or an update ends
    // is a path in `after`.
    for change in changes.updates { marks[update.after[change.to].id] = .updated }
    for move in changes.moves { marks[update.after[move.to].id] = .moved }
    for path in changes.inserts { marks[update.after[path].id] = .inserted }
    return marks
  }
}

// MARK: - Fitting text into columns

extension BoardView.Span {
  /// The span in exactly `width` columns of the terminal: filled up with spaces, or cut off and ended by an ellipsis.
  func fitted(to width: Int) -> BoardView.Span {
    // What comes from a file must not control the terminal.
    let shown = text.map { $0.isControl ? "\u{FFFD}" : $0 }
    var room = width
    var count = 0
    for character in shown {
      if character.columns > room { break }
      room -= character.columns
      count += 1
    }
    var result = String(shown.prefix(count))
    if count < shown.count, let last = result.popLast() {
      result += "…"
      room += last.columns - 1
    }
    return BoardView.Span(text: result + String(repeating: " ", count: room), style: style)
  }
}

extension BoardView.Line {
  /// The line, cut off after `width` columns.
  fileprivate func fitted(to width: Int) -> BoardView.Line {
    var rest = Swift.max(0, width)
    return compactMap { span in
      let columns = span.text.reduce(0) { $0 + $1.columns }
      defer { rest -= Swift.min(rest, columns) }
      return rest == 0 ? nil : columns <= rest ? span : span.fitted(to: rest)
    }
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      // Such as a change of direction; but U+200D joins the parts of an emoji.
      case .format: scalar != "\u{200D}"
      default: false
      }
    }
  }

  /// How many columns a terminal gives the character: two for emoji and the wide letters of East Asia.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isWide =
      switch first.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        true
      default: first.properties.isEmojiPresentation
      }
    return isWide ? 2 : 1
  }
}
