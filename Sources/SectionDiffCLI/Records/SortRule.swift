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
