#if CommandLine
  import RecordFormats
  import SectionDiff

  @testable import SectionDiffCLI

  /// Random pairs of files, in every format, with rules to compare them by.
  struct RandomFiles {
    var generator: SeededGenerator
    let format: RecordFormat

    /// A pair and its rules.
    struct Pair {
      var old: String
      var new: String
      var rules: ComparisonRules
      /// Whether applying gives NEW itself, not only NEW in the fields that count.
      var isWhole: Bool
    }

    init(seed: UInt64, format: RecordFormat) {
      generator = SeededGenerator(seed: seed)
      self.format = format
    }

    mutating func pair() -> Pair {
      switch format.shape {
      case .line: lines()
      case .item: sections()
      case .row, .object: records()
      }
    }

    // MARK: - Lines and sections

    private mutating func lines() -> Pair {
      let old = (0..<generator.below(12)).map { _ in word() }
      var new = old
      for _ in 0..<generator.below(6) { edit(&new) { $0.word() } }
      let ends = generator.isOne(in: 3) ? ["", "\n"] : ["\n", "\n"]
      func text(_ lines: [String], _ end: String) -> String {
        guard let last = lines.last else { return "" }
        return lines.joined(separator: "\n") + (last.isEmpty ? "\n" : end)
      }
      var rules = ComparisonRules()
      if generator.isOne(in: 4) { rules.duplicates = .allow }
      return Pair(
        old: text(old, ends[generator.below(2)]), new: text(new, ends[generator.below(2)]), rules: rules,
        isWhole: true)
    }

    private mutating func sections() -> Pair {
      var rules = ComparisonRules()
      rules.duplicates = generator.isOne(in: 3) ? .allow : .reject
      if generator.isOne(in: 4) { rules.idScope = .section }
      let count = 1 + generator.below(10)
      return Pair(old: sectionsText(count), new: sectionsText(count), rules: rules, isWhole: true)
    }

    private mutating func sectionsText(_ count: Int) -> String {
      var writer = SectionsWriter()
      var ids = (0..<count).map { "\($0)" }.shuffled(using: &generator)
      for key in ["A", "B", "C", "\"q\"\n"].shuffled(using: &generator).prefix(generator.below(5)) {
        writer.beginSection(key, content: generator.isOne(in: 2) ? nil : ["", "h", "H"][generator.below(3)])
        for _ in 0..<generator.below(5) {
          guard let id = ids.popLast() else { break }
          writer.append(id: id, content: word())
        }
      }
      writer.finish()
      return String(decoding: writer.output, as: UTF8.self)
    }

    // MARK: - Records

    /// One record: its fields in order. For JSON values are JSON text.
    private typealias Record = [(name: String, value: String)]

    private mutating func records() -> Pair {
      var rules = ComparisonRules()
      let isJSON = format == .json || format == .ndjson
      if !generator.isOne(in: 4) { rules.id = generator.isOne(in: 3) ? ["id", "k"] : ["id"] }
      rules.duplicates = rules.id.isEmpty ? .allow : .reject
      if generator.isOne(in: 2) { rules.sectionBy = "group" }
      if generator.isOne(in: 3) { rules.sectionOrder = .value }
      if generator.isOne(in: 3) { rules.sortBy = [SortRule("rank:desc"), SortRule("id")] }
      if generator.isOne(in: 4) { rules.idScope = .section }
      if generator.isOne(in: 4) {
        rules.selection = FieldSelection(
          ignore: isJSON && generator.isOne(in: 2) ? ["note", "meta.at"] : ["note"], only: [])
      } else if generator.isOne(in: 5) {
        rules.selection = FieldSelection(
          ignore: [], only: isJSON ? ["id", "k", "group", "rank", "meta.at"] : ["id", "k", "group", "rank"])
      }
      var old = (0..<generator.below(10)).map { record($0, isJSON) }
      if generator.isOne(in: 3), !rules.id.isEmpty, let first = old.first {
        // A second record of one identity.
        old.append(first)
        rules.duplicates = generator.isOne(in: 2) ? .keepFirst : generator.isOne(in: 2) ? .keepLast : .allow
      }
      var new = old
      var next = 100
      for _ in 0..<generator.below(6) {
        edit(&new) { random in
          next += 1
          return random.record(next, isJSON)
        }
        if let index = new.indices.randomElement(using: &generator) {
          let field = generator.below(new[index].count)
          if new[index][field].name != "id", new[index][field].name != "k" {
            new[index][field].value = value(new[index][field].name, isJSON)
          }
        }
      }
      if !isJSON, generator.isOne(in: 4) {
        new = new.map { $0 + [("extra", "x")] }
        if new.isEmpty { new = [record(1, false) + [("extra", "y")]] }
      }
      if !isJSON, generator.isOne(in: 6) { old = old.map { $0.filter { $0.name != "note" } } }
      if generator.isOne(in: 4) { new = new.map { Array($0.reversed()) } }
      return Pair(
        old: text(old, isJSON), new: text(new, isJSON), rules: rules, isWhole: rules.selection.isEverything)
    }

    private mutating func record(_ id: Int, _ isJSON: Bool) -> Record {
      var record: Record = [
        ("id", isJSON && generator.isOne(in: 2) ? "\"\(id)\"" : "\(id)"), ("k", isJSON ? "null" : ""),
      ]
      for name in ["group", "rank", "note", "name"] {
        if isJSON, generator.isOne(in: 6) { continue }
        record.append((name, value(name, isJSON)))
      }
      if isJSON, !generator.isOne(in: 3) { record.append(("meta", value("meta", true))) }
      return record
    }

    private mutating func value(_ name: String, _ isJSON: Bool) -> String {
      switch name {
      case "group":
        let choices = isJSON ? ["\"A\"", "1", "\"1\"", "null", "true"] : ["A", "B", "", "10", "9"]
        return choices[generator.below(choices.count)]
      case "rank":
        let choices = ["1", "10", "9", "1.0", "1e1", "-2"] + (isJSON ? ["\"9\"", "null"] : ["9a", ""])
        return choices[generator.below(choices.count)]
      case "meta":
        let choices = [
          "{\"at\":1,\"by\":\"x\"}", "{\"by\":\"x\",\"at\":2}", "{\"at\":{\"deep\":[1,2]}}", "{\"by\":\"y\"}",
          "7",
          "{\"at\":1,\"by\":{\"z\":0}}",
        ]
        return choices[generator.below(choices.count)]
      default:
        return isJSON ? (generator.isOne(in: 4) ? "12345678901234567890.10" : JSONText.literal(word())) : word()
      }
    }

    private func text(_ records: [Record], _ isJSON: Bool) -> String {
      if isJSON {
        let lines = records.map { record in
          "{" + record.map { "\(JSONText.literal($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
        }
        return format == .ndjson
          ? lines.map { $0 + "\n" }.joined() : "[" + lines.joined(separator: ",\n") + "]"
      }
      var writer = DelimitedWriter(format: format)
      let names = records.first?.map(\.name) ?? ["id", "k", "group", "rank", "note", "name"]
      do {
        try writer.append(names)
        for record in records { try writer.append(record.map(\.value)) }
      } catch {
        return "unwritable: \(error)"
      }
      return String(decoding: writer.output, as: UTF8.self)
    }

    // MARK: - Parts

    private mutating func edit<Element>(_ list: inout [Element], _ make: (inout RandomFiles) -> Element) {
      switch generator.below(3) {
      case 0: list.insert(make(&self), at: generator.below(list.count + 1))
      case 1: if !list.isEmpty { list.remove(at: generator.below(list.count)) }
      default:
        guard !list.isEmpty else { return }
        let element = list.remove(at: generator.below(list.count))
        list.insert(element, at: generator.below(list.count + 1))
      }
    }

    private mutating func word() -> String {
      var words = [
        "a", "b", "", "é", "e\u{301}", "K", "\u{212A}", " x ", "a,b", "\"q\"", "1", "null", "🙂", "\\n",
      ]
      if format == .lines { words += ["cr\r", "\ttab"] }
      if format != .lines, format != .tsv { words += ["two\nlines", "cr\r\nlf", "\u{1}"] }
      return words[generator.below(words.count)]
    }
  }
#endif
