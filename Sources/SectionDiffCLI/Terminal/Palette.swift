/// Colours of the text report, or none.
struct Palette {
  /// Whether escape sequences are written.
  let isColoured: Bool

  /// What a piece of text stands for.
  enum Role: String {
    case heading = "1"
    case deleted = "31"
    case inserted = "32"
    case updated = "33"
    case moved = "36"
    case faint = "2"
  }

  /// Returns `text` in the colour of its role.
  func paint(_ text: String, _ role: Role) -> String {
    isColoured ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
  }
}
