#if CommandLine
  internal import LiveResults
  internal import RecordFormats
  internal import SectionDiff

  /// Updates as a page takes them: a row is `[key, label, [[name, value], …]]`, a path two numbers, in the coordinates of a
  /// changeset (deletes old, inserts new, moves and updates both).
  @available(LiveSystems, *)
  struct PageData {
    private let update: WatchedForm.Update
    private let form: WatchedForm
    private var output: [UInt8] = []

    /// All there is.
    static func everything(_ update: WatchedForm.Update, form: WatchedForm) -> [UInt8] {
      var data = PageData(update: update, form: form)
      data.writeEverything()
      return data.output
    }

    /// What changed.
    static func changes(_ update: WatchedForm.Update, form: WatchedForm) -> [UInt8] {
      var data = PageData(update: update, form: form)
      data.writeChanges()
      return data.output
    }

    private mutating func begin(_ counts: ChangeCounts) {
      output.append("{\"revision\":\(update.revision),\"isFlat\":\(form.isFlat),\"counts\":")
      output.append(counts)
    }

    private mutating func writeEverything() {
      begin(update.changeset.counts)
      output.append(",\"sections\":")
      output.appendList(update.after.sections) { [form] output, section in
        output.append("{")
        output.appendHead(of: section, form)
        output.append(",\"rows\":")
        output.appendList(section.items) { $0.append(row: $1) }
        output.append("}")
      }
      output.append("}")
    }

    private mutating func writeChanges() {
      let changes = update.changeset.identity
      let (before, after, form) = (update.before, update.after, form)
      begin(changes.counts)
      // For the page to see that it holds what it should.
      output.append(",\"sizes\":")
      output.appendList(after.sections) { $0.append(number: $1.items.count) }
      output.append(",\"sections\":{\"deleted\":")
      output.appendList(changes.sectionDeletes) { $0.append(number: $1) }
      output.append(",\"inserted\":")
      output.appendList(changes.sectionInserts) { output, offset in
        output.append("{\"at\":\(offset),")
        output.appendHead(of: after.sections[offset], form)
        output.append("}")
      }
      output.append(",\"moved\":")
      output.appendList(changes.sectionMoves) { $0.append("[\($1.from),\($1.to)]") }
      output.append(",\"updated\":")
      output.appendList(changes.sectionUpdates) { output, change in
        output.append("{\"at\":\(change.to),")
        output.appendHead(of: after.sections[change.to], form)
        output.append("}")
      }
      output.append("},\"items\":{\"deleted\":")
      output.appendList(changes.deletes) { $0.append("[\($1.numbers)]") }
      output.append(",\"inserted\":")
      output.appendList(changes.inserts) { output, path in
        output.append("[\(path.numbers),")
        output.append(row: after[path])
        output.append("]")
      }
      output.append(",\"moved\":")
      output.appendList(changes.moves) { $0.append("[\($1.from.numbers),\($1.to.numbers)]") }
      output.append(",\"updated\":")
      output.appendList(changes.updates) { output, change in
        output.append("[\(change.from.numbers),\(change.to.numbers),")
        output.append(row: after[change.to])
        output.append(",")
        output.appendStrings(before[change.from].shownChanges(to: after[change.to], limit: ValueText.valueLimit))
        output.append("]")
      }
      output.append("}}")
    }
  }

  @available(LiveSystems, *)
  extension [UInt8] {
    fileprivate mutating func appendHead(
      of section: WatchedForm.Results.SectionView, _ form: WatchedForm
    ) {
      append("\"key\":")
      JSONText.appendString(PageKey(section.key.json).text, to: &self)
      append(",\"title\":")
      JSONText.appendString(section.key.title(isText: form.isTextOnly), to: &self)
      append(",\"header\":")
      if let header = section.header.title { JSONText.appendString(header, to: &self) } else { append("null") }
    }

    fileprivate mutating func append(row record: WatchedRecord) {
      append("[")
      JSONText.appendString(PageKey(record.id.bytes).text, to: &self)
      append(",")
      JSONText.appendString(record.label, to: &self)
      append(",")
      appendList(record.shownFieldsThatCount(limit: ValueText.valueLimit)) { $0.appendStrings([$1.name, $1.value]) }
      append("]")
    }
  }

  extension ItemPath {
    fileprivate var numbers: String { "\(section),\(item)" }
  }

  /// What distinguishes a row or a section from others on a page: the bytes of its identity where they are few, else a
  /// hash of them.
  ///
  /// Without a key the identity is the whole record, and nothing of the source is sent that is longer than what is shown.
  struct PageKey: Hashable {
    /// The key as text: JSON, or the hash, which does not look like JSON.
    let text: String

    /// Identities of more bytes than this are hashed. Numbers, names and UUIDs are shorter.
    static let limit = 64

    /// Makes the key of an identity in canonical form.
    init(_ identity: [UInt8]) {
      text =
        identity.count <= Self.limit
        ? String(decoding: identity, as: UTF8.self)
        : "#" + [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142].map { Self.hash(identity, from: $0) }.joined()
    }

    /// FNV-1a of 64 bits from a basis: that of 64 bits and the first half of that of 128 bits make one of 128. It is no
    /// protection against anyone; of two rows with one key, which no one meets by chance, the page makes two all the
    /// same.
    private static func hash(_ bytes: [UInt8], from basis: UInt64) -> String {
      let digits = String(bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
#endif
