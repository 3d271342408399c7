#if CommandLine
  import RecordFormats
  import SectionDiff
  import Testing

  @testable import SectionDiffCLI

  /// `--duplicates first` and `last` keep what a search through all earlier or later records finds.
  @Suite struct DuplicatesTests {
    @Test(arguments: RecordFormat.allCases)
    func survivorsAreThoseOfASearchThroughAllRecords(_ format: RecordFormat) throws {
      var dropped = 0
      for seed in 0..<60 {
        var files = RandomFiles(seed: UInt64(seed), format: format)
        let pair = files.pair()
        var rules = pair.rules
        // Fewer fields that count, and so more records of one identity.
        if format.shape.hasFields, seed % 2 == 0 {
          rules.id = []
          rules.selection = FieldSelection(ignore: [], only: ["group"])
        }
        rules.idScope = seed % 3 == 0 ? .section : .global
        rules.duplicates = .allow
        let text = format.shape.hasSections ? sections(seed) : seed % 4 < 2 ? pair.old : pair.new
        let source = SourceText(text, name: "file")
        let file = try RecordFile(source, format: format, rules: rules)
        let all = try file.snapshot(rules, isNew: seed % 5 == 0)
        for policy in [DuplicatePolicy.keepFirst, .keepLast] {
          rules.duplicates = policy
          let reduced = try file.snapshot(rules, isNew: seed % 5 == 0)
          let expected = try survivors(all, of: file, rules)
          #expect(Set(reduced.sections.flatMap(\.items)) == expected, "seed \(seed), \(policy)")
          dropped += all.itemCount - expected.count
        }
      }
      #expect(dropped > 10, "hardly any record has been dropped")
    }

    /// Items of few ids, in three sections.
    private func sections(_ seed: Int) -> String {
      let sections = (0..<3).map { section in
        let items = (0..<5).map { #"["\#((7 * seed + 3 * section + $0 * $0) % 6)","x"]"# }
        return #"{"section":"\#(section)","items":[\#(items.joined(separator: ","))]}"#
      }
      return "[\(sections.joined(separator: ","))]"
    }

    private func survivors(_ all: RecordSnapshot, of file: RecordFile, _ rules: ComparisonRules) throws -> Set<Row> {
      let comparison = try RecordPair(old: file, new: file).comparison()
      var rows: [(row: Row, section: Int)] = []
      for (place, section) in all.sections.enumerated() { rows += section.items.map { ($0, place) } }
      rows.sort { $0.row.number < $1.row.number }
      if rules.duplicates == .keepLast { rows.reverse() }
      var kept: [(row: Row, section: Int)] = []
      for row in rows {
        let isKnown = kept.contains {
          (rules.idScope == .global || $0.section == row.section) && comparison.haveSameIdentity($0.row, row.row)
        }
        if !isKnown { kept.append(row) }
      }
      return Set(kept.map(\.row))
    }
  }
#endif
