#if CommandLineCore
  internal import ArgumentParser
  internal import RecordFormats
  internal import SectionDiff

  /// The options that say how files are read and compared.
  @available(LiveSystems, *)
  struct ComparisonArguments: ParsableArguments {
    @Option(help: "Format of both files; by default from their endings (.txt and unknown ones: lines).")
    var input: RecordFormat?

    @Option(
      help: ArgumentHelp(
        "What is between two fields of CSV, one character or tab; by default a comma, or the semicolon, tab or | that "
          + "the first rows have instead.", valueName: "character"))
    var delimiter: String?

    @Flag(help: "Take a quote inside a field of CSV as text, as in 5\" pipe.")
    var lazyQuotes = false

    @Option(
      help: ArgumentHelp(
        "Field that identifies a record; repeat it for a key of several. A column's name, or its number from 1; in JSON a "
          + "path such as user.id, or a JSON Pointer such as /user/id.",
        valueName: "field"))
    var id: [String] = []

    @Option(
      help: ArgumentHelp(
        "Field that groups records into sections, one at most; without it there is one section.", valueName: "field"))
    var sectionBy: [String] = []

    @Option(
      help: """
        Order of sections. By value: null, false, true, numbers, then text by its bytes; a CSV field written like a \
        number is one.
        """)
    var sectionOrder: SectionOrder = .appearance

    @Option(
      help: ArgumentHelp(
        "Order inside a section, in the same order of values; repeat it for ties. Default: the order in the file.",
        valueName: "field[:desc]"))
    var sortBy: [String] = []

    @Option(help: ArgumentHelp("Field left out when contents are compared (repeatable).", valueName: "field"))
    var ignore: [String] = []

    @Option(help: ArgumentHelp("Compare the contents of this field only (repeatable).", valueName: "field"))
    var only: [String] = []

    @Option(
      help: """
        What to do with records of one identity; by default reject with --id or --input sections, else allow: equal \
        contents are then paired first.
        """)
    var duplicates: DuplicatePolicy?

    @Option(
      help:
        "Whether a record that is found in another section has moved (global) or is a different one (section).")
    var idScope: IdentityScope = .global

    func validate() throws {
      // Of other options that take one value the last one counts, so that an alias can be overruled. But two fields are
      // meant as sections within sections, which there are none of.
      _ = try delimiter.map { try Self.byte(of: $0) }
      guard sectionBy.count > 1 else { return }
      throw ValidationError(
        "--section-by takes one field, not \(sectionBy.map { JSONText.literal($0) }.joined(separator: " and ")); "
          + "leave out one of them, or order by it with --sort-by")
    }

    /// The byte that is between two fields.
    private static func byte(of delimiter: String) throws -> UInt8 {
      let text = delimiter == "tab" || delimiter == "\\t" ? "\t" : delimiter
      if let byte = RecordFormat.delimiter(text) { return byte }
      throw ValidationError(
        "--delimiter takes one character of ASCII that is no quote and no line end, or tab, not "
          + JSONText.literal(delimiter))
    }

    /// A format as the options say that it is read.
    ///
    /// - Throws: a usage error when they are for CSV, and it is another format.
    func chosen(_ format: RecordFormat) throws -> RecordFormat {
      guard delimiter != nil || lazyQuotes else { return format }
      let byte = try delimiter.map { try Self.byte(of: $0) }
      if let chosen = format.delimited(by: byte, lazyQuotes: lazyQuotes) { return chosen }
      throw ValidationError(
        "\(delimiter == nil ? "--lazy-quotes" : "--delimiter") is for CSV; what is compared is read as \(format)")
    }

    /// The format for a pair of files: the one that was requested, else that of their endings.
    ///
    /// A file whose name has no ending that is known here (`-`, `/dev/fd/63`) follows the other one; where both have
    /// none, they are lines.
    ///
    /// - Throws: a usage error when the endings represent different formats.
    func format(of old: String, _ new: String) throws -> RecordFormat {
      if let input { return try chosen(input).takingPlainValues }
      let formats = [old, new].compactMap { RecordFormat(endingOf: $0) }
      guard let format = formats.first, let last = formats.last, format != last else {
        let format = formats.first ?? .lines
        // Of the options of CSV no file of lines has any use.
        return try chosen(format == .lines && (delimiter != nil || lazyQuotes) ? .csv : format).takingPlainValues
      }
      throw ValidationError("OLD looks like \(format) and NEW like \(last); say with --input how to read both")
    }

    /// The rules for files of this format.
    func rules(for format: RecordFormat) -> ComparisonRules {
      var rules = ComparisonRules()
      rules.id = id
      rules.sectionBy = sectionBy.first
      rules.sectionOrder = sectionOrder
      rules.sortBy = sortBy.map { SortRule($0) }
      rules.selection = FieldSelection(ignore: ignore, only: only)
      rules.duplicates = duplicates ?? (id.isEmpty && !format.shape.hasSections ? .allow : .reject)
      rules.idScope = idScope
      return rules
    }
  }
#endif
