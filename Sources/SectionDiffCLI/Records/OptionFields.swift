internal import RecordFormats

/// The fields of JSON records that the options name, and whether any record has them.
///
/// A record may lack a field, so a name is a slip only when no record has it, and at least one could. A record could not
/// where the path goes through `null`, as `user.name` does in `{"user": null}`; without records there is no slip.
struct OptionFields {
  /// A field that an option names.
  struct Field {
    /// The option.
    let option: String
    /// The field.
    let name: String
    fileprivate let path: FieldPath
    /// The paths above it.
    fileprivate let containers: [FieldPath]
    /// Whether a record could have had it.
    fileprivate var couldBeThere = false
  }

  /// Those that no record has had.
  private var missing: [Field] = []

  /// The fields that the rules name; the key is left out, which every record must have.
  init(_ rules: ComparisonRules) {
    let groups = [
      ("--ignore", rules.selection.ignore), ("--only", rules.selection.only),
      ("--section-by", rules.sectionBy.map { [$0] } ?? []), ("--sort-by", rules.sortBy.map(\.field)),
    ]
    for (option, names) in groups {
      for name in names {
        let path = FieldPath(name)
        missing.append(Field(option: option, name: name, path: path, containers: path.containers))
      }
    }
  }

  /// The first name that no record has had although one could; nil where there is none.
  var slip: Field? { missing.first(where: \.couldBeThere) }

  /// Looks for the names in records.
  ///
  /// - Complexity: O(bytes) for each name, up to the first record that has it.
  mutating func look(through records: some Sequence<SourcedValue>) {
    if missing.isEmpty { return }
    for record in records {
      for offset in missing.indices.reversed() {
        if record.value(at: missing[offset].path) != nil {
          missing.remove(at: offset)
        } else if !missing[offset].couldBeThere {
          missing[offset].couldBeThere = !missing[offset].containers.contains { record.value(at: $0)?.kind == .null }
        }
      }
      if missing.isEmpty { return }
    }
  }
}

extension OptionFields.Field {
  /// What to say of a name that is a slip.
  ///
  /// - Parameters:
  ///   - source: The name of the file or address.
  ///   - elsewhere: Where else it is not, as in `, here or in new.json`.
  ///   - known: The fields that there are.
  func failure(in source: String, _ elsewhere: String = "", among known: FieldNames) -> Failure {
    Failure(
      "\(source): no record has the field \(JSONText.literal(name))\(elsewhere) (\(option)); "
        + NameAdvice.text(for: name, among: "fields", known.listed, others: known.nested))
  }
}

/// The names of the fields of records, in the order of their first appearance.
struct FieldNames {
  /// The names to list: those of members, and as far down as the path that was looked for goes, paths.
  private(set) var listed: [String] = []
  /// Paths one step further down.
  private(set) var nested: [String] = []
  private var known: Set<[UInt8]> = []

  /// Collects the names of all records.
  ///
  /// - Parameter name: The path that was looked for.
  init(_ records: some Sequence<SourcedValue>, near name: String) {
    let depth = FieldPath(name).depth - 1
    for record in records { add(record.value, of: record.source, below: [], depth) }
  }

  /// Recursion follows the path that was looked for, not the depth of the data.
  private mutating func add(_ object: FieldValue, of source: SourceText, below path: [UInt8], _ depth: Int) {
    for member in source.members(of: object) {
      let name = path + source.decodedBytes(of: member.name)
      if known.insert(name).inserted {
        if depth < 0 {
          nested.append(String(decoding: name, as: UTF8.self))
        } else {
          listed.append(String(decoding: name, as: UTF8.self))
        }
      }
      if depth >= 0, member.value.kind == .object {
        add(member.value, of: source, below: name + [UInt8(ascii: ".")], depth - 1)
      }
    }
  }
}

extension SourcedValue {
  /// The value at a path within an object, or nil where there is none.
  fileprivate func value(at path: FieldPath) -> FieldValue? { source.value(at: path, in: value) }
}
