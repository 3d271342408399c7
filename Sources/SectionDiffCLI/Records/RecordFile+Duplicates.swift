internal import RecordFormats
internal import SectionDiff

extension RecordFile {
  /// Which records are left when the policy keeps the first or the last of one identity; nil where it drops none.
  ///
  /// First and last are meant in the order of the file, before anything is grouped or sorted: over the whole file,
  /// or within a section where identities count within theirs. A section that is made by a field and loses all its
  /// records is not there at all.
  ///
  /// - Parameters:
  ///   - rules: how the file is read.
  ///   - groups: the numbers of the records of each section, in the order of the file.
  func survivors(_ rules: ComparisonRules, in groups: [[Row]]) throws(Failure) -> Set<Row>? {
    guard rules.duplicates == .keepFirst || rules.duplicates == .keepLast else { return nil }
    let sections =
      rules.idScope == .section
      ? groups.enumerated().map { place, rows in
        Section(SectionKey(json: Array("\(place)".utf8)), header: SectionHeader.none, items: rows)
      }
      : [
        Section(
          SectionKey.none, header: SectionHeader.none,
          items: groups.joined().sorted { $0.number < $1.number })
      ]
    let snapshot = RecordSnapshot(sections: sections)
    let differ = Differ(algorithm: LISDiff(), duplicates: rules.duplicates, scope: rules.idScope)
    do {
      let pair = RecordPair(old: self, new: self)
      let reduced = try RecordDiff.run(differ, pair, from: snapshot, to: snapshot).old
      return Set(reduced.sections.lazy.flatMap(\.items))
    } catch {
      throw Failure("\(name): \(error)")
    }
  }
}
