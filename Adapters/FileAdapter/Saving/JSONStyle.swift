/// How a file writes JSON records: each on a line, or over several with some indentation.
struct JSONStyle: Hashable, Sendable {
  /// What comes before a record's first and last line, after the line end; `nil` where a record has one line.
  var indentation: [UInt8]?
  /// What each level adds.
  var step: [UInt8] = [0x20, 0x20]
  /// The line end within records.
  var newline: [UInt8] = [0x0A]
  /// What comes after a member's name.
  var colon: [UInt8] = Array(": ".utf8)

  /// The style of a record as it is in a file.
  ///
  ///     {                  the last line gives the indentation,
  ///       "id": 1          the second one level more
  ///     }
  init(of record: [UInt8]) {
    guard let first = record.firstIndex(of: 0x0A), let last = record.lastIndex(of: 0x0A) else { return }
    indentation = Array(record[(last + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
    let inner = Array(record[(first + 1)...].prefix { $0 == 0x20 || $0 == 0x09 })
    if let indentation, inner.count > indentation.count { step = Array(inner.dropFirst(indentation.count)) }
    if first > 0, record[first - 1] == 0x0D { newline = [0x0D, 0x0A] }
    // `"name" : 1`, `"name": 1` or `"name":1`.
    var rest = record[(first + 1)...].drop { $0 != UInt8(ascii: "\"") }.dropFirst()
    while let byte = rest.first, byte != UInt8(ascii: "\"") {
      rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    colon = Array(rest.dropFirst().prefix { $0 == 0x20 || $0 == UInt8(ascii: ":") })
    if !colon.contains(UInt8(ascii: ":")) { colon = Array(": ".utf8) }
  }

  /// A record of one line.
  init() {}

  /// Canonical JSON in this style.
  func styled(_ json: [UInt8]) -> [UInt8] {
    guard let indentation else { return json }
    var output: [UInt8] = []
    output.reserveCapacity(json.count * 2)
    var depth = 0
    var isInString = false
    var place = 0
    func breakLine() {
      output += newline
      output += indentation
      for _ in 0..<depth { output += step }
    }
    while place < json.count {
      let byte = json[place]
      place += 1
      if isInString {
        output.append(byte)
        if byte == UInt8(ascii: "\\"), place < json.count {
          output.append(json[place])
          place += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        if place < json.count, json[place] == byte + 2 {
          output.append(json[place])
          place += 1
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
      default:
        if byte == UInt8(ascii: "\"") { isInString = true }
        output.append(byte)
      }
    }
    return output
  }
}
