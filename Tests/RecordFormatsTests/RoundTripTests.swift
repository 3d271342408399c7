import RecordFormats
import Testing

/// What a writer writes, its reader reads back: over random records full of what formats find special.
@Suite struct RoundTripTests {
  private static let pieces = [
    "\"", "\"\"", ",", "\t", "\n", "\r", "\r\n", "\\", "\\u0041", "/", "a", "plain text", " ", "é",
    "e\u{301}", "東", "😀",
    "\u{FEFF}", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "1", "null", "{", "]", ":",
  ]

  @Test(arguments: [Newline.lf, .crlf])
  func csv(_ newline: Newline) throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let columns = Int.random(in: 1...4, using: &random)
      let header = (0..<columns).map { "\($0)" + random.text(Self.pieces, upTo: 3) }
      let body = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<columns).map { _ in random.text(Self.pieces, upTo: 5) }
      }
      var writer = DelimitedWriter(format: .csv, newline: newline)
      try writer.append(header)
      for row in body { try writer.append(row) }
      let document = try DelimitedDocument(SourceText(writer.output, name: "in"))
      try #require(document.names == header)
      #expect(document.newline == newline)
      let read = (0..<document.count).map { record in
        document.values(record).map { document.source.decodedBytes(of: $0) }
      }
      #expect(read == body.map { $0.map { Array($0.utf8) } })
      // Once more from the values: the same bytes.
      var again = DelimitedWriter(format: .csv, newline: newline)
      try again.append(document.names)
      for record in 0..<document.count {
        for value in document.values(record) { try again.appendField(value, of: document.source) }
        try again.endRow()
      }
      #expect(again.output == writer.output)
    }
  }

  /// Any text taken as CSV, with its delimiter recognised: what is written of it has the same columns and records.
  @Test(arguments: [false, true])
  func recognizedDelimiters(_ lazyQuotes: Bool) throws {
    let format = try #require(RecordFormat.csv.delimited(by: nil, lazyQuotes: lazyQuotes))
    var random = SeededGenerator(seed: 16)
    let pieces = ["\"", "\"\"", ",", ",", ";", ";", "\t", "|", "\n", "\r", "a", "b"]
    var delimiters = Set<UInt8>()
    for _ in 0..<60_000 {
      let text = random.text(pieces, upTo: 14)
      guard let document = try? RecordDocument(SourceText(text, name: "in"), format: format) else { continue }
      let written = try document.canonical()
      let again = try RecordDocument(SourceText(written, name: "written"), format: format)
      try #require(again.columns == document.columns, "\(text.debugDescription)")
      try #require(try again.canonical() == written, "\(text.debugDescription)")
      try #require(again.count == document.count, "\(text.debugDescription)")
      if document.count > 0, let read = document.records as? DelimitedDocument {
        delimiters.insert(read.grammar.delimiter)
      }
    }
    #expect(delimiters == Set(",;\t|".utf8))
  }

  @Test(arguments: [Newline.lf, .crlf])
  func tsv(_ newline: Newline) throws {
    var random = SeededGenerator(seed: 12)
    let pieces = Self.pieces.filter { !$0.contains("\t") && !$0.contains("\n") && !$0.contains("\r\n") }
    var refused = 0
    for _ in 0..<400 {
      let columns = Int.random(in: 1...4, using: &random)
      let header = (0..<columns).map {
        random.text(Self.pieces.filter { $0 == "\u{FEFF}" }, upTo: 2) + "\($0)"
      }
      let body = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<columns).map { _ in random.text(pieces, upTo: 5) }
      }
      var writer = DelimitedWriter(format: .tsv, newline: newline)
      do {
        try writer.append(header)
        for row in body { try writer.append(row) }
      } catch {
        #expect(error.kind == .unwritable)
        refused += 1
        continue
      }
      let document = try DelimitedDocument(SourceText(writer.output, name: "in"), grammar: .tsv)
      #expect(document.names.map { Array($0.utf8) } == header.map { Array($0.utf8) })
      let read = (0..<document.count).map { record in
        document.values(record).map { document.source.decodedBytes(of: $0) }
      }
      // A row of empty fields at the end of a file of one column is a record like any other.
      #expect(read == body.map { $0.map { Array($0.utf8) } })
    }
    #expect(refused < 300)
  }

  @Test func lines() throws {
    var random = SeededGenerator(seed: 13)
    let pieces = Self.pieces.filter { !$0.utf8.contains(0x0A) }
    for _ in 0..<400 {
      let lines = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.text(pieces, upTo: 4) }
      let isEnded = lines.last == "" || Bool.random(using: &random)
      var writer = LinesWriter()
      for line in lines { try writer.append(line) }
      if lines.count == 1, !isEnded, lines[0].utf8.contains(0x0D) {
        // It would be read as two lines.
        #expect(throws: FormatError.self) { try writer.finish(withFinalNewline: isEnded) }
        continue
      }
      try writer.finish(withFinalNewline: isEnded)
      let document = try LinesDocument(SourceText(writer.output, name: "in"))
      #expect(
        (0..<document.count).map { document.source.decodedBytes(of: document.value($0)) }
          == lines.map { Array($0.utf8) })
      #expect(document.endsWithNewline == (isEnded && !lines.isEmpty))
    }
  }

  @Test func sections() throws {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<300 {
      var writer = SectionsWriter()
      var expected: [String] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let key = random.text(Self.pieces, upTo: 3)
        let content = Bool.random(using: &random) ? random.text(Self.pieces, upTo: 3) : nil
        writer.beginSection(key, content: content)
        expected += [key, content ?? "none"]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
          let item = (random.text(Self.pieces, upTo: 3), random.text(Self.pieces, upTo: 3))
          writer.append(id: item.0, content: item.1)
          expected += [item.0, item.1]
        }
      }
      writer.finish()
      let document = try SectionsDocument(SourceText(writer.output, name: "in"))
      let source = document.source
      var read: [String] = []
      for section in document.list {
        read += [source.string(of: section.key), section.content.map { source.string(of: $0) } ?? "none"]
        for item in section.items {
          read += [source.string(of: document.item(item).id), source.string(of: document.item(item).content)]
        }
      }
      #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
      let again = try RecordDocument(source, format: .sections).canonical()
      #expect(again == writer.output)
    }
  }

  /// A random JSON value, with or without needless white space and escapes.
  static func json(_ random: inout SeededGenerator, depth: Int, isLoose: Bool) -> String {
    func gap(_ random: inout SeededGenerator) -> String {
      isLoose ? random.text([" ", "\t", "\r"], upTo: 2) : ""
    }
    func literal(_ random: inout SeededGenerator) -> String {
      let text = JSONText.literal(random.text(pieces, upTo: 3))
      return isLoose ? text.replacing("a", with: "\\u0061").replacing("/", with: "\\/") : text
    }
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1: return ["0", "-1", "1.50", "1e9", "12345678901234567890123"].randomElement(using: &random) ?? "0"
    case 2, 3, 4: return literal(&random)
    case 5:
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        gap(&random) + json(&random, depth: depth - 1, isLoose: isLoose) + gap(&random)
      }
      return "[" + elements.joined(separator: ",") + "]"
    default: return object(&random, depth: depth, isLoose: isLoose)
    }
  }

  /// A random JSON object.
  static func object(_ random: inout SeededGenerator, depth: Int, isLoose: Bool) -> String {
    let members = (0..<Int.random(in: 0...4, using: &random)).map { index -> String in
      let name = JSONText.literal("\(index)" + random.text(pieces, upTo: 2))
      let value = json(&random, depth: depth - 1, isLoose: isLoose)
      return isLoose ? " \(name) :\t\(value) " : "\(name):\(value)"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test(arguments: [RecordFormat.ndjson, .json])
  func jsonRecords(_ format: RecordFormat) throws {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<300 {
      let records = (0..<4).map { _ in Self.object(&random, depth: 4, isLoose: false) }
      let looseRecords = (0..<4).map { _ in Self.object(&random, depth: 4, isLoose: true) }
      for texts in [records, looseRecords] {
        let text =
          format == .ndjson ? texts.joined(separator: " \r\n") : "[" + texts.joined(separator: " ,\n") + "]"
        let document = try JSONRecords(SourceText(text, name: "in"), isNDJSON: format == .ndjson)
        #expect(document.count == 4)
        var writer = JSONRecordsWriter(format: format)
        for record in 0..<document.count { writer.append(document.value(record), of: document.source) }
        writer.finish()
        let again = try JSONRecords(SourceText(writer.output, name: "again"), isNDJSON: format == .ndjson)
        for record in 0..<document.count {
          #expect(
            document.source.value(document.value(record), equals: again.value(record), in: again.source))
          #expect(
            document.source.hash(of: document.value(record), seed: 3)
              == again.source.hash(of: again.value(record), seed: 3))
        }
        if texts == records {
          #expect((0..<4).map { again.source.string(in: again.range(of: $0)) } == records)
        }
      }
    }
  }
}
