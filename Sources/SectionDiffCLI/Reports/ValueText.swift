internal import RecordFormats

/// Values as the text report shows them.
enum ValueText {
  /// How many characters of one value are shown.
  static let valueLimit = 60

  /// Returns a value for people: text bare where nothing is lost by it, else as JSON.
  ///
  /// - Parameter isText: whether all values of the format are text, so that `1` can only be one thing.
  static func shown(_ value: SourcedValue, isText: Bool = false) -> String {
    let isJSON: Bool
    let text = value.text
    switch value.value.kind {
    case .text, .textWithDoubledQuotes: isJSON = needsQuotes(text)
    // A string that reads like another JSON value keeps its quotes: 1 and "1" differ.
    case .string, .stringWithEscapes: isJSON = needsQuotes(text) || !isText && readsLikeJSON(text)
    default: isJSON = true
    }
    return VisibleText.shortened(isJSON ? value.json : text, to: valueLimit)
  }

  /// Returns a section key or an identity, given as JSON, for people.
  static func shown(json: [UInt8], isText: Bool) -> String {
    guard let document = try? JSONDocument(SourceText(json, name: "key")) else {
      return VisibleText.shortened(String(decoding: json, as: UTF8.self), to: valueLimit)
    }
    switch document.root.kind {
    case .string, .stringWithEscapes:
      let text = document.source.string(of: document.root)
      if needsQuotes(text) || !isText && readsLikeJSON(text) { break }
      return VisibleText.shortened(text, to: valueLimit)
    case .array:
      let parts = document.source.elements(of: document.root).map { element in
        shown(json: Array(document.source.json(of: element).utf8), isText: isText)
      }
      return parts.joined(separator: ", ")
    default: break
    }
    return VisibleText.shortened(String(decoding: json, as: UTF8.self), to: valueLimit)
  }

  /// Whether text would be misread without quotes: empty, blank at an end, or with line ends and the like.
  private static func needsQuotes(_ text: String) -> Bool {
    text.isEmpty || text.first == " " || text.last == " " || VisibleText.escaped(text) != text
      || text.first == "\"" || text.contains(" → ")
  }

  private static func readsLikeJSON(_ text: String) -> Bool {
    switch text {
    case "true", "false", "null": true
    default: text.first == "{" || text.first == "[" || DecimalNumber(json: Array(text.utf8)) != nil
    }
  }
}
