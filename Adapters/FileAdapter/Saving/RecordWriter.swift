internal import RecordFormats
internal import StoreInterface

/// Writes records into the form of the file that they came from: what did not change keeps its bytes, what did is written
/// as its neighbours are.
struct RecordWriter<Item: Identifiable & Sendable> where Item.ID: Sendable {
  let coding: RecordCoding<Item>
  let haveEqualContent: @Sendable (Item, Item) -> Bool
  let format: RecordFormat
  /// The file as it is, and its records in its order; `nil` where there is none.
  let old: (document: RecordDocument, items: [Item])?

  /// The file that holds these records, in this order.
  func bytes(of items: [Item]) throws(StoreError) -> [UInt8] {
    do {
      switch format.shape {
      case .row: return try delimited(items)
      case .line: return try lines(items)
      case .object, .item:
        return try json(items, in: format == .ndjson ? .lines(of: old?.document) : .array(of: old?.document))
      }
    } catch let error as StoreError {
      throw error
    } catch let error as FormatError {
      throw StoreError(.refused, error.problem, advice: error.advice.isEmpty ? nil : error.advice)
    } catch {
      throw StoreError(.refused, "a record cannot be written: \(error)")
    }
  }

  /// Where the records are in the file, by key.
  private func places() -> [Item.ID: Int] {
    guard let old else { return [:] }
    return Dictionary(old.items.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// What the file is to begin with.
  private var mark: [UInt8] { old?.document.source.hasByteOrderMark == true ? [0xEF, 0xBB, 0xBF] : [] }

  // MARK: JSON

  private func json(_ items: [Item], in frame: JSONFrame) throws -> [UInt8] {
    if items.isEmpty { return mark + frame.empty }
    let places = places()
    var output = mark + frame.opening
    for (number, item) in items.enumerated() {
      if number > 0 { output += frame.separator }
      if let old, let place = places[item.id] {
        if haveEqualContent(old.items[place], item) {
          output += old.document.source.bytes(in: old.document.range(of: place))
          continue
        }
        output += frame.style.styled(try encoded(item, over: place, old.document, old.items[place]))
      } else {
        output += frame.style.styled(try coding.encode(item))
      }
    }
    return output + frame.closing
  }

  /// A record with the fields that the file has for it and its type does not know.
  private func encoded(
    _ item: Item, over place: Int, _ document: RecordDocument, _ before: Item
  ) throws -> [UInt8] {
    let new = try coding.encode(item)
    guard coding.keepsUnknownFields, let records = document.records as? JSONRecords else { return new }
    let source = document.source
    let newRecord = try JSONRecords(SourceText(new, name: "record"), isNDJSON: true)
    let knownRecord = try JSONRecords(SourceText(try coding.encode(before), name: "record"), isNDJSON: true)
    var values: [[UInt8]: FieldValue] = [:]
    for member in newRecord.members(0) { values[newRecord.source.decodedBytes(of: member.name)] = member.value }
    let known = Set(knownRecord.members(0).map { knownRecord.source.decodedBytes(of: $0.name) })
    // The fields that the file has stay in their order; new ones come after them.
    var output: [UInt8] = [UInt8(ascii: "{")]
    func append(_ name: [UInt8], _ value: FieldValue, of source: SourceText) {
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      JSONText.appendString(name, to: &output)
      output.append(UInt8(ascii: ":"))
      source.appendJSON(of: value, to: &output)
    }
    for member in records.members(place) {
      let name = source.decodedBytes(of: member.name)
      if let value = values.removeValue(forKey: name) {
        append(name, value, of: newRecord.source)
      } else if !known.contains(name) {
        append(name, member.value, of: source)
      }
    }
    for member in newRecord.members(0) {
      let name = newRecord.source.decodedBytes(of: member.name)
      if values[name] != nil { append(name, member.value, of: newRecord.source) }
    }
    output.append(UInt8(ascii: "}"))
    return output
  }

  // MARK: Lines

  private func lines(_ items: [Item]) throws -> [UInt8] {
    var output = mark
    for item in items {
      let record = Array("{\"line\":".utf8) + (try coding.encode(item)) + Array("}".utf8)
      let records = try JSONRecords(SourceText(record, name: "record"), isNDJSON: true)
      guard let line = records.value(0, at: "line"), line.isText else {
        throw StoreError(.refused, "a record is not a line of text", advice: "use JSON")
      }
      let bytes = records.source.decodedBytes(of: line)
      if bytes.contains(0x0A) { throw StoreError(.refused, "a line holds a line feed") }
      output += bytes
      output.append(0x0A)
    }
    return output
  }

  // MARK: CSV and TSV

  private func delimited(_ items: [Item]) throws -> [UInt8] {
    let rows = old?.document.records as? DelimitedDocument
    let places = places()
    // What is new or changed, as fields; columns that the file lacks come after its own.
    var columns = rows?.names ?? []
    var known = Set(columns.map { Array($0.utf8) })
    var fields: [Int: [[UInt8]: [UInt8]]] = [:]
    for (number, item) in items.enumerated() {
      if let old, let place = places[item.id], haveEqualContent(old.items[place], item) { continue }
      fields[number] = try texts(of: try coding.encode(item), &columns, &known)
    }
    if columns.isEmpty { return mark }
    let isWider = columns.count > (rows?.names.count ?? 0)
    var writer = DelimitedWriter(format: format, newline: rows?.newline ?? .lf)
    if let rows, !isWider {
      // Written to have the writer past the header, and put in place of by the file's own.
      try writer.append(rows.names)
      writer.output = rows.source.bytes(in: rows.headerRange) + Array(rows.newline.rawValue.utf8)
    } else {
      try writer.append(columns)
    }
    for (number, item) in items.enumerated() {
      if let values = fields[number] {
        let before = places[item.id].map { old?.items[$0] } ?? nil
        let unknown = try unknownTexts(rows, places[item.id], before)
        try writer.append(columns.map { values[Array($0.utf8)] ?? unknown[Array($0.utf8)] ?? [] })
      } else if let rows, let place = places[item.id] {
        if isWider {
          for value in rows.values(place) { try writer.appendField(value, of: rows.source) }
          for _ in rows.names.count..<columns.count { try writer.appendField([]) }
          try writer.endRow()
        } else {
          writer.output += rows.source.bytes(in: rows.range(of: place))
          writer.output += rows.newline.rawValue.utf8
        }
      }
    }
    return mark + writer.output
  }

  /// The fields of an object as text.
  private func texts(
    of json: [UInt8], _ columns: inout [String], _ known: inout Set<[UInt8]>
  ) throws -> [[UInt8]: [UInt8]] {
    let record = try JSONRecords(SourceText(json, name: "record"), isNDJSON: true)
    var texts: [[UInt8]: [UInt8]] = [:]
    for member in record.members(0) {
      let name = record.source.decodedBytes(of: member.name)
      switch member.value.kind {
      case .array, .object:
        throw StoreError(
          .refused, "the field \(JSONText.literal(name)) is an array or an object",
          advice: "CSV and TSV hold plain values; use JSON")
      case .null: texts[name] = []
      default: texts[name] = record.source.decodedBytes(of: member.value)
      }
      if known.insert(name).inserted { columns.append(String(decoding: name, as: UTF8.self)) }
    }
    return texts
  }

  /// What a row holds in columns that the record's type does not know.
  private func unknownTexts(_ rows: DelimitedDocument?, _ place: Int?, _ before: Item?) throws -> [[UInt8]: [UInt8]] {
    guard coding.keepsUnknownFields, let rows, let place, let before else { return [:] }
    var texts: [[UInt8]: [UInt8]] = [:]
    for (column, value) in zip(rows.names, rows.values(place)) {
      texts[Array(column.utf8)] = rows.source.decodedBytes(of: value)
    }
    let record = try JSONRecords(SourceText(try coding.encode(before), name: "record"), isNDJSON: true)
    for member in record.members(0) { texts[record.source.decodedBytes(of: member.name)] = nil }
    return texts
  }
}

/// The text around the records of a JSON file.
struct JSONFrame {
  var opening: [UInt8] = []
  var separator: [UInt8]
  var closing: [UInt8]
  /// The file without records.
  var empty: [UInt8] = []
  var style = JSONStyle()

  /// One record a line, with the line ends that the file has.
  static func lines(of document: RecordDocument?) -> JSONFrame {
    var lineEnd: [UInt8] = [0x0A]
    if let document, document.count > 0 {
      let end = document.range(of: 0).upperBound
      if document.source.bytes(in: end..<(end + 2)) == [0x0D, 0x0A] { lineEnd = [0x0D, 0x0A] }
    }
    return JSONFrame(separator: lineEnd, closing: lineEnd)
  }

  /// An array, indented as the file's first record is.
  static func array(of document: RecordDocument?) -> JSONFrame {
    var frame = JSONFrame(
      opening: Array("[\n".utf8), separator: Array(",\n".utf8), closing: Array("\n]\n".utf8), empty: Array("[]\n".utf8))
    guard let document, document.count > 0 else { return frame }
    let source = document.source
    let first = document.range(of: 0)
    frame.opening = source.bytes(in: 0..<first.lowerBound)
    frame.closing = source.bytes(in: document.range(of: document.count - 1).upperBound..<source.count)
    frame.style = JSONStyle(of: source.bytes(in: first))
    if document.count > 1 {
      frame.separator = source.bytes(in: first.upperBound..<document.range(of: 1).lowerBound)
    } else if let bracket = frame.opening.lastIndex(of: UInt8(ascii: "[")) {
      frame.separator = [UInt8(ascii: ",")] + frame.opening[(bracket + 1)...]
    }
    return frame
  }
}
