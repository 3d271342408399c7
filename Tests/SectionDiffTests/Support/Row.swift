import SectionDiff

/// An item with an identity and a content, as a database row has them.
struct Row: Identifiable, Equatable, Codable, Sendable, CustomStringConvertible {
  var id: String
  var value = 0

  var description: String { value == 0 ? id : "\(id)=\(value)" }
}

/// Sections with a text key, a text header and rows.
typealias Board = Snapshot<String, Row, String>
typealias BoardChanges = Changeset<String, Row, String>

/// Rows from words: `a b=2` is a row `a` of value 0 and a row `b` of value 2.
func rows(_ text: String) -> [Row] {
  text.split(separator: " ").map { word in
    let parts = word.split(separator: "=")
    return Row(id: String(parts[0]), value: parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }
}

/// A plain list from words.
func list(_ text: String) -> FlatSnapshot<Row> { FlatSnapshot(rows(text)) }

/// Sections from lines such as `A: a b=2` or, with a header, `A(title): a b=2`.
func board(_ lines: String...) -> Board {
  Board(
    sections: lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].split(separator: "(", maxSplits: 1)
      let header = name.count > 1 ? String(name[1].dropLast()) : ""
      return SnapshotSection(String(name[0]), header: header, items: rows(String(parts.last ?? "")))
    })
}

extension Snapshot where Key == String, Item == Row, Header == String {
  /// The same in the notation of `board`.
  var lines: [String] {
    sections.map { section in
      let header = section.header.isEmpty ? "" : "(\(section.header))"
      return (["\(section.key)\(header):"] + section.items.map(\.description)).joined(separator: " ")
    }
  }
}

extension ChangeList {
  /// The changes as text, one an element.
  var texts: [String] { changes.map(\.description) }
}
