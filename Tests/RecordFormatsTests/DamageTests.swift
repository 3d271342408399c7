import RecordFormats
import Testing

/// Whatever the bytes are, reading gives a document that can be used or an error with a position; never a trap.
@Suite struct DamageTests {
  private static let samples: [(RecordFormat, String)] = [
    (.csv, "\u{FEFF}id,\"na\"\"me\",c\r\n1,\"x, y\",é\r\n2,\"a\nb\",東京\r\n3,\"\"\"\",😀\r\n"),
    (.csv, "a\n\n\"\"\nlong enough to fill more than one block of sixty-four bytes: ü"),
    (.tsv, "id\tname\n1\t\"x\"\n2\té\r\n"),
    (.ndjson, "{\"id\":1,\"n\":{\"a\":[1,-2.5e3,null]}}\n{\"id\":2,\"s\":\"\\ud83d\\ude00\\n é\"}\r\n\n{}\n"),
    (.json, "[{\"id\":1,\"t\":true,\"f\":false},\n {\"id\":\"x\\u00e9\",\"o\":{\"\":[[],{}]}} ]\n"),
    (
      .sections,
      "[{\"section\":\"A\",\"content\":\"h\\\"\",\"items\":[[\"1\",\"é\"],[\"2\",\"\"]]},{\"section\":\"B\",\"items\":[]}]\n"
    ),
    (.lines, "one\ntwo\r\n\nfour é 東 😀"),
  ]

  /// Touches all of a document.
  private func use(_ document: RecordDocument) {
    var output: [UInt8] = []
    for record in 0..<document.count {
      document.appendJSON(of: record, to: &output)
      _ = document.range(of: record)
      let fields = document.records.fields(of: record)
      for (column, field) in fields.enumerated() where document.columns != nil {
        #expect(document.value(record, at: .column(column)) == field.value.value)
      }
      if let value = document.records.whole(record) {
        #expect(document.source.value(value, equals: value, in: document.source))
        _ = document.source.hash(of: value, seed: 1)
        _ = document.value(record, at: .path("n.a"))
      }
      if let own = document.records.ownParts(of: record) { #expect(own.equals(own)) }
    }
    // What is written as JSON is JSON.
    for line in output.split(separator: 0x0A) { #expect(String(validating: line, as: UTF8.self) != nil) }
  }

  private func check(_ bytes: [UInt8], _ format: RecordFormat) {
    do {
      use(try RecordDocument(SourceText(bytes, name: "in"), format: format))
    } catch {
      #expect(error.position != nil)
      #expect((error.position?.offset ?? -1) <= bytes.count)
      #expect(!error.problem.isEmpty && !error.advice.isEmpty)
      #expect(!error.description.utf8.contains(0x0A))
    }
  }

  @Test func samplesAreSound() throws {
    let counts = [3, 3, 2, 3, 2, 2, 4]
    for ((format, text), count) in zip(Self.samples, counts) {
      let document = try read(text, format)
      #expect(document.count == count, "\(text)")
      use(document)
    }
    #expect(counts.count == Self.samples.count)
  }

  @Test func anyTruncationIsSurvived() {
    for (format, text) in Self.samples {
      let bytes = Array(text.utf8)
      for count in bytes.indices { check(Array(bytes[..<count]), format) }
    }
  }

  /// An error that only a cut-off can cause is marked so; damage inside is covered by each format's own tests.
  @Test func truncatedJSONIsMarked() {
    for (format, text) in Self.samples where format != .csv && format != .tsv {
      let bytes = Array(text.utf8)
      for count in bytes.indices {
        if let error = failure(Array(bytes[..<count]), format) {
          #expect(error.isTruncated, "\(format) cut at \(count): \(error)")
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func anyMutationIsSurvived(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let special: [UInt8] = [
      0x22, 0x2C, 0x0A, 0x0D, 0x09, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x3A, 0x00, 0x80, 0xC3, 0xED, 0xF4, 0xFF,
      0x30, 0x75,
    ]
    for _ in 0..<1_500 {
      guard let (format, text) = Self.samples.randomElement(using: &random) else { continue }
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        let byte = special.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      check(bytes, format)
    }
  }

  @Test func anyBytesAreSurvivedByEveryFormat() {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<1_000 {
      let bytes = (0..<Int.random(in: 0...150, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      for format in RecordFormat.allCases { check(bytes, format) }
    }
  }
}
