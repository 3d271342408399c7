internal import RecordFormats
internal import SectionDiff

/// One section while a snapshot is built.
private struct Group {
  var key: SectionKey
  var header = SectionHeader.none
  var order: SortKey = .missing
  var records: [Row] = []
}

extension RecordFile {
  /// Groups and sorts the records by the rules.
  ///
  /// Records whose section field is missing or null are in the section `null`. Without a section field there is
  /// exactly one section, even when it is empty.
  ///
  /// - Throws: that a field of the rules is missing, or that a section stands twice.
  func snapshot(_ rules: ComparisonRules, isNew: Bool) throws(Failure) -> RecordSnapshot {
    var groups = try groups(rules, isNew: isNew)
    try sort(&groups, by: rules)
    if rules.sectionOrder == .value { groups.sort { $0.order < $1.order } }
    return RecordSnapshot(sections: groups.lazy.map { Section($0.key, header: $0.header, items: $0.records) })
  }

  private func groups(_ rules: ComparisonRules, isNew: Bool) throws(Failure) -> [Group] {
    if case .sections(let document) = document { return try groups(document, rules, isNew: isNew) }
    guard let field = rules.sectionBy else {
      return [Group(key: .none, records: (0..<document.count).map { Row($0, isNew: isNew) })]
    }
    let locator = try locator(field, option: "--section-by")
    var groups: [Group] = []
    var keys: [SourcedValue?] = []
    var places: [UInt64: [Int]] = [:]
    var last: Int?
    for record in 0..<document.count {
      let value = try sectionValue(record, at: locator, field)
      if let last, Self.isSame(keys[last], value) {
        groups[last].records.append(Row(record, isNew: isNew))
        continue
      }
      let hash = value.map { $0.source.hash(of: $0.value, seed: 0x5EC7_1014) } ?? 0
      let found = places[hash]?.first { Self.isSame(keys[$0], value) }
      let place = found ?? groups.count
      if found == nil {
        places[hash, default: []].append(place)
        keys.append(value)
        groups.append(
          Group(key: value.map { SectionKey(json: Array($0.json.utf8)) } ?? .none, order: SortKey(value)))
      }
      groups[place].records.append(Row(record, isNew: isNew))
      last = place
    }
    return groups
  }

  /// The value that a record's section is made by; nil where it is missing or null.
  private func sectionValue(_ record: Int, at locator: FieldLocator, _ field: String) throws(Failure)
    -> SourcedValue?
  {
    guard let value = value(record, at: locator), value.value.kind != .null else { return nil }
    if value.value.kind == .array || value.value.kind == .object {
      throw Failure(
        "\(name):\(document.position(of: record)): the field \(JSONText.literal(field)), which --section-by names, "
          + "is an array or an object; choose a field with a plain value, or a path into it")
    }
    return value
  }

  private static func isSame(_ a: SourcedValue?, _ b: SourcedValue?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.equals(b)
    default: false
    }
  }

  private func groups(
    _ document: SectionsDocument, _ rules: ComparisonRules, isNew: Bool
  ) throws(Failure) -> [Group] {
    if let field = rules.sectionBy { _ = try locator(field, option: "--section-by") }
    var places: [SectionKey: Int] = [:]
    var groups: [Group] = []
    for (place, section) in document.sections.enumerated() {
      let key = SectionKey(json: Array(document.source.json(of: section.key).utf8))
      if let first = places.updateValue(place, forKey: key) {
        let lines = [first, place].map { index in
          "\(name):\(document.source.position(at: document.sections[index].range.lowerBound))"
        }
        throw Failure(
          "\(lines[1]): the section \(key) stands twice, first at \(lines[0]); merge the two or rename one")
      }
      groups.append(
        Group(
          key: key,
          header: SectionHeader(json: section.content.map { Array(document.source.json(of: $0).utf8) }),
          order: SortKey(SourcedValue(value: section.key, source: document.source)),
          records: section.items.map { Row($0, isNew: isNew) }))
    }
    return groups
  }

  private func sort(_ groups: inout [Group], by rules: ComparisonRules) throws(Failure) {
    guard !rules.sortBy.isEmpty else { return }
    var locators: [FieldLocator] = []
    for rule in rules.sortBy { locators.append(try locator(rule.field, option: "--sort-by")) }
    for place in groups.indices {
      let keyed = groups[place].records.map { row in
        (row: row, keys: locators.map { SortKey(value(row.number, at: $0)) })
      }
      let sorted = keyed.sorted { a, b in
        for (index, rule) in rules.sortBy.enumerated() {
          if a.keys[index] < b.keys[index] { return !rule.isDescending }
          if b.keys[index] < a.keys[index] { return rule.isDescending }
        }
        // Ties keep the order of the file.
        return a.row.number < b.row.number
      }
      groups[place].records = sorted.map(\.row)
    }
  }

  /// Where a field of the rules stands.
  private func locator(_ field: String, option: String) throws(Failure) -> FieldLocator {
    do {
      return try document.locator(for: field)
    } catch {
      throw Failure("\(error) (\(option))")
    }
  }
}
