internal import RecordFormats
internal import StoreInterface

/// Writes records over the file that they came from: what did not change keeps its bytes, and so do the fields that their
/// type does not know.
struct RecordWriter<Item: Identifiable & Sendable> where Item.ID: Sendable {
  let coding: RecordCoding<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  let format: RecordFormat
  /// The file as it is, and its records in its order; `nil` where there is none.
  let old: (document: RecordDocument, items: [Item])?

  /// The file that holds these records, in this order.
  func bytes(of items: [Item]) throws(StoreError) -> [UInt8] {
    let numbers = Dictionary((old?.items ?? []).enumerated().map { ($1.id, $0) }) { first, _ in first }
    do {
      let records = try items.map { item -> WrittenRecord in
        guard let old, let number = numbers[item.id] else { return .json(try coding.encode(item)) }
        if haveEqualContent(old.items[number], item) { return .kept(number) }
        return .json(try encoded(item, over: old.items[number], old.document.records.fields(of: number)))
      }
      return try format.file(of: records, over: old?.document)
    } catch let error as FormatError {
      throw StoreError(.refused, error.problem, advice: error.advice.isEmpty ? nil : error.advice)
    } catch {
      throw StoreError(error, as: .refused, "a record cannot be written: ")
    }
  }

  /// A record with the fields that the file has for it and its type does not know, at every depth. They stay in their order;
  /// new ones come after them. What did not change is written as the file has it.
  private func encoded(_ item: Item, over before: Item, _ fields: [RecordField]) throws -> [UInt8] {
    let json = try coding.encode(item)
    guard coding.keepsUnknownFields else { return json }
    let (new, old) = (try SourcedValue(json: json), try SourcedValue(json: try coding.encode(before)))
    guard new.value.kind == .object, old.value.kind == .object else { return json }
    var output: [UInt8] = []
    output.appendMembers(of: new, over: old, fields)
    return output
  }
}

extension [UInt8] {
  /// Appends a value with what a file has for it and its type does not know.
  ///
  /// - Parameters:
  ///   - new: The value as its type encodes it.
  ///   - old: What the type made of the value in the file, encoded: what it knows.
  ///   - kept: The value in the file.
  fileprivate mutating func append(_ new: SourcedValue, over old: SourcedValue, _ kept: SourcedValue) {
    if new.equals(old) { return kept.appendJSON(to: &self) }
    switch (new.value.kind, old.value.kind, kept.value.kind) {
    case (.object, .object, .object): appendMembers(of: new, over: old, kept.source.memberFields(of: kept.value))
    case (.array, .array, .array): appendElements(of: new, over: old, kept)
    default: new.appendJSON(to: &self)
    }
  }

  fileprivate mutating func appendMembers(of new: SourcedValue, over old: SourcedValue, _ kept: [RecordField]) {
    let members = new.source.memberFields(of: new.value)
    var left = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    let known = Dictionary(old.source.memberFields(of: old.value).map { ($0.name, $0.value) }) { first, _ in first }
    append(UInt8(ascii: "{"))
    func begin(_ name: [UInt8], _ output: inout [UInt8]) {
      if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
      JSONText.appendString(name, to: &output)
      output.append(UInt8(ascii: ":"))
    }
    for field in kept {
      let value = left.removeValue(forKey: field.name)
      guard value != nil || known[field.name] == nil else { continue }
      begin(field.name, &self)
      switch (value, known[field.name]) {
      case (let value?, let before?): append(value, over: before, field.value)
      case (let value?, nil): value.appendJSON(to: &self)
      case (nil, _): field.value.appendJSON(to: &self)
      }
    }
    for member in members where left[member.name] != nil {
      begin(member.name, &self)
      member.value.appendJSON(to: &self)
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func appendElements(of new: SourcedValue, over old: SourcedValue, _ kept: SourcedValue) {
    let (elements, before, inFile) = (new.elements, old.elements, kept.elements)
    // A type may read an array as a set, or leave some of it out: then no element says which one it was.
    let isAligned = before.count == inFile.count && zip(before, inFile).allSatisfy { $0.mayBeReadFrom($1) }
    let partners =
      isAligned ? ElementPairs(elements, before).partners : Array<Int?>(repeating: nil, count: elements.count)
    append(UInt8(ascii: "["))
    for (element, partner) in zip(elements, partners) {
      if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
      if let partner {
        append(element, over: before[partner], inFile[partner])
      } else {
        element.appendJSON(to: &self)
      }
    }
    append(UInt8(ascii: "]"))
  }
}

/// Which element of an array was which before: by content; then by the member `id`, where both have one; then by place
/// between two that are paired, where as many are left on both sides.
private struct ElementPairs {
  private(set) var partners: [Int?]

  init(_ new: [SourcedValue], _ old: [SourcedValue]) {
    partners = Array(repeating: nil, count: new.count)
    var isTaken = Array(repeating: false, count: old.count)
    pair(new.map(\.json), old.map(\.json), &isTaken)
    pair(new.map(\.identity), old.map(\.identity), &isTaken)
    var (start, next) = (0, 0)
    while start < new.count {
      if let partner = partners[start] {
        (start, next) = (start + 1, partner + 1)
        continue
      }
      let end = partners[start...].firstIndex { $0 != nil } ?? new.count
      let oldEnd = isTaken[min(next, old.count)...].firstIndex(of: true) ?? old.count
      if end - start == oldEnd - next {
        for offset in 0..<(end - start) where new[start + offset].identity == nil && old[next + offset].identity == nil
        {
          partners[start + offset] = next + offset
        }
      }
      start = end
    }
  }

  /// Pairs what has equal keys, the first with the first.
  private mutating func pair(_ new: [String?], _ old: [String?], _ isTaken: inout [Bool]) {
    var places: [String: [Int]] = [:]
    for (index, key) in old.enumerated().reversed() where !isTaken[index] {
      if let key { places[key, default: []].append(index) }
    }
    for (index, key) in new.enumerated() where partners[index] == nil {
      guard let key, let place = places[key]?.popLast() else { continue }
      partners[index] = place
      isTaken[place] = true
    }
  }
}

extension SourcedValue {
  fileprivate var elements: [SourcedValue] {
    source.elements(of: value).map { SourcedValue(value: $0, source: source) }
  }

  /// What distinguishes an object from others in an array.
  fileprivate var identity: String? {
    guard value.kind == .object else { return nil }
    return source.value(at: FieldPath(member: "id"), in: value).map { source.json(of: $0) }
  }

  /// Whether a type may have read this from a value: no text or number of it differs.
  fileprivate func mayBeReadFrom(_ kept: SourcedValue) -> Bool {
    switch (value.kind, kept.value.kind) {
    case (.string, .string), (.string, .stringWithEscapes), (.stringWithEscapes, .string),
      (.stringWithEscapes, .stringWithEscapes):
      return text == kept.text
    case (.number, .number): return Double(text) == Double(kept.text)
    case (.object, .object):
      let fields = Dictionary(kept.source.memberFields(of: kept.value).map { ($0.name, $0.value) }) { first, _ in first
      }
      return source.memberFields(of: value).allSatisfy { field in
        fields[field.name].map { field.value.mayBeReadFrom($0) } ?? true
      }
    default: return true
    }
  }
}
