#if CommandLine
  internal import RecordFormats
  internal import SectionDiff
  internal import StoreInterface

  /// Makes the records of a source from its bytes, one reading after another: what a store of any kind that reads whole
  /// documents needs.
  ///
  /// A record that is as it was is the same object again, so what is kept of former readings is what has changed since.
  @available(LiveSystems, *)
  struct WatchedRecordReader {
    /// What the records have in common. Columns that the rules name by numbers have their names here, once there was a
    /// reading.
    private var form: WatchedForm
    private var known: [WatchedRecord.Key: WatchedRecord] = [:]
    /// The columns of all readings so far.
    private var columns: Set<[UInt8]> = []

    /// Whether copies of an identity get keys of their own; else the code that joins several readings does that.
    private let numbersCopies: Bool

    /// Makes a reader of records of one form.
    init(form: WatchedForm, numbersCopies: Bool = true) {
      self.form = form
      self.numbersCopies = numbersCopies
    }

    /// Reads and checks bytes.
    ///
    /// - Returns: The records in the order of the source; in sections, in the order that the rules ask for, where the
    ///   format has them.
    /// - Throws: What is wrong, and where; or that a field of the rules is missing, or an identity or section occurs
    ///   twice.
    mutating func contents(of source: SourceText) throws(Failure) -> StoreContents<WatchedRecord> {
      try contents(of: try reading { [form] () throws(FormatError) in try RecordDocument(source, format: form.format) })
    }

    /// Checks a document.
    ///
    /// - Returns: The records, as of bytes.
    /// - Throws: That a field of the rules is missing, or an identity or section occurs twice.
    mutating func contents(of document: RecordDocument) throws(Failure) -> StoreContents<WatchedRecord> {
      form = form.naming(document.columns)
      let file = try RecordFile(document, rules: form.rules)
      try checkSelection(of: file)
      var pass = try Pass(file: file, form: form, known: known, numbersCopies: numbersCopies)
      let contents = try pass.contents()
      known = pass.found
      return contents
    }

    /// A column that is left out of the comparison, or alone in it, must have been there at some time, as in `diff` it must
    /// be there on one of the sides: else its name is a slip.
    private mutating func checkSelection(of file: RecordFile) throws(Failure) {
      columns.formUnion((file.document.columns ?? []).lazy.map { Array($0.utf8) })
      let names = form.rules.selection.ignore + form.rules.selection.only
      if file.document.columns != nil, names.allSatisfy({ columns.contains(Array($0.utf8)) }) { return }
      try RecordPair(old: file, new: file).checkSelection()
    }
  }

  /// One reading.
  @available(LiveSystems, *)
  private struct Pass {
    let file: RecordFile
    let form: WatchedForm
    let known: [WatchedRecord.Key: WatchedRecord]
    let numbersCopies: Bool
    /// The records made so far.
    var found: [WatchedRecord.Key: WatchedRecord] = [:]
    private let section: FieldLocator?
    private let order: [FieldLocator]
    /// For each identity the numbers of its records.
    private var copies: [WatchedRecord.Key: [Int]] = [:]
    /// How many copies of an identity have been made into records.
    private var made: [WatchedRecord.Key: Int] = [:]

    init(
      file: RecordFile, form: WatchedForm, known: [WatchedRecord.Key: WatchedRecord], numbersCopies: Bool
    ) throws(Failure) {
      self.file = file
      self.form = form
      self.known = known
      self.numbersCopies = numbersCopies
      if let field = form.rules.sectionBy {
        section = try file.locator(field, option: "--section-by")
      } else {
        section = nil
      }
      var order: [FieldLocator] = []
      for rule in form.rules.sortBy { order.append(try file.locator(rule.field, option: "--sort-by")) }
      self.order = order
      found.reserveCapacity(file.document.count)
    }

    mutating func contents() throws(Failure) -> StoreContents<WatchedRecord> {
      if file.format.shape.hasSections { return .sections(try sections()) }
      var identities: [(identity: [UInt8], section: SectionKey)] = []
      identities.reserveCapacity(file.document.count)
      for record in 0..<file.document.count {
        let section = try sectionKey(of: record)
        identities.append((identity(of: record, in: section), section))
      }
      for (record, entry) in identities.enumerated() { note(record, entry.identity) }
      try checkCopies()
      var records: [WatchedRecord] = []
      records.reserveCapacity(identities.count)
      for (record, entry) in identities.enumerated() {
        if let made = make(record, entry.identity, in: entry.section) { records.append(made) }
      }
      return .items(records)
    }

    private mutating func sections() throws(Failure) -> [StoreSection<WatchedRecord>] {
      // Without the policy, which the copies are counted for below; grouping checks the keys and orders the sections.
      var rules = form.rules
      rules.duplicates = .allow
      let snapshot = try file.snapshot(rules, isNew: false)
      let rows = snapshot.sections.flatMap { section in section.items.map { ($0.number, section.key) } }
      // First and last are meant in the order of the source.
      for (record, key) in rows.sorted(by: { $0.0 < $1.0 }) { note(record, identity(of: record, in: key)) }
      try checkCopies()
      return snapshot.sections.map { section in
        StoreSection(
          section.key, header: StoreInterface.SectionHeader(section.header),
          items: section.items.compactMap { row in
            make(row.number, identity(of: row.number, in: section.key), in: section.key)
          })
      }
    }

    private func sectionKey(of record: Int) throws(Failure) -> SectionKey {
      guard let section, let field = form.rules.sectionBy,
        let value = try file.sectionValue(record, at: section, field)
      else { return .none }
      return SectionKey(json: Array(file.document.source.json(of: value).utf8))
    }

    // MARK: - Identities

    /// The identity of a record in canonical form: equal bytes for equal identities.
    private func identity(of record: Int, in section: SectionKey) -> [UInt8] {
      var bytes: [UInt8] = []
      if form.rules.idScope == .section {
        bytes += section.json
        bytes.append(UInt8(ascii: " "))
      }
      if file.key.isEmpty, form.format.shape.hasFields {
        bytes.appendSortedObject(file.fields(of: record))
      } else {
        file.appendID(of: record, to: &bytes)
      }
      return bytes
    }

    private mutating func note(_ record: Int, _ identity: [UInt8]) {
      copies[WatchedRecord.Key(bytes: identity), default: []].append(record)
    }

    private func checkCopies() throws(Failure) {
      guard form.rules.duplicates == .reject else { return }
      var first: (identity: WatchedRecord.Key, records: [Int])?
      var count = 0
      for (identity, records) in copies where records.count > 1 {
        count += 1
        if let known = first, known.records[0] < records[0] { continue }
        first = (identity, records)
      }
      guard let first else { return }
      throw .duplicate(first.identity.text, at: first.records, in: file, others: count - 1)
    }

    // MARK: - Records

    /// The record, or nil where the policy drops it.
    private mutating func make(_ record: Int, _ identity: [UInt8], in section: SectionKey) -> WatchedRecord? {
      var key = WatchedRecord.Key(bytes: identity)
      if let records = copies[key], records.count > 1 {
        switch form.rules.duplicates {
        case .keepFirst: if records.first != record { return nil }
        case .keepLast: if records.last != record { return nil }
        case .allow, .reject:
          // The copies in their order; the first one keeps the plain key.
          if numbersCopies {
            made[key, default: 0] += 1
            if let number = made[key], number > 1 { key = key.copy(number) }
          }
        }
      }
      var json: [UInt8] = []
      file.appendJSON(of: record, to: &json)
      if let former = known[key], former.section == section, former.json == json {
        found[key] = former
        return former
      }
      var id: [UInt8] = []
      file.appendID(of: record, to: &id)
      let new = WatchedRecord(
        form: form, key: key, idJSON: id, json: json, section: section,
        order: order.map { SortKey(file.value(record, at: $0)) })
      found[key] = new
      return new
    }
  }
#endif
