package import SectionDiff

/// A snapshot in plain numbers: sections in order, each with a key, a header and rows of identity and content.
///
/// The slow reference, the generators and the shrinker work on worlds, so that they share nothing with the engine.
/// For example, `0:[1 2'] 3` is a section 0 with rows 1 and 2, the latter with content 1, and an empty section 3.
package struct World: Hashable, Sendable, Codable {
  /// A row: which one it is, and what it shows.
  package struct Row: Hashable, Sendable, Codable, Identifiable {
    /// Which row it is.
    package var id: Int
    /// What it shows.
    package var content: Int

    /// Makes a row.
    package init(id: Int, content: Int = 0) {
      self.id = id
      self.content = content
    }
  }

  /// A section: which one it is, what its header shows, and its rows.
  package struct Section: Hashable, Sendable, Codable {
    /// Which section it is.
    package var key: Int
    /// What its header shows.
    package var header: Int
    /// Its rows, in order.
    package var rows: [Row]

    /// Makes a section.
    package init(key: Int, header: Int = 0, rows: [Row] = []) {
      self.key = key
      self.header = header
      self.rows = rows
    }
  }

  /// The sections, in order.
  package var sections: [Section]

  /// Makes a world.
  package init(sections: [Section] = []) { self.sections = sections }

  /// Makes a world of one section, 0, with rows of these identities and no content.
  package init(flat identities: [Int]) {
    self.init(sections: [Section(key: 0, rows: identities.map { Row(id: $0) })])
  }
}

extension World {
  /// The number of rows in all sections.
  package var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// The row at a path, or `nil` where there is none.
  package func row(at path: ItemPath) -> Row? {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.item)
    else { return nil }
    return sections[path.section].rows[path.item]
  }

  /// The same as a snapshot that the engine can diff.
  package var snapshot: Snapshot<Int, Row, Int> {
    Snapshot(
      sections: sections.map { SnapshotSection($0.key, header: $0.header, items: $0.rows) })
  }

  /// The world of a snapshot of rows.
  package init(_ snapshot: Snapshot<Int, Row, Int>) {
    self.init(
      sections: snapshot.keys.indices.map { section in
        let rows = (0..<snapshot.itemCount(inSection: section)).map { snapshot[ItemPath(section: section, item: $0)] }
        return Section(key: snapshot.keys[section], header: snapshot.headers[section], rows: rows)
      })
  }

  /// The sections without their headers, which the list-view model does not have.
  package var listSections: [Section] { sections.map { Section(key: $0.key, rows: $0.rows) } }

  /// Whether no section key occurs twice.
  package var hasUniqueSections: Bool { sections.count < 2 || Set(sections.map(\.key)).count == sections.count }

  /// Whether no identity occurs twice within `scope`.
  package func hasUniqueRows(in scope: IdentityScope) -> Bool {
    switch scope {
    case .global: Self.areUnique(sections.count == 1 ? sections[0].rows : sections.flatMap(\.rows))
    case .section: sections.allSatisfy { Self.areUnique($0.rows) }
    }
  }

  private static func areUnique(_ rows: [Row]) -> Bool {
    if rows.count < 2 { return true }
    let identities = rows.map(\.id).sorted()
    return !identities.indices.dropFirst().contains { identities[$0 - 1] == identities[$0] }
  }
}

extension World: CustomStringConvertible {
  /// The sections as `key:[rows]`, a prime and a number for content or header that is not 0; at most 100 rows of each.
  package var description: String {
    func mark(_ value: Int) -> String { value == 0 ? "" : value == 1 ? "'" : "'\(value)" }
    let texts = sections.map { section in
      "\(section.key)\(mark(section.header)):["
        + section.rows.prefix(100).map { "\($0.id)\(mark($0.content))" }.joined(separator: " ")
        + (section.rows.count > 100 ? " … \(section.rows.count) rows]" : "]")
    }
    return texts.isEmpty ? "(no section)" : texts.joined(separator: " ")
  }
}
