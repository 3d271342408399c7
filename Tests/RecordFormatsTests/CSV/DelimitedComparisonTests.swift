@testable import RecordFormats
import Testing

/// Comparing two rows at once gives what comparing their fields one by one gives.
@Suite struct FieldsEqualTests {
  private static let fields = [
    "", "a", "b", "ab", "a long field, of more than eight bytes", "é", "x\"y", "\"", "1\n2", "a\r",
  ]

  private func quoted(_ field: String, _ random: inout SeededGenerator) -> String {
    let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes || Bool.random(using: &random) else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  @Test(arguments: 0..<4)
  func agreesWithFieldByField(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var equal = 0
    for _ in 0..<2_000 {
      let first = (0..<3).map { _ in Self.fields.randomElement(using: &random) ?? "" }
      var second = first
      if Bool.random(using: &random) {
        second[Int.random(in: 0..<3, using: &random)] = Self.fields.randomElement(using: &random) ?? ""
      }
      let documents = try [first, second].map { fields in
        var row: [String] = []
        for field in fields { row.append(quoted(field, &random)) }
        return try DelimitedDocument(
          SourceText("x,y,z\n" + row.joined(separator: ",") + "\n", name: "in"))
      }
      let same = (0..<3).map { first[$0].utf8.elementsEqual(second[$0].utf8) }
      #expect(documents[0].fieldsEqual(0, 0, of: documents[1]) == same.allSatisfy(\.self), "\(first) \(second)")
      let counts = (0..<3).map { _ in Bool.random(using: &random) }
      let expected = zip(same, counts).allSatisfy { $0 || !$1 }
      #expect(
        documents[0].fieldsEqual(0, 0, of: documents[1], where: counts) == expected, "\(first) \(second) \(counts)")
      if expected { equal += 1 }
      for column in 0..<3 {
        let value = documents[0].value(0, column: column)
        #expect(value == documents[0].values(0)[column])
        #expect(documents[0].hashes(column: column, seed: 7) == [documents[0].source.hash(of: value, seed: 7)])
      }
    }
    #expect(equal > 200 && equal < 1_900)
  }

  @Test func tabsHaveNoQuotes() throws {
    let a = try DelimitedDocument(SourceText("x\ty\n\"a\"\tb\n", name: "a"), grammar: .tsv)
    let b = try DelimitedDocument(SourceText("x\ty\na\tb\n", name: "b"), grammar: .tsv)
    #expect(!a.fieldsEqual(0, 0, of: b))
    #expect(a.fieldsEqual(0, 0, of: b, where: [false, true]))
  }
}

@Suite struct EqualRowsTests {
  @Test func remembersTheLastRowThatWasFoundEqual() {
    let rows = EqualRows(count: 3)
    #expect(!rows.contains(old: 0, new: 0))
    rows.note(old: 0, new: 2)
    #expect(rows.contains(old: 0, new: 2))
    #expect(!rows.contains(old: 0, new: 0) && !rows.contains(old: 2, new: 2))
    rows.note(old: 7, new: 2)
    #expect(rows.contains(old: 7, new: 2) && !rows.contains(old: 0, new: 2))
  }

  @Test func rowsThatAreNotThereAreNotRemembered() {
    let rows = EqualRows(count: 1)
    rows.note(old: 0, new: 1)
    #expect(!rows.contains(old: 0, new: 1))
  }
}
