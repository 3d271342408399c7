internal import RecordFormats
internal import SectionDiff

/// Reads the values of a patch, which may come from anywhere: every member, type and number is checked.
struct PatchReader {
  /// The patch.
  let source: SourceText
  /// The format of the files that it was made from.
  var format = RecordFormat.lines

  /// That something in the patch is not as `diff --format json` writes it.
  func failure(_ value: FieldValue, _ problem: String) -> Failure {
    Failure(
      "\(source.name):\(source.position(at: value.range.lowerBound)): not a patch of section-diff: \(problem); "
        + "make it with diff --format json")
  }

  // MARK: - Values

  func optionalMember(_ name: FieldPath, of object: FieldValue) throws(Failure) -> FieldValue? {
    guard object.kind == .object else { throw failure(object, "expected an object with \"\(name)\"") }
    return source.value(at: name, in: object)
  }

  func member(_ name: FieldPath, of object: FieldValue) throws(Failure) -> FieldValue {
    guard let value = try optionalMember(name, of: object) else {
      throw failure(object, "there is no \"\(name)\"")
    }
    return value
  }

  func text(_ value: FieldValue) throws(Failure) -> String {
    guard value.isText else { throw failure(value, "expected a string") }
    return source.string(of: value)
  }

  func list(_ value: FieldValue) throws(Failure) -> [FieldValue] {
    guard value.kind == .array else { throw failure(value, "expected an array") }
    return source.elements(of: value)
  }

  func members(_ value: FieldValue) throws(Failure) -> [JSONMember] {
    guard value.kind == .object else { throw failure(value, "expected an object") }
    return source.members(of: value)
  }

  func strings(_ name: FieldPath, of object: FieldValue) throws(Failure) -> [String] {
    var strings: [String] = []
    for element in try list(try member(name, of: object)) { strings.append(try text(element)) }
    return strings
  }

  /// A list of names, one at least.
  func columns(_ name: FieldPath, of object: FieldValue) throws(Failure) -> [String] {
    let columns = try strings(name, of: object)
    guard !columns.isEmpty else { throw failure(object, "there are no columns in \"\(name)\"") }
    return columns
  }

  func choice<Choice>(
    _ name: FieldPath, of object: FieldValue, _ make: (String) -> Choice?
  ) throws(Failure) -> Choice {
    let value = try member(name, of: object)
    let text = try text(value)
    guard let choice = make(text) else {
      throw failure(value, "\"\(name)\" is \(JSONText.literal(text)), which is not known here")
    }
    return choice
  }

  /// The format, read as the command was told to.
  func format(of input: FieldValue, among formats: [RecordFormat]) throws(Failure) -> RecordFormat {
    let format = try choice("format", of: input) { RecordFormat(name: $0, among: formats)?.takingPlainValues }
    let delimiter = try optionalMember("delimiter", of: input)
    let lazyQuotes = try optionalMember("lazyQuotes", of: input)
    guard delimiter != nil || lazyQuotes != nil else { return format }
    if let lazyQuotes, lazyQuotes.kind != .boolean { throw failure(lazyQuotes, "expected true or false") }
    let byte = try delimiter.map { value throws(Failure) in
      if let byte = RecordFormat.delimiter(try text(value)) { return byte }
      throw failure(value, "expected a delimiter, one character of ASCII")
    }
    let isLazy = lazyQuotes.map { source.string(of: $0) == "true" } ?? false
    guard let chosen = format.delimited(by: byte, lazyQuotes: isLazy) else {
      throw failure(input, "\(format) has no delimiter and no quotes")
    }
    return chosen
  }

  func flags(_ value: FieldValue) throws(Failure) -> Patch.Sides<Bool> {
    let flags = try list(value)
    guard flags.count == 2, flags.allSatisfy({ $0.kind == .boolean }) else {
      throw failure(value, "expected two booleans, old and new")
    }
    return Patch.Sides(old: source.string(of: flags[0]) == "true", new: source.string(of: flags[1]) == "true")
  }

  /// An offset or count: digits only, within what a snapshot can hold.
  func number(_ value: FieldValue) throws(Failure) -> Int {
    let range = value.range
    if value.kind == .number, range.count <= 10, let number = Int(source.string(in: range)), number >= 0,
      number <= Row.limit
    {
      return number
    }
    throw failure(value, "expected a position from 0 to \(Row.limit)")
  }

  func path(_ value: FieldValue) throws(Failure) -> PatchStep.Path {
    let parts = try list(value)
    guard parts.count == 2 else { throw failure(value, "expected an address [section,item]") }
    return PatchStep.Path(section: try number(parts[0]), item: try number(parts[1]))
  }

  func pair(_ value: FieldValue) throws(Failure) -> (old: FieldValue, new: FieldValue) {
    let parts = try list(value)
    guard parts.count == 2 else { throw failure(value, "expected [old,new]") }
    return (parts[0], parts[1])
  }

  // MARK: - Parts

  func rules(_ input: FieldValue) throws(Failure) -> ComparisonRules {
    var rules = ComparisonRules()
    rules.id = try strings("id", of: input)
    let section = try member("sectionBy", of: input)
    rules.sectionBy = section.kind == .null ? nil : try text(section)
    rules.sectionOrder = try choice("sectionOrder", of: input) { SectionOrder(rawValue: $0) }
    rules.sortBy = try strings("sortBy", of: input).map { SortRule($0) }
    rules.selection = FieldSelection(
      ignore: try strings("ignore", of: input), only: try strings("only", of: input))
    rules.duplicates = try choice("duplicates", of: input) { DuplicatePolicy(commandName: $0) }
    for path in rules.id + rules.sortBy.map(\.field) + rules.selection.ignore + rules.selection.only
    where FieldPath(path).depth > JSONText.depthLimit + 1 {
      throw failure(input, "a path goes deeper than \(JSONText.depthLimit) levels")
    }
    rules.idScope = try choice("idScope", of: input) { IdentityScope(rawValue: $0) }
    return rules
  }

  func step(
    _ value: FieldValue, impliesRows: Bool, prefix: String
  ) throws(Failure) -> PatchStep {
    var step = PatchStep()
    step.prefix = prefix
    let sections = try member("sections", of: value)
    let items = try member("items", of: value)
    step.deletedSections = try all("deleted", of: sections) { value throws(Failure) in
      try wholeSection(value, impliesRows)
    }
    step.insertedSections = try all("inserted", of: sections) { value throws(Failure) in
      try wholeSection(value, impliesRows)
    }
    step.movedSections = try all("moved", of: sections) { value throws(Failure) in
      try keptSection(value, withContent: false)
    }
    step.updatedSections = try all("updated", of: sections) { value throws(Failure) in
      guard format.shape.hasSections else {
        throw failure(value, "sections of \(format) have no header to update")
      }
      return try keptSection(value, withContent: true)
    }
    step.deletedItems = try all("deleted", of: items) { value throws(Failure) in try wholeItem(value) }
    step.insertedItems = try all("inserted", of: items) { value throws(Failure) in try wholeItem(value) }
    step.movedItems = try all("moved", of: items) { value throws(Failure) in try keptItem(value) }
    step.updatedItems = try all("updated", of: items) { value throws(Failure) in
      var item = try keptItem(value)
      item.edit = try edit(value)
      return item
    }
    try checkCounts(try member("counts", of: value), step)
    return step
  }

  private func all<Part>(
    _ name: FieldPath, of object: FieldValue, _ read: (FieldValue) throws(Failure) -> Part
  ) throws(Failure) -> [Part] {
    var parts: [Part] = []
    for element in try list(try member(name, of: object)) { parts.append(try read(element)) }
    return parts
  }

  private func wholeSection(
    _ value: FieldValue, _ impliesRows: Bool
  ) throws(Failure) -> PatchStep.WholeSection {
    var section = PatchStep.WholeSection(
      id: try plain(try member("id", of: value)), at: try number(try member("at", of: value)))
    if format.shape.hasSections { section.content = try header(try member("content", of: value)) }
    if impliesRows {
      let rows = try list(try member("rows", of: value))
      for row in rows { try checkRecord(row) }
      section.rows = rows
    }
    return section
  }

  private func keptSection(_ value: FieldValue, withContent: Bool) throws(Failure) -> PatchStep.KeptSection {
    var section = PatchStep.KeptSection(
      id: try plain(try member("id", of: value)), from: try number(try member("from", of: value)),
      to: try number(try member("to", of: value)))
    if withContent {
      let content = try pair(try member("content", of: value))
      section.content = (try header(content.old), try header(content.new))
    }
    return section
  }

  private func wholeItem(_ value: FieldValue) throws(Failure) -> PatchStep.WholeItem {
    let item = try member("item", of: value)
    try checkRecord(item)
    return PatchStep.WholeItem(
      id: try member("id", of: value), at: try path(try member("at", of: value)), item: item)
  }

  private func keptItem(_ value: FieldValue) throws(Failure) -> PatchStep.KeptItem {
    PatchStep.KeptItem(
      id: try member("id", of: value), from: try path(try member("from", of: value)),
      to: try path(try member("to", of: value)))
  }

  private func edit(_ value: FieldValue) throws(Failure) -> PatchStep.Edit {
    var edit = PatchStep.Edit()
    switch format.shape {
    case .line: throw failure(value, "a line has no content to update")
    case .item:
      let content = try pair(try member("content", of: value))
      for side in [content.old, content.new] where !side.isText { throw failure(side, "expected a string") }
      edit.content = content
    case .row, .object:
      let isText = format.shape.isTextOnly
      for member in try members(try member("fields", of: value)) {
        let values = try pair(member.value)
        if isText, !values.old.isText || !values.new.isText {
          throw failure(member.value, "expected strings")
        }
        edit.changed.append((source.decodedBytes(of: member.name), values.old, values.new))
      }
      edit.added = try values("added", of: value, isText: isText)
      edit.removed = try values("removed", of: value, isText: isText)
    }
    return edit
  }

  private func values(
    _ name: FieldPath, of value: FieldValue, isText: Bool
  ) throws(Failure) -> [(name: [UInt8], value: FieldValue)] {
    var values: [(name: [UInt8], value: FieldValue)] = []
    for member in try members(try member(name, of: value)) {
      if isText, !member.value.isText { throw failure(member.value, "expected a string") }
      values.append((source.decodedBytes(of: member.name), member.value))
    }
    return values
  }

  /// The key of a section: a string, number, boolean or null.
  private func plain(_ value: FieldValue) throws(Failure) -> FieldValue {
    guard value.kind != .array, value.kind != .object else { throw failure(value, "expected a plain value") }
    return value
  }

  private func header(_ value: FieldValue) throws(Failure) -> FieldValue {
    guard value.isText || value.kind == .null else { throw failure(value, "expected a string or null") }
    return value
  }

  /// Whether a record has the form of its format.
  private func checkRecord(_ value: FieldValue) throws(Failure) {
    let record = SourcedValue(value: value, source: source)
    guard let problem = format.shape.problem(of: record, takesPlain: format == .json) else { return }
    throw failure(problem.value, problem.problem)
  }

  /// Lists and counts must agree: a patch that was cut or edited by hand is noticed.
  private func checkCounts(_ counts: FieldValue, _ step: PatchStep) throws(Failure) {
    let lists: [(FieldPath, Int)] = [
      ("sectionDeletes", step.deletedSections.count), ("sectionInserts", step.insertedSections.count),
      ("sectionMoves", step.movedSections.count), ("sectionUpdates", step.updatedSections.count),
      ("deletes", step.deletedItems.count), ("inserts", step.insertedItems.count),
      ("moves", step.movedItems.count), ("updates", step.updatedItems.count),
    ]
    for (name, count) in lists {
      let value = try member(name, of: counts)
      guard try number(value) == count else {
        throw failure(value, "\"\(name)\" says \(source.string(in: value.range)), but \(count) are listed")
      }
    }
  }
}
