internal import RecordFormats
internal import SectionDiff

/// One section while a snapshot is built.
private struct Group {
  var key: SectionKey
  var header = SectionHeader.none
  var order: SortKey = .missing
  var records: [Row] = []
}

/// A record while it is sorted: the keys that its fields give it.
private struct KeyedRow {
  let first: SortKey
  let rest: [SortKey]
  let row: Row

  func precedes(_ other: KeyedRow, by rules: [SortRule]) -> Bool {
    if first < other.first { return !rules[0].isDescending }
    if other.first < first { return rules[0].isDescending }
    for (index, rule) in rules.dropFirst().enumerated() {
      if rest[index] < other.rest[index] { return !rule.isDescending }
      if other.rest[index] < rest[index] { return rule.isDescending }
    }
    // Ties keep the order of the file.
    return row.number < other.row.number
  }
}

/// The seed of the hashes that find a section by its key. No one sees the order of that table; a random seed keeps
/// hostile keys from meeting in it.
private let seed = UInt64.random(in: .min ... .max)

extension RecordFile {
  /// Groups and sorts the records by the rules.
  ///
  /// Records whose section field is missing or null are in the section `null`. Without a section field there is
  /// exactly one section, even when it is empty.
  ///
  /// - Throws: that a field of the rules is missing, or that a section occurs twice.
  func snapshot(_ rules: ComparisonRules, isNew: Bool) throws(Failure) -> RecordSnapshot {
    var groups = try groups(rules, isNew: isNew)
    if let survivors = try survivors(rules, in: groups.map(\.records)) {
      for offset in groups.indices { groups[offset].records.removeAll { !survivors.contains($0) } }
      if rules.sectionBy != nil { groups.removeAll(where: \.records.isEmpty) }
    }
    try sort(&groups, by: rules)
    if rules.sectionOrder == .value { groups.sort { $0.order < $1.order } }
    return RecordSnapshot(sections: groups.lazy.map { SnapshotSection($0.key, header: $0.header, items: $0.records) })
  }

  private func groups(_ rules: ComparisonRules, isNew: Bool) throws(Failure) -> [Group] {
    if let sections = document.records.sections { return try groups(sections, rules, isNew: isNew) }
    guard let field = rules.sectionBy else {
      return [Group(key: .none, records: (0..<document.count).map { Row($0, isNew: isNew) })]
    }
    let locator = try locator(field, option: "--section-by")
    let source = document.source
    var groups: [Group] = []
    var keys: [FieldValue?] = []
    // By hash; a key whose hash is taken goes to the next number that is free.
    var offsets: [UInt64: Int] = [:]
    func isSame(_ a: FieldValue?, _ b: FieldValue?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return source.value(a, equals: b, in: source)
    }
    var last: Int?
    for record in 0..<document.count {
      let value = try sectionValue(record, at: locator, field)
      let row = Row(record, isNew: isNew)
      if let last, isSame(keys[last], value) {
        groups[last].records.append(row)
        continue
      }
      var hash = value.map { source.hash(of: $0, seed: seed) } ?? seed
      while let offset = offsets[hash], !isSame(keys[offset], value) { hash &+= 1 }
      let offset = offsets[hash] ?? groups.count
      if offset == groups.count {
        offsets[hash] = offset
        keys.append(value)
        let key = value.map { SectionKey(json: Array(source.json(of: $0).utf8)) } ?? .none
        groups.append(
          Group(key: key, order: SortKey(value.map { SourcedValue(value: $0, source: source) })))
      }
      groups[offset].records.append(row)
      last = offset
    }
    return groups
  }

  /// The value that a record's section is made by; nil where it is missing or null.
  func sectionValue(
    _ record: Int, at locator: FieldLocator, _ field: String
  ) throws(Failure) -> FieldValue? {
    guard let value = document.value(record, at: locator), value.kind != .null else { return nil }
    if value.kind == .array || value.kind == .object {
      throw Failure(
        "\(name):\(document.position(of: record)): the field \(JSONText.literal(field)), which --section-by "
          + "names, is an array or an object; choose a field with a plain value, or a path into it")
    }
    return value
  }

  private func groups(
    _ sections: [SectionsDocument.Section], _ rules: ComparisonRules, isNew: Bool
  ) throws(Failure) -> [Group] {
    if let field = rules.sectionBy { _ = try locator(field, option: "--section-by") }
    var offsets: [SectionKey: Int] = [:]
    var groups: [Group] = []
    for (offset, section) in sections.enumerated() {
      let key = SectionKey(json: Array(document.source.json(of: section.key).utf8))
      if let first = offsets.updateValue(offset, forKey: key) {
        let lines = [first, offset].map { index in
          "\(name):\(document.source.position(at: sections[index].range.lowerBound))"
        }
        throw Failure(
          "\(lines[1]): the section \(key) occurs twice, first at \(lines[0]); merge the two or rename one")
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
    for offset in groups.indices {
      var keyed = groups[offset].records.map { row in
        KeyedRow(
          first: SortKey(value(row.number, at: locators[0])),
          rest: locators.dropFirst().map { SortKey(value(row.number, at: $0)) }, row: row)
      }
      keyed.sort { $0.precedes($1, by: rules.sortBy) }
      groups[offset].records = keyed.map(\.row)
    }
  }

  /// Where a field of the rules is.
  func locator(_ field: String, option: String) throws(Failure) -> FieldLocator {
    do {
      return try document.locator(for: field)
    } catch {
      throw Failure("\(error) (\(option))")
    }
  }
}

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
  /// - Complexity: O(*n*) on average, *n* the number of records.
  func survivors(_ rules: ComparisonRules, in groups: [[Row]]) throws(Failure) -> Set<Row>? {
    guard rules.duplicates == .keepFirst || rules.duplicates == .keepLast else { return nil }
    let lists = rules.idScope == .section ? groups : [groups.joined().sorted { $0.number < $1.number }]
    let comparison = try RecordPair(old: self, new: self).comparison()
    let seed = UInt64.random(in: .min ... .max)
    var survivors: Set<Row> = []
    for rows in lists {
      var found: [UInt64: Row] = [:]
      found.reserveCapacity(rows.count)
      for offset in rows.indices {
        let row = rules.duplicates == .keepFirst ? rows[offset] : rows[rows.count - 1 - offset]
        // By hash; an identity whose hash is taken goes to the next number that is free.
        var hash = comparison.hash(of: row, seed: seed)
        while let other = found[hash], !comparison.haveSameIdentity(other, row) { hash &+= 1 }
        if found.updateValue(row, forKey: hash) == nil { survivors.insert(row) }
      }
    }
    return survivors
  }

  /// The records that the policy dropped, in the order of the file, each with its section.
  ///
  /// - Parameters:
  ///   - snapshot: what is left, by the same rules.
  ///   - rules: how the file is read.
  ///   - isNew: the side of the rows.
  func dropped(
    from snapshot: RecordSnapshot, _ rules: ComparisonRules, isNew: Bool
  ) throws(Failure) -> [(row: Row, section: SectionKey)] {
    guard snapshot.itemCount < document.count else { return [] }
    var isKept = [Bool](repeating: false, count: document.count)
    for section in snapshot.sections {
      for row in section.items { isKept[row.number] = true }
    }
    var dropped: [(row: Row, section: SectionKey)] = []
    for group in try groups(rules, isNew: isNew) {
      for row in group.records where !isKept[row.number] { dropped.append((row, group.key)) }
    }
    dropped.sort { $0.row.number < $1.row.number }
    return dropped
  }
}
