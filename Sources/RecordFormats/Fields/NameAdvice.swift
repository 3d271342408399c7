/// What to say about a name that is not there: the likely one, and the names that there are.
package enum NameAdvice {
  /// How many names are listed.
  static let listLimit = 10
  /// How many characters of a name are shown.
  private static let nameLimit = 60
  /// No one mistypes a longer name, and comparing two takes time in proportion to the product of their lengths.
  private static let longestTyped = 100

  /// Returns `did you mean "price"? The fields are "id", "price"`, or the list alone where no name is near.
  ///
  /// - Parameters:
  ///   - name: The name that is not there.
  ///   - kind: What the names are called, as in `fields`.
  ///   - known: The names that there are; at most ten are listed.
  ///   - others: Names that are near misses only, and not listed.
  package static func text(
    for name: String, among kind: String, _ known: [String], others: [String] = []
  ) -> String {
    let list = known.isEmpty ? "there are no \(kind)" : "the \(kind) are \(self.list(known))"
    guard let near = nearest(to: name, among: known + others) else { return list }
    return "did you mean \(shown(near))? " + list.prefix(1).uppercased() + list.dropFirst()
  }

  /// Returns at most ten names, and how many more there are.
  package static func list(_ names: [String]) -> String {
    let more = names.count - listLimit
    return names.prefix(listLimit).map { shown($0) }.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static func shown(_ name: String) -> String {
    JSONText.literal(name.count > nameLimit ? name.prefix(nameLimit - 1) + "…" : name)
  }

  /// The name that `name` is most likely a slip of, or nil: one that differs in case, that is the end of a path, or that
  /// is reached by one edit for every three characters, and three at most.
  static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = name.lowercased()
    if let same = names.first(where: { $0.lowercased() == wanted }) { return same }
    if let path = names.first(where: { $0.lowercased().hasSuffix("." + wanted) }) { return path }
    let characters = Array(wanted)
    var limit = characters.count > longestTyped ? 0 : min(3, characters.count / 3)
    var nearest: String?
    for other in names where limit > 0 {
      guard let distance = distance(from: characters, to: Array(other.lowercased()), upTo: limit) else { continue }
      nearest = other
      limit = distance - 1
    }
    return nearest
  }

  /// How many characters must be inserted, deleted, replaced or swapped with the next; nil above `limit`.
  ///
  /// - Complexity: O(*n* · *m*), and O(1) where the lengths differ by more than the limit.
  private static func distance(from a: [Character], to b: [Character], upTo limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    // Row i, column j: the distance between the first i of a and the first j of b.
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
