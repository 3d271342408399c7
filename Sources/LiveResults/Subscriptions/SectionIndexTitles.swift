public import SectionDiff

/// Titles for a bar beside a list, and the section that each leads to.
///
///     let index = snapshot.indexTitles { String($0.key.prefix(1)) }
///     index.titles                        // ["A", "B", "M"]
///     index.section(forTitle: "M")        // the first section under M
public struct SectionIndexTitles: Hashable, Sendable {
  /// The titles, each once, in the order of the sections that they lead to.
  public let titles: [String]
  private let sections: [Int]

  init(titles: [String], sections: [Int]) {
    self.titles = titles
    self.sections = sections
  }

  /// The offset of the first section under a title of ``titles``, by its index there; `nil` for an index out of them.
  public func section(forTitleAt index: Int) -> Int? {
    sections.indices.contains(index) ? sections[index] : nil
  }

  /// The offset of the first section under a title; `nil` when no section has it.
  public func section(forTitle title: String) -> Int? {
    titles.firstIndex(of: title).map { sections[$0] }
  }
}

extension Snapshot {
  /// The titles of the sections for a bar beside the list: neighbours with one title share it, and sections whose title
  /// is `nil` have none.
  public func indexTitles(_ title: (SectionView) -> String?) -> SectionIndexTitles {
    var titles: [String] = []
    var offsets: [Int] = []
    for (offset, section) in sections.enumerated() {
      guard let title = title(section), title != titles.last else { continue }
      titles.append(title)
      offsets.append(offset)
    }
    return SectionIndexTitles(titles: titles, sections: offsets)
  }
}
