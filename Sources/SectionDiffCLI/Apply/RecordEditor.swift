internal import RecordFormats

/// Edits one record by the fields that a patch names, checking every old value.
struct RecordEditor {
  /// The patch's bytes.
  let patch: SourceText
  /// Which fields count, and which of them are compared by their members.
  let selection: FieldSelection
  /// Why an edit does not fit.
  struct Misfit: Error {
    let reason: String
  }

  /// Returns the edited record as JSON.
  ///
  /// - Throws: that a field is missing, is there already, or has another value than the patch says.
  func edited(_ fields: [RecordField], by edit: PatchStep.Edit) throws(Misfit) -> [UInt8] {
    var rest = Rest(edit, selection)
    var output: [UInt8] = []
    try write(fields, below: [], &rest, to: &output)
    let missing = Array(rest.changed.keys) + Array(rest.removed.keys)
    if let name = missing.min(by: { $0.lexicographicallyPrecedes($1) }) {
      throw Misfit(reason: "there is no field \(JSONText.literal(selection.shown(name)))")
    }
    if let name = rest.added.first?.name {
      throw Misfit(reason: "the field \(JSONText.literal(selection.shown(name))) cannot be added there")
    }
    return output
  }

  /// What of an edit is still to be done.
  private struct Rest {
    var changed: [[UInt8]: (old: FieldValue, new: FieldValue)] = [:]
    var removed: [[UInt8]: FieldValue] = [:]
    var added: [(name: [UInt8], value: FieldValue)]

    init(_ edit: PatchStep.Edit, _ selection: FieldSelection) {
      for change in edit.changed { changed[selection.path(shown: change.name)] = (change.old, change.new) }
      for field in edit.removed { removed[selection.path(shown: field.name)] = field.value }
      added = edit.added.map { (selection.path(shown: $0.name), $0.value) }
    }
  }

  /// Writes an object whose members are fields named below `path`. Recursion follows the paths of the selection.
  private func write(
    _ fields: [RecordField], below path: [UInt8], _ rest: inout Rest, to output: inout [UInt8]
  ) throws(Misfit) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    func open(_ name: [UInt8], _ output: inout [UInt8]) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.appendString(name, to: &output)
      output.append(UInt8(ascii: ":"))
    }
    // Fields that come here, by their paths within this object, in the order of the patch.
    let arrivals = takeArrivals(below: path, &rest)
    let places = Dictionary(arrivals.indices.map { (arrivals[$0].name, $0) }) { first, _ in first }
    // Those that are members of an object that is here.
    var entered: Set<Int> = []
    for field in fields {
      let part = selection.part(named: field.name)
      let name = path + part
      let comesAnew = places[part]
      if let change = rest.changed.removeValue(forKey: name) {
        try check(field, is: change.old)
        open(field.name, &output)
        patch.appendJSON(of: change.new, to: &output)
      } else if let old = rest.removed.removeValue(forKey: name) {
        try check(field, is: old)
      } else if selection.isContainer(name), field.value.value.kind == .object {
        // A plain value that comes in its place takes it; what was not compared in it goes.
        if let comesAnew, arrivals[comesAnew].value != nil {
          var ignored: [UInt8] = []
          try write(
            field.value.source.memberFields(of: field.value.value), below: name + [UInt8(ascii: ".")], &rest,
            to: &ignored)
          continue
        }
        if let comesAnew { entered.insert(comesAnew) }
        open(field.name, &output)
        try write(
          field.value.source.memberFields(of: field.value.value), below: name + [UInt8(ascii: ".")], &rest,
          to: &output)
        continue
      } else if comesAnew != nil {
        // What does not count gives way; what counts would have been removed.
        guard !countsPlainly(name) else {
          throw Misfit(reason: "the field \(JSONText.literal(selection.shown(name))) exists already")
        }
      } else {
        open(field.name, &output)
        field.value.appendJSON(to: &output)
      }
    }
    for (place, arrival) in arrivals.enumerated() where !entered.contains(place) {
      open(selection.name(ofPart: arrival.name), &output)
      if let value = arrival.value {
        patch.appendJSON(of: value, to: &output)
      } else {
        try write([], below: path + arrival.name + [UInt8(ascii: ".")], &rest, to: &output)
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Takes the fields to add that belong into the object below `path`; nil represents an object that is to be made.
  private func takeArrivals(below path: [UInt8], _ rest: inout Rest) -> [(name: [UInt8], value: FieldValue?)] {
    var arrivals: [(name: [UInt8], value: FieldValue?)] = []
    if rest.added.isEmpty { return arrivals }
    var named: Set<[UInt8]> = []
    rest.added.removeAll { field in
      guard field.name.starts(with: path), field.name.count >= path.count else { return false }
      let container = selection.container(of: field.name)
      if (container.map { $0 + [UInt8(ascii: ".")] } ?? []) == path {
        let name = Array(field.name[path.count...])
        named.insert(name)
        arrivals.append((name, field.value))
        return true
      }
      // It belongs into an object that is to be found, or made, in this one.
      if let above = selection.outermostContainer(of: field.name, below: path) {
        let name = Array(above[path.count...])
        if named.insert(name).inserted { arrivals.append((name, nil)) }
      }
      return false
    }
    return arrivals
  }

  /// Whether a plain value of this name counts.
  private func countsPlainly(_ name: [UInt8]) -> Bool {
    switch selection.part(of: name) {
    case .whole: true
    case .members: selection.includesLeaf(name)
    case .none: false
    }
  }

  private func check(_ field: RecordField, is old: FieldValue) throws(Misfit) {
    let old = SourcedValue(value: old, source: patch)
    guard field.value.equals(old) else {
      let (found, expected) = VisibleText.pair(field.value.json, old.json, to: 60)
      throw Misfit(reason: "the field \(JSONText.literal(field.name)) is \(found), expected \(expected)")
    }
  }
}
