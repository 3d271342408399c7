#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff
  internal import StoreBuilding
  internal import StoreInterface

  /// What the records of a source have in common: the format, and the rules of `diff` that they are shown and compared by.
  @available(LiveSystems, *)
  final class WatchedForm: Sendable {
    typealias Arrangement = ResultsArrangement<WatchedRecord, SectionKey, WatchedRecord, SectionHeader>
    typealias Results = Snapshot<SectionKey, WatchedRecord, SectionHeader>
    typealias Update = ResultsUpdate<SectionKey, WatchedRecord, SectionHeader>
    typealias Controller = ResultsController<
      AnyDataStore<WatchedRecord, WatchRequest>, SectionKey, WatchedRecord, SectionHeader
    >

    /// The format of the records.
    let format: RecordFormat
    /// How they are identified, ordered and compared.
    let rules: ComparisonRules
    /// Whether the store has manually ordered sections, with keys of type ``SectionKey`` and headers of type
    /// ``SectionHeader``.
    let keepsSections: Bool

    /// Whether each record is a file of a folder, identified by its path and in the section of its folder where the rules
    /// name no fields.
    let isFolder: Bool

    /// Makes the form of records.
    init(format: RecordFormat, rules: ComparisonRules, isFolder: Bool = false) {
      self.format = format
      self.rules = rules
      self.isFolder = isFolder
      keepsSections = format.shape.hasSections
    }

    /// The form with the names of columns in place of their numbers; the same object where the rules name none by number.
    func naming(_ columns: [String]?) -> WatchedForm {
      let named = rules.naming(columns)
      if named.fields == rules.fields { return self }
      return WatchedForm(format: format, rules: named, isFolder: isFolder)
    }

    /// Whether records are distinguished by their files.
    var isIdentifiedByFile: Bool { isFolder && rules.id.isEmpty }

    /// Whether a record's content is its identity, so that an edit makes it another.
    var isIdentifiedByContent: Bool { rules.id.isEmpty && !isFolder }

    /// Whether the format holds text only, so that `1` can be nothing else.
    var isTextOnly: Bool { format.shape.isTextOnly }

    /// Whether there is one section, which no one needs to be notified of.
    var isFlat: Bool { rules.sectionBy == nil && !keepsSections && !isFolder }

    /// A controller that shows a store's records as the rules ask for.
    func controller(over store: AnyDataStore<WatchedRecord, WatchRequest>) -> Controller {
      ResultsController(store: store, request: WatchRequest(), arrangement: arrangement)
    }

    /// How the records are shown: the sections, order and comparison of `diff`.
    var arrangement: Arrangement {
      ResultsArrangement(
        sections: sections,
        sort: rules.sortBy.indices.map { rule in
          rules.sortBy[rule].isDescending
            ? .descending { $0.sortKey(rule) } : .ascending { $0.sortKey(rule) }
        },
        haveEqualContent: { $0.hasEqualContent($1) })
    }

    private var sections: Sectioning<WatchedRecord, SectionKey, SectionHeader> {
      if keepsSections {
        return .byStore(SectionKey.self) { _, header in
          guard let header else { return SectionHeader.none }
          return header.content(as: SectionHeader.self)
        }
      }
      if isFlat {
        return .by({ _ in SectionKey.none }, order: .arrival, declared: [.none]) { _ in SectionHeader.none }
      }
      switch rules.sectionOrder {
      case .appearance: return .by({ $0.section }, order: .arrival) { _ in SectionHeader.none }
      case .value:
        let isTextOnly = isTextOnly
        return .by({ $0.section }, order: .by(.ascending { $0.sortKey(isTextOnly: isTextOnly) })) { _ in
          SectionHeader.none
        }
      }
    }
  }

  extension SectionKey {
    /// The key's place in the order of values.
    ///
    /// - Parameter isTextOnly: Whether text that is written like a number is one, as in CSV.
    func sortKey(isTextOnly: Bool) -> SortKey {
      guard let document = try? JSONDocument(SourceText(json, name: "section")) else { return .missing }
      return SortKey(SourcedValue(value: document.root, source: document.source), readsNumbers: isTextOnly)
    }
  }

  @available(LiveSystems, *)
  extension WatchedForm {
    /// Looks in JSON records for the fields that the rules name, as `diff` does: whether a name is a slip, the first answer
    /// with records decides. It is looked at as a whole, because a file of a folder or a page of an address may lack a
    /// field that others have. Later answers do not count: records come and go, and so do their optional fields.
    ///
    /// - Parameters:
    ///   - results: The results after an answer.
    ///   - source: The name of the source.
    /// - Returns: What is wrong; nil where nothing is, or nothing can be said yet.
    func unknownField(in results: Results, of source: String) -> Failure? {
      guard format.shape == .object else { return nil }
      let records = results.sections.lazy.flatMap(\.items).compactMap(\.value)
      var names = OptionFields(rules)
      names.look(through: records)
      return names.slip.map { $0.failure(in: source, among: FieldNames(records, near: $0.name)) }
    }
  }
#endif
