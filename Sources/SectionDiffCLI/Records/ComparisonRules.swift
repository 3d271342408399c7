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
