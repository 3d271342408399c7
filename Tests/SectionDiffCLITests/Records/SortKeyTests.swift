#if CommandLine
  import RecordFormats
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// The one order of values: total, exact, and the same for every pair.
  @Suite struct SortKeyTests {
    private func key(_ json: String) throws -> SortKey {
      let document = try JSONDocument(SourceText(json, name: "value"))
      return SortKey(SourcedValue(value: document.root, source: document.source))
    }

    /// All rows of three fields with two values each, in every combination of directions; ties stay in the order of the file.
    @Test func recordsAreSortedByEveryRuleInItsDirection() throws {
      let rows = [3, 0, 7, 5, 1, 6, 2, 4, 4, 0].map { [$0 >> 2, $0 >> 1 & 1, $0 & 1] }
      let text = "a,b,c\n" + rows.map { "\($0[0]),\($0[1]),\($0[2])\n" }.joined()
      let file = try RecordFile(SourceText(text, name: "in"), format: .csv, rules: ComparisonRules())
      for directions in 0..<8 {
        let isDescending = [4, 2, 1].map { directions & $0 != 0 }
        for count in 1...3 {
          var rules = ComparisonRules()
          rules.duplicates = .allow
          rules.sortBy = zip(["a", "b", "c"], isDescending).prefix(count).map { SortRule($0 + ($1 ? ":desc" : "")) }
          let right = rows.indices.sorted { one, other in
            for field in 0..<count where rows[one][field] != rows[other][field] {
              return (rows[one][field] < rows[other][field]) != isDescending[field]
            }
            return one < other
          }
          let sorted = try file.snapshot(rules, isNew: false).sections.flatMap(\.items)
          #expect(sorted.map(\.number) == right, "\(rules.sortBy)")
        }
      }
    }

    @Test func valuesStandInOneOrder() throws {
      let ascending = [
        "null", "false", "true", "-1e400", "-10", "-9.5", "-1", "-1e-400", "0", "1e-400", "0.5", "1", "1.5",
        "9", "10",
        "9007199254740992", "9007199254740993", "1e400", "\"\"", "\"10\"", "\"9\"", "\"a\"", "\"é\"", "[1]",
        "{}",
      ]
      let keys = try ascending.map(key)
      for (i, a) in keys.enumerated() {
        for (j, b) in keys.enumerated() {
          #expect((a < b) == (i < j), "\(ascending[i]) and \(ascending[j])")
        }
      }
    }

    @Test(arguments: [
      ("1", "1.0"), ("1e1", "10"), ("0", "-0"), ("0.0e5", "0"), ("120", "1.2E+2"), ("0.012", "12e-3"),
    ])
    func equalNumbersTie(_ a: String, _ b: String) throws {
      #expect(try !(key(a) < key(b)) && !(key(b) < key(a)))
    }

    @Test(arguments: ["", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1 ", "-", "NaN", "--1", "1.2.3"])
    func textIsNoNumber(_ text: String) { #expect(DecimalNumber(json: Array(text.utf8)) == nil) }

    @Test func rulesReadBack() {
      for text in ["a", "a:desc", "a:desc:asc", "a:asc:desc", "a:asc:asc", ":desc"] {
        #expect(SortRule(text).description == text)
      }
      #expect(SortRule("a:asc").description == "a")
      #expect(SortRule("a:desc").isDescending)
    }
  }
#endif
