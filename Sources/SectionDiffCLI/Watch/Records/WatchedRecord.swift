#if CommandLine
  internal import RecordFormats

  /// A record of a watched source. It holds its own bytes, and nothing of the file that it was read from.
  @available(LiveSystems, *)
  struct WatchedRecord: Identifiable, Sendable {
    /// What distinguishes a record from others: the bytes of its identity in canonical form, with the number of the copy
    /// behind where several share one.
    struct Key: Hashable, Sendable, CustomStringConvertible {
      let bytes: [UInt8]

      /// The key as text, to distinguish records on a page.
      var text: String { String(decoding: bytes, as: UTF8.self) }

      /// The key of a copy: the second one has the number 2. An identity is JSON, so none ends like this.
      func copy(_ number: Int) -> Key { Key(bytes: bytes + Array(" #\(number)".utf8)) }

      /// The key for messages.
      var description: String { VisibleText.shortened(text, to: 120) }
    }

    private final class Parts: Sendable {
      let form: WatchedForm
      let key: Key
      let idJSON: [UInt8]
      let json: [UInt8]
      let section: SectionKey
      let order: [SortKey]

      init(form: WatchedForm, key: Key, idJSON: [UInt8], json: [UInt8], section: SectionKey, order: [SortKey]) {
        self.form = form
        self.key = key
        self.idJSON = idJSON
        self.json = json
        self.section = section
        self.order = order
      }
    }

    private let parts: Parts

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - form: What it has in common with others.
    ///   - key: What distinguishes it from others.
    ///   - idJSON: Its identity as reports write it.
    ///   - json: The record as canonical JSON: an object, a string for a line, `["id","content"]` for sections.
    ///   - section: The section that it belongs to.
    ///   - order: For each rule of the order, its place.
    init(form: WatchedForm, key: Key, idJSON: [UInt8], json: [UInt8], section: SectionKey, order: [SortKey]) {
      parts = Parts(form: form, key: key, idJSON: idJSON, json: json, section: section, order: order)
    }

    /// The record with the key of a copy.
    func copy(_ number: Int) -> WatchedRecord {
      WatchedRecord(
        form: form, key: id.copy(number), idJSON: idJSON, json: json, section: section, order: parts.order)
    }

    var id: Key { parts.key }
    /// What it has in common with others.
    var form: WatchedForm { parts.form }
    /// Its identity as reports write it.
    var idJSON: [UInt8] { parts.idJSON }
    /// The record as canonical JSON.
    var json: [UInt8] { parts.json }
    /// The section that it belongs to.
    var section: SectionKey { parts.section }

    /// Whether nothing at all differs, whether it counts or not.
    func isSame(as other: WatchedRecord) -> Bool {
      isSameObject(as: other)
        || id == other.id && json == other.json && section == other.section && idJSON == other.idJSON
    }

    /// Whether it is one object with another: neither holds memory of its own.
    func isSameObject(as other: WatchedRecord) -> Bool { parts === other.parts }

    /// Its place by one of the rules of the order.
    func sortKey(_ rule: Int) -> SortKey { rule < parts.order.count ? parts.order[rule] : .missing }
  }

  // MARK: - Content

  @available(LiveSystems, *)
  extension WatchedRecord {
    /// The record as a value.
    var value: SourcedValue? {
      guard let document = try? JSONDocument(SourceText(json, name: "record")) else { return nil }
      return SourcedValue(value: document.root, source: document.source)
    }

    /// All columns or members, in their order; none for lines and items of sections.
    var allFields: [RecordField] {
      guard let value, value.value.kind == .object else { return [] }
      return value.source.memberFields(of: value.value)
    }

    /// The fields that count, in their order.
    var fields: [RecordField] {
      value.map { form.format.shape.fields(of: $0, form.rules.selection) } ?? []
    }

    /// What the format itself gives the record for an identity, and the content beside it.
    var ownParts: OwnParts? { value.flatMap { form.format.shape.ownParts(of: $0) } }

    /// What differs from a later version, field by field.
    func changes(to other: WatchedRecord) -> FieldChanges { FieldChanges(from: fields, to: other.fields) }

    /// Whether a record of the same identity has the same content, as `diff` compares it.
    func hasEqualContent(_ other: WatchedRecord) -> Bool {
      if isSameObject(as: other) || json == other.json { return true }
      // Of another line the identity differs, of an item the content.
      guard form.format.shape.hasFields else { return form.format.shape == .line }
      // Without a key the content is the identity.
      return form.rules.id.isEmpty && !form.isIdentifiedByFile || changes(to: other).isEmpty
    }
  }
#endif
