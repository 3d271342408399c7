@available(LiveSystems, *)
extension SectionHeader {
  /// The header for people, or nil.
  var title: String? { json.map { ValueText.shown(json: $0, isText: true) } }

  /// `before → after`, for two headers that differ.
  static func change(from before: SectionHeader, to after: SectionHeader, limit: Int?) -> String {
    // A header that reads none is no missing one.
    let titles = [before, after].map { header in header.title.map { $0 == "none" ? "\"none\"" : $0 } ?? "none" }
    let (old, new) = VisibleText.pair(titles[0], titles[1], to: limit)
    return "\(old) → \(new)"
  }
}
