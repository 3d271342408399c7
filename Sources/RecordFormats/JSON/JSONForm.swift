/// What is around the records of a JSON file, and how a record is laid out.
struct JSONForm: Sendable {
  /// What comes before the first record, between two, after each, and after the last.
  var opening: [UInt8] = []
  var separator: [UInt8] = []
  var ending: [UInt8] = []
  var closing: [UInt8] = []
  /// The file without records.
  var empty: [UInt8] = []
  var layout = JSONLayout()

  /// One array, with a record a line.
  static let array = JSONForm(
    opening: Array("[\n".utf8), separator: Array(",\n".utf8), closing: Array("\n]\n".utf8), empty: Array("[]\n".utf8))
  /// A record a line.
  static let lines = JSONForm(ending: [0x0A])
}

extension JSONForm {
  /// The form that a file has: the line ends of its lines; of an array, what is around its first record, and the layout
  /// of that.
  init(of records: JSONRecords) {
    self = records.isNDJSON ? .lines : .array
    let source = records.source
    if records.count > 0 {
      let first = records.range(of: 0)
      if records.isNDJSON {
        let end = source.bytes(in: first.upperBound..<(first.upperBound + 2))
        if end == [0x0D, 0x0A] { ending = end }
      } else {
        opening = source.bytes(in: 0..<first.lowerBound)
        closing = source.bytes(in: records.range(of: records.count - 1).upperBound..<source.count)
        layout = JSONLayout(of: source.bytes(in: first))
        if records.count > 1 {
          separator = source.bytes(in: first.upperBound..<records.range(of: 1).lowerBound)
        } else if let bracket = opening.lastIndex(of: UInt8(ascii: "[")) {
          separator = [UInt8(ascii: ",")] + opening[(bracket + 1)...]
        }
      }
    }
    opening = source.byteOrderMark + opening
    empty = source.byteOrderMark + empty
  }
}

/// How a JSON record is laid out: on one line, or over several with some indentation.
struct JSONLayout: Sendable {
  /// What comes before a record's last line, after the line end; `nil` where a record has one line.
  private var indentation: [UInt8]?
  /// What each level adds.
  private var step: [UInt8] = [0x20, 0x20]
  /// The line end within records.
  private var newline: [UInt8] = [0x0A]
  /// What comes after a member's name.
  private var colon: [UInt8] = Array(": ".utf8)

  /// That of a record on one line.
  init() {}

  /// The layout of a record as it is in a file.
  ///
  ///     {                  the last line gives the indentation,
  ///       "id": 1          the second one level more
  ///     }
  init(of record: [UInt8]) {
    guard let first = record.firstIndex(of: 0x0A), let last = record.lastIndex(of: 0x0A) else { return }
    let outer = Array(record[(last + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
    let inner = Array(record[(first + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
    indentation = outer
    if inner.count > outer.count { step = Array(inner.dropFirst(outer.count)) }
    if first > 0, record[first - 1] == 0x0D { newline = [0x0D, 0x0A] }
    // `"name" : 1`, `"name": 1` or `"name":1`.
    let bytes = ContiguousArray(record)
    guard let quote = record[first...].firstIndex(of: UInt8(ascii: "\"")) else { return }
    let end = JSONCursor.end(of: JSONCursor.value(at: quote, in: bytes.span))
    let colon = Array(record[min(end, record.count)...].prefix { $0 == 0x20 || $0 == UInt8(ascii: ":") })
    if colon.contains(UInt8(ascii: ":")) { self.colon = colon }
  }

  /// Appends a value in this layout, otherwise canonical.
  func append(_ value: FieldValue, of source: SourceText, to output: inout [UInt8]) {
    guard let indentation else { return source.appendJSON(of: value, to: &output) }
    var canonical: [UInt8] = []
    source.appendJSON(of: value, to: &canonical)
    let array = ContiguousArray(canonical)
    let json = array.span
    output.reserveCapacity(output.count + 2 * json.count)
    var depth = 0
    func breakLine() {
      output += newline + indentation
      for _ in 0..<depth { output += step }
    }
    var offset = 0
    while offset < json.count {
      let byte = json[offset]
      switch byte {
      case UInt8(ascii: "\""):
        let end = JSONCursor.end(of: JSONCursor.value(at: offset, in: json))
        output.append(json, offset..<end)
        offset = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        if offset + 1 < json.count, json[offset + 1] == byte + 2 {
          output.append(byte + 2)
          offset += 1
        } else {
          depth += 1
          breakLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        breakLine()
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        breakLine()
      case UInt8(ascii: ":"): output += colon
      default: output.append(byte)
      }
      offset += 1
    }
  }
}
