extension JSONRecords {
  /// Checks an object a line; those with the bytes of a line that was checked before are not checked again.
  static func lines(
    _ bytes: Span<UInt8>, _ depthLimit: Int, checked lines: CheckedLines, _ checkedBytes: Span<UInt8>
  ) throws(ScanFailure) -> (OffsetIndex, Int) {
    var starts = OffsetIndex()
    var scanner = JSONScanner(mayCrossLines: false, depthLimit: depthLimit)
    var lines = lines
    var shape = JSONShape()
    while true {
      scanner.skipWhitespace(bytes)
      guard let byte = scanner.peek(bytes) else { break }
      if byte == 0x0A {
        scanner.offset += 1
        continue
      }
      guard byte == UInt8(ascii: "{") else {
        throw notAnObject(scanner, bytes, advice: "write one JSON object a line")
      }
      let start = scanner.offset
      starts.append(start)
      if let length = lines.length(at: start, in: bytes, checkedBytes) {
        scanner.offset += length
        continue
      }
      if let end = shape.end(at: start, in: bytes) {
        scanner.offset = end
      } else {
        _ = try scanner.value(bytes)
        shape.learn(start..<scanner.offset, bytes)
      }
      scanner.skipWhitespace(bytes)
      if let byte = scanner.peek(bytes), byte != 0x0A {
        throw afterEnd(scanner, bytes, "the record", advice: "write one JSON object a line")
      }
    }
    return (starts, bytes.count)
  }
}
