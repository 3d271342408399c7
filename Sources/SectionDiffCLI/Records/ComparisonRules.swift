internal import RecordFormats
internal import SectionDiff

/// How two files are read as snapshots and compared: the options of `diff`, and what a patch remembers.
struct ComparisonRules: Equatable {
  /// The fields that identify a record; none for lines, sections and whole records.
  var id: [String] = []
  /// The field that sections are made by.
  var sectionBy: String?
  /// How sections are ordered.
  var sectionOrder = SectionOrder.appearance
  /// How records are ordered within a section; empty for the order of the file.
  var sortBy: [SortRule] = []
  /// The fields that count as content.
  var selection = FieldSelection(ignore: [], only: [])
  /// What to do about records of one identity.
  var duplicates = DuplicatePolicy.allow
  /// Whether identities are compared across sections.
  var idScope = IdentityScope.global

  /// The rules with the names of columns in place of their numbers, from 1; a name that a column has is no number.
  func naming(_ columns: [String]?) -> ComparisonRules {
    guard let columns else { return self }
    let names = Set(columns.map { Array($0.utf8) })
    func name(_ field: String) -> String {
      guard let number = Int(field), columns.indices.contains(number - 1), !names.contains(Array(field.utf8)) else {
        return field
      }
      return columns[number - 1]
    }
    var rules = self
    rules.id = id.map(name)
    rules.sectionBy = sectionBy.map(name)
    rules.sortBy = sortBy.map { SortRule(name($0.field), isDescending: $0.isDescending) }
    rules.selection = FieldSelection(ignore: selection.ignore.map(name), only: selection.only.map(name))
    return rules
  }

  /// The fields that they name, each once.
  var fields: [String] {
    var known: Set<[UInt8]> = []
    return (id + (sectionBy.map { [$0] } ?? []) + sortBy.map(\.field) + selection.ignore + selection.only).filter {
      known.insert(Array($0.utf8)).inserted
    }
  }
}

/// The order of sections.
enum SectionOrder: String, CaseIterable {
  /// As they first appear in the file.
  case appearance
  /// By their keys, in the order of ``SortKey``.
  case value
}

extension DuplicatePolicy {
  /// The policy by the name that the command gives it.
  init?(commandName: String) {
    switch commandName {
    case "reject": self = .reject
    case "allow": self = .allow
    case "first": self = .keepFirst
    case "last": self = .keepLast
    default: return nil
    }
  }

  /// The name that the command gives it.
  var commandName: String {
    switch self {
    case .reject: "reject"
    case .allow: "allow"
    case .keepFirst: "first"
    case .keepLast: "last"
    }
  }
}

/// A field to sort by, and the direction: `FIELD`, `FIELD:asc` or `FIELD:desc`.
struct SortRule: Sendable, Equatable, CustomStringConvertible {
  /// The field.
  let field: String
  /// Whether greater values come first.
  let isDescending: Bool

  /// Makes a rule from its parts.
  init(_ field: String, isDescending: Bool) {
    self.field = field
    self.isDescending = isDescending
  }

  /// Reads a rule; only the last `:asc` or `:desc` counts, so `a:desc:asc` sorts by the field `a:desc`.
  init(_ text: String) {
    if text.hasSuffix(":desc") {
      field = String(text.dropLast(5))
      isDescending = true
    } else if text.hasSuffix(":asc") {
      field = String(text.dropLast(4))
      isDescending = false
    } else {
      field = text
      isDescending = false
    }
  }

  /// The rule in its shortest form, which reads back as the same rule.
  var description: String {
    if isDescending { return field + ":desc" }
    return field.hasSuffix(":desc") || field.hasSuffix(":asc") ? field + ":asc" : field
  }
}
